import { formatNumber } from '../model/number.ts';
import type { RunStatus } from '../model/run.ts';
import { safeText } from '../model/text.ts';
import { sparkline } from '../report/chart/sparkline.ts';
import { fitLines, textWidth, truncate, widest } from '../report/text/fit-text.ts';
import { paintStatus } from '../report/text/style.ts';
import { formatTook } from '../report/view-model/format.ts';
import { formatVerdictCounts } from '../report/view-model/rollout.ts';
import { STATUS_STYLES, stylesOfRun } from '../report/view-model/status.ts';
import type { Canvas } from './canvas.ts';
import { type ApplyState, isRunning, listProblems, listRows, type ProgressRow, type WatchedCheck } from './state.ts';
import { formatElapsed, formatMeasurements, formatValue } from './words.ts';

type Lines = readonly string[];
type Paint = (text: string) => string;

interface List<Item> {
  readonly title: string;
  readonly items: readonly Item[];
  readonly most: number;
  readonly indent: string;
  /** Whether the item comes first where not all fit. */
  isUrgent?(item: Item): boolean;
  drawItem(item: Item): string;
}

/** From this height of the picture on, empty lines separate the lists. */
const AIRY_FROM = 12;

/** A heading, the first items, and how many more there are; nothing where `room` has not two rows. */
function drawList<Item>(list: List<Item>, room: number, { style, rows }: Canvas): Lines {
  const { title, items, most, indent, isUrgent = () => false, drawItem } = list;
  const gap = rows >= AIRY_FROM ? [''] : [];
  const places = Math.min(most, room - gap.length - 1);
  if (items.length === 0 || places < 1) return [];
  const heading = `${style.bold(title)} ${style.dim(`(${formatNumber(items.length)})`)}`;
  if (items.length <= places) return [...gap, heading, ...items.map(drawItem)];
  const urgentFirst = [...items.filter(isUrgent), ...items.filter((item) => !isUrgent(item))];
  // A single row shows an item, not how many more there are.
  const shown = urgentFirst.slice(0, Math.max(1, places - 1));
  const more = style.dim(`${indent}and ${formatNumber(items.length - shown.length)} more`);
  return [...gap, heading, ...shown.map(drawItem), ...(places > 1 ? [more] : [])];
}

/** A text that is cut or padded to its width; 0 omits the column. */
interface Cell {
  readonly text: string;
  readonly width: number;
  readonly align?: 'right';
  readonly paint?: Paint;
}

const GAP = 2;

function drawCells(cells: readonly Cell[]): string {
  const drawn = cells.filter(({ width }) => width > 0).map(drawCell);
  return drawn.join(' '.repeat(GAP));
}

/** The cell is no `Box`, because ink 6.8 treats some wide characters as narrow and would shift the following columns. */
function drawCell({ text, width, align, paint = (plain) => plain }: Cell): string {
  const fitted = truncate(text, width, '…');
  const blanks = ' '.repeat(width - textWidth(fitted));
  return align === 'right' ? blanks + paint(fitted) : paint(fitted) + blanks;
}

function drawName(symbol: string, name: string, width: number, paint: Paint): Cell {
  const text = `  ${symbol} ${safeText(name)}`;
  return { text, width, paint: (fitted) => fitted.replace(symbol, paint) };
}

/** Columns of the longest name in its safe form. */
export function widestOf(names: readonly string[]): number {
  return widest(names.map(safeText));
}

/** Symbol and name. A name takes at most two fifths of the line. */
function nameWidth(columns: number, widestName: number): number {
  return 4 + Math.min(widestName, Math.floor(columns * 0.4));
}

const MAX_CHECK_ROWS = 8;
const VERDICT_COLUMNS = 'no data'.length;
const LONGEST_VALUE = 12;

export function isFailing({ last }: WatchedCheck): boolean {
  return last !== null && last.verdict !== 'pass';
}

