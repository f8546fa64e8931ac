import type { Diagnostic } from '../../model/diagnostic.ts';
import { formatNumber } from '../../model/number.ts';
import type { AcknowledgedChange, Change, PlannedRequest } from '../../model/plan.ts';
import type { Report, ReportPipe } from '../../model/report.ts';
import type { RequestRecord } from '../../model/run.ts';
import { listFirst } from '../text/fit-text.ts';
import { renderRequest } from '../text/request-text.ts';
import { createStyle } from '../text/style.ts';
import {
  describePlaceInBand,
  formatDeclared,
  formatDifference,
  formatFieldValue,
  listChangedKeys,
  shortFieldName,
} from '../view-model/change.ts';
import { count, nameRecord } from '../view-model/count.ts';
import { describeRecommendation } from '../view-model/recommendation.ts';
import type { StatusStyle } from '../view-model/status.ts';
import { renderCode, renderCodeBlock, renderHtmlCode, renderProse, renderSentence, renderTable } from './markup.ts';

const MOST_PROBLEMS = 5;
const MOST_LINES = 40;
const SHORT_CHANGES = 2;
const LONGEST_ARITHMETIC = 600;

/** A longer pipe is shown by its title only: one pipe must not use the room of all others. */
const LONGEST_PIPE = 24_000;

const PLAIN = createStyle('off');

/** One pipe, folded. The visible line has what a reviewer needs. */
export function renderPipe({ kind, api }: Pick<Report, 'kind' | 'api'>, pipe: ReportPipe, style: StatusStyle): string {
  const title = `<details>\n<summary>${renderTitle(kind, pipe, style)}</summary>`;
  const parts = [
    describePlace(pipe),
    pipe.changes.length === 0 ? '' : renderChanges(kind, pipe.changes),
    pipe.acknowledged.length === 0 ? '' : renderAcknowledged(pipe.acknowledged),
    renderRecommendation(pipe),
    renderProblems(pipe.diagnostics, MOST_PROBLEMS),
    renderRequests(pipe, api),
  ];
  const whole = [title, ...parts.filter((part) => part !== ''), '</details>'].join('\n\n');
  if (whole.length <= LONGEST_PIPE) return whole;
  return [title, 'This pipe has too much to say to be shown here.', '</details>'].join('\n\n');
}

/** `analytics/orders: to update, 7 changes: replicas 2 → 4, …` as HTML. */
function renderTitle(kind: Report['kind'], pipe: ReportPipe, style: StatusStyle): string {
  const status = pipe.status === 'error' && pipe.liveName === null ? 'could not be read' : style.label;
  const parts = [`<b>${status}</b>`];
  if (pipe.changes.length > 0) parts.push(shortChanges(kind, pipe.changes));
  const conflicts = pipe.changes.filter(({ origin }) => origin === 'conflict').length;
  if (conflicts > 0) parts.push(`<b>${count(conflicts, 'conflict')}</b>`);
  if (pipe.acknowledged.length > 0 && pipe.status !== 'acknowledged') {
    parts.push(`${formatNumber(pipe.acknowledged.length)} acknowledged`);
  }
  const error = pipe.diagnostics.find(({ severity }) => severity === 'error');
  if (error !== undefined) parts.push(renderHtmlCode(error.code));
  for (const severity of ['warning', 'note'] as const) {
    const number = pipe.diagnostics.filter((diagnostic) => diagnostic.severity === severity).length;
    if (number > 0) parts.push(count(number, severity));
  }
  return `${renderHtmlCode(`${pipe.service}/${pipe.name}`)} ${parts.join(' · ')}`;
}

function shortChanges(kind: Report['kind'], changes: readonly Change[]): string {
  const shown = changes.map((change) =>
    renderHtmlCode(`${shortFieldName(change)} ${kind === 'drift' ? formatDifference(change) : formatMove(change)}`),
  );
  return listFirst(shown, SHORT_CHANGES);
}

function formatMove({ path, before, after }: Change): string {
  return `${formatFieldValue(path, before)} → ${formatFieldValue(path, after)}`;
}

function describePlace({ name, liveName, source, state, location }: ReportPipe): string {
  const live = liveName === null || liveName === name ? '' : `, live as ${renderCode(liveName)}`;
  const about = [source, state].filter((word) => word !== null).map((word) => renderCode(word));
  return [...about, `at ${renderCode(`${location.file}:${location.line}`)}${live}`].join(', ');
}

function renderRecommendation(pipe: ReportPipe): string {
  const words = describeRecommendation(pipe, '→');
  return words === null ? '' : renderCode(words, LONGEST_ARITHMETIC);
}

