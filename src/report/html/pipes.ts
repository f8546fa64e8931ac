import { groupBy } from '../../model/group-by.ts';
import { count, formatNumber } from '../../model/number.ts';
import { type AcknowledgedChange, becomesUnknown, type Change, type PlannedRequest } from '../../model/plan.ts';
import type { Report, ReportPipe } from '../../model/report.ts';
import type { RequestRecord } from '../../model/run.ts';
import { listWords } from '../../model/text.ts';
import {
  arrangeReport,
  type ChangeGroup,
  countOtherChanges,
  type PipeBlock,
  type ReportBlock,
  type ReportDetail,
} from '../view-model/arrange.ts';
import {
  type ChangeContext,
  describeBody,
  describeChange,
  explainClamped,
  explainOrigin,
  listChangedKeys,
  ORIGIN_STYLES,
  originsIn,
  shownOrigins,
} from '../view-model/change.ts';
import { nameRequest, wasAttempted } from '../view-model/count.ts';
import { cutText, formatTook, joinParts, LONGEST_LINE, LONGEST_NAME } from '../view-model/format.ts';
import { describeRecommendation } from '../view-model/recommendation.ts';
import { listStatusCounts, STATUS_STYLES, type StatusCount } from '../view-model/status.ts';
import { html, type Markup, NOTHING, name, place, sentence, sign } from './markup.ts';
import { renderProblems } from './sections.ts';

const HEADINGS = { plan: 'Changes', drift: 'Differences', run: 'Updates' } as const;

/** The pipes by status: groups of equal changes, a card for each other pipe, and the names of those with nothing to say. */
export function renderPipeSection(report: Report, { requests, summary }: Omit<ReportDetail, 'isFull'>): Markup {
  const pipes = listPipes(report);
  const blocks = arrangeReport({ kind: report.kind, pipes }, { requests, summary });
  const statuses = listStatusCounts(report);
  const rest = summary && countOtherChanges(blocks);
  const clamped = explainClamped(
    report.kind,
    pipes.flatMap(({ changes }) => changes),
  );
  return html`<section aria-labelledby="pipes">
<div class="bar"><h2 id="pipes" tabindex="-1">${HEADINGS[report.kind]}</h2>${summary ? null : renderControls(report, statuses)}</div>
${pipes.length === 0 ? html`<p class="quiet">This report has no pipes.</p>` : renderOrigins(report)}${clamped && html`<p class="quiet">${clamped}</p>`}
${statuses.map((status) => renderStatus(report, status, pipes, blocks, { requests, summary }))}
${rest ? html`<p>${rest}</p>` : null}<p id="no-match" class="quiet" hidden>No pipe matches.</p>
</section>`;
}

/** The notes of a run say why a pipe was not attempted, which its status and the verdict say, too. */
function listPipes({ kind, pipes }: Report): readonly ReportPipe[] {
  if (kind !== 'run') return pipes;
  return pipes.map((pipe) => ({
    ...pipe,
    diagnostics: pipe.diagnostics.filter(({ severity }) => severity !== 'note'),
  }));
}

/** Hidden until the script shows them. */
function renderControls({ pipes }: Report, statuses: readonly StatusCount[]): Markup {
  const choices = (label: string, all: string, options: readonly Markup[]): Markup =>
    options.length < 2
      ? NOTHING
      : html`<select id="${label}" aria-label="${label}"><option value="">${all}</option>${options}</select>`;
  const byStatus = statuses.map(
    ({ style, pipes: number }) =>
      html`<option value="${style.status}">${style.title} (${formatNumber(number)})</option>`,
  );
  const byOrigin = originsIn(pipes.flatMap(({ changes }) => changes)).map((origin) => html`<option>${origin}</option>`);
  return html`<div id="controls" class="controls" role="search" hidden>
<input id="search" type="search" placeholder="Search pipes, fields and values" aria-label="Search pipes, fields and values" autocomplete="off" spellcheck="false">
${choices('status', 'All statuses', byStatus)}${choices('origin', 'All origins', byOrigin)}
<button type="button" id="reset" hidden>Show all</button>
<p id="matches" role="status">${count(pipes.length, 'pipe')}</p>
</div>`;
}

