import type { Clock } from '../../model/clock.ts';
import { type ResponseHeaders, readDate } from '../rate-limit/headers.ts';

export interface ServiceClock {
  /** The service's time, epoch milliseconds; this machine's until a response has shown it. */
  now(): number;
  /** Sets the clock by the headers of a response, which arrived so many milliseconds ago. */
  follow(headers: ResponseHeaders, ageMs?: number): void;
}

/** `Date` is cut to whole seconds: on average the service is half a second further. */
const HALF_SECOND_MS = 500;
/** Less than this may be due to the whole seconds and the way of the response. */
const SMALLEST_OFFSET_MS = 2_000;

/** The year of an HTTP date has four digits; in the last one it might run out while the clock goes on. */
const FIRST_MS = 0;
const LAST_MS = Date.parse('9999-01-01T00:00:00Z');

/**
 * Time as the service has it: that of the last readable `Date` header, and what has passed since then. A wall clock that steps
 * afterwards changes nothing.
 */
export function createServiceClock(clock: Pick<Clock, 'now' | 'monotonicMs'>): ServiceClock {
  let shown: { readonly time: number; readonly atMs: number } | null = null;
  return {
    now: () => (shown === null ? clock.now() : shown.time + Math.round(clock.monotonicMs() - shown.atMs)),
    follow(headers, ageMs = 0) {
      const date = readServiceTime(headers);
      if (date === null) return;
      const own = clock.now() - ageMs;
      const service = date + HALF_SECOND_MS;
      // Where the two nearly agree, this machine's clock is the finer one.
      const time = Math.abs(service - own) < SMALLEST_OFFSET_MS ? own : service;
      shown = { time, atMs: clock.monotonicMs() - ageMs };
    },
  };
}

/**
 * `Date` and the seconds of `Age` since then: a cache repeats the date of the answer that it keeps (RFC 9111, part 5.1), by
 * which a state of hours ago would look fresh. Only dates in GMT, as HTTP writes them: others would be read in the zone of
 * this machine.
 */
function readServiceTime({ date, age }: ResponseHeaders): number | null {
  const shown = date?.trim().endsWith('GMT') ? readDate(date) : null;
  const time = shown === null ? null : shown + readAge(age);
  return time === null || time < FIRST_MS || time >= LAST_MS ? null : time;
}

/** Milliseconds; 0 when no cache says how old the answer is. */
function readAge(age: string | undefined): number {
  return /^\d+$/.test(age?.trim() ?? '') ? Number(age) * 1_000 : 0;
}
