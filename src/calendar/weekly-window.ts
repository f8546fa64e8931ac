import { DAY_MS, MINUTE_MS, WEEK_MS } from '../model/clock.ts';
import type { WeeklyWindow } from '../model/weekly-window.ts';
import { findPart, isInside, modulo, positionInWeek, shiftPart } from './week.ts';
import { findPeriod, type Period } from './zone.ts';

// While the clocks do not change, a window is the same part of each week. So each function goes from one change of the clocks to the
// next, and computes with milliseconds of the week in between.

const YEAR_MS = 366 * DAY_MS;

/** A year with all changes of the clocks: how the clocks of two zones differ is found in it, whatever the time is now. */
const REFERENCE = { fromMs: Date.UTC(2027, 0, 1), untilMs: Date.UTC(2028, 0, 1) };

/**
 * Whether a clock in the zone shows a time of the window, at an instant in epoch milliseconds: an hour that the clocks skip never
 * holds, one that they repeat holds both times.
 */
export function holdsAt(window: WeeklyWindow, atMs: number): boolean {
  const { offsetMs } = findPeriod(window.timezone, atMs);
  return isInside(findPart(window), positionInWeek(atMs + offsetMs));
}

/** The minute of the local week, from 0 at Monday 00:00, at so many times `stepMs` apart. */
export function minutesOfWeek(timezone: string, startMs: number, stepMs: number, length: number): Uint16Array {
  return Uint16Array.from({ length }, (_, index) => {
    const atMs = startMs + index * stepMs;
    return positionInWeek(atMs + findPeriod(timezone, atMs).offsetMs) / MINUTE_MS;
  });
}

/** Whether a window holds at a minute of the local week. */
export function holdsAtMinute(window: WeeklyWindow, minute: number): boolean {
  return isInside(findPart(window), minute * MINUTE_MS);
}

/** The next instant after `atMs` at which any of the windows begins or ends; null without one within 366 days. */
export function findNextEdge(windows: readonly WeeklyWindow[], atMs: number): number | null {
  const next = Math.min(...windows.map((window) => findNextEdgeOf(window, atMs)));
  return next <= atMs + YEAR_MS ? next : null;
}

function findNextEdgeOf(window: WeeklyWindow, atMs: number): number {
  const { bounds } = findPart(window);
  let fromMs = atMs;
  while (fromMs <= atMs + YEAR_MS) {
    const { offsetMs, untilMs } = findPeriod(window.timezone, fromMs);
    const position = positionInWeek(fromMs + offsetMs);
    const edge = fromMs + Math.min(...bounds.map((bound) => modulo(bound - position - 1, WEEK_MS) + 1));
    if (edge < untilMs || untilMs === Infinity) return edge;
    if (isEdge(window, untilMs)) return untilMs;
    fromMs = untilMs;
  }
  return Infinity;
}

/** The latest instant at or before `atMs` at which any of the windows began or ended; null without one within 366 days. */
export function findLastEdge(windows: readonly WeeklyWindow[], atMs: number): number | null {
  const last = Math.max(...windows.map((window) => findLastEdgeOf(window, atMs)));
  return last >= atMs - YEAR_MS ? last : null;
}

function findLastEdgeOf(window: WeeklyWindow, atMs: number): number {
  const { bounds } = findPart(window);
  let untilMs = atMs;
  while (untilMs >= atMs - YEAR_MS) {
    const { offsetMs, fromMs } = findPeriod(window.timezone, untilMs);
    const position = positionInWeek(untilMs + offsetMs);
    const edge = untilMs - Math.min(...bounds.map((bound) => modulo(position - bound, WEEK_MS)));
    if (edge > fromMs || fromMs === -Infinity) return edge;
    if (isEdge(window, fromMs)) return fromMs;
    untilMs = fromMs - 1;
  }
  return -Infinity;
}

function isEdge(window: WeeklyWindow, atMs: number): boolean {
  return holdsAt(window, atMs) !== holdsAt(window, atMs - 1);
}

/** An instant of a reference year at which both windows hold; null without one. */
export function findOverlap(a: WeeklyWindow, b: WeeklyWindow): number | null {
  for (const { fromMs, untilMs } of listPeriods([a, b])) {
    // After a week, all repeats.
    const lastMs = Math.min(untilMs, fromMs + WEEK_MS);
    for (let atMs = fromMs; atMs < lastMs; atMs = findNextEdge([a, b], atMs) ?? Infinity) {
      if (holdsAt(a, atMs) && holdsAt(b, atMs)) return atMs;
    }
  }
  return null;
}

/**
 * The share of a week in which each window is the first that holds, then the share in which none does. The sum is 1. Where the
 * clocks of zones change on different days, the mean over a year.
 */
export function sharesOfWeek(windows: readonly WeeklyWindow[]): readonly number[] {
  const totals = [...windows, null].map(() => 0);
  for (const { fromMs, untilMs } of listPeriods(windows)) {
    // In minutes, so that the products are exact.
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
  const parts = windows.map((window) => shiftPart(findPart(window), -findPeriod(window.timezone, atMs).offsetMs));
  const cuts = [...new Set([0, ...parts.flatMap(({ bounds }) => bounds)])].sort((a, b) => a - b);
  const counts = [...windows, null].map(() => 0);
  for (const [index, cut] of cuts.entries()) {
    const first = parts.findIndex((part) => isInside(part, cut));
    const holder = first === -1 ? windows.length : first;
    counts[holder] = (counts[holder] ?? 0) + ((cuts[index + 1] ?? WEEK_MS) - cut) / MINUTE_MS;
  }
  return counts;
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
