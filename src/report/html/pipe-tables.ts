import type { JsonObject } from '../../model/json.ts';
import { listWords } from '../../model/list-words.ts';
import { type AcknowledgedChange, becomesUnknown, type Change, type PlannedRequest } from '../../model/plan.ts';
import type { Report, ReportPipe } from '../../model/report.ts';
import type { RequestRecord } from '../../model/run.ts';
import { safeJson } from '../../model/safe-json.ts';
import { cutText } from '../text/fit-text.ts';
import {
  describePlaceInBand,
  formatDeclared,
  formatFieldValue,
  listChangedKeys,
  ORIGIN_STYLES,
} from '../view-model/change.ts';
import { count, nameRecord, nameRequest } from '../view-model/count.ts';
import { formatTook } from '../view-model/format.ts';
import { OUTCOMES } from './figures.ts';
import { field, html, type Markup, NOTHING, name, place } from './markup.ts';

const LONGEST_REASON = 600;

/** What the two sides of a difference are called in each kind of report. */
const SIDES = { plan: ['Live now', 'After apply'], drift: ['Live', 'Declared'], run: ['Before', 'Asked for'] } as const;
const CAPTIONS = { plan: 'Changes', drift: 'Differences', run: 'Changes' } as const;

/** The fields of a pipe that change or differ, with both values, origin and place; nothing when none does. */
export function renderChanges(changes: readonly Change[], kind: Report['kind']): Markup {
  if (changes.length === 0) return NOTHING;
  return renderTable(
    CAPTIONS[kind],
    kind,
    changes.map((change) => renderChange(change, kind)),
  );
}

/** Known differences that are left as they are, each with why and until when; nothing when there are none. */
export function renderAcknowledged(changes: readonly AcknowledgedChange[], kind: Report['kind']): Markup {
  if (changes.length === 0) return NOTHING;
  const rows = changes.map(
    (change) =>
      html`<tr class="known"><th scope="row">${renderField(change)}<p class="reason"><bdi>${cutText(change.reason, LONGEST_REASON)}</bdi> <span class="quiet">until ${change.until}</span></p></th><td>${renderBefore(change)}</td><td>${renderDeclared(change)}</td></tr>`,
  );
  return renderTable('Acknowledged: known differences, left as they are', kind, rows, 'Declared');
}

function renderTable(caption: string, kind: Report['kind'], rows: readonly Markup[], right?: string): Markup {
  const [before, after] = SIDES[kind];
  return html`<table class="changes">
<caption>${caption}</caption>
<thead><tr><th scope="col">Field</th><th scope="col">${before}</th><th scope="col">${right ?? after}</th></tr></thead>
<tbody>${rows}</tbody>
</table>`;
}

function renderChange(change: Change, kind: Report['kind']): Markup {
  return html`<tr><th scope="row">${renderField(change)}</th><td class="before">${renderBefore(change)}</td><td class="after">${kind === 'drift' ? renderDeclared(change) : renderAfter(change)}</td></tr>`;
}

function renderField({ path, origin, location }: Change): Markup {
  const words = origin === null ? null : ORIGIN_STYLES[origin];
  const from =
    words === null ? null : html`<span class="origin t-${words.tone}"><b>${origin}</b> ${words.short}</span> `;
  return html`<code class="field" data-find>${field(path)}</code><p class="where">${from}${place(location)}</p>`;
}

function value(text: string): Markup {
  return html`<span class="value" data-find>${text}</span>`;
}

function renderBefore({ path, before }: Change): Markup {
  return value(formatFieldValue(path, before));
}

function renderDeclared(change: Change): Markup {
  return html`${value(formatDeclared(change))}${renderUnknown(change)}`;
}

function renderAfter(change: Change): Markup {
  const { path, after } = change;
  const inBand = describePlaceInBand(change);
  const remark = inBand === null ? null : html`<span class="remark">${inBand}</span>`;
  return html`${value(formatFieldValue(path, after))}${remark}${renderUnknown(change)}`;
}

function renderUnknown(change: Change): Markup | null {
  return becomesUnknown(change) ? html`<span class="remark">the service’s default, which is not known</span>` : null;
}

/** What is sent is sent whole; what is shown of a longer value is its beginning. */
const LONGEST_VALUE = 400;

/** The requests of a pipe with their JSON bodies, folded; for a run also the outcome of each. */
export function renderRequests({ requests, changes }: ReportPipe, api: Report['api']): Markup {
  if (requests.length === 0) return NOTHING;
  const changed = listChangedKeys(changes, api);
  const sent: readonly (PlannedRequest | RequestRecord)[] = requests;
  const records = sent.flatMap((request) => ('outcome' in request ? [request] : []));
  const names = listWords(sent.map((request) => ('outcome' in request ? nameRecord(request) : nameRequest(request))));
  return html`${renderRecords(records)}<details class="requests"><summary>${count(requests.length, 'request')}: <code>${names}</code></summary>
<ol>${sent.map((request) => renderRequest(request, changed))}</ol></details>`;
}

function renderRequest(request: PlannedRequest | RequestRecord, changed: ReadonlySet<string>): Markup {
  const { method, path, body } = request;
  const isBack = 'purpose' in request && request.purpose === 'rollback';
  const back = isBack ? html` <span class="origin t-odd">rollback</span>` : null;
  return html`<li><p class="line"><code><b>${method}</b> ${name(path)}</code>${back}</p>${renderBody(body, sectionOf(path), changed)}</li>`;
}

/** A body as JSON, with what changes emphasized; unchanged values are sent along. */
function renderBody(body: JsonObject, section: string, changed: ReadonlySet<string>): Markup {
  const keys = Object.keys(body);
  const lines = keys.map((key, index) => {
    const value = cutText(safeJson(body[key] ?? null, 0), LONGEST_VALUE);
    const line = `${cutText(safeJson(key, 0), LONGEST_VALUE)}: ${value}${index < keys.length - 1 ? ',' : ''}`;
    return changed.has(`${section}.${key}`) ? html`  <b>${line}</b>\n` : html`  ${line}\n`;
  });
  const kept = keys.filter((key) => !changed.has(`${section}.${key}`)).length;
  const note = kept === 0 ? null : html`<p class="quiet">${count(kept, 'unchanged value')} included.</p>`;
  return html`<pre><code>{\n${lines}}</code></pre>${note}`;
}

/** The last word of a request's path: `settings` or `scaling` (pipes API, operations). */
function sectionOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

function renderRecords(records: readonly RequestRecord[]): Markup {
  if (records.length === 0) return NOTHING;
  return html`<table class="records">
<caption>Requests</caption>
<thead><tr><th scope="col">Request</th><th scope="col">Outcome</th><th scope="col">Answer</th><th scope="col" class="num">Sent</th><th scope="col" class="num">Took</th></tr></thead>
<tbody>${records.map(renderRecord)}</tbody>
</table>`;
}

function renderRecord(record: RequestRecord): Markup {
  const { outcome, httpStatus, attempts, requestId, durationMs } = record;
  const { words, tone } = OUTCOMES[outcome];
  const answer = httpStatus === null ? 'none' : `HTTP ${httpStatus}`;
  const id = requestId === null ? null : html`<span class="remark">request id ${name(requestId)}</span>`;
  const took = attempts === 0 ? '–' : formatTook(durationMs);
  return html`<tr><th scope="row"><code>${nameRecord(record)}</code></th><td><span class="outcome t-${tone}">${words}</span></td><td>${attempts === 0 ? '–' : answer}${id}</td><td class="num">${attempts === 0 ? 'never' : count(attempts, 'time')}</td><td class="num">${took}</td></tr>`;
}
