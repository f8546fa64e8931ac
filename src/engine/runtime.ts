import type { Interrupts } from '../apply/ports.ts';
import type { Clock } from '../model/clock.ts';

/** The machine as the engine sees it: nothing below reads the process. */
export interface Runtime {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly clock: Clock;
  /** A number from 0 up to 1. */
  readonly random: () => number;
  readonly interrupts: Interrupts;
}