/** The last result and the latest values of each check. */
export function drawCheckList(checks: readonly WatchedCheck[], room: number, canvas: Canvas): Lines {
  const { style, columns } = canvas;
  const widths = measureChecks(checks, columns);
  const drawItem = (check: WatchedCheck): string => {
    const status = check.last === null ? null : STATUS_STYLES.check[check.last.verdict];
    const paint: Paint = (text) => (status === null ? style.dim(text) : paintStatus(status, text, style));
    return drawCells([
      drawName(status?.symbol ?? '·', check.name, widths.name, paint),
      { text: status?.label ?? 'waiting', width: VERDICT_COLUMNS, paint },
      { text: formatValue(check), width: widths.value, align: 'right' },
      { text: formatMeasurements(check), width: widths.measurements, align: 'right' },
      { text: drawSparkline(check, widths.sparkline), width: widths.sparkline, paint: style.cyan },
      { text: describeEarlierFailures(check), width: widths.earlier, paint: style.dim },
    ]);
  };
  const list = { title: 'Checks', items: checks, most: MAX_CHECK_ROWS, indent: '  ', isUrgent: isFailing, drawItem };
  return drawList(list, room, canvas);
}

/** How often a check that passes now did not pass before; empty when it always passed. */
function describeEarlierFailures({ last, counts }: WatchedCheck): string {
  if (last === null || last.verdict !== 'pass') return '';
  const earlier = formatVerdictCounts({ ...counts, pass: 0 });
  return earlier === '' ? '' : `earlier: ${earlier}`;
}

const SHORTEST_SPARKLINE = 4;
const LONGEST_SPARKLINE = 24;
const LIMIT_COLUMNS = ' limit █'.length;

/** The latest values, and the limit on their scale. */
function drawSparkline({ values, limit }: WatchedCheck, width: number): string {
  const scaled = limit !== null && values.some((one) => one !== null) ? limit : null;
  return sparkline(values.slice(-Math.max(1, scaled === null ? width : width - LIMIT_COLUMNS)), 'unicode', scaled);
}

/** Column widths. Name and verdict are always shown, the others where they fit; the sparkline has the room that is left. */
function measureChecks(checks: readonly WatchedCheck[], columns: number) {
  const name = nameWidth(columns, widestOf(checks.map((check) => check.name)));
  let room = columns - (name + GAP + VERDICT_COLUMNS);
  const take = (most: number, least = most): number => {
    const width = Math.min(most, room - GAP);
    if (most === 0 || width < least) return 0;
    room -= width + GAP;
    return width;
  };
  const value = take(Math.min(LONGEST_VALUE, widest(checks.map(formatValue))));
  const measurements = take(widest(checks.map(formatMeasurements)));
  const earlier = take(widest(checks.map(describeEarlierFailures)));
  const hasNumbers = checks.some(({ values }) => values.some((one) => one !== null));
  const longest = Math.max(...checks.map((check) => check.measurements ?? check.values.length));
  const limit = checks.some((check) => check.limit !== null) ? LIMIT_COLUMNS : 0;
  const least = limit === 0 ? SHORTEST_SPARKLINE : limit + 1;
  const sparkline = take(hasNumbers ? Math.min(LONGEST_SPARKLINE, longest) + limit : 0, least);
  return { name, value, measurements, sparkline, earlier };
}

const MAX_RUNNING_ROWS = 16;
const STEP_COLUMNS = 'no answer to PATCH scaling'.length;
const TIME_COLUMNS = 6;

/** How far each pipe is, and since when it runs, oldest first. `widestName`: of the plan, so that columns do not move. */
export function drawRunningList(state: ApplyState, widestName: number, room: number, canvas: Canvas): Lines {
  const { style, columns, now } = canvas;
  const name = nameWidth(columns, widestName);
  const step = Math.min(STEP_COLUMNS, columns - (name + GAP + GAP + TIME_COLUMNS));
  const drawItem = (pipe: ProgressRow): string =>
    drawCells([
      { text: `    ${safeText(pipe.name)}`, width: name },
      { text: describeStep(pipe), width: step, paint: style.dim },
      { text: formatElapsed(now - (pipe.startedAt ?? now)), width: TIME_COLUMNS, align: 'right' },
    ]);
  const items = listRows(state, isRunning);
  return drawList({ title: 'Running', items, most: MAX_RUNNING_ROWS, indent: '    ', drawItem }, room, canvas);
}

