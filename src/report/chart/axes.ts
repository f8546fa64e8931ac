import { formatMeasured } from '../../model/number.ts';
import { safeText } from '../../model/safe-text.ts';
import { truncate } from '../text/fit-text.ts';
import type { Glyphs, Style } from '../text/style.ts';

export interface ChartOptions {
  readonly style: Style;
  readonly glyphs: Glyphs;
  /** No line is longer. */
  readonly columns: number;
  /** The chart is so many lines at most, but never fewer than its caption and legend need; null for what reads well. */
  readonly rows: number | null;
}

/** One line of words, cut to the width of the chart. */
export function fitLine(text: string, { columns, glyphs }: Pick<ChartOptions, 'columns' | 'glyphs'>): string {
  return truncate(safeText(text), columns, glyphs === 'ascii' ? '...' : '…');
}

/** The vertical axis: row 0 is the highest. */
export interface ValueScale {
  readonly rows: number;
  rowOf(value: number): number;
  /** Its words at each row that has a tick. */
  readonly ticks: ReadonlyMap<number, string>;
}

/** Beyond this the distance of two values may be no number. */
const LARGEST_DRAWN = 1e300;

/** Below this a step of the axis may have no digits left, and be no larger for being multiplied: it is drawn as zero. */
const SMALLEST_DRAWN = 1e-290;

/** Values nearer to each other than this share of their size are drawn as one. */
const FLAT_SHARE = 1e-9;

const ROWS_PER_TICK = 3;
const MOST_INTERVALS = 5;

/** From this tick on, all ticks of the axis are compact: `12.5K` above `7.5K`, not above `7,500`. */
const SMALLEST_SHORT = 10_000;
const LARGEST_SHORT = 1e15;
const SMALLEST_LONG = 1e-6;

/**
 * An axis of at most so many rows (3 or more) around the values, with round numbers at equal distances. It starts at zero
 * where the values are not far from it compared to their own spread.
 */
export function scaleValues(lowest: number, highest: number, mostRows: number): ValueScale {
  const { low, high } = widen(clamp(lowest), clamp(highest));
  const wanted = Math.min(MOST_INTERVALS, Math.max(1, Math.floor((mostRows - 1) / ROWS_PER_TICK)));
  let step = roundUp((high - low) / wanted);
  let from = Math.floor(low / step);
  let intervals = Math.max(1, Math.ceil(high / step) - from);
  while (intervals > mostRows - 1) {
    step = roundUp(step * 1.01);
    from = Math.floor(low / step);
    intervals = Math.max(1, Math.ceil(high / step) - from);
  }
  const rowsEach = Math.max(1, Math.floor((mostRows - 1) / intervals));
  const last = intervals * rowsEach;
  const values = Array.from({ length: intervals + 1 }, (_, index) => round((from + intervals - index) * step));
  const words = formatTicks(values);
  return {
    rows: last + 1,
    rowOf: (value) => Math.min(last, Math.max(0, Math.round((from + intervals - clamp(value) / step) * rowsEach))),
    ticks: new Map(words.map((word, index) => [index * rowsEach, word])),
  };
}

function widen(lowest: number, highest: number): { readonly low: number; readonly high: number } {
  const size = Math.max(Math.abs(lowest), Math.abs(highest));
  if (highest - lowest <= size * FLAT_SHARE) {
    if (size === 0) return { low: 0, high: 1 };
    return lowest >= 0 ? { low: 0, high: highest } : { low: lowest, high: highest > 0 ? highest : 0 };
  }
  const isNearZero = (highest - lowest) * 2 >= size;
  if (lowest >= 0) return { low: isNearZero ? 0 : lowest, high: highest };
  return { low: lowest, high: highest <= 0 && isNearZero ? 0 : highest };
}

/** The next of 1, 2, 2.5, 5 and 10 times a power of ten. */
function roundUp(step: number): number {
  const power = 10 ** Math.floor(Math.log10(step));
  const factor = [1, 2, 2.5, 5, 10].find((one) => one * power >= step * (1 - FLAT_SHARE)) ?? 10;
  return factor * power;
}

function round(value: number): number {
  return value === 0 ? 0 : Number(value.toPrecision(12));
}

/** Compact where all ticks stay different that way; in full otherwise. */
function formatTicks(values: readonly number[]): readonly string[] {
  const isLarge = values.some((value) => isShortened(Math.abs(value)));
  const short = values.map((value) =>
    isLarge && Math.abs(value) < LARGEST_SHORT ? formatCompact(value) : formatMeasured(value),
  );
  if (new Set(short).size === values.length) return short;
  const isWrittenOut = values.every(
    (value) => value === 0 || (Math.abs(value) >= SMALLEST_LONG && Math.abs(value) < LARGEST_SHORT),
  );
  return values.map((value) =>
    isWrittenOut ? value.toLocaleString('en-US', { maximumSignificantDigits: 12 }) : `${value}`,
  );
}

function isShortened(size: number): boolean {
  return size >= SMALLEST_SHORT && size < LARGEST_SHORT;
}

/** A number in few characters: `9.5K`, `12.5K`, `3M`. */
function formatCompact(value: number): string {
  return value.toLocaleString('en-US', { notation: 'compact', maximumFractionDigits: 2 });
}