function renderOrigins({ base, pipes }: Report): Markup {
  const origins = shownOrigins(pipes);
  if (base === null || origins.length === 0) return NOTHING;
  return html`<p class="origins">${origins.map(
    (origin) => html`<span>${renderOrigin(origin)} ${explainOrigin(origin, base)}</span> `,
  )}</p>`;
}

function renderOrigin(origin: keyof typeof ORIGIN_STYLES): Markup {
  return html`<b class="origin t-${ORIGIN_STYLES[origin].variant}">${origin}</b>`;
}

function renderStatus(
  report: Report,
  { style, pipes: total }: StatusCount,
  pipes: readonly ReportPipe[],
  all: readonly ReportBlock<ReportPipe>[],
  { requests, summary }: Omit<ReportDetail, 'isFull'>,
): Markup {
  const blocks = all.filter((block) => pipesOf(block)[0]?.status === style.status);
  const shown = new Set(blocks.flatMap(pipesOf));
  const rest = summary ? [] : pipes.filter((pipe) => pipe.status === style.status && !shown.has(pipe));
  const body = blocks.flatMap((block) => {
    if (block.kind === 'group') return [renderGroup(report, block, summary)];
    return summary ? [] : [renderCard(report, block, requests)];
  });
  if (body.length + rest.length === 0) return NOTHING;
  const title = html`<h3>${sign(style)} ${style.title} <span class="count">${formatNumber(total)}</span></h3>`;
  const names = renderNames(rest, `${count(rest.length, 'pipe')} ${style.label}`, false);
  return html`<section class="status t-${style.variant}" data-status="${style.status}">
${body.length === 0 ? null : title}${body}
${rest.length === 0 ? null : html`<div data-origins="">${names}</div>\n`}</section>
`;
}

function pipesOf(block: ReportBlock<ReportPipe>): readonly ReportPipe[] {
  return block.kind === 'group' ? block.pipes : [block.pipe];
}

/** The names of a larger group are folded. */
const MAX_OPEN = 100;

/** Up to this many names share lines with those of other services. */
const FEW = 12;

function renderGroup(report: Report, { changes, pipes }: ChangeGroup<ReportPipe>, summary: boolean): Markup {
  const where = `in ${count(pipes.length, 'pipe')}`;
  return html`<article class="block" data-origins="${originsIn(changes).join(' ')}">
${renderChanges(report, changes, summary ? html`<span class="place">${where}</span>` : NOTHING)}
${summary ? null : renderNames(pipes, where, pipes.length <= MAX_OPEN)}
</article>
`;
}

function renderNames(pipes: readonly ReportPipe[], summary: string, isOpen: boolean): Markup {
  const services = [...groupBy(pipes, ({ service }) => service)].map(
    ([service, own]) =>
      html`<div><dt>${cutText(service, LONGEST_NAME)}</dt>${own.map((pipe) => html`<dd>${cutText(pipe.name, LONGEST_NAME)}</dd>`)}</div>`,
  );
  return html`<details class="names${pipes.length <= FEW ? ' few' : ''}"${isOpen ? html` open` : null}><summary>${summary}</summary><dl>${services}</dl></details>`;
}

function renderCard(report: Report, { pipe, changes }: PipeBlock<ReportPipe>, withRequests: boolean): Markup {
  const { service, name: own, liveName, source, state, requestId, location, diagnostics, acknowledged } = pipe;
  const words = [liveName === null || liveName === own ? null : `“${liveName}”`, source, state];
  const about = joinParts(
    words.map((word) => word && cutText(word, LONGEST_NAME)),
    ' · ',
  );
  const recommendation = describeRecommendation(pipe, '→');
  return html`<article class="block" data-origins="${originsIn(changes).join(' ')}">
<h4><span class="name"><span class="quiet">${name(service)}/</span>${name(own)}</span> <span class="about">${name(about)}</span>${place(location)}</h4>
${renderChanges(report, changes)}${recommendation && html`<p class="note">${sentence(recommendation, LONGEST_LINE)}</p>`}${renderAcknowledged(report, acknowledged)}
${renderProblems(diagnostics, location)}${requestId && html`<p class="note">request id <code>${name(requestId)}</code></p>`}${renderRequests(pipe, report.api, withRequests)}
</article>
`;
}

