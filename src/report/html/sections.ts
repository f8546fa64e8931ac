import type { CheckFinding, DefinitionChange } from '../../model/check.ts';
import type { Diagnostic } from '../../model/diagnostic.ts';
import { listWords } from '../../model/list-words.ts';
import { DEFAULT_NAMING, type Naming } from '../../model/naming.ts';
import { formatNumber } from '../../model/number.ts';
import type { Base, Scope } from '../../model/plan.ts';
import type { Report } from '../../model/report.ts';
import type { GateRecord, RolloutRecord, WaveRecord } from '../../model/rollout.ts';
import type { Run, RunPipe } from '../../model/run.ts';
import { type AffectedPipes, count, countAffected } from '../view-model/count.ts';
import { FINDING_HELP, formatDefinitionValue, listOpenFindings } from '../view-model/finding.ts';
import { formatTook, shortCommit } from '../view-model/format.ts';
import { summarizeTargets } from '../view-model/recommendation.ts';
import {
  formatCheckValue,
  formatMoment,
  formatVerdictCounts,
  pickWaves,
  sortGates,
  sortRestored,
} from '../view-model/rollout.ts';
import { STATUS_STYLES } from '../view-model/status.ts';
import { renderSparkline } from './figures.ts';
import { fact, html, type Markup, moment, NOTHING, name, place, sentence, statusBadge } from './markup.ts';

const HEADINGS = { plan: 'About this plan', drift: 'About this drift report', run: 'About this run' } as const;

/** Where, when, with what and of which part of the fleet the report was made. */
export function renderFacts(report: Report): Markup {
  return html`<section class="sheet" aria-labelledby="about">
<h2 id="about">${HEADINGS[report.kind]}</h2>
<dl class="facts">${[
    fact('Environment', report.environment === null ? 'none chosen' : name(report.environment)),
    fact('API', report.api === null ? 'not known' : html`<code>${name(report.api.url)}</code>`),
    fact('Organization', report.api === null ? null : html`<code>${name(report.api.organization)}</code>`),
    fact('Names', renderNaming(report.api?.naming)),
    fact('Compared with', report.base === null ? 'no git base' : renderBase(report.base)),
    ...renderTimes(report),
    fact('Made by', html`${report.tool.name} ${report.tool.version}`),
    ...(report.scope === null ? [] : renderScope(report.scope, report)),
  ]}</dl>
</section>`;
}

/** What requests call otherwise than the rest of the report. */
function renderNaming(naming: Naming | undefined): Markup | null {
  if (naming === undefined) return null;
  return html`<code>${name(naming.resource)}</code> for <code>${DEFAULT_NAMING.resource}</code>, <code>${name(naming.settingPrefix)}</code> for <code>${DEFAULT_NAMING.settingPrefix}</code> <span class="quiet">in requests</span>`;
}

function renderBase({ ref, commit }: Base): Markup {
  return html`${name(ref)} <code class="quiet">${shortCommit(commit)}</code>`;
}

function renderTimes(report: Report): readonly Markup[] {
  if (report.kind !== 'run') return [fact('Made at', moment(report.createdAt))];
  const took = formatTook(Date.parse(report.finishedAt) - Date.parse(report.startedAt));
  return [
    fact('Run', html`<code>${name(report.id)}</code>`),
    fact('Started at', moment(report.startedAt)),
    fact('Finished at', html`${moment(report.finishedAt)} <span class="quiet">after ${took}</span>`),
    fact('Interrupted', report.interrupted === null ? null : `by ${report.interrupted}`),
  ];
}

function renderScope(scope: Scope, report: Report): readonly Markup[] {
  const { fleet, shard, target, exclude, onlyOrigin, changeLimit } = scope;
  const patterns = (given: readonly string[]): Markup | null =>
    given.length === 0 ? null : html`${given.map((pattern) => html`<code>${name(pattern)}</code> `)}`;
  const touched = countAffected(report);
  const limit =
    changeLimit === null
      ? null
      : html`at most ${count(changeLimit.pipes, 'pipe')} <span class="quiet">(${changeLimit.rule})</span>`;
  return [
    fact('Fleet', `${count(fleet, 'pipe')}, ${formatNumber(report.summary.total)} in this report`),
    fact(touched.title, formatShare(touched)),
    fact('May change', limit),
    fact('Replica targets', summarizeTargets(report) || null),
    fact('Only', patterns(target)),
    fact('Without', patterns(exclude)),
    fact('Only origin', onlyOrigin === null ? null : listWords(onlyOrigin)),
    fact('Shard', shard === null ? null : `${shard.index} of ${shard.total}`),
  ];
}