function clamp(value: number): number {
  if (Math.abs(value) < SMALLEST_DRAWN) return 0;
  return Math.min(LARGEST_DRAWN, Math.max(-LARGEST_DRAWN, value));
}

/** The horizontal axis: a stretch of time over so many columns. */
export interface TimeScale {
  readonly columns: number;
  readonly startMs: number;
  readonly endMs: number;
}

interface TimeTick {
  readonly column: number;
  readonly label: string;
  /** The day that the tick is of, `2026-11-20`. */
  readonly day: string;
}

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

const STEPS_MS: readonly number[] = [
  ...[1, 2, 5, 10, 15, 30].map((seconds) => seconds * SECOND_MS),
  ...[1, 2, 5, 10, 15, 30].map((minutes) => minutes * MINUTE_MS),
  ...[1, 2, 3, 6, 12].map((hours) => hours * HOUR_MS),
  ...[1, 2, 7, 14, 28, 91, 182, 364].map((days) => days * DAY_MS),
];

const COLUMNS_BETWEEN = 3;

/** A column as a place on the axis; not a whole number, and outside of the axis for a time outside of the range. */
export function columnAt({ columns, startMs, endMs }: TimeScale, timeMs: number): number {
  return ((timeMs - startMs) / (endMs - startMs)) * columns;
}

/** Round times (of UTC) as near to each other as their words allow. */
function tickTimes(scale: TimeScale): readonly TimeTick[] {
  const msPerColumn = (scale.endMs - scale.startMs) / scale.columns;
  const step =
    STEPS_MS.find((one) => one >= (labelColumns(one) + COLUMNS_BETWEEN) * msPerColumn) ??
    Math.ceil(((labelColumns(DAY_MS) + COLUMNS_BETWEEN) * msPerColumn) / DAY_MS) * DAY_MS;
  const first = Math.ceil(scale.startMs / step) * step;
  const count = Math.max(0, Math.ceil((scale.endMs - first) / step));
  return Array.from({ length: count }, (_, index) => {
    const timeMs = first + index * step;
    const day = formatDay(timeMs);
    const label = step >= DAY_MS ? day : formatTime(timeMs, step);
    return { column: Math.floor(columnAt(scale, timeMs)), label, day };
  });
}

/** `2026-11-20 10:00 to 11:00 UTC`: a range in words, the second day only where it is another. */
export function formatRange(startMs: number, endMs: number): string {
  const precision = startMs % MINUTE_MS === 0 && endMs % MINUTE_MS === 0 ? MINUTE_MS : SECOND_MS;
  const say = (timeMs: number): string => `${formatDay(timeMs)} ${formatTime(timeMs, precision)}`;
  const end = formatDay(startMs) === formatDay(endMs) ? formatTime(endMs, precision) : say(endMs);
  return `${say(startMs)} to ${end} UTC`;
}

function labelColumns(step: number): number {
  if (step >= DAY_MS) return 'YYYY-MM-DD'.length;
  return step < MINUTE_MS ? 'HH:MM:SS'.length : 'HH:MM'.length;
}

function formatDay(timeMs: number): string {
  return new Date(timeMs).toISOString().slice(0, -'THH:MM:SS.mmmZ'.length);
}

function formatTime(timeMs: number, precision: number): string {
  const time = new Date(timeMs).toISOString().slice(-'HH:MM:SS.mmmZ'.length);
  return time.slice(0, precision < MINUTE_MS ? 'HH:MM:SS'.length : 'HH:MM'.length);
}

/** The line below the chart, the times under it and, where the range is of several days, the days under those. */
export function renderTimeAxis(
  times: TimeScale,
  gutter: number,
  { style, glyphs }: Pick<ChartOptions, 'style' | 'glyphs'>,
): readonly string[] {
  const ticks = tickTimes(times);
  const [corner, plain, ticked] = glyphs === 'ascii' ? ['+', '-', '+'] : ['└', '─', '┬'];
  const columns = new Set(ticks.map(({ column }) => column));
  const line = Array.from({ length: times.columns }, (_, column) => (columns.has(column) ? ticked : plain)).join('');
  const days = ticks.filter(({ day }, index) => day !== ticks[index - 1]?.day);
  const areDaysTold = days.length > 1 && days.some(({ day, label }) => day !== label);
  return [
    `${' '.repeat(gutter)} ${style.dim(`${corner}${line}`)}`,
    `${'UTC'.padStart(gutter)}  ${placeWords(ticks, times.columns)}`,
    ...(areDaysTold ? [' '.repeat(gutter + 2) + placeWords(days.map(asDay), times.columns)] : []),
  ];
}

function asDay(tick: TimeTick): TimeTick {
  return { ...tick, label: tick.day };
}

/** Words under their columns, in the middle where there is room; one that would touch the one before it is left out. */
function placeWords(ticks: readonly TimeTick[], columns: number): string {
  return ticks.reduce((placed, { column, label }) => {
    const start = Math.max(0, Math.min(column - Math.floor(label.length / 2), columns - label.length));
    return placed === '' || start > placed.length ? `${placed.padEnd(start)}${label}` : placed;
  }, '');
}
