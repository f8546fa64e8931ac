import fc from 'fast-check';
import { WEEKDAYS } from '../../src/model/weekly-window.ts';
import { holdsWhile, listChanges, type Shown, showClock } from '../calendar/intl-clock.ts';

/** Weekly sizes, and an independent calendar that finds them by trying each half hour. */

const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;
/** All edges of the windows here are whole half hours of UTC. */
const CELL_MS = 30 * MINUTE_MS;
const DAY_CELLS = 48;
const START_MS = Date.UTC(2026, 0, 1);
const END_MS = Date.UTC(2028, 0, 1);

/** With an hour that is skipped and one that is repeated, of an hour and of half an hour, and without. */
const ZONES = ['UTC', 'Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kolkata'];

export interface Hours {
  readonly timezone: string;
  /** 1 is Monday. */
  readonly days: readonly number[];
  readonly hours: { readonly from: string; readonly until: string } | null;
}

export type Size = number | { readonly min: number; readonly max: number };

/** The sizes of one field: in the first window that holds, and outside of all. */
export interface Week {
  readonly base: Size;
  readonly schedule: readonly (Hours & { readonly size: Size })[];
}

const times = fc
  .integer({ min: 0, max: 47 })
  .map((half) => `${`${half >> 1}`.padStart(2, '0')}:${half % 2 === 0 ? '00' : '30'}`);
const spans = fc
  .tuple(times, times)
  .filter(([from, until]) => from !== until)
  .map(([from, until]) => ({ from, until }));
const zones = fc.constantFrom(...ZONES);
const days = fc.subarray([1, 2, 3, 4, 5, 6, 7], { minLength: 1 });

export const anyHours: fc.Arbitrary<Hours> = fc.record({
  timezone: zones,
  days,
  hours: fc.option(spans, { freq: 4 }),
});

const count = fc.noBias(fc.integer({ min: 1, max: 8 }));
export const anySize: fc.Arbitrary<Size> = fc.oneof(
  { weight: 5, arbitrary: count },
  fc.tuple(count, fc.integer({ min: 0, max: 2 })).map(([min, more]) => ({ min, max: min + more })),
);

/** One window, or two on other days that do not go over midnight, since windows with two sizes may not overlap. */
export const anySchedule: fc.Arbitrary<Week['schedule']> = fc.oneof(
  fc.tuple(anyHours, anySize).map(([hours, size]) => [{ ...hours, size }]),
  fc
    .record({ timezone: zones, days, spans: fc.tuple(spans, spans), sizes: fc.tuple(anySize, anySize) })
    .filter(({ days: own }) => own.length < 7)
    .map(({ timezone, days: own, spans: both, sizes }) =>
      both.map((span, index) => ({
        timezone,
        days: index === 0 ? own : [1, 2, 3, 4, 5, 6, 7].filter((day) => !own.includes(day)),
        hours: span.from < span.until ? span : { from: span.until, until: span.from },
        size: sizes[index] ?? 1,
      })),
    ),
);

/** Any minute of two years; half of them within hours of a change of the clocks in one of the zones. */
export const anyTime: fc.Arbitrary<number> = fc
  .tuple(
    fc.oneof(
      fc.integer({ min: START_MS / CELL_MS, max: END_MS / CELL_MS }),
      fc
        .constantFrom(...ZONES.flatMap((zone) => listChanges(zone, START_MS, END_MS)))
        .chain((changeMs) => fc.integer({ min: -10, max: 10 }).map((cells) => Math.floor(changeMs / CELL_MS) + cells)),
    ),
    fc.integer({ min: 0, max: 28 }),
  )
  .map(([cell, minute]) => cell * CELL_MS + minute * MINUTE_MS);

/** As a configuration has it. */
export function writeHours({ timezone, days: own, hours }: Hours) {
  const written = { timezone, days: own.map((day) => WEEKDAYS[day - 1] ?? '') };
  return hours === null ? written : { ...written, hours: `${hours.from}-${hours.until}` };
}

const offsets = new Map<string, number>();

/** How far the clocks of a zone are ahead of UTC at the start of a day. */
function findOffset(zone: string, dayMs: number): number {
  const key = `${zone} ${dayMs}`;
  const known = offsets.get(key);
  if (known !== undefined) return known;
  const { date, time } = showClock(zone, dayMs);
  const offset = Date.parse(`${date}T${time}Z`) - dayMs;
  offsets.set(key, offset);
  return offset;
}

/** As `showClock`, which takes long, and so is only asked on days on which the clocks change. */
function show(zone: string, atMs: number): Shown {
  const dayMs = Math.floor(atMs / DAY_MS) * DAY_MS;
  const offsetMs = findOffset(zone, dayMs);
  if (offsetMs !== findOffset(zone, dayMs + DAY_MS)) return showClock(zone, atMs);
  const local = new Date(atMs + offsetMs);
  const [date = '', time = ''] = local.toISOString().slice(0, 16).split('T');
  return { date, time, weekday: local.getUTCDay() || 7 };
}

export function holdsAt(hours: Hours, atMs: number): boolean {
  return holdsWhile(show(hours.timezone, atMs), hours);
}

export function dateIn(zone: string, atMs: number): string {
  return show(zone, atMs).date;
}

/** The size that a week asks for. */
export function sizeAt({ base, schedule }: Week, atMs: number): Size {
  const cellMs = Math.floor(atMs / CELL_MS) * CELL_MS;
  return schedule.find((window) => holdsAt(window, cellMs))?.size ?? base;
}

export function isSame(a: Size, b: Size): boolean {
  return edgesOf(a).join() === edgesOf(b).join();
}

export function edgesOf(size: Size): readonly [number, number] {
  return typeof size === 'number' ? [size, size] : [size.min, size.max];
}

/** The nearest size that fits. */
export function clampTo(size: Size, value: number): number {
  const [min, max] = edgesOf(size);
  return Math.min(max, Math.max(min, value));
}

export const fits = (size: Size, value: number): boolean => clampTo(size, value) === value;

/** When the size of now began; null for not within two weeks. */
export function findChange(week: Week, atMs: number): number | null {
  let cellMs = Math.floor(atMs / CELL_MS) * CELL_MS;
  for (let cells = 0; cells < 14 * DAY_CELLS; cells++, cellMs -= CELL_MS) {
    if (!isSame(sizeAt(week, cellMs), sizeAt(week, cellMs - CELL_MS))) return cellMs;
  }
  return null;
}

/** Whether a value is the size of before the last change, and that was less than the grace time ago. */
export function isLate(week: Week, value: number, atMs: number, graceMs: number): boolean {
  const changeMs = findChange(week, atMs);
  return changeMs !== null && atMs - changeMs < graceMs && fits(sizeAt(week, changeMs - CELL_MS), value);
}

/** Whether a value is a size of the schedule. */
export function isOfSchedule({ base, schedule }: Week, value: number): boolean {
  return schedule.length > 0 && [base, ...schedule.map(({ size }) => size)].some((size) => fits(size, value));
}
