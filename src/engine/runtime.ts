import type { Interrupts } from '../apply/ports.ts';
import { type Clock, createSteadyClock } from '../model/clock.ts';
import { MACHINE_CLOCK } from '../platform/machine-clock.ts';
import type { ApplyOptions, Credentials, OwnClock } from './options.ts';

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
    environment: { ...variables, ...replaceCredentials(credentials) },
    clock: createSteadyClock(completeClock(clock)),
    random: Math.random,
    interrupts: { stop: signal ?? never, abort: abort ?? never },
  };
}

/** The variables of the credentials that are given, also those that name a file. */
function replaceCredentials({ keyId, keySecret, accessToken }: Credentials): Runtime['environment'] {
  return {
    ...(keyId !== undefined && { PIPEFORM_KEY_ID: keyId, PIPEFORM_KEY_ID_FILE: undefined }),
    ...(keySecret !== undefined && { PIPEFORM_KEY_SECRET: keySecret, PIPEFORM_KEY_SECRET_FILE: undefined }),
    ...(accessToken !== undefined && { PIPEFORM_ACCESS_TOKEN: accessToken, PIPEFORM_ACCESS_TOKEN_FILE: undefined }),
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
