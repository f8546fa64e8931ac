/** Time as an argument, so that nothing has to wait in a test. */
export interface Clock {
  /** Epoch milliseconds. */
  now(): number;
  /** Resolves after that many milliseconds, or sooner once the signal is aborted. Never rejects. */
  sleep(milliseconds: number, signal: AbortSignal): Promise<void>;
}
