/** Time as an argument, so that tests do not wait. */
export interface Clock {
  /** Epoch milliseconds. It may step: use it only for times that are shown, saved or compared with the service's. */
  now(): number;
  /** Milliseconds since an arbitrary start; never goes back. For durations, deadlines, rate limits and back-off. */
  monotonicMs(): number;
  /** Resolves after the time, or when the signal aborts. Never rejects. */
  sleep(milliseconds: number, signal: AbortSignal): Promise<void>;
}

/** A clock whose `now` does not step, for one command: the time at this call, plus the monotonic time since. */
export function createSteadyClock(clock: Clock): Clock {
  const startMs = clock.now() - clock.monotonicMs();
  return {
    now: () => Math.round(startMs + clock.monotonicMs()),
    monotonicMs: () => clock.monotonicMs(),
    sleep: (milliseconds, signal) => clock.sleep(milliseconds, signal),
  };
}

/** A time without the fraction of its second, as `2026-11-20T10:00:00Z`. */
export function formatSecond(milliseconds: number): string {
  return new Date(milliseconds).toISOString().replace(/\.\d+Z$/, 'Z');
}

/** A time to the minute in a zone of the IANA database, as `2026-11-20 10:00 UTC` or `2026-11-20 11:00 Europe/Berlin`. */
export function formatMinute(milliseconds: number, timezone = 'UTC'): string {
  const local = timezone === 'UTC' ? null : createFormat(timezone);
  if (local === null) return `${new Date(milliseconds).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
  return `${local.format(milliseconds)} ${timezone}`;
}

/** null for a zone that this release of Node does not know, which a saved report may have. */
function createFormat(timeZone: string): Intl.DateTimeFormat | null {
  try {
    return new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' });
  } catch {
    return null;
  }
}

/** The current time, as `2026-11-20T10:00:00.000Z`. */
export function timestamp(clock: Pick<Clock, 'now'>): string {
  return new Date(clock.now()).toISOString();
}

export const SECOND_MS = 1_000;
export const MINUTE_MS = 60 * SECOND_MS;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;
export const WEEK_MS = 7 * DAY_MS;
