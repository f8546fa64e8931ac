import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../model/clock.ts';
import { formatMeasured } from '../../model/number.ts';
import type { Glyphs, Style } from '../text/style.ts';

/** The vertical axis: row 0 is the highest. */
export interface ValueScale {
  readonly rows: number;
  rowOf(value: number): number;
  /** The label of each row that has a tick. */
  readonly ticks: ReadonlyMap<number, string>;
}

/** Values are drawn within these magnitudes (or as zero), because sums and steps overflow beyond them. */
const MIN_DRAWN = 1e-290;
const MAX_DRAWN = 1e300;

/** Values that differ by less than this share of their size are drawn as one. */
const FLAT_SHARE = 1e-9;

const ROWS_PER_TICK = 3;
const MAX_INTERVALS = 5;

/** An axis with round numbers and at most `mostRows` rows (4 or more). It includes zero unless the values are far from it. */
export function scaleValues(lowest: number, highest: number, mostRows: number): ValueScale {
  const [low, high] = chooseEnds(clamp(lowest), clamp(highest));
  const wanted = Math.min(MAX_INTERVALS, Math.max(1, Math.floor((mostRows - 1) / ROWS_PER_TICK)));
  const step = roundUp((high - low) / wanted);
  const top = Math.max(Math.ceil(high / step), Math.floor(low / step) + 1);
  const intervals = top - Math.floor(low / step);
  const rowsEach = Math.max(1, Math.floor((mostRows - 1) / intervals));
  const last = intervals * rowsEach;
  // Sums of fractions have noise beyond twelve digits, and zero may be negative.
  const values = Array.from(
    { length: intervals + 1 },
    (_, index) => Number(((top - index) * step).toPrecision(12)) + 0,
  );
  return {
    rows: last + 1,
    rowOf: (value) => Math.min(last, Math.max(0, Math.round((top - clamp(value) / step) * rowsEach))),
    ticks: new Map(formatTicks(values).map((word, index) => [index * rowsEach, word])),
  };
}

function chooseEnds(low: number, high: number): readonly [number, number] {
  const size = Math.max(Math.abs(low), Math.abs(high));
  if (size === 0) return [0, 1];
  const isFlat = high - low <= size * FLAT_SHARE;
  return isFlat || (high - low) * 2 >= size ? [Math.min(0, low), Math.max(0, high)] : [low, high];
}

function roundUp(step: number): number {
  const power = 10 ** Math.floor(Math.log10(step));
  return ([1, 2, 2.5, 5].find((factor) => factor * power >= step) ?? 10) * power;
}

/** An axis that reaches this value has only compact ticks: `12.5K` above `7.5K`, not above `7,500`. */
const MIN_COMPACT = 10_000;
const MAX_COMPACT = 1e15;

function formatTicks(values: readonly number[]): readonly string[] {
  const largest = Math.max(...values.map(Math.abs));
  const isLarge = largest >= MIN_COMPACT && largest < MAX_COMPACT;
  const forms = [...(isLarge ? [formatCompact] : []), formatMeasured, String].map((form) => values.map(form));
  return forms.find((words) => new Set(words).size === words.length) ?? values.map(String);
}

function formatCompact(value: number): string {
  return value.toLocaleString('en-US', { notation: 'compact', maximumFractionDigits: 2 });
}

function clamp(value: number): number {
  if (Math.abs(value) < MIN_DRAWN) return 0;
  return Math.min(MAX_DRAWN, Math.max(-MAX_DRAWN, value));
}

/** The horizontal axis. */
export interface TimeScale {
  readonly columns: number;
  readonly startMs: number;
  readonly endMs: number;
}

interface TimeTick {
  readonly column: number;
  readonly label: string;
  /** `2026-11-20` */
  readonly day: string;
}

const STEPS_MS: readonly number[] = [
  ...[1, 2, 5, 10, 15, 30].map((seconds) => seconds * SECOND_MS),
  ...[1, 2, 5, 10, 15, 30].map((minutes) => minutes * MINUTE_MS),
  ...[1, 2, 3, 6, 12].map((hours) => hours * HOUR_MS),
  ...[1, 2, 7, 14, 28, 91, 182, 364].map((days) => days * DAY_MS),
];

