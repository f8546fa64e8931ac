import { findNextEdge, holdsAt, isNear } from '../../calendar/weekly-window.ts';
import { formatMinute } from '../../model/clock.ts';
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
  const first = freezes.find((freeze) => holdsAt(freeze, nowMs));
  if (first === undefined) return null;
  const { timezone, reason, location, allowsSchedule } = first;
  const endMs = findEnd(freezes, first, nowMs);
  const local = endMs === null || timezone === 'UTC' ? null : formatMinute(endMs, timezone);
  const until = endMs === null ? null : { utc: formatMinute(endMs), local };
  const freeze = { reason, location, until };
  return allowsSchedule ? { ...freeze, allowsSchedule } : freeze;
}

/** The first instant after `nowMs` that no window covers; null when there is none within the limits. `first` holds at `nowMs`. */
function findEnd(freezes: readonly Freeze[], first: Freeze, nowMs: number): number | null {
  let active = first;
  let atMs = nowMs;
  let questions = 0;
  for (let step = 0; step < MAX_STEPS && questions < MAX_QUESTIONS; step++) {
    const endMs = findNextEdge([active], atMs);
    if (endMs === null) return null;
    atMs = endMs;
    const next = freezes.find((freeze) => {
      if (!isNear(freeze, endMs)) return false;
      questions += 1;
      return holdsAt(freeze, endMs);
    });
    if (next === undefined) return endMs;
    active = next;
  }
  return null;
}
