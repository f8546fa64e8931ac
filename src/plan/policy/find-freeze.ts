// Temporal has the rules of every time zone, which arithmetic of our own would get wrong. `temporal-polyfill` is a third of the size
// of `@js-temporal/polyfill` (55 and 151 KB built in), needs no BigInt library and is released more often. Both run on Node 20.
// Only a configuration with a freeze loads this file.
import { Temporal } from 'temporal-polyfill';
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
  const { timezone, reason, location } = first;
  const end = findEnd(freezes, first, now);
  const until =
    end === null ? null : { utc: print(end, 'UTC'), local: timezone === 'UTC' ? null : print(end, timezone) };
  return { reason, location, until };
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
  const local = instant.toZonedDateTimeISO(freeze.timezone);
  const date = local.toPlainDate();
  if (freeze.kind === 'dates') {
    const { compare } = Temporal.PlainDate;
    return compare(date, freeze.from) >= 0 && compare(date, freeze.until) <= 0;
  }
  const { days, hours } = freeze;
  const isOn = (day: Temporal.PlainDate): boolean => days.includes(day.dayOfWeek);
  if (hours === null) return isOn(date);
  const time = local.toPlainTime();
  const isAfter = isFrom(time, hours.from);
  const isBefore = hours.until === END_OF_DAY || !isFrom(time, hours.until);
  if (!isOverMidnight(hours)) return isOn(date) && isAfter && isBefore;
  return (isOn(date) && isAfter) || (isOn(date.subtract({ days: 1 })) && isBefore);
}

const END_OF_DAY = '24:00';

/** Both are `HH:MM`. */
function isOverMidnight({ from, until }: { readonly from: string; readonly until: string }): boolean {
  return until < from;
}

function isFrom(time: Temporal.PlainTime, start: string): boolean {
  return Temporal.PlainTime.compare(time, start) >= 0;
}

/** The first instant after `now` that no window covers; null when there is none within the limits. `first` holds at `now`. */
function findEnd(freezes: readonly Freeze[], first: Freeze, now: Temporal.Instant): Temporal.Instant | null {
  let instant = now;
  let active = first;
  let questions = 0;
  for (let step = 0; step < MAX_STEPS && questions < MAX_QUESTIONS; step++) {
    instant = findChange(active, instant);
    // The same window often goes on, such as that of the next day.
    const next = [active, ...freezes].find((freeze) => {
      if (isFar(freeze, instant)) return false;
      questions += 1;
      return isFrozen(freeze, instant);
    });
    if (next === undefined) return instant;
    active = next;
  }
  return null;
}

/** The next instant at which a window that holds at `instant` may end: it holds until then. */
function findChange(freeze: Freeze, instant: Temporal.Instant): Temporal.Instant {
  const { timezone } = freeze;
  const local = instant.toZonedDateTimeISO(timezone);
  // The days from one to another may be years, and only their end counts.
  const transition = freeze.kind === 'dates' ? undefined : local.getTimeZoneTransition('next')?.toInstant();
  const ends = listEnds(freeze, local.toPlainDate()).flatMap((end) => findInstants(end, timezone));
  return [...ends, ...(transition === undefined ? [] : [transition])]
    .filter((change) => Temporal.Instant.compare(change, instant) > 0)
    .reduce((a, b) => (Temporal.Instant.compare(a, b) < 0 ? a : b));
}

/** The local times after `date` begins at which a window may end. */
function listEnds(freeze: Freeze, date: Temporal.PlainDate): readonly Temporal.PlainDateTime[] {
  if (freeze.kind === 'dates') return [Temporal.PlainDate.from(freeze.until).add({ days: 1 }).toPlainDateTime()];
  const { hours } = freeze;
  const midnight = date.add({ days: 1 }).toPlainDateTime();
  return hours === null || hours.until === END_OF_DAY ? [midnight] : [midnight, date.toPlainDateTime(hours.until)];
}

/** Clocks that go back show a time twice. */
function findInstants(time: Temporal.PlainDateTime, timezone: string): readonly Temporal.Instant[] {
  return (['earlier', 'later'] as const).map((disambiguation) =>
    time.toZonedDateTime(timezone, { disambiguation }).toInstant(),
  );
}
