import { Temporal } from 'temporal-polyfill';
import { findNextEdge, holdsAt } from '../../calendar/weekly-window.ts';
import { DAY_MS } from '../../model/clock.ts';
import type { Freeze } from '../../model/fleet.ts';
import type { ActiveFreeze } from './freeze.ts';

/** Steps from one window to the next that touches it; windows that touch for longer have no known end. */
const MAX_STEPS = 1_000;

/** Questions whether a window that is near holds: about a second, also for thousands of windows. */
const MAX_QUESTIONS = 20_000;

/**
 * The freeze that holds at `nowMs`, in epoch milliseconds; null without one. A window is over the local time that a clock in
 * its zone shows: an hour that the clocks skip is never frozen, one that they repeat is frozen both times. A window over
 * midnight belongs to the day on which it starts. The end is that of all windows that follow without a gap.
 */
export function findFreeze(freezes: readonly Freeze[], nowMs: number): ActiveFreeze | null {
  const now = Temporal.Instant.fromEpochMilliseconds(nowMs);
  const first = freezes.find((freeze) => !isFar(freeze, now) && isFrozen(freeze, now));
  if (first === undefined) return null;
  const { timezone, reason, location, allowsSchedule } = first;
  const end = findEnd(freezes, first, now);
  const until =
    end === null ? null : { utc: print(end, 'UTC'), local: timezone === 'UTC' ? null : print(end, timezone) };
  return { reason, location, ...(allowsSchedule && { allowsSchedule }), until };
}

function print(instant: Temporal.Instant, timezone: string): string {
  const local = instant.toZonedDateTimeISO(timezone);
  return `${local.toPlainDate()} ${local.toPlainTime().toString({ smallestUnit: 'minute' })} ${timezone}`;
}

/** Whether days are more than one day away: without the time in their zone, which takes long to find for hundreds of freezes. */
function isFar(freeze: Freeze, { epochMilliseconds }: Temporal.Instant): boolean {
  if (freeze.kind !== 'dates') return false;
  const [from, end] = [Date.parse(freeze.from), Date.parse(freeze.until) + DAY_MS];
  return epochMilliseconds < from - DAY_MS || epochMilliseconds >= end + DAY_MS;
}

function isFrozen(freeze: Freeze, instant: Temporal.Instant): boolean {
  if (freeze.kind === 'days') return holdsAt(freeze, instant.epochMilliseconds);
  const date = instant.toZonedDateTimeISO(freeze.timezone).toPlainDate();
  const { compare } = Temporal.PlainDate;
  return compare(date, freeze.from) >= 0 && compare(date, freeze.until) <= 0;
}

/** The first instant after `now` that no window covers; null when there is none within the limits. `first` holds at `now`. */
function findEnd(freezes: readonly Freeze[], first: Freeze, now: Temporal.Instant): Temporal.Instant | null {
  let instant = now;
  let active = first;
  let questions = 0;
  for (let step = 0; step < MAX_STEPS && questions < MAX_QUESTIONS; step++) {
    const end = findEndOf(active, instant);
    if (end === null) return null;
    instant = end;
    const next = freezes.find((freeze) => {
      if (isFar(freeze, instant)) return false;
      questions += 1;
      return isFrozen(freeze, instant);
    });
    if (next === undefined) return instant;
    active = next;
  }
  return null;
}

/** The next instant at which a window that holds at `instant` ends; null without one within a year. */
function findEndOf(freeze: Freeze, instant: Temporal.Instant): Temporal.Instant | null {
  if (freeze.kind === 'days') {
    const edge = findNextEdge([freeze], instant.epochMilliseconds);
    return edge === null ? null : Temporal.Instant.fromEpochMilliseconds(edge);
  }
  const midnight = Temporal.PlainDate.from(freeze.until).add({ days: 1 }).toPlainDateTime();
  // Clocks that go back may show a midnight twice.
  return (['earlier', 'later'] as const)
    .map((disambiguation) => midnight.toZonedDateTime(freeze.timezone, { disambiguation }).toInstant())
    .filter((end) => Temporal.Instant.compare(end, instant) > 0)
    .reduce((a, b) => (Temporal.Instant.compare(a, b) < 0 ? a : b));
}
