import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../model/clock.ts';
import type { DriftedPipe, DriftPeriod, HistoryReport } from '../../model/drift-history.ts';
import type { FieldPath } from '../../model/field/field.ts';
import { groupBy } from '../../model/group-by.ts';
import { type DriftEnd, endOf } from './history.ts';

/** A drift, or several that begin close to each other. `start` and `length`: in units of the timeline, from its begin. */
export interface TimelineMark {
  /** Negative for a drift that began before the span. */
  readonly start: number;
  /** The sum, if there are several. */
  readonly length: number;
  readonly drifts: number;
  /** What ended the last of them. */
  readonly end: DriftEnd;
  readonly fields: readonly FieldPath[];
}

interface TimelineTick {
  /** 0 to 1. */
  readonly at: number;
  readonly label: string;
}

export interface Timeline {
  readonly fromMs: number;
  readonly unitMs: number;
  /** The length is in units, at least 1. */
  readonly length: number;
  readonly ticks: readonly TimelineTick[];
  /** For each slot, how many pipes were drifted at some time of it. */
  readonly course: readonly number[];
  /** The length of the timeline in slots: the last one may be cut. */
  readonly slots: number;
  /** `day`, `3 hours` */
  readonly slot: string;
  /** Drifts of a pipe that begin in the same part of this length are one mark; 0 when each has its own. */
  readonly joinedMs: number;
  /** The marks of each pipe, in the order of the pipes. */
  readonly rows: readonly (readonly TimelineMark[])[];
}

/** Each takes about 30 bytes of the page, and as many are drawn in half a second. */
const MAX_MARKS = 60_000;

/** The timeline of the first pipes; null for a report without a span. */
export function buildTimeline({ from, until, pipes }: HistoryReport, most: number): Timeline | null {
  if (from === null || until === null) return null;
  const [fromMs, untilMs] = [Date.parse(from), Date.parse(until)];
  const shown = pipes.slice(0, most);
  // Browsers draw with 24 bits, which a year of seconds exceeds.
  const unitMs = untilMs - fromMs > 2 * DAY_MS ? MINUTE_MS : SECOND_MS;
  const length = Math.max(1, Math.round((untilMs - fromMs) / unitMs));
  const joinedMs = choosePart(shown, fromMs);
  const toUnits = (milliseconds: number): number => Math.round((milliseconds - fromMs) / unitMs);
  const rows = shown.map(({ periods }) =>
    joinPeriods(periods, fromMs, joinedMs).map((joined) => markOf(joined, toUnits, length)),
  );
  const slot = chooseSlot(untilMs - fromMs);
  const course = countPipes(pipes, { fromMs, untilMs, slotMs: slot.ms });
  const slots = untilMs === fromMs ? 1 : (untilMs - fromMs) / slot.ms;
  return { fromMs, unitMs, length, ticks: listTicks(fromMs, untilMs), course, slots, slot: slot.name, joinedMs, rows };
}

/** 0 unless there are too many marks. */
function choosePart(pipes: readonly DriftedPipe[], fromMs: number): number {
  const starts = pipes.map(({ periods }) => periods.map(({ from }) => Date.parse(from) - fromMs));
  const countMarks = (partMs: number): number =>
    starts.reduce((sum, own) => sum + new Set(own.map((start) => Math.floor(start / partMs))).size, 0);
  if (starts.reduce((sum, own) => sum + own.length, 0) <= MAX_MARKS) return 0;
  let partMs = HOUR_MS;
  while (countMarks(partMs) > MAX_MARKS) partMs *= 2;
  return partMs;
}

function joinPeriods(
  periods: readonly DriftPeriod[],
  fromMs: number,
  partMs: number,
): readonly (readonly DriftPeriod[])[] {
  if (partMs === 0) return periods.map((period) => [period]);
  return [...groupBy(periods, ({ from }) => Math.floor((Date.parse(from) - fromMs) / partMs)).values()];
}

function markOf(
  periods: readonly DriftPeriod[],
  toUnits: (milliseconds: number) => number,
  length: number,
): TimelineMark {
  const [first, last] = [periods[0], periods.at(-1)];
  const endAt = (until: string | null): number => (until === null ? length : toUnits(Date.parse(until)));
  return {
    start: toUnits(Date.parse(first?.from ?? '')),
    length: periods.reduce((sum, { from, until }) => sum + endAt(until) - toUnits(Date.parse(from)), 0),
    drifts: periods.length,
    end: last === undefined ? 'open' : endOf(last),
    fields: [...new Set(periods.flatMap(({ fields }) => fields))],
  };
}

