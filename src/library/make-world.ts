import type { World } from '../cli/options/context.ts';
import type { Clock } from '../model/clock.ts';
import { MACHINE_CLOCK } from '../platform/machine-clock.ts';
import type { OwnClock, ServiceOptions } from './service-options.ts';

/** When a call is to end early. */
export interface Signals {
  readonly stop?: AbortSignal | undefined;
  readonly abort?: AbortSignal | undefined;
}

/** The world of a program: what it leaves out is that of its process. */
export function makeWorld(
  { credentials = {}, variables = process.env, clock = MACHINE_CLOCK }: ServiceOptions,
  { stop, abort }: Signals,
): World {
  const {
    keyId = variables.PIPEFORM_KEY_ID,
    keySecret = variables.PIPEFORM_KEY_SECRET,
    accessToken = variables.PIPEFORM_ACCESS_TOKEN,
  } = credentials;
  const never = new AbortController().signal;
  return {
    environment: {
      ...variables,
      PIPEFORM_KEY_ID: keyId,
      PIPEFORM_KEY_SECRET: keySecret,
      PIPEFORM_ACCESS_TOKEN: accessToken,
    },
    clock: completeClock(clock),
    random: Math.random,
    interrupts: { stop: stop ?? never, abort: abort ?? never },
  };
}

/** Without a `monotonicMs` of its own, the time of a clock is what its `now` has gone forward in all. */
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
