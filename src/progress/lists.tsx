import { Box } from 'ink';
import type { ReactNode } from 'react';
import { formatNumber } from '../model/number.ts';
import type { RunStatus } from '../model/run.ts';
import { safeText } from '../model/text.ts';
import { sparkline } from '../report/chart/sparkline.ts';
import { fitLines, textWidth, truncate, widest } from '../report/text/fit-text.ts';
import { paintStatus } from '../report/text/style.ts';
import { formatTook } from '../report/view-model/format.ts';
import { STATUS_STYLES, stylesOfRun } from '../report/view-model/status.ts';
import { Line, useCanvas } from './canvas.tsx';
import {
  describeActivity,
  describeEarlierFailures,
  formatElapsed,
  formatMeasurements,
  formatValue,
  isFailing,
} from './describe.ts';
import type { ApplyState, WatchedCheck } from './state.ts';

type Paint = (text: string) => string;

/** A text that is cut or padded to its width; 0 omits the column. */
interface Cell {
  readonly text: string;
  readonly width: number;
  readonly align?: 'right';
  readonly paint?: Paint;
}

interface Row {
  readonly name: string;
  readonly cells: readonly Cell[];
}

interface ListProps {
  /** Rows below the heading; 0 omits the list. */
  readonly rows: number;
  /** Empty lines above the list. */
  readonly gap: number;
}

interface ListContent extends ListProps {
  readonly title: string;
  /** Of all items. */
  readonly count: number;
  readonly draw: (shown: number) => readonly Row[];
  readonly indent?: string;
}

const GAP = 2;

function List({ title, count, rows, gap, draw, indent = '  ' }: ListContent): ReactNode {
  const { style } = useCanvas();
  // The last row counts the items that are not shown, but a single row shows an item.
  const hasMore = count > rows && rows > 1;
  const shown = hasMore ? rows - 1 : Math.min(count, rows);
  if (shown === 0) return null;
  return (
    <Box flexDirection="column" marginTop={gap}>
      <Line>{`${style.bold(title)} ${style.dim(`(${formatNumber(count)})`)}`}</Line>
      {draw(shown).map(({ name, cells }) => (
        <Line key={name}>{drawCells(cells)}</Line>
      ))}
      {hasMore && <Line>{style.dim(`${indent}and ${formatNumber(count - shown)} more`)}</Line>}
    </Box>
  );
}

function drawCells(cells: readonly Cell[]): string {
  const drawn = cells.filter(({ width }) => width > 0).map(drawCell);
  return drawn.join(' '.repeat(GAP)).trimEnd();
}

/** Not a `Box`, because ink 6.8 treats some wide characters as narrow and would shift the following columns. */
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

const VERDICT_COLUMNS = 'no data'.length;
const LONGEST_VALUE = 12;
const SHORTEST_VALUE = 4;
const SHORTEST_COURSE = 4;
const LONGEST_COURSE = 40;
const LIMIT_COLUMNS = ' limit █'.length;
const SHORTEST_FAILURES = 12;

/** The last result and the course of each check. If not all fit, failing checks come first. */
export function CheckList({ checks, ...list }: ListProps & { readonly checks: readonly WatchedCheck[] }): ReactNode {
  const { style, columns } = useCanvas();
  const widths = measureChecks(checks, columns);
  const failingFirst = [...checks.filter(isFailing), ...checks.filter((check) => !isFailing(check))];
  const draw = (check: WatchedCheck): Row => {
    const { name, last } = check;
    const status = last === null ? null : STATUS_STYLES.check[last.verdict];
    const paint: Paint = (text) => (status === null ? style.dim(text) : paintStatus(status, text, style));
    return {
      name,
      cells: [
        drawName(status?.symbol ?? '·', name, widths.name, paint),
        { text: status?.label ?? 'waiting', width: VERDICT_COLUMNS, paint },
        { text: formatValue(check), width: widths.value, align: 'right' },
        { text: formatMeasurements(check), width: widths.measurements, align: 'right' },
        { text: drawCourse(check, widths.course), width: widths.course, paint: style.cyan },
        { text: describeEarlierFailures(check), width: widths.failures, paint: style.dim },
      ],
    };
  };
  const drawFirst = (shown: number) => (shown < checks.length ? failingFirst.slice(0, shown) : checks).map(draw);
  return <List {...list} title="Checks" count={checks.length} draw={drawFirst} />;
}

/** The latest values and, where both fit, the limit on their scale. */
function drawCourse({ values, limit }: WatchedCheck, width: number): string {
  const hasLimit = limit !== null && width >= SHORTEST_COURSE + LIMIT_COLUMNS && values.some((one) => one !== null);
  const latest = values.slice(-(hasLimit ? width - LIMIT_COLUMNS : Math.max(1, width)));
  return sparkline(latest, 'unicode', hasLimit ? limit : null);
}