const SLOTS = [
  { ms: MINUTE_MS, name: 'minute' },
  { ms: 10 * MINUTE_MS, name: '10 minutes' },
  { ms: HOUR_MS, name: 'hour' },
  { ms: 3 * HOUR_MS, name: '3 hours' },
  { ms: DAY_MS, name: 'day' },
  { ms: 7 * DAY_MS, name: 'week' },
] as const;
const LONGEST_SLOT = { ms: 28 * DAY_MS, name: '4 weeks' } as const;

/** More would be narrower than a pixel. */
const MAX_SLOTS = 400;

function chooseSlot(spanMs: number): { readonly ms: number; readonly name: string } {
  return SLOTS.find(({ ms }) => spanMs / ms <= MAX_SLOTS) ?? LONGEST_SLOT;
}

function countPipes(
  pipes: readonly DriftedPipe[],
  { fromMs, untilMs, slotMs }: Readonly<Record<'fromMs' | 'untilMs' | 'slotMs', number>>,
): readonly number[] {
  const slots = Math.max(1, Math.ceil((untilMs - fromMs) / slotMs));
  const course = Array.from({ length: slots }, () => 0);
  const slotAt = (milliseconds: number): number => Math.floor((milliseconds - fromMs) / slotMs);
  for (const { periods } of pipes) {
    let next = 0;
    for (const { from, until } of periods) {
      const last = Math.min(slots - 1, slotAt(until === null ? untilMs : Date.parse(until)));
      next = Math.max(next, slotAt(Date.parse(from)));
      for (; next <= last; next += 1) course[next] = (course[next] ?? 0) + 1;
    }
  }
  return course;
}

/** Between two ticks; longer spans have ticks at months. */
const STEPS_MS = [MINUTE_MS, 10 * MINUTE_MS, HOUR_MS, 6 * HOUR_MS, DAY_MS, 7 * DAY_MS];
const MAX_STEPS = 8;
const MAX_MONTHS = 13;
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** Round times in UTC: minutes, hours, days, then months and years. */
function listTicks(fromMs: number, untilMs: number): readonly TimelineTick[] {
  const spanMs = untilMs - fromMs;
  if (spanMs === 0) return [];
  const at = (milliseconds: number): number => (milliseconds - fromMs) / spanMs;
  const stepMs = STEPS_MS.find((ms) => spanMs / ms <= MAX_STEPS);
  if (stepMs === undefined) return listMonths(fromMs, untilMs).map((ms) => ({ at: at(ms), label: labelMonth(ms) }));
  const first = Math.ceil(fromMs / stepMs) * stepMs;
  const number = Math.max(0, Math.floor((untilMs - first) / stepMs) + 1);
  return Array.from({ length: number }, (_, index) => first + index * stepMs).map((ms) => ({
    at: at(ms),
    label: labelTime(ms),
  }));
}

function listMonths(fromMs: number, untilMs: number): readonly number[] {
  const start = new Date(fromMs);
  const firstOf = (months: number): number => Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + months);
  const months: number[] = [];
  for (let index = firstOf(0) < fromMs ? 1 : 0; firstOf(index) <= untilMs; index += 1) months.push(firstOf(index));
  const every = [1, 2, 3, 6].find((step) => months.length / step <= MAX_MONTHS) ?? 12;
  return months.filter((month) => new Date(month).getUTCMonth() % every === 0);
}

function labelMonth(milliseconds: number): string {
  const date = new Date(milliseconds);
  const month = date.getUTCMonth();
  return month === 0 ? `${date.getUTCFullYear()}` : (MONTHS[month] ?? '');
}

/** `10:00`, or `Mar 2` at midnight. */
function labelTime(milliseconds: number): string {
  if (milliseconds % DAY_MS !== 0)
    return new Date(milliseconds).toISOString().slice('YYYY-MM-DDT'.length, -':00.000Z'.length);
  const date = new Date(milliseconds);
  return `${MONTHS[date.getUTCMonth()] ?? ''} ${date.getUTCDate()}`;
}
