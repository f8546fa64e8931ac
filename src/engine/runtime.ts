import type { Interrupts } from '../apply/ports.ts';
import type { Clock } from '../model/clock.ts';
import { MACHINE_CLOCK } from '../platform/machine-clock.ts';
import type { ApplyOptions, OwnClock } from './options.ts';

/** The engine gets its environment, time and randomness only from here. */
export interface Runtime {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly clock: Clock;
  /** A number from 0 up to 1. */
  readonly random: () => number;
  readonly interrupts: Interrupts;
}

/** Defaults come from the process. */
export function createRuntime(
  options: Pick<ApplyOptions, 'credentials' | 'variables' | 'clock' | 'signal' | 'abort'>,
): Runtime {
  const { credentials = {}, variables = process.env, clock = MACHINE_CLOCK, signal, abort } = options;
  const never = new AbortController().signal;
  return {
    environment: {
      ...variables,
      PIPEFORM_KEY_ID: credentials.keyId ?? variables.PIPEFORM_KEY_ID,
      PIPEFORM_KEY_SECRET: credentials.keySecret ?? variables.PIPEFORM_KEY_SECRET,
      PIPEFORM_ACCESS_TOKEN: credentials.accessToken ?? variables.PIPEFORM_ACCESS_TOKEN,
    },
    clock: completeClock(clock),
    random: Math.random,
    interrupts: { stop: signal ?? never, abort: abort ?? never },
  };
}

/** Without `monotonicMs`, monotonic time is the sum of all forward steps of `now`. */
function completeClock(clock: OwnClock): Clock {
  let seen = clock.now();
  let passedMs = 0;
  return {
    now: () => clock.now(),
    sleep: (milliseconds, signal) => clock.sleep(milliseconds, signal),
    monotonicMs() {
      if (clock.monotonicMs !== undefined) return clock.monotonicMs();
      const now = clock.now();
      passedMs += Math.max(0, now - seen);
      seen = now;
      return passedMs;
    },
  };
}
