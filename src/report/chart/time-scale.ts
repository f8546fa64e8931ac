/** The horizontal axis: a stretch of time over so many columns. */
export interface TimeScale {
  readonly columns: number;
  readonly startMs: number;
  readonly endMs: number;
}

export interface TimeTick {
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
export function tickTimes(scale: TimeScale): readonly TimeTick[] {
  const msPerColumn = (scale.endMs - scale.startMs) / scale.columns;
  const step =
    STEPS_MS.find((one) => one >= (labelColumns(one) + COLUMNS_BETWEEN) * msPerColumn) ??
    Math.ceil(((labelColumns(DAY_MS) + COLUMNS_BETWEEN) * msPerColumn) / DAY_MS) * DAY_MS;
  const first = Math.ceil(scale.startMs / step) * step;
  const count = Math.max(0, Math.ceil((scale.endMs - first) / step));
  return Array.from({ length: count }, (_, index) => {
    const timeMs = first + index * step;
    const day = sayDay(timeMs);
    const label = step >= DAY_MS ? day : sayTime(timeMs, step);
    return { column: Math.floor(columnAt(scale, timeMs)), label, day };
  });
}

/** `2026-11-20 10:00 to 11:00 UTC`: a range in words, the second day only where it is another. */
export function sayRange(startMs: number, endMs: number): string {
  const precision = startMs % MINUTE_MS === 0 && endMs % MINUTE_MS === 0 ? MINUTE_MS : SECOND_MS;
  const say = (timeMs: number): string => `${sayDay(timeMs)} ${sayTime(timeMs, precision)}`;
  const end = sayDay(startMs) === sayDay(endMs) ? sayTime(endMs, precision) : say(endMs);
  return `${say(startMs)} to ${end} UTC`;
}

function labelColumns(step: number): number {
  if (step >= DAY_MS) return 'YYYY-MM-DD'.length;
  return step < MINUTE_MS ? 'HH:MM:SS'.length : 'HH:MM'.length;
}

function sayDay(timeMs: number): string {
  return new Date(timeMs).toISOString().slice(0, -'THH:MM:SS.mmmZ'.length);
}

function sayTime(timeMs: number, precision: number): string {
  const time = new Date(timeMs).toISOString().slice(-'HH:MM:SS.mmmZ'.length);
  return time.slice(0, precision < MINUTE_MS ? 'HH:MM:SS'.length : 'HH:MM'.length);
}
