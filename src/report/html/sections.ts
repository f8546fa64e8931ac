import type { CheckFinding, DefinitionChange } from '../../model/check.ts';
import type { Diagnostic } from '../../model/diagnostic.ts';
import type { Location } from '../../model/location.ts';
import { DEFAULT_NAMING, type Naming } from '../../model/naming.ts';
import { count, formatNumber } from '../../model/number.ts';
import { shortCommit } from '../../model/plan.ts';
import type { Report } from '../../model/report.ts';
import type { GateRecord, RolloutRecord } from '../../model/rollout.ts';
import type { RequestRecord, Run } from '../../model/run.ts';
import { listWords } from '../../model/text.ts';
import {
  countAffected,
  countAttempts,
  countWords,
  formatRunTime,
  sortRequests,
  summarizeCoverage,
} from '../view-model/count.ts';
import { FINDING_HELP, formatDefinitionValue, listOpenFindings } from '../view-model/finding.ts';
import { LONGEST_LINE } from '../view-model/format.ts';
import { summarizeTargets } from '../view-model/recommendation.ts';
import { type GateRow, listGates, listWaves, sortRestored, type WaveRow } from '../view-model/rollout.ts';
import { STATUS_STYLES, type StatusStyle } from '../view-model/status.ts';
import { renderSparkline } from './figures.ts';
import { badge, fact, html, type Markup, moment, NOTHING, name, place, renderRest, sentence } from './markup.ts';

const HEADINGS = { plan: 'About this plan', drift: 'About this drift report', run: 'About this run' } as const;

export function renderFacts(report: Report): Markup {
  const { api, base, environment, scope, tool } = report;
  const run = report.kind === 'run' ? report : null;
  const requests = run && sortRequests(run);
  const affected = countAffected(report);
  const shard = scope?.shard ?? null;
  const facts = [
    fact('Environment', environment === null ? 'none chosen' : name(environment)),
    fact('API', api === null ? 'not known' : html`<code>${name(api.url)}</code>`),
    fact('Organization', api && html`<code>${name(api.organization)}</code>`),
    fact('Names', renderNaming(api?.naming)),
    fact(
      'Compared with',
      base === null ? 'no git base' : html`${name(base.ref)} <code class="quiet">${shortCommit(base.commit)}</code>`,
    ),
    fact('Made at', report.kind === 'run' ? null : moment(report.createdAt)),
    fact('Run', run && html`<code>${name(run.id)}</code>`),
    fact('Started at', run && moment(run.startedAt)),
    fact('Finished at', run && html`${moment(run.finishedAt)} <span class="quiet">after ${formatRunTime(run)}</span>`),
    fact('Interrupted', run?.interrupted ? `by ${run.interrupted}` : null),
    fact('Updates', summarizeOutcomes(requests?.update ?? [])),
    fact('Rollback', summarizeOutcomes(requests?.rollback ?? [])),
    fact('Made by', html`${tool.name} ${tool.version}`),
    fact('Fleet', scope && `${count(scope.fleet, 'pipe')}, ${formatNumber(report.summary.total)} in this report`),
    fact(affected.title, affected.share),
    fact('Replica targets', scope && summarizeTargets(report)),
    fact('Coverage', report.kind === 'run' ? null : summarizeCoverage(report.coverage) || null),
    fact('Only', renderPatterns(scope?.target ?? [])),
    fact('Without', renderPatterns(scope?.exclude ?? [])),
    fact('Only origin', scope?.onlyOrigin ? listWords(scope.onlyOrigin) : null),
    fact('Shard', shard && `${shard.index} of ${shard.total}`),
  ];
  return html`<footer aria-labelledby="about">
<h2 id="about">${HEADINGS[report.kind]}</h2>
<dl class="facts">${facts}</dl>
</footer>`;
}

/** `5 requests accepted and 1 rejected; 7 attempts in all`; empty without requests. */
function summarizeOutcomes(records: readonly RequestRecord[]): string {
  if (records.length === 0) return '';
  const counts = Object.values(STATUS_STYLES.request).map(({ status, label }) => {
    return { number: records.filter(({ outcome }) => outcome === status).length, words: label };
  });
  return `${countWords('request', counts)}; ${count(countAttempts(records), 'attempt')} in all`;
}