/** The write is sent again after a wait. */
const REFUSED_FOR_NOW: ReadonlySet<number> = new Set([409, 423, 425, 429]);

/** `sending`, `sent PUT settings`, `waiting after 409`, `no answer to PATCH scaling` */
function describeStep({ latest }: ProgressRow): string {
  if (latest === null) return 'reading';
  const { method, status } = latest;
  const request = { GET: 'GET', PUT: 'PUT settings', PATCH: 'PATCH scaling' }[method];
  if (status !== null && REFUSED_FOR_NOW.has(status)) return `waiting after ${status}`;
  if (status === null || status >= 300) return `${status ?? 'no answer'} to ${request}`;
  return method === 'GET' ? 'sending' : `sent ${request}`;
}

function symbolOf(status: RunStatus): string {
  if (status === 'failed' || status === 'refused') return '✗';
  return status === 'stale' ? '?' : STATUS_STYLES.run[status].symbol;
}

/** This many pipes of each status are listed. Further pipes are only counted. */
const MAX_FINISHED_LINES = 100;

/** Names have more use for narrower lines than times. */
const NARROW = 60;

const STATUS_COLUMNS = 'rolled back'.length;

interface FinishedPipe extends Pick<ApplyState, 'isRollback'> {
  readonly name: string;
  readonly status: RunStatus;
  /** null for a pipe that never started. */
  readonly tookMs: number | null;
  /** The position among the pipes of this status, from 1. */
  readonly position: number;
}

/** `✓ orders  applied  3.1s`: what stays of a pipe that changed or should have. After the last line, a note that no more follow. */
export function drawFinishedPipe(pipe: FinishedPipe, widestName: number, { style, columns }: Canvas): Lines {
  const { name, status, tookMs, position, isRollback } = pipe;
  if (status === 'skipped' || status === 'unchanged' || position > MAX_FINISHED_LINES + 1) return [];
  const shown = stylesOfRun(isRollback)[status];
  if (position > MAX_FINISHED_LINES) return [style.dim(`  … more pipes ${shown.label}, counted below`)];
  const paint: Paint = (text) => paintStatus(shown, text, style);
  const timeColumns = columns < NARROW ? 0 : TIME_COLUMNS;
  const room = columns - (GAP + STATUS_COLUMNS + (timeColumns > 0 ? GAP + timeColumns : 0));
  const cells: readonly Cell[] = [
    drawName(symbolOf(status), name, Math.min(4 + widestName, room), paint),
    { text: shown.label, width: STATUS_COLUMNS, paint },
    { text: tookMs === null ? '' : formatTook(tookMs), width: timeColumns, align: 'right', paint: style.dim },
  ];
  return [drawCells(cells)];
}

const MAX_PROBLEMS = 10;

/** The latest problems with their complete reasons, newest last. */
export function drawProblemList(state: ApplyState, { style, columns }: Canvas): Lines {
  const problems = listProblems(state);
  const shown = problems.slice(-MAX_PROBLEMS);
  const lines = shown.flatMap(({ name, status, reason }) => {
    if (status === null) return [];
    const paint: Paint = (text) => paintStatus(STATUS_STYLES.run[status], text, style);
    const cells = [safeText(name), paint(STATUS_STYLES.run[status].label), safeText(reason ?? '')];
    return fitLines(`  ${paint(symbolOf(status))} ${cells.join('  ')}`, columns).split('\n');
  });
  const more = problems.length - shown.length;
  return [...lines, ...(more > 0 ? [style.dim(`  and ${formatNumber(more)} more`)] : [])];
}