/** `5 pipes, 29.4% of the fleet`. */
function formatShare({ pipes, percent, rolledBack }: AffectedPipes): string {
  const share = percent === null ? '' : `, ${percent} of the fleet`;
  const back = rolledBack === 0 ? '' : `; ${formatNumber(rolledBack)} of them rolled back`;
  return `${count(pipes, 'pipe')}${share}${back}`;
}

/** A sentence may quote live text of any length, and a pipe may have any number of problems; a page has its limits. */
const LONGEST_LINE = 600;
const MOST_LINES = 20;
const MOST_PROBLEMS = 50;

/** Problems one under the other, each with what happened, why, what to do and where; nothing when there are none. */
export function renderProblems(diagnostics: readonly Diagnostic[]): Markup {
  if (diagnostics.length === 0) return NOTHING;
  const more = diagnostics.length - MOST_PROBLEMS;
  const rest =
    more > 0 ? html`<li class="quiet">And ${count(more, 'more problem')}; the JSON document has all.</li>` : null;
  return html`<ul class="problems">${diagnostics.slice(0, MOST_PROBLEMS).map(renderProblem)}${rest}</ul>`;
}

function renderProblem(diagnostic: Diagnostic): Markup {
  const { severity, code, summary, detail, hint, file, line, column, endLine, endColumn } = diagnostic;
  const at =
    file === null || line === null || column === null
      ? null
      : place({ file, line, column, endLine: endLine ?? line, endColumn: endColumn ?? column });
  const lines = detail?.split('\n') ?? [];
  const style = STATUS_STYLES.problem[severity];
  return html`<li class="problem t-${style.tone}">
<p class="summary">${statusBadge(style)} ${sentence(summary, LONGEST_LINE)}</p>
${lines.slice(0, MOST_LINES).map((text) => html`<p class="detail">${sentence(text, LONGEST_LINE)}</p>`)}${
  hint === null ? null : html`<p class="hint"><b>What to do:</b> ${sentence(hint, LONGEST_LINE)}</p>`
}
<p class="source"><code>${code}</code> ${at}</p>
</li>`;
}

/** The problems and notes of the report as a whole, as a section of the page; nothing when there are none. */
export function renderProblemSection(diagnostics: readonly Diagnostic[]): Markup {
  if (diagnostics.length === 0) return NOTHING;
  const isCalm = diagnostics.every(({ severity }) => severity === 'note');
  return html`<section class="sheet" aria-labelledby="problems">
<h2 id="problems">${isCalm ? 'Notes' : 'Problems of the whole'}</h2>
${renderProblems(diagnostics)}
</section>`;
}

const MOST_FINDINGS = 50;
const LONGEST_REASON = 600;

/** The alerts whose definition is declared, those that ask for a person in full; nothing when none is declared. */
export function renderFindingSection(report: Report): Markup {
  if (report.kind === 'run' || report.checks.length === 0) return NOTHING;
  const { checks } = report;
  const telling = listOpenFindings(checks);
  const more = telling.length - MOST_FINDINGS;
  const same = checks.length - telling.length;
  const list =
    telling.length === 0
      ? null
      : html`<ul class="problems">${telling.slice(0, MOST_FINDINGS).map(renderFinding)}${more > 0 ? html`<li class="quiet">And ${count(more, 'more alert')}; the JSON document has all.</li>` : null}</ul>`;
  return html`<section class="sheet" aria-labelledby="alerts">
<h2 id="alerts">Alerts</h2>
${list}
${same === 0 ? null : html`<p class="quiet declared">${count(same, 'alert is', 'alerts are')} as declared.</p>`}
</section>
`;
}

function renderFinding(finding: CheckFinding): Markup {
  const { alert, status, changes, reason, location } = finding;
  const style = STATUS_STYLES.finding[status];
  const why = reason === null ? null : html`<p class="detail">${sentence(reason, LONGEST_REASON)}</p>`;
  const help =
    status === 'drifted'
      ? html`<p class="hint"><b>What to do:</b> ${sentence(FINDING_HELP, LONGEST_REASON)}</p>`
      : null;
  return html`<li class="problem t-${style.tone}">
<p class="summary">${statusBadge(style)} ${name(finding.name)}</p>
${why}${renderChanges(changes)}${help}
<p class="source">alert <code>${name(alert)}</code> ${place(location)}</p>
</li>`;
}

