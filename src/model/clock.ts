/** Time as an argument, so that nothing has to wait in a test. */
export interface Clock {
  /** Epoch milliseconds. */
  now(): number;
  /** Resolves after that many milliseconds; ends early, by resolving or rejecting, when the signal is aborted. */
  sleep(milliseconds: number, signal: AbortSignal): Promise<void>;
}
