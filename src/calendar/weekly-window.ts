import { DAY_MS, MINUTE_MS, WEEK_MS } from '../model/clock.ts';
import { isWeekly, type WeeklyWindow } from '../model/weekly-window.ts';
import { findPart, includes, isInside, modulo, positionInWeek, shiftPart, type WeekPart } from './week.ts';
import { findPeriod, type Period } from './zone.ts';

// While the clocks do not change, a window is the same part of each week. So each function goes from one change of the clocks to the
// next, and computes with milliseconds of the week in between. A dated window also begins or ends where its days do.

const YEAR_MS = 366 * DAY_MS;

/** A dated window holds at no time further from its days: a zone is up to 14 hours off, and a span lasts up to a day. */
const MARGIN_MS = 2 * DAY_MS;

/** A year with all changes of the clocks: how the clocks of two zones differ is found in it, whatever the time is now. */
const REFERENCE = { fromMs: Date.UTC(2027, 0, 1), untilMs: Date.UTC(2028, 0, 1) };

/**
 * Whether a clock in the zone shows a time of the window, at an instant in epoch milliseconds: an hour that the clocks skip never
 * holds, one that they repeat holds both times.
 */
export function holdsAt(window: WeeklyWindow, atMs: number): boolean {
  return isNear(window, atMs) && includes(findPart(window), atMs + findPeriod(window.timezone, atMs).offsetMs);
}

/** Whether a window may hold at an instant; found without its zone, which takes long for hundreds of dated windows. */
export function isNear(window: WeeklyWindow, atMs: number): boolean {
  const { fromMs, untilMs } = findPart(window);
  return atMs >= fromMs - MARGIN_MS && atMs < untilMs + MARGIN_MS;
}

/** The minute of the local week, from 0 at Monday 00:00, at so many times `stepMs` apart. */
export function minutesOfWeek(timezone: string, startMs: number, stepMs: number, length: number): Uint16Array {
  const minutes = new Uint16Array(length);
  for (let index = 0; index < length; index += 1) {
    const atMs = startMs + index * stepMs;
    minutes[index] = positionInWeek(atMs + findPeriod(timezone, atMs).offsetMs) / MINUTE_MS;
  }
  return minutes;
}

/** Whether a window holds at a minute of the local week. */
export function holdsAtMinute(window: WeeklyWindow, minute: number): boolean {
  return isInside(findPart(window), minute * MINUTE_MS);
}

/** The next instant after `atMs` at which any of the windows begins or ends; null without one, of a weekly window within 366 days. */
export function findNextEdge(windows: readonly WeeklyWindow[], atMs: number): number | null {
  const next = Math.min(
    ...windows.map((window) => (isWeekly(window) ? findNextWeekly(window, atMs) : findNextDated(window, atMs))),
  );
  return next === Infinity ? null : next;
}

function findNextDated(window: WeeklyWindow, atMs: number): number {
  const { fromMs, untilMs } = findPart(window);
  const days = listDayBounds(window);
  for (let ms = Math.max(atMs, fromMs - MARGIN_MS); ms < untilMs + MARGIN_MS; ) {
    const clockMs = findPeriod(window.timezone, ms).untilMs;
    const next = Math.min(findNextWeekly(window, ms), clockMs, ...days.filter((one) => one > ms));
    if (next !== Infinity && isEdge(window, next)) return next;
    ms = next;
  }
  return Infinity;
}

/** The instants at which a clock in the zone may show the start of the first day of a dated window, and the end of its last. */
function listDayBounds(window: WeeklyWindow): readonly number[] {
  const { fromMs, untilMs } = findPart(window);
  const offsetAt = (ms: number) => findPeriod(window.timezone, ms).offsetMs;
  return [fromMs, untilMs].flatMap((ms) => [ms - offsetAt(ms - DAY_MS), ms - offsetAt(ms + DAY_MS)]);
}

