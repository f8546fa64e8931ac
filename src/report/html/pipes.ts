import { formatNumber } from '../../model/number.ts';
import { type AcknowledgedChange, becomesUnknown, type Change, type PlannedRequest } from '../../model/plan.ts';
import type { Report, ReportPipe } from '../../model/report.ts';
import type { RequestRecord } from '../../model/run.ts';
import { listWords } from '../../model/text.ts';
import {
  type ChangeContext,
  describeBody,
  describeChange,
  formatChange,
  listChangedKeys,
  ORIGIN_STYLES,
  originsIn,
  SIDE_TITLES,
  shortFieldName,
} from '../view-model/change.ts';
import { count, nameRequest } from '../view-model/count.ts';
import { cutText, formatTook, LONGEST_LINE } from '../view-model/format.ts';
import { describeRecommendation } from '../view-model/recommendation.ts';
import { countStatuses, isWorthShowing, type StatusCount, type StatusStyle } from '../view-model/status.ts';
import {
  badge,
  fact,
  field,
  findable,
  html,
  type Markup,
  NOTHING,
  name,
  place,
  renderTable,
  sentence,
} from './markup.ts';
import { OUTCOMES, renderProblems } from './sections.ts';

/** Up to this many pipes are shown unfolded. */
const MOST_OPEN = 12;

export function renderPipeSection(report: Report): Markup {
  const statuses = countStatuses(report);
  return html`<section aria-labelledby="pipes">
<h2 id="pipes" tabindex="-1">Pipes</h2>
${report.pipes.length === 0 ? html`<p class="quiet">This report has no pipes.</p>` : renderControls(report, statuses)}
${renderOriginLegend(report)}
${renderGroups(report, statuses)}
<p id="no-match" class="quiet" hidden>No pipe matches.</p>
</section>`;
}

/** Hidden until the script shows them. */
function renderControls({ pipes }: Report, statuses: readonly StatusCount[]): Markup {
  const byStatus = statuses.map(({ style: { status, title, variant }, pipes: number }) =>
    renderChoice('status', status, variant, html`${title} <span class="count">${formatNumber(number)}</span>`),
  );
  const byOrigin = originsIn(pipes.flatMap(({ changes }) => changes)).map((origin) =>
    renderChoice('origin', origin, ORIGIN_STYLES[origin].variant, html`${origin}`),
  );
  const choices = (legend: string, all: readonly Markup[]): Markup =>
    all.length < 2 ? NOTHING : html`<fieldset><legend>${legend}</legend>${all}</fieldset>`;
  return html`<div id="controls" class="controls" role="search" aria-label="Narrow the list of pipes" hidden>
<div class="search"><label for="search">Search name, id, service, field or value</label>
<input id="search" type="search" autocomplete="off" spellcheck="false"></div>
${choices('Status', byStatus)}${choices('Origin', byOrigin)}
<p class="outcome-line"><span id="matches" role="status" aria-live="polite">${count(pipes.length, 'pipe')}</span>
<button type="button" id="reset" hidden>Show all</button>
<button type="button" id="unfold">Open all</button>
<button type="button" id="fold">Close all</button></p>
</div>`;
}

function renderChoice(filter: 'status' | 'origin', value: string, variant: string, label: Markup): Markup {
  return html`<label class="chip t-${variant}"><input type="checkbox" data-filter="${filter}" value="${value}"> ${label}</label>`;
}

function renderOriginLegend({ base, pipes }: Report): Markup {
  const origins = originsIn(pipes.flatMap(({ changes }) => changes));
  if (base === null || origins.length === 0) return NOTHING;
  return html`<details class="legend"><summary>What the origins mean</summary><dl>${origins.map(
    (origin) => html`<div><dt>${renderOrigin(origin)}</dt><dd>${ORIGIN_STYLES[origin].meaning}</dd></div>`,
  )}</dl></details>`;
}

function renderOrigin(origin: keyof typeof ORIGIN_STYLES): Markup {
  const { variant, short } = ORIGIN_STYLES[origin];
  return html`<span class="origin t-${variant}"><b>${origin}</b> ${short}</span>`;
}

