import { type Diagnostic, SEVERITIES } from '../../model/diagnostic.ts';
import { count, formatNumber, listFirst } from '../../model/number.ts';
import type { AcknowledgedChange, Change, PlannedRequest } from '../../model/plan.ts';
import type { Report, ReportPipe } from '../../model/report.ts';
import type { RequestRecord } from '../../model/run.ts';
import { renderRequest } from '../text/request-text.ts';
import { createStyle } from '../text/style.ts';
import type { PipeBlock } from '../view-model/arrange.ts';
import {
  type ChangeContext,
  describeChange,
  formatChange,
  listChangedKeys,
  SIDE_TITLES,
  shortFieldName,
} from '../view-model/change.ts';
import { countSeverities, groupEqual, nameRequest } from '../view-model/count.ts';
import { joinParts, LONGEST_LINE } from '../view-model/format.ts';
import { describeRecommendation } from '../view-model/recommendation.ts';
import { findStatusStyle, STATUS_STYLES } from '../view-model/status.ts';
import {
  LONGEST_PIPE_NAME,
  type PlaceRenderer,
  renderCode,
  renderCodeBlock,
  renderDetails,
  renderHtmlCode,
  renderProse,
  renderSentence,
  renderTable,
} from './markup.ts';

const MAX_PROBLEMS = 5;
const MAX_LINES = 40;
const MAX_ROWS = 40;
const SHORT_CHANGES = 2;

/** A longer pipe shows only its title, to leave room for the others. */
const LONGEST_PIPE = 24_000;

const PLAIN = createStyle('off');

/** What the blocks of a comment have in common. */
export interface Page {
  readonly report: ChangeContext;
  readonly renderPlace: PlaceRenderer;
}

interface PipeDetail {
  /** Request bodies, too. */
  readonly bodies: boolean;
  /** The changes are also shown elsewhere, and the title only counts them. */
  readonly isShown: boolean;
}

/** A pipe by itself, folded unless it has a conflict. */
export function renderPipe(page: Page, block: PipeBlock<ReportPipe>, detail: PipeDetail): string {
  const { pipe, changes } = block;
  const recommendation = describeRecommendation(pipe, '→');
  const title = renderTitle(page.report, block, detail);
  const whole = renderDetails(
    title,
    [
      describePlace(page, pipe),
      renderChanges(page, changes),
      renderAcknowledged(page, pipe.acknowledged),
      recommendation === null ? '' : renderCode(recommendation, LONGEST_LINE),
      renderProblems(page, pipe.diagnostics, MAX_PROBLEMS),
      renderRequests(pipe, page.report.api, detail.bodies),
    ],
    changes.some(isConflict),
  );
  if (whole.length <= LONGEST_PIPE) return whole;
  return renderDetails(title, ['This pipe has too many details to be shown here.']);
}

export function isConflict({ origin }: Change): boolean {
  return origin === 'conflict';
}

/** `analytics/orders: to update, 7 changes: replicas 2 → 4, …` as HTML. */
function renderTitle(report: ChangeContext, { pipe, changes }: PipeBlock<ReportPipe>, { isShown }: PipeDetail): string {
  const { acknowledged, diagnostics } = pipe;
  const { label } = findStatusStyle(report, pipe.status);
  const status = pipe.status === 'error' && pipe.liveName === null ? 'could not be read' : label;
  const ordered = changes.toSorted((a, b) => Number(isConflict(b)) - Number(isConflict(a)));
  const shown = ordered.map((change) => {
    return renderHtmlCode(`${shortFieldName(change)} ${formatChange(report, change, '→')}`);
  });
  const conflicts = changes.filter(isConflict).length;
  const isKnown = acknowledged.length > 0 && pipe.status !== 'acknowledged';
  const error = diagnostics.find(({ severity }) => severity === 'error');
  const parts = [
    `<b>${status}</b>`,
    isShown && changes.length > 0 ? count(changes.length, 'change') : listFirst(shown, SHORT_CHANGES),
    conflicts > 0 ? `<b>${count(conflicts, 'conflict')}</b>` : '',
    isKnown ? `${formatNumber(acknowledged.length)} acknowledged` : '',
    error === undefined ? '' : renderHtmlCode(error.code),
    ...countSeverities(diagnostics.filter(({ severity }) => severity !== 'error')),
  ];
  return `${renderHtmlCode(`${pipe.service}/${pipe.name}`, LONGEST_PIPE_NAME)} ${joinParts(parts, ' · ')}`;
}