/** This search ignores the dates of the window. */
function findNextWeekly(window: WeeklyWindow, atMs: number): number {
  const { bounds } = findPart(window);
  let fromMs = atMs;
  while (fromMs <= atMs + YEAR_MS) {
    const { offsetMs, untilMs } = findPeriod(window.timezone, fromMs);
    const position = positionInWeek(fromMs + offsetMs);
    const edge = fromMs + Math.min(...bounds.map((bound) => modulo(bound - position - 1, WEEK_MS) + 1));
    if (edge < untilMs || untilMs === Infinity) return edge;
    if (isWeeklyEdge(window, untilMs)) return untilMs;
    fromMs = untilMs;
  }
  return Infinity;
}

/** The latest instant at or before `atMs` at which any of the windows began or ended; null as in `findNextEdge`. */
export function findLastEdge(windows: readonly WeeklyWindow[], atMs: number): number | null {
  const last = Math.max(
    ...windows.map((window) => (isWeekly(window) ? findLastWeekly(window, atMs) : findLastDated(window, atMs))),
  );
  return last === -Infinity ? null : last;
}

function findLastDated(window: WeeklyWindow, atMs: number): number {
  const { fromMs, untilMs } = findPart(window);
  const days = listDayBounds(window);
  for (let ms = Math.min(atMs, untilMs + MARGIN_MS); ms >= fromMs - MARGIN_MS; ) {
    const clockMs = findPeriod(window.timezone, ms).fromMs;
    const last = Math.max(findLastWeekly(window, ms), clockMs, ...days.filter((one) => one <= ms));
    if (last !== -Infinity && isEdge(window, last)) return last;
    ms = last - 1;
  }
  return -Infinity;
}

/** This search ignores the dates of the window. */
function findLastWeekly(window: WeeklyWindow, atMs: number): number {
  const { bounds } = findPart(window);
  let untilMs = atMs;
  while (untilMs >= atMs - YEAR_MS) {
    const { offsetMs, fromMs } = findPeriod(window.timezone, untilMs);
    const position = positionInWeek(untilMs + offsetMs);
    const edge = untilMs - Math.min(...bounds.map((bound) => modulo(position - bound, WEEK_MS)));
    if (edge > fromMs || fromMs === -Infinity) return edge;
    if (isWeeklyEdge(window, fromMs)) return fromMs;
    untilMs = fromMs - 1;
  }
  return -Infinity;
}

function isEdge(window: WeeklyWindow, atMs: number): boolean {
  return holdsAt(window, atMs) !== holdsAt(window, atMs - 1);
}

function isWeeklyEdge(window: WeeklyWindow, atMs: number): boolean {
  const holds = (ms: number) =>
    isInside(findPart(window), positionInWeek(ms + findPeriod(window.timezone, ms).offsetMs));
  return holds(atMs) !== holds(atMs - 1);
}

/** An instant at which both windows hold: of weekly ones in a reference year, else of the first year of their days; null without one. */
export function findOverlap(a: WeeklyWindow, b: WeeklyWindow): number | null {
  if (!isWeekly(a) || !isWeekly(b)) {
    const { fromMs, untilMs } = spanDates([a, b]);
    return findInstant([a, b], fromMs, untilMs, (ms) => holdsAt(a, ms) && holdsAt(b, ms));
  }
  // In one zone, the same hours of the week overlap whatever its offset is: most pairs end here.
  if (a.timezone === b.timezone && findShared(findPart(a), findPart(b)).length === 0) return null;
  for (const { fromMs, untilMs } of listPeriods([a, b])) {
    const [one, other] = [a, b].map((window) => partInUtc(window, fromMs)) as [WeekPart, WeekPart];
    const position = positionInWeek(fromMs);
    const both = findShared(one, other);
    if (isInside(one, position) && isInside(other, position)) both.push(position);
    const firstMs = fromMs + Math.min(...both.map((start) => modulo(start - position, WEEK_MS)));
    if (firstMs < untilMs) return firstMs;
  }
  return null;
}

/** The positions at which a span of one begins inside one of the other. */
function findShared(one: WeekPart, other: WeekPart): number[] {
  const inside = (a: WeekPart, b: WeekPart) =>
    a.spans.flatMap(({ startMs }) => (isInside(b, startMs) ? [startMs] : []));
  return [...inside(one, other), ...inside(other, one)];
}

