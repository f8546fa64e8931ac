import { setTimeout as wait } from 'node:timers/promises';

/** The clock of this machine: the one place that reads it. Everything else is given a clock. */
export const MACHINE_CLOCK = {
  now: () => Date.now(),
  monotonicMs: () => performance.now(),
  sleep: (milliseconds: number, signal: AbortSignal): Promise<void> =>
    wait(Math.ceil(milliseconds), undefined, { signal }).catch(() => {}),
};