/** `where`: in place of the location of each change. */
function renderChanges(report: ChangeContext, changes: readonly Change[], where?: Markup): Markup {
  if (changes.length === 0) return NOTHING;
  return html`<ul class="changes">${changes.map((change) => html`<li>${renderChange(report, change, where)}</li>`)}</ul>`;
}

/** `settings.db_max_threads 4 → 8 clamped to 3–6 config pipes/orders.yaml:8:7`; the new value is bold. */
function renderChange(report: ChangeContext, change: Change, where: Markup = place(change.location)): Markup {
  const { before, after, inBand } = describeChange(report, change);
  const [from, to] = report.kind === 'drift' ? ['live ', ', declared'] : ['', ' →'];
  const unknown = becomesUnknown(change) ? 'the service’s default, which is not known' : null;
  const note = joinParts([inBand, unknown], ', ');
  return html`<code class="field">${change.path}</code><span class="sides">${from}<del>${before}</del>${to} <ins>${after}</ins>${note && html` <span class="note">${note}</span>`}${change.origin && html` ${renderOrigin(change.origin)}`}</span>${where}`;
}

function renderAcknowledged({ api }: ChangeContext, changes: readonly AcknowledgedChange[]): Markup {
  if (changes.length === 0) return NOTHING;
  return html`<ul class="changes known">${changes.map(
    (change) =>
      html`<li>${renderChange({ kind: 'drift', api }, change)}<p class="note">acknowledged until ${change.until}: <bdi>${cutText(change.reason, LONGEST_LINE)}</bdi></p></li>`,
  )}</ul>`;
}

const LONGEST_VALUE = 400;

/** What became of the requests of a run that did not all succeed, and the bodies. */
function renderRequests({ status, requests, changes }: ReportPipe, api: Report['api'], withBodies: boolean): Markup {
  const changed = listChangedKeys(changes, api);
  const sent: readonly (PlannedRequest | RequestRecord)[] = requests;
  const records = sent.flatMap((request) => ('outcome' in request && wasAttempted(request) ? [request] : []));
  const outcomes = withBodies || status !== 'applied' ? records.map(renderRecord) : [];
  if (!withBodies || sent.length === 0) return html`${outcomes}`;
  return html`${outcomes}<details class="requests" open><summary>${count(sent.length, 'request')}: <code>${listWords(sent.map(nameRequest))}</code></summary>
${sent.map((request) => renderRequest(request, changed))}</details>`;
}

function renderRequest(request: PlannedRequest | RequestRecord, changed: ReadonlySet<string>): Markup {
  const { members, unchanged } = describeBody(request, changed, LONGEST_VALUE);
  const lines = members.map(({ text, isChange }) => html`  ${isChange ? html`<b>${text}</b>` : text}\n`);
  const note =
    unchanged === 0 ? null : html` <span class="note">${count(unchanged, 'unchanged value')} included</span>`;
  return html`<p><code><b>${request.method}</b> ${name(request.path)}</code>${note}</p><pre><code>{\n${lines}}</code></pre>`;
}

/** `PUT settings rejected · HTTP 400 · sent 3 times · 12s` */
function renderRecord(record: RequestRecord): Markup {
  const { outcome, httpStatus, attempts, requestId, durationMs } = record;
  const { label, variant } = STATUS_STYLES.request[outcome];
  const response = httpStatus === null ? 'no response' : `HTTP ${httpStatus}`;
  const repeats = attempts > 1 ? `sent ${count(attempts, 'time')}` : null;
  const id = requestId && `request id ${cutText(requestId, LONGEST_NAME)}`;
  return html`<p class="record"><code>${nameRequest(record)}</code> <b class="t-${variant}">${label}</b> ${name(joinParts([response, repeats, formatTook(durationMs), id], ' · '))}</p>`;
}
