import type { Clock } from '../../model/clock.ts';
import { type ResponseHeaders, readDate } from '../rate-limit/headers.ts';

export interface ServiceClock {
  /** The time of the service in epoch milliseconds; the local time before the first response. */
  now(): number;
  /** Sets the clock from the headers of a response that arrived `ageMs` ago. */
  follow(headers: ResponseHeaders, ageMs?: number): void;
}

/** `Date` has whole seconds: the service is half a second later on average. */
const HALF_SECOND_MS = 500;
/** A smaller offset may come from rounding and latency. */
const MIN_OFFSET_MS = 2_000;

/** The last year that an HTTP date can hold is excluded, since the clock advances from it. */
const FIRST_MS = 0;
const LAST_MS = Date.parse('9999-01-01T00:00:00Z');

/** The time of the service: its last `Date` plus the monotonic time since, so steps of the wall clock do not matter. */
export function createServiceClock(clock: Pick<Clock, 'now' | 'monotonicMs'>): ServiceClock {
  let shown: { readonly time: number; readonly atMs: number } | null = null;
  return {
    now: () => (shown === null ? clock.now() : Math.round(shown.time + clock.monotonicMs() - shown.atMs)),
    follow(headers, ageMs = 0) {
      const date = readServiceTime(headers);
      if (date === null) return;
      const local = clock.now() - ageMs;
      const service = date + HALF_SECOND_MS;
      // When both nearly agree, the local clock is more precise.
      const time = Math.abs(service - local) < MIN_OFFSET_MS ? local : service;
      shown = { time, atMs: clock.monotonicMs() - ageMs };
    },
  };
}

/**
 * `Date` plus `Age`: a cache repeats the date of the response that it stored (RFC 9111, part 5.1), which would make an
 * old state look fresh. Only GMT: other dates would be read in the local time zone.
 */
function readServiceTime({ date, age }: ResponseHeaders): number | null {
  const shown = date?.trim().endsWith('GMT') ? readDate(date) : null;
  const time = shown === null ? null : shown + readAge(age);
  return time === null || time < FIRST_MS || time >= LAST_MS ? null : time;
}

/** Milliseconds; 0 without `Age`. */
function readAge(age: string | undefined): number {
  return /^\d+$/.test(age?.trim() ?? '') ? Number(age) * 1_000 : 0;
}
