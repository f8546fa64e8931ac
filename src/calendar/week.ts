import { DAY_MS, HOUR_MS, MINUTE_MS, WEEK_MS } from '../model/clock.ts';
import type { WeeklyWindow } from '../model/weekly-window.ts';

/** 1970-01-05. */
const MONDAY_MS = 4 * DAY_MS;

/** A part of the week in milliseconds; `startMs` counts from Monday 00:00, and the end may be in the next week. */
export interface WeekSpan {
  readonly startMs: number;
  readonly lengthMs: number;
}

/** The remainder of a division, from 0 to `divisor`, also of negative numbers. */
export function modulo(number: number, divisor: number): number {
  return ((number % divisor) + divisor) % divisor;
}

/** The milliseconds since Monday 00:00 of a local time, in milliseconds since 1970-01-01 00:00. */
export function positionInWeek(localMs: number): number {
  return modulo(localMs - MONDAY_MS, WEEK_MS);
}

/** A window as a part of the week. */
export interface WeekPart {
  /** One for each day on which the window starts. */
  readonly spans: readonly WeekSpan[];
  /** The positions at which a span begins or ends; not where one goes on in the next. */
  readonly bounds: readonly number[];
  /** When a span may start, in local milliseconds since 1970-01-01 00:00; infinite without dates. `untilMs` is not included. */
  readonly fromMs: number;
  readonly untilMs: number;
}

/** Thousands of questions about the same window take as long as its computation. */
const known = new WeakMap<WeeklyWindow, WeekPart>();

export function findPart(window: WeeklyWindow): WeekPart {
  const found = known.get(window);
  if (found !== undefined) return found;
  const { days, hours, dates } = window;
  const fromMs = hours === null ? 0 : readTime(hours.from);
  const untilMs = hours === null ? DAY_MS : readTime(hours.until);
  const lengthMs = untilMs > fromMs ? untilMs - fromMs : untilMs + DAY_MS - fromMs;
  const spans = days.map((day) => ({ startMs: (day - 1) * DAY_MS + fromMs, lengthMs }));
  const part = { ...createPart(spans), ...(dates && readDates(dates)) };
  known.set(window, part);
  return part;
}

/** The same part, seen by a clock that is `offsetMs` ahead. */
export function shiftPart({ spans }: WeekPart, offsetMs: number): WeekPart {
  return createPart(spans.map(({ startMs, lengthMs }) => ({ startMs: modulo(startMs + offsetMs, WEEK_MS), lengthMs })));
}

function createPart(spans: readonly WeekSpan[]): WeekPart {
  const starts = spans.map(({ startMs }) => startMs);
  const ends = spans.map(({ startMs, lengthMs }) => modulo(startMs + lengthMs, WEEK_MS));
  const bounds = [...starts.filter((start) => !ends.includes(start)), ...ends.filter((end) => !starts.includes(end))];
  return { spans, bounds, fromMs: -Infinity, untilMs: Infinity };
}

function readDates({ from, until }: NonNullable<WeeklyWindow['dates']>): Pick<WeekPart, 'fromMs' | 'untilMs'> {
  return { fromMs: Date.parse(from), untilMs: Date.parse(until) + DAY_MS };
}

/** `time` is `HH:MM`. */
function readTime(time: string): number {
  const [hour, minute] = time.split(':').map(Number);
  return (hour ?? 0) * HOUR_MS + (minute ?? 0) * MINUTE_MS;
}

/** Whether a local time, in milliseconds since 1970-01-01 00:00, is in a span that may start when it does. */
export function includes({ spans, fromMs, untilMs }: WeekPart, localMs: number): boolean {
  const positionMs = positionInWeek(localMs);
  return spans.some(({ startMs, lengthMs }) => {
    const agoMs = modulo(positionMs - startMs, WEEK_MS);
    return agoMs < lengthMs && localMs - agoMs >= fromMs && localMs - agoMs < untilMs;
  });
}

/** Whether a span contains a position, in any week. */
export function isInside({ spans }: WeekPart, positionMs: number): boolean {
  return spans.some(({ startMs, lengthMs }) => modulo(positionMs - startMs, WEEK_MS) < lengthMs);
}