function renderGroups(report: Report, statuses: readonly StatusCount[]): readonly Markup[] {
  const pipes: readonly ReportPipe[] = report.pipes;
  const isOpen = pipes.filter(isWorthShowing).length <= MOST_OPEN;
  return statuses.map(({ style }) => {
    const own = pipes.filter(({ status }) => status === style.status);
    const cards = own.filter(isWorthShowing).map((pipe) => renderCard(pipe, style, report, isOpen));
    const names = own.filter((pipe) => !isWorthShowing(pipe));
    return html`<section class="group" data-group="${style.status}" aria-labelledby="group-${style.status}">
<h3 id="group-${style.status}">${style.title} <span class="count">${formatNumber(own.length)}</span></h3>
${cards}${renderNames(names, style)}
</section>
`;
  });
}

function renderNames(pipes: readonly ReportPipe[], style: StatusStyle): Markup {
  if (pipes.length === 0) return NOTHING;
  const rows = pipes.map((pipe) => {
    // A replica target that equals the live value leaves the pipe unchanged.
    const words = describeRecommendation(pipe, '→');
    const hold = words === null ? null : html` <span class="arithmetic">${words}</span>`;
    return html`<li data-pipe="${style.status}">${renderName(pipe)}${hold} <code>${findable(pipe.id)}</code></li>
`;
  });
  return html`<details class="names"><summary>${count(pipes.length, 'pipe')} ${style.label}</summary>
<ul>${rows}</ul></details>`;
}

function renderName({ service, name }: ReportPipe): Markup {
  return html`<span class="name"><span class="quiet">${findable(service)}/</span>${findable(name)}</span>`;
}

function renderCard(pipe: ReportPipe, style: StatusStyle, report: Report, isOpen: boolean): Markup {
  const { serviceId, id, liveName, source, state, requestId, location, diagnostics, changes, acknowledged } = pipe;
  const recommendation = describeRecommendation(pipe, '→');
  const arithmetic =
    recommendation === null ? null : html`<p class="arithmetic">${sentence(recommendation, LONGEST_LINE)}</p>`;
  return html`<details class="pipe t-${style.variant}" data-pipe="${style.status}" data-origins="${originsIn(changes).join(' ')}"${isOpen ? html` open` : null}>
<summary><h4>${badge(style)} ${renderName(pipe)}</h4><p class="glimpse">${renderGlimpse(pipe, report)}</p></summary>
<div class="body">
<dl class="facts small">${[
    fact('Live name', liveName === null || liveName === pipe.name ? null : findable(liveName)),
    fact('Kind', source && name(source)),
    fact('State', state && name(state)),
    fact('Pipe', html`<code>${findable(id)}</code>`),
    fact('Failed request', requestId && html`<code>${name(requestId)}</code>`),
    fact('Service', html`<code>${findable(serviceId)}</code>`),
    fact('Declared at', place(location)),
  ]}</dl>
${renderProblems(diagnostics)}${renderChanges(changes, report)}${arithmetic}${renderAcknowledged(acknowledged, report)}${renderRequests(pipe, report.api)}
</div>
</details>
`;
}

/** The changes and the characters of a sentence on a closed card. */
const GLIMPSES = 2;
const LONGEST_GLIMPSE = 120;

function renderGlimpse({ changes, acknowledged, diagnostics }: ReportPipe, report: ChangeContext): Markup {
  if (changes.length === 0) {
    const known = acknowledged.length > 0 ? `${count(acknowledged.length, 'difference')} acknowledged` : '';
    return sentence(diagnostics[0]?.summary ?? known, LONGEST_GLIMPSE);
  }
  const parts = changes.slice(0, GLIMPSES).map((change) => {
    const { before, after } = describeChange(report, change);
    const words = report.kind === 'drift' ? formatChange(report, change, '→') : html`${before} → <b>${after}</b>`;
    return html`<span><code class="field">${field(shortFieldName(change))}</code> ${words}</span> `;
  });
  const more = changes.length - GLIMPSES;
  return html`${parts}${more > 0 ? html`<span class="quiet">and ${more} more</span>` : null}`;
}