function renderRequests(pipe: ReportPipe, api: Report['api']): string {
  const requests: readonly (PlannedRequest | RequestRecord)[] = pipe.requests;
  const records = requests.flatMap((request) => ('outcome' in request ? [request] : []));
  if (records.length > 0) return renderRecords(records);
  if (requests.length === 0) return '';
  const changed = listChangedKeys(pipe.changes, api);
  const bodies = requests.map((request, index) =>
    renderRequest(request, index + 1, changed, PLAIN).replaceAll(/^ {4}/gm, ''),
  );
  const lines = bodies.join('\n').split('\n');
  const more = lines.length - MOST_LINES;
  const shown = more > 0 ? [...lines.slice(0, MOST_LINES), `… ${count(more, 'more line')}`] : lines;
  return renderCodeBlock(shown.join('\n'), 'text');
}

function renderRecords(records: readonly RequestRecord[]): string {
  const rows = records.map((record) => {
    const status = record.httpStatus === null ? 'none' : `${record.httpStatus}`;
    return [nameRecord(record), record.outcome, status, `${record.attempts}`];
  });
  return renderTable(['Request', 'Outcome', 'Answer', 'Sent'], rows, 0, 'request');
}

const MOST_ROWS = 40;

/** How the two sides of a change are headed: a run's "before" is history. */
const SIDES: Readonly<Record<Report['kind'], readonly [string, string]>> = {
  plan: ['Live', 'After'],
  drift: ['Live', 'Declared'],
  run: ['Before', 'Asked for'],
};

function renderChanges(kind: Report['kind'], changes: readonly Change[]): string {
  const isAttributed = changes.some(({ origin }) => origin !== null);
  const origin = (text: string): readonly string[] => (isAttributed ? [text] : []);
  const rows = changes
    .slice(0, MOST_ROWS)
    .map((change) => [...sides(kind, change), ...origin(renderOrigin(change.origin)), placeOf(change)]);
  const head = ['Field', ...SIDES[kind], ...origin('Origin'), 'Where'];
  return renderTable(head, rows, changes.length - rows.length, 'change');
}

function renderAcknowledged(changes: readonly AcknowledgedChange[]): string {
  const rows = changes
    .slice(0, MOST_ROWS)
    .map((change) => [
      ...sides('drift', change),
      renderCode(change.until),
      renderProse(change.reason),
      placeOf(change),
    ]);
  const head = ['Acknowledged', 'Live', 'Declared', 'Until', 'Reason', 'Where'];
  return renderTable(head, rows, changes.length - rows.length, 'acknowledged difference');
}

/** Changes made outside of git are bold. */
function renderOrigin(origin: Change['origin']): string {
  return origin === 'drift' || origin === 'conflict' ? `**${origin}**` : (origin ?? '');
}

function sides(kind: Report['kind'], change: Change): readonly [string, string, string] {
  const { path, before, after } = change;
  const inBand = describePlaceInBand(change);
  const value = `${renderCode(formatFieldValue(path, after))}${inBand === null ? '' : ` ${inBand}`}`;
  const right = kind === 'drift' ? renderCode(formatDeclared(change)) : value;
  return [renderCode(path), renderCode(formatFieldValue(path, before)), right];
}

function placeOf({ location }: Change): string {
  return renderCode(`${location.file}:${location.line}`);
}

const MOST_DETAIL_LINES = 5;

/** A problem as an item of a list: what happened and where, then why, then what to do. */
function renderProblem({ severity, code, summary, detail, hint, file, line }: Diagnostic): string {
  const where = file === null ? '' : ` (${renderCode(line === null ? file : `${file}:${line}`)})`;
  const title = `- **${severity}** ${renderCode(code)}: ${renderSentence(summary)}${where}`;
  const lines = detail === null || detail === '' ? [] : detail.split('\n', MOST_DETAIL_LINES + 1);
  const why = lines.slice(0, MOST_DETAIL_LINES).map((text) => renderSentence(text));
  if (lines.length > MOST_DETAIL_LINES) why.push('and more');
  const help = hint === null ? [] : [`**Help:** ${renderSentence(hint)}`];
  return [title, ...[...why, ...help].map((text) => `  <br>${text}`)].join('\n');
}

/** The first problems of a list, errors first, and how many more there are. */
export function renderProblems(diagnostics: readonly Diagnostic[], most: number): string {
  const sorted = (['error', 'warning', 'note'] as const).flatMap((severity) =>
    diagnostics.filter((diagnostic) => diagnostic.severity === severity),
  );
  const more = sorted.length - most;
  const items = sorted.slice(0, most).map(renderProblem);
  if (more > 0) items.push(`- and ${count(more, 'more problem')}`);
  return items.join('\n');
}