/** Column widths. Name and verdict are always shown; value, measurements, course and earlier failures if they fit. */
function measureChecks(checks: readonly WatchedCheck[], columns: number) {
  const name = nameWidth(columns, widestOf(checks.map((check) => check.name)));
  let room = columns - (name + GAP + VERDICT_COLUMNS);
  const take = (wanted: number, least: number): number => {
    const width = Math.min(wanted, room - GAP);
    if (wanted === 0 || width < least) return 0;
    room -= width + GAP;
    return width;
  };
  const longestValue = Math.min(LONGEST_VALUE, widest(checks.map(formatValue)));
  const value = take(longestValue, Math.min(longestValue, SHORTEST_VALUE));
  const longestMeasurements = widest(checks.map(formatMeasurements));
  const measurements = take(longestMeasurements, longestMeasurements);
  const hasNumbers = checks.some(({ values }) => values.some((one) => one !== null));
  const longestCourse = Math.max(...checks.map((check) => check.measurements ?? check.values.length));
  const limitColumns = checks.some(({ limit }) => limit !== null) ? LIMIT_COLUMNS : 0;
  const wanted = Math.min(LONGEST_COURSE, longestCourse + limitColumns, Math.floor(room / 2));
  const course = take(hasNumbers ? wanted : 0, SHORTEST_COURSE);
  return { name, value, measurements, course, failures: take(room, SHORTEST_FAILURES) };
}

interface PipeListProps extends ListProps {
  /** Columns of the longest name in the plan, so that columns do not move. */
  readonly widestName: number;
}

/** Of each status. Further pipes are only counted. */
const MAX_FINISHED_LINES = 100;

/** Names have more use for narrower lines than times. */
const NARROW = 60;

const STATUS_COLUMNS = 'rolled back'.length;
const TIME_COLUMNS = 6;

interface FinishedPipe {
  readonly name: string;
  readonly status: RunStatus;
  /** null for a pipe that never started. */
  readonly tookMs: number | null;
  /** From 1, among the pipes of this status. */
  readonly position: number;
  readonly isRollback: boolean;
}

/** Whether a finished pipe leaves a line: a pipe that changed or should have, up to a note that no more lines follow. */
export function leavesLine({ status, position }: FinishedPipe): boolean {
  return status !== 'skipped' && status !== 'unchanged' && position <= MAX_FINISHED_LINES + 1;
}

/** `✓ orders  applied  3.1s` */
export function FinishedLine({ pipe, widestName }: { readonly pipe: FinishedPipe; readonly widestName: number }) {
  const { style, columns } = useCanvas();
  const { name, status, tookMs, position, isRollback } = pipe;
  const shown = stylesOfRun(isRollback)[status];
  if (position > MAX_FINISHED_LINES) return <Line>{style.dim(`  … more pipes ${shown.label}, counted below`)}</Line>;
  const paint: Paint = (text) => paintStatus(shown, text, style);
  const timeColumns = columns < NARROW ? 0 : TIME_COLUMNS;
  const room = columns - (GAP + STATUS_COLUMNS + (timeColumns > 0 ? GAP + timeColumns : 0));
  const cells: readonly Cell[] = [
    drawName(symbolOf(status), name, Math.min(4 + widestName, room), paint),
    { text: shown.label, width: STATUS_COLUMNS, paint },
    { text: tookMs === null ? '' : formatTook(tookMs), width: timeColumns, align: 'right', paint: style.dim },
  ];
  return <Line>{drawCells(cells)}</Line>;
}

function symbolOf(status: RunStatus): string {
  if (status === 'failed' || status === 'refused') return '✗';
  return status === 'stale' ? '?' : STATUS_STYLES.run[status].symbol;
}

const MAX_PROBLEMS = 10;

/** The latest problems with their complete reasons, newest last. */
export function ProblemList({ problems }: Pick<ApplyState, 'problems'>): ReactNode {
  const { style, columns } = useCanvas();
  const shown = [...problems.values()].slice(-MAX_PROBLEMS);
  const lines = shown.map(({ name, status, reason }) => {
    const paint: Paint = (text) => paintStatus(STATUS_STYLES.run[status], text, style);
    const cells = [safeText(name), paint(STATUS_STYLES.run[status].label), safeText(reason ?? '')];
    return fitLines(`  ${paint(symbolOf(status))} ${cells.join('  ')}`, columns);
  });
  const more = problems.size - shown.length;
  const rest = more > 0 ? [style.dim(`  and ${formatNumber(more)} more`)] : [];
  return shown.length > 0 && <Line wraps>{[...lines, ...rest].join('\n')}</Line>;
}

type RunningListProps = PipeListProps & Pick<ApplyState, 'running'>;

const ACTIVITY_COLUMNS = 'unconfirmed, reading again'.length;

/** What each pipe is doing now, and since when, oldest first. */
export function RunningList({ running, widestName, ...list }: RunningListProps): ReactNode {
  const { style, columns, now } = useCanvas();
  const name = nameWidth(columns, widestName);
  const activity = Math.min(ACTIVITY_COLUMNS, columns - (name + GAP + GAP + TIME_COLUMNS));
  const draw = (shown: number): readonly Row[] =>
    [...running.values()].slice(0, shown).map((pipe) => ({
      name: pipe.name,
      cells: [
        { text: `    ${safeText(pipe.name)}`, width: name },
        { text: describeActivity(pipe), width: activity, paint: style.dim },
        { text: formatElapsed(now - pipe.startedAt), width: TIME_COLUMNS, align: 'right' },
      ],
    }));
  return <List {...list} title="Running" count={running.size} draw={draw} indent="    " />;
}