function renderChanges(changes: readonly Change[], report: ChangeContext): Markup {
  if (changes.length === 0) return NOTHING;
  const rows = changes.map((change) => {
    const { before, after, inBand } = describeChange(report, change);
    const remark = inBand && html`<span class="remark">${inBand}</span>`;
    return html`<tr><th scope="row">${renderField(change)}</th><td class="before">${value(before)}</td><td class="after">${value(after)}${remark}${renderUnknown(change)}</td></tr>`;
  });
  return renderTable(
    'changes',
    report.kind === 'drift' ? 'Differences' : 'Changes',
    ['Field', ...SIDE_TITLES[report.kind]],
    rows,
  );
}

function renderAcknowledged(changes: readonly AcknowledgedChange[], { api }: ChangeContext): Markup {
  if (changes.length === 0) return NOTHING;
  const rows = changes.map((change) => {
    const { reason, until } = change;
    const { before, after } = describeChange({ kind: 'drift', api }, change);
    const why = html`<p class="reason"><bdi>${cutText(reason, LONGEST_LINE)}</bdi> <span class="quiet">until ${until}</span></p>`;
    return html`<tr class="known"><th scope="row">${renderField(change)}${why}</th><td>${value(before)}</td><td>${value(after)}${renderUnknown(change)}</td></tr>`;
  });
  const caption = 'Acknowledged: known differences, left as they are';
  return renderTable('changes', caption, ['Field', ...SIDE_TITLES.drift], rows);
}

function renderField({ path, origin, location }: Change): Markup {
  const from = origin === null ? null : html`${renderOrigin(origin)} `;
  return html`<code class="field" data-find>${field(path)}</code><p class="where">${from}${place(location)}</p>`;
}

function value(text: string): Markup {
  return html`<span class="value" data-find>${text}</span>`;
}

function renderUnknown(change: Change): Markup | null {
  return becomesUnknown(change) ? html`<span class="remark">the service’s default, which is not known</span>` : null;
}

const LONGEST_VALUE = 400;

function renderRequests({ requests, changes }: ReportPipe, api: Report['api']): Markup {
  if (requests.length === 0) return NOTHING;
  const changed = listChangedKeys(changes, api);
  const sent: readonly (PlannedRequest | RequestRecord)[] = requests;
  const records = sent.flatMap((request) => ('outcome' in request ? [renderRecord(request)] : []));
  const heads = ['Request', 'Outcome', 'Response', '#Sent', '#Took'];
  const table = records.length === 0 ? NOTHING : renderTable('records', 'Requests', heads, records);
  const names = listWords(sent.map(nameRequest));
  return html`${table}<details class="requests"><summary>${count(requests.length, 'request')}: <code>${names}</code></summary>
<ol>${sent.map((request) => renderRequest(request, changed))}</ol></details>`;
}

function renderRequest(request: PlannedRequest | RequestRecord, changed: ReadonlySet<string>): Markup {
  const isRollback = 'purpose' in request && request.purpose === 'rollback';
  const rollback = isRollback ? html` <span class="origin t-odd">rollback</span>` : null;
  const { members, unchanged } = describeBody(request, changed, LONGEST_VALUE);
  const lines = members.map(({ text, isChange }) => html`  ${isChange ? html`<b>${text}</b>` : text}\n`);
  const note = unchanged === 0 ? null : html`<p class="quiet">${count(unchanged, 'unchanged value')} included.</p>`;
  return html`<li><p class="line"><code><b>${request.method}</b> ${name(request.path)}</code>${rollback}</p><pre><code>{\n${lines}}</code></pre>${note}</li>`;
}

function renderRecord(record: RequestRecord): Markup {
  const { outcome, httpStatus, attempts, requestId, durationMs } = record;
  const { label, variant } = OUTCOMES[outcome];
  const response = httpStatus === null ? 'none' : `HTTP ${httpStatus}`;
  const id = requestId === null ? null : html`<span class="remark">request id ${name(requestId)}</span>`;
  const [status, sent, took] =
    attempts === 0 ? ['–', 'never', '–'] : [response, count(attempts, 'time'), formatTook(durationMs)];
  return html`<tr><th scope="row"><code>${nameRequest(record)}</code></th><td><span class="outcome t-${variant}">${label}</span></td><td>${status}${id}</td><td class="num">${sent}</td><td class="num">${took}</td></tr>`;
}
