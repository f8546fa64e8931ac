import { setTimeout as wait } from 'node:timers/promises';

/** The only place that reads the clock of this machine; all other code takes a clock as an argument. */
export const MACHINE_CLOCK = {
  now: () => Date.now(),
  // `performance` loads a module of Node at each start.
  monotonicMs: () => Number(process.hrtime.bigint()) / 1e6,
  sleep: (milliseconds: number, signal: AbortSignal): Promise<void> =>
    wait(Math.ceil(milliseconds), undefined, { signal }).catch(() => {}),
};
