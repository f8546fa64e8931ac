/** Time as an argument, so that nothing has to wait in a test. */
export interface Clock {
  /**
   * The wall clock, in epoch milliseconds. It may step in either direction at any moment, so it is only for times that are
   * shown, written down or compared with times of the service.
   */
  now(): number;
  /**
   * Milliseconds since an arbitrary start. It never goes back, so it measures durations, deadlines, rate limits and back-off.
   */
  monotonicMs(): number;
  /** Resolves after that many milliseconds, or sooner once the signal is aborted. Never rejects. */
  sleep(milliseconds: number, signal: AbortSignal): Promise<void>;
}

/** The time of an event or a line of a journal, as `2026-11-20T10:00:00.000Z`. */
export function timestamp(clock: Pick<Clock, 'now'>): string {
  return new Date(clock.now()).toISOString();
}