/** The names that differ between requests and the report. */
function renderNaming(naming: Naming | undefined): Markup | null {
  if (naming === undefined) return null;
  return html`<code>${name(naming.resource)}</code> for <code>${DEFAULT_NAMING.resource}</code>, <code>${name(naming.settingPrefix)}</code> for <code>${DEFAULT_NAMING.settingPrefix}</code> <span class="quiet">in requests</span>`;
}

function renderPatterns(patterns: readonly string[]): Markup | null {
  return patterns.length === 0 ? null : html`${patterns.map((pattern) => html`<code>${name(pattern)}</code> `)}`;
}

const MAX_LINES = 20;
const MAX_PROBLEMS = 50;

/** `shown`: a location that is shown above the problems already. */
export function renderProblems(diagnostics: readonly Diagnostic[], shown: Location | null = null): Markup {
  const items = diagnostics.slice(0, MAX_PROBLEMS).map((diagnostic) => renderProblem(diagnostic, shown));
  return renderList(items, diagnostics.length, 'problem');
}

function renderList(items: readonly Markup[], total: number, noun: string): Markup {
  if (total === 0) return NOTHING;
  return html`<ul class="problems">${items}${renderRest(total - items.length, noun, 'li')}</ul>`;
}

function renderProblem(diagnostic: Diagnostic, shown: Location | null): Markup {
  const { severity, code, summary, detail, hint, file, line, column, endLine, endColumn } = diagnostic;
  const at =
    file === null || line === null || column === null || (file === shown?.file && line === shown.line)
      ? null
      : place({ file, line, column, endLine: endLine ?? line, endColumn: endColumn ?? column });
  const lines = detail?.split('\n').slice(0, MAX_LINES) ?? [];
  const body = html`${lines.map((text) => html`<p>${sentence(text, LONGEST_LINE)}</p>`)}${hint && renderHelp(hint)}`;
  const source = html`<code>${code}</code>${at && html` ${at}`}`;
  return renderItem(STATUS_STYLES.problem[severity], sentence(summary, LONGEST_LINE), body, source);
}

function renderHelp(text: string): Markup {
  return html`<p><b>Help:</b> ${sentence(text, LONGEST_LINE)}</p>`;
}

function renderItem(style: StatusStyle, summary: Markup, body: Markup, source: Markup): Markup {
  return html`<li class="problem t-${style.variant}">
<p>${badge(style)} <b>${summary}</b> <span class="source">${source}</span></p>${body}
</li>
`;
}

export function renderProblemSection(title: string, diagnostics: readonly Diagnostic[]): Markup {
  if (diagnostics.length === 0) return NOTHING;
  const id = title.toLowerCase();
  return html`<section aria-labelledby="${id}">
<h2 id="${id}">${title}</h2>
${renderProblems(diagnostics)}
</section>
`;
}

const MAX_FINDINGS = 50;

/** The alerts with a declared definition; only those that need attention in full. */
export function renderFindingSection(report: Report): Markup {
  if (report.kind === 'run' || report.checks.length === 0) return NOTHING;
  const open = listOpenFindings(report.checks);
  const same = report.checks.length - open.length;
  return html`<section aria-labelledby="alerts">
<h2 id="alerts">Alerts</h2>
${renderList(open.slice(0, MAX_FINDINGS).map(renderFinding), open.length, 'alert')}
${same === 0 ? null : html`<p class="quiet">${count(same, 'alert matches', 'alerts match')} the configuration.</p>`}
</section>
`;
}

function renderFinding({ name: check, alert, status, changes, reason, location }: CheckFinding): Markup {
  const why = reason && html`<p>${sentence(reason, LONGEST_LINE)}</p>`;
  const body = html`${why}${renderChanges(changes)}${status === 'drifted' ? renderHelp(FINDING_HELP) : null}`;
  const source = html`alert <code>${name(alert)}</code> ${place(location)}`;
  return renderItem(STATUS_STYLES.finding[status], name(check), body, source);
}

