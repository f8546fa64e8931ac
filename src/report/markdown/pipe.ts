import { formatNumber } from '../../model/number.ts';
import type { Change, PlannedRequest } from '../../model/plan.ts';
import type { Report, ReportPipe } from '../../model/report.ts';
import type { RequestRecord } from '../../model/run.ts';
import { renderRequest } from '../text/request-text.ts';
import { createStyle } from '../text/style.ts';
import { sayDifference, shortFieldName } from '../view-model/change-words.ts';
import { listChangedKeys } from '../view-model/changed-keys.ts';
import { count } from '../view-model/count.ts';
import { formatFieldValue } from '../view-model/field-value.ts';
import { sayRecommendation } from '../view-model/recommendation-words.ts';
import { nameRecord } from '../view-model/sent-requests.ts';
import type { StatusLook } from '../view-model/status-look.ts';
import { renderAcknowledged, renderChanges } from './changes.ts';
import { renderProblems } from './problem.ts';
import { htmlCode, markBlock, markCode } from './text.ts';

const MOST_PROBLEMS = 5;
const MOST_LINES = 40;
const SHORT_CHANGES = 2;
const LONGEST_ARITHMETIC = 600;

/** A pipe that says more than this is told by its title alone: one pipe must not push all others out. */
const LONGEST_PIPE = 24_000;

const PLAIN = createStyle('off');

/** One pipe, folded: what a reviewer must know stands in the line that can be seen. */
export function renderPipe({ kind, api }: Pick<Report, 'kind' | 'api'>, pipe: ReportPipe, look: StatusLook): string {
  const title = `<details>\n<summary>${renderTitle(kind, pipe, look)}</summary>`;
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
function renderTitle(kind: Report['kind'], pipe: ReportPipe, look: StatusLook): string {
  const status = pipe.status === 'error' && pipe.liveName === null ? 'could not be read' : look.words;
  const parts = [`<b>${status}</b>`];
  if (pipe.changes.length > 0) parts.push(shortChanges(kind, pipe.changes));
  const conflicts = pipe.changes.filter(({ origin }) => origin === 'conflict').length;
  if (conflicts > 0) parts.push(`<b>${count(conflicts, 'conflict')}</b>`);
  if (pipe.acknowledged.length > 0 && pipe.status !== 'acknowledged') {
    parts.push(`${formatNumber(pipe.acknowledged.length)} acknowledged`);
  }
  const error = pipe.diagnostics.find(({ severity }) => severity === 'error');
  if (error !== undefined) parts.push(htmlCode(error.code));
  for (const severity of ['warning', 'note'] as const) {
    const number = pipe.diagnostics.filter((diagnostic) => diagnostic.severity === severity).length;
    if (number > 0) parts.push(count(number, severity));
  }
  return `${htmlCode(`${pipe.service}/${pipe.name}`)} ${parts.join(' · ')}`;
}

function shortChanges(kind: Report['kind'], changes: readonly Change[]): string {
  const shown = changes
    .slice(0, SHORT_CHANGES)
    .map((change) =>
      htmlCode(`${shortFieldName(change)} ${kind === 'drift' ? sayDifference(change) : sayMove(change)}`),
    );
  const more = changes.length - shown.length;
  return more > 0 ? `${shown.join(', ')} and ${formatNumber(more)} more` : shown.join(', ');
}

function sayMove({ path, before, after }: Change): string {
  return `${formatFieldValue(path, before)} → ${formatFieldValue(path, after)}`;
}

function describePlace({ name, liveName, source, state, location }: ReportPipe): string {
  const live = liveName === null || liveName === name ? '' : `, live as ${markCode(liveName)}`;
  const about = [source, state].filter((word) => word !== null).map((word) => markCode(word));
  return [...about, `at ${markCode(`${location.file}:${location.line}`)}${live}`].join(', ');
}

function renderRecommendation(pipe: ReportPipe): string {
  const words = sayRecommendation(pipe, '→');
  return words === null ? '' : markCode(words, LONGEST_ARITHMETIC);
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
  return markBlock(shown.join('\n'), 'text');
}

function renderRecords(records: readonly RequestRecord[]): string {
  const rows = records.map((record) => {
    const status = record.httpStatus === null ? 'none' : `${record.httpStatus}`;
    return `| ${nameRecord(record)} | ${record.outcome} | ${status} | ${record.attempts} |`;
  });
  return ['| Request | Outcome | Answer | Sent |', '| :-- | :-- | :-- | :-- |', ...rows].join('\n');
}