/** Whether earlier windows hold whenever a window does. The days of a dated one after its first year are not asked. */
export function isCovered(window: WeeklyWindow, earlier: readonly WeeklyWindow[]): boolean {
  if (isWeekly(window)) return sharesOfWeek([...earlier.filter(isWeekly), window]).at(-2) === 0;
  const { fromMs, untilMs } = spanDates([window]);
  const isAlone = (ms: number) => holdsAt(window, ms) && !earlier.some((one) => holdsAt(one, ms));
  return untilMs >= findPart(window).untilMs && findInstant([window, ...earlier], fromMs, untilMs, isAlone) === null;
}

/** The instants of up to a year in which all dated windows may hold. */
function spanDates(windows: readonly WeeklyWindow[]): { readonly fromMs: number; readonly untilMs: number } {
  const parts = windows.map(findPart);
  const fromMs = Math.max(...parts.map((part) => part.fromMs)) - MARGIN_MS;
  return { fromMs, untilMs: Math.min(fromMs + YEAR_MS, ...parts.map((part) => part.untilMs + MARGIN_MS)) };
}

/** The first instant of a time with a property that only edges of the windows change; null without one. */
function findInstant(
  windows: readonly WeeklyWindow[],
  fromMs: number,
  untilMs: number,
  isMeant: (ms: number) => boolean,
): number | null {
  for (let ms = fromMs; ms < untilMs; ms = findNextEdge(windows, ms) ?? Infinity) if (isMeant(ms)) return ms;
  return null;
}

/**
 * The share of a week in which each weekly window is the first that holds, then the share in which none does. The sum is 1. Where the
 * clocks of zones change on different days, the mean over a year.
 */
export function sharesOfWeek(windows: readonly WeeklyWindow[]): readonly number[] {
  const totals = [...windows, null].map(() => 0);
  for (const { fromMs, untilMs } of listPeriods(windows)) {
    // The weight is in minutes, so that the products are exact.
    const weight = (untilMs - fromMs) / MINUTE_MS;
    for (const [index, minutes] of countMinutes(windows, fromMs).entries()) {
      totals[index] = (totals[index] ?? 0) + minutes * weight;
    }
  }
  const year = (REFERENCE.untilMs - REFERENCE.fromMs) / MINUTE_MS;
  return totals.map((total) => total / ((WEEK_MS / MINUTE_MS) * year));
}

/** The minutes of a week in which each window is the first that holds, then those of none, with the clocks as they are at `atMs`. */
function countMinutes(windows: readonly WeeklyWindow[], atMs: number): readonly number[] {
  const parts = windows.map((window) => partInUtc(window, atMs));
  const cuts = [...new Set([0, ...parts.flatMap(({ bounds }) => bounds)])].sort((a, b) => a - b);
  const counts = [...windows, null].map(() => 0);
  for (const [index, cut] of cuts.entries()) {
    const first = parts.findIndex((part) => isInside(part, cut));
    const holder = first === -1 ? windows.length : first;
    counts[holder] = (counts[holder] ?? 0) + ((cuts[index + 1] ?? WEEK_MS) - cut) / MINUTE_MS;
  }
  return counts;
}

/** The week of a window by the clock of UTC, while the clocks of its zone are as they are at `atMs`. */
function partInUtc(window: WeeklyWindow, atMs: number): WeekPart {
  return shiftPart(findPart(window), -findPeriod(window.timezone, atMs).offsetMs);
}

/** The reference year, cut where the clocks of any of the windows change. */
function listPeriods(windows: readonly WeeklyWindow[]): readonly Omit<Period, 'offsetMs'>[] {
  const periods = [];
  for (let fromMs = REFERENCE.fromMs; fromMs < REFERENCE.untilMs; ) {
    const changes = windows.map(({ timezone }) => findPeriod(timezone, fromMs).untilMs);
    const untilMs = Math.min(REFERENCE.untilMs, ...changes);
    periods.push({ fromMs, untilMs });
    fromMs = untilMs;
  }
  return periods;
}