function renderChanges(changes: readonly DefinitionChange[]): Markup {
  if (changes.length === 0) return NOTHING;
  return html`<ul class="changes">${changes.map(
    ({ path, before, after }) =>
      html`<li><code class="field">${path}</code><span class="sides">live <del>${formatDefinitionValue(before)}</del>, declared <ins>${formatDefinitionValue(after)}</ins></span></li>`,
  )}</ul>`;
}

const MAX_WAVES = 40;
const MAX_NAMES = 100;

/** The waves and health checks of a run; empty without any. */
export function renderRolloutSection(run: Run): Markup {
  const { rollout, checks } = run;
  if (rollout === null && checks.length === 0) return NOTHING;
  return html`<section aria-labelledby="rollout">
<h2 id="rollout">${rollout === null ? 'Health checks' : 'Rollout'}</h2>
${rollout && renderWaves(rollout)}${renderRestored(run)}${renderGates(checks)}
</section>
`;
}

function renderWaves(rollout: RolloutRecord): Markup {
  const { shown, more } = listWaves(rollout, MAX_WAVES);
  if (shown.length === 0) return NOTHING;
  return html`<ol class="waves">${shown.map(renderWave)}</ol>
${more > 0 ? html`<p class="quiet">And ${count(more, 'more wave')}.</p>` : null}`;
}

function renderWave({ wave, pipes, status, bake, reason }: WaveRow): Markup {
  const baked = bake && html` <span class="quiet">baked ${bake}</span>`;
  return html`<li class="t-${status.variant}"><p><b>Wave ${wave}</b> ${badge(status)}${baked}</p>
<details><summary>${count(pipes.length, 'pipe')}</summary><p>${listNames(pipes)}</p></details>${reason && html`<p class="why">${sentence(reason, LONGEST_LINE)}</p>`}</li>
`;
}

function renderRestored(run: Run): Markup {
  const { restored, kept } = sortRestored(run);
  if (restored.length + kept.length === 0) return NOTHING;
  const [back, left] = [restored, kept].map((pipes) => listNames(pipes.map((pipe) => pipe.name)));
  return html`<dl class="facts">${fact('Rolled back', back ?? null)}${fact('Not rolled back', left ?? null)}</dl>`;
}

function listNames(names: readonly string[]): Markup | null {
  if (names.length === 0) return null;
  const shown = names.slice(0, MAX_NAMES).map((each, index) => html`${index === 0 ? null : ', '}${name(each)}`);
  const more = names.length - shown.length;
  return html`${shown}${more > 0 ? ` and ${count(more, 'more pipe')}` : null}`;
}

/** Each pipe may have its own checks, and a fleet may have thousands of pipes. */
const MAX_GATES = 100;
const LONGEST_GATE_REASON = 400;

function renderGates(gates: readonly GateRecord[]): Markup {
  if (gates.length === 0) return NOTHING;
  const { shown, more } = listGates(gates, MAX_GATES);
  return html`<ul class="gates">${shown.map(renderGate)}</ul>
${renderRest(more, 'check', 'p')}`;
}

function renderGate({
  name: check,
  when,
  status,
  isClosed,
  value,
  condition,
  counts,
  values,
  pass,
  reason,
}: GateRow): Markup {
  const measured = value && html` <b>${name(value)}</b>`;
  const limit = condition && html` <span class="quiet">must be ${condition}</span>`;
  const closed = isClosed ? html` <span class="quiet">stopped the updates</span>` : null;
  return html`<li class="t-${status.variant}"><p><b>${name(check)}</b> <span class="quiet">${name(when)}</span></p>
<p>${badge(status)}${measured}${limit}${closed}</p>
<p class="course">${renderSparkline(values, pass)}<span class="quiet">${counts}</span></p>
<p class="why">${sentence(reason, LONGEST_GATE_REASON)}</p></li>
`;
}