function renderChanges(changes: readonly DefinitionChange[]): Markup {
  if (changes.length === 0) return NOTHING;
  return html`<dl class="facts small">${changes.map(
    ({ path, before, after }) =>
      html`<div><dt><code>${path}</code></dt><dd>live <span class="value">${formatDefinitionValue(before)}</span>, declared <b class="value">${formatDefinitionValue(after)}</b></dd></div>`,
  )}</dl>`;
}

const MOST_WAVES = 40;
const MOST_NAMES = 100;
const LONGEST_WAVE_REASON = 600;

/** How updates were spread and guarded; nothing when the run had neither waves nor health checks. */
export function renderRolloutSection(run: Run): Markup {
  const { rollout, checks } = run;
  if (rollout === null && checks.length === 0) return NOTHING;
  return html`<section class="sheet rollout" aria-labelledby="rollout">
<h2 id="rollout">${rollout === null ? 'Health checks' : 'Rollout'}</h2>
${rollout === null ? null : renderWaves(rollout)}${renderRestored(run)}${renderGates(checks)}
</section>
`;
}

function renderWaves(rollout: RolloutRecord): Markup {
  const { shown, more } = pickWaves(rollout, MOST_WAVES);
  if (shown.length === 0) return NOTHING;
  return html`<ol class="waves">${shown.map(renderWave)}</ol>
${more > 0 ? html`<p class="quiet">And ${count(more, 'more wave')}.</p>` : null}`;
}

function renderWave({ wave, pipes, verdict, reason, bakedMs }: WaveRecord): Markup {
  const style = STATUS_STYLES.wave[verdict];
  const baked = bakedMs > 0 ? html` <span class="quiet">baked ${formatTook(bakedMs)}</span>` : null;
  return html`<li class="wave t-${style.tone}"><p><b>Wave ${wave}</b> ${statusBadge(style)}${baked}</p>
<details><summary>${count(pipes.length, 'pipe')}</summary><p class="members">${listNames(pipes)}</p></details>
${reason === null ? null : html`<p class="why">${sentence(reason, LONGEST_WAVE_REASON)}</p>`}</li>`;
}

function renderRestored(run: Run): Markup {
  const sorted = sortRestored(run);
  if (sorted === null) return NOTHING;
  const { restored, kept } = sorted;
  return html`<dl class="facts small restored">${renderPipes('Rolled back', restored)}${renderPipes('Not rolled back', kept)}</dl>`;
}

function renderPipes(term: string, pipes: readonly RunPipe[]): Markup {
  if (pipes.length === 0) return NOTHING;
  return html`<div><dt>${term}</dt><dd>${listNames(pipes.map((pipe) => pipe.name))}</dd></div>`;
}

function listNames(names: readonly string[]): Markup {
  const shown = names.slice(0, MOST_NAMES).map((each, index) => html`${index === 0 ? null : ', '}${name(each)}`);
  const more = names.length - shown.length;
  return html`${shown}${more > 0 ? ` and ${count(more, 'more pipe')}` : null}`;
}

/** Checks of pipes guard each pipe on its own: a fleet may have thousands. */
const MOST_GATES = 100;
const LONGEST_GATE_REASON = 400;

/** The result of each check, closed gates first; empty without checks. */
function renderGates(gates: readonly GateRecord[]): Markup {
  if (gates.length === 0) return NOTHING;
  const shown = sortGates(gates).slice(0, MOST_GATES);
  const more = gates.length - shown.length;
  return html`<table class="gates">
<caption>Health checks</caption>
<thead><tr><th scope="col">Check</th><th scope="col">Verdict</th><th scope="col">Measured</th></tr></thead>
<tbody>${shown.map(renderGate)}</tbody>
</table>
${more > 0 ? html`<p class="quiet">And ${count(more, 'more check')}; the JSON document has all.</p>` : null}`;
}

function renderGate(gate: GateRecord): Markup {
  const style = STATUS_STYLES.check[gate.last.verdict];
  const value = formatCheckValue(gate.last);
  const shown = value === null ? null : html` <span class="value">${name(value)}</span>`;
  const closed = gate.gate === 'closed' ? html`<span class="remark">did not let updates go on</span>` : null;
  return html`<tr class="t-${style.tone}"><th scope="row"><b>${name(gate.name)}</b><span class="remark">${name(formatMoment(gate))}</span></th><td>${statusBadge(style)}${shown}${closed}</td><td>${renderSparkline(gate.values)}<span class="remark">${formatVerdictCounts(gate.counts)}</span><p class="why">${sentence(gate.last.reason, LONGEST_GATE_REASON)}</p></td></tr>
`;
}
