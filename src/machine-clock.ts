import { setTimeout as wait } from 'node:timers/promises';
import type { Clock } from './model/clock.ts';

/** The clock of this machine: the one place that reads it. Everything else is given a clock. */
export const MACHINE_CLOCK: Clock = {
  now: () => Date.now(),
  monotonicMs: () => performance.now(),
  sleep: (milliseconds, signal) => wait(Math.ceil(milliseconds), undefined, { signal }).catch(() => {}),
};
