import { setTimeout as delay } from 'node:timers/promises';

/** Writes that are carried out some time after their requests have ended. */
export interface LateWrites {
  /** Carries a write out after so many milliseconds. */
  start(milliseconds: number, carryOut: () => Promise<unknown>): void;
  /** Forgets those that wait. */
  cancel(): void;
}

export function createLateWrites(): LateWrites {
  let waiting = new AbortController();
  return {
    start(milliseconds, carryOut) {
      delay(milliseconds, undefined, { signal: waiting.signal, ref: false }).then(carryOut, () => undefined);
    },
    cancel() {
      waiting.abort();
      waiting = new AbortController();
    },
  };
}