const COLUMNS_BETWEEN = 3;

/** The column of a time, with a fraction; outside of the axis for a time outside of the range. */
export function columnAt({ columns, startMs, endMs }: TimeScale, timeMs: number): number {
  return ((timeMs - startMs) / (endMs - startMs)) * columns;
}

/** Round times in UTC, as close as their labels allow. */
function tickTimes(scale: TimeScale): readonly TimeTick[] {
  const msPerColumn = (scale.endMs - scale.startMs) / scale.columns;
  const roomFor = (step: number): number => (formatTick(0, step).length + COLUMNS_BETWEEN) * msPerColumn;
  const step = STEPS_MS.find((one) => one >= roomFor(one)) ?? Math.ceil(roomFor(DAY_MS) / DAY_MS) * DAY_MS;
  const first = Math.ceil(scale.startMs / step) * step;
  return Array.from({ length: Math.max(0, Math.ceil((scale.endMs - first) / step)) }, (_, index) => {
    const timeMs = first + index * step;
    const column = Math.floor(columnAt(scale, timeMs));
    return { column, label: formatTick(timeMs, step), day: formatDay(timeMs) };
  });
}

/** `2026-11-20 10:00 to 11:00 UTC`, with the second day only where it differs. */
export function formatRange(startMs: number, endMs: number): string {
  const precision = startMs % MINUTE_MS === 0 && endMs % MINUTE_MS === 0 ? MINUTE_MS : SECOND_MS;
  const [from, to] = [formatDay(startMs), formatDay(endMs)];
  const end = `${from === to ? '' : `${to} `}${formatTick(endMs, precision)}`;
  return `${from} ${formatTick(startMs, precision)} to ${end} UTC`;
}

function formatDay(timeMs: number): string {
  return new Date(timeMs).toISOString().slice(0, -'THH:MM:SS.mmmZ'.length);
}

/** A day, `10:00` or `10:00:30`, as precise as the step requires. */
function formatTick(timeMs: number, stepMs: number): string {
  if (stepMs >= DAY_MS) return formatDay(timeMs);
  const time = new Date(timeMs).toISOString().slice(-'HH:MM:SS.mmmZ'.length);
  return time.slice(0, stepMs < MINUTE_MS ? 'HH:MM:SS'.length : 'HH:MM'.length);
}

/** The line below the chart, the times and, for a range of several days, the days. */
export function renderTimeAxis(
  times: TimeScale,
  gutter: number,
  { style, glyphs }: { readonly style: Style; readonly glyphs: Glyphs },
): readonly string[] {
  const ticks = tickTimes(times);
  const [corner, plain, ticked] = glyphs === 'ascii' ? ['+', '-', '+'] : ['└', '─', '┬'];
  const columns = new Set(ticks.map(({ column }) => column));
  const line = Array.from({ length: times.columns }, (_, column) => (columns.has(column) ? ticked : plain)).join('');
  const days = ticks
    .filter(({ day }, index) => day !== ticks[index - 1]?.day)
    .map(({ column, day }) => ({ column, label: day }));
  const isOfDays = ticks.every(({ day, label }) => day === label);
  return [
    `${' '.repeat(gutter)} ${style.dim(`${corner}${line}`)}`,
    `${'UTC'.padStart(gutter)}  ${placeWords(ticks, times.columns)}`,
    ...(days.length > 1 && !isOfDays ? [' '.repeat(gutter + 2) + placeWords(days, times.columns)] : []),
  ];
}

/** Labels centered under their columns. A label that would touch the previous one is omitted. */
function placeWords(ticks: readonly Pick<TimeTick, 'column' | 'label'>[], columns: number): string {
  return ticks.reduce((placed, { column, label }) => {
    const start = Math.max(0, Math.min(column - Math.floor(label.length / 2), columns - label.length));
    return placed === '' || start > placed.length ? `${placed.padEnd(start)}${label}` : placed;
  }, '');
}