function describePlace({ renderPlace }: Page, { name, liveName, source, state, location }: ReportPipe): string {
  const live = liveName === null || liveName === name ? '' : `, live as ${renderCode(liveName)}`;
  const about = [source, state].map((word) => word && renderCode(word));
  return joinParts([...about, `at ${renderPlace(location)}${live}`], ', ');
}

function renderRequests(pipe: ReportPipe, api: Report['api'], bodies: boolean): string {
  const requests: readonly (PlannedRequest | RequestRecord)[] = pipe.requests;
  const records = requests.flatMap((request) => ('outcome' in request ? [request] : []));
  if (records.length > 0) {
    const rows = records.map((record) => {
      const status = `${record.httpStatus ?? 'none'}`;
      return [nameRequest(record), STATUS_STYLES.request[record.outcome].label, status, `${record.attempts}`];
    });
    return renderTable(['Request', 'Outcome', 'Response', 'Sent'], rows, 0, 'request');
  }
  if (requests.length === 0 || !bodies) return '';
  const changed = listChangedKeys(pipe.changes, api);
  const texts = requests.map((request, index) => renderRequest(request, index + 1, changed, PLAIN));
  const lines = texts.join('\n').replaceAll(/^ {4}/gm, '').split('\n');
  const more = lines.length - MAX_LINES;
  const rest = more > 0 ? [`… ${count(more, 'more line')}`] : [];
  const block = renderCodeBlock([...lines.slice(0, MAX_LINES), ...rest].join('\n'), 'text');
  return renderDetails(count(requests.length, 'request'), [block]);
}

function renderChanges({ report, renderPlace }: Page, changes: readonly Change[]): string {
  const rows = changes.slice(0, MAX_ROWS).map((change) => {
    const { origin, location } = change;
    // Changes made outside of git are bold.
    const from = origin === 'drift' || origin === 'conflict' ? `**${origin}**` : (origin ?? '');
    return [...sides(report, change), from, renderPlace(location)];
  });
  return renderTable(
    ['Field', ...SIDE_TITLES[report.kind], 'Origin', 'Where'],
    rows,
    changes.length - rows.length,
    'change',
  );
}

function renderAcknowledged({ report: { api }, renderPlace }: Page, changes: readonly AcknowledgedChange[]): string {
  const rows = changes.slice(0, MAX_ROWS).map((change) => {
    const { until, reason, location } = change;
    return [...sides({ kind: 'drift', api }, change), renderCode(until), renderProse(reason), renderPlace(location)];
  });
  const head = ['Acknowledged', ...SIDE_TITLES.drift, 'Until', 'Reason', 'Where'];
  return renderTable(head, rows, changes.length - rows.length, 'acknowledged difference');
}

function sides(report: ChangeContext, change: Change): readonly string[] {
  const { before, after, inBand } = describeChange(report, change);
  return [renderCode(change.path), renderCode(before), joinParts([renderCode(after), inBand], ' ')];
}

const MAX_DETAIL_LINES = 5;

const MAX_PLACES = 3;

/** Problems that differ only in their place as a list item: what happened and where, why, and what to do. */
function renderProblem({ renderPlace }: Page, alike: readonly Diagnostic[]): readonly string[] {
  const [first] = alike;
  if (first === undefined) return [];
  const { severity, code, summary, detail, hint } = first;
  const places = alike.flatMap(({ file, line }) => {
    return file === null ? [] : [line === null ? renderCode(file) : renderPlace({ file, line })];
  });
  const where = places.length === 0 ? '' : ` (${listFirst(places, MAX_PLACES)})`;
  const lines = detail ? detail.split('\n', MAX_DETAIL_LINES + 1).map((text) => renderSentence(text)) : [];
  if (lines.length > MAX_DETAIL_LINES) lines.splice(-1, 1, 'and more');
  if (hint !== null) lines.push(`**Help:** ${renderSentence(hint)}`);
  return [[`- **${severity}** ${renderCode(code)}: ${renderSentence(summary)}${where}`, ...lines].join('\n  <br>')];
}

export function renderProblems(page: Page, diagnostics: readonly Diagnostic[], most: number): string {
  const sorted = SEVERITIES.flatMap((severity) => diagnostics.filter((one) => one.severity === severity));
  const equal = groupEqual(sorted);
  const more = equal.slice(most).flat().length;
  const rest = more > 0 ? `- and ${count(more, 'more problem')}` : '';
  return joinParts([...equal.slice(0, most).flatMap((alike) => renderProblem(page, alike)), rest], '\n');
}
