import type { Interrupts } from '../apply/ports.ts';
import { type Clock, createSteadyClock } from '../model/clock.ts';
import { MACHINE_CLOCK } from '../platform/machine-clock.ts';
import type { ApplyOptions, Credentials } from './options.ts';

/** The engine gets its environment, time and randomness only from here. */
export interface Runtime {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly clock: Clock;
  /** A number from 0 up to 1. */
  readonly random: () => number;
  readonly interrupts: Interrupts;
}

/** Defaults come from the process. */
export function createRuntime({
  credentials = {},
  variables = process.env,
  signal,
  abort,
}: Pick<ApplyOptions, 'credentials' | 'variables' | 'signal' | 'abort'>): Runtime {
  const never = new AbortController().signal;
  const stops = [signal, abort].filter((one) => one !== undefined);
  return {
    environment: { ...variables, ...replaceCredentials(credentials) },
    clock: createSteadyClock(MACHINE_CLOCK),
    random: Math.random,
    interrupts: { stop: stops.length === 0 ? never : AbortSignal.any(stops), abort: abort ?? never },
  };
}

/** The variables of the credentials that are given, also those that name a file. */
function replaceCredentials({ keyId, keySecret, accessToken }: Credentials): Runtime['environment'] {
  const given = { PIPEFORM_KEY_ID: keyId, PIPEFORM_KEY_SECRET: keySecret, PIPEFORM_ACCESS_TOKEN: accessToken };
  return Object.fromEntries(
    Object.entries(given).flatMap(([name, value]) =>
      value === undefined
        ? []
        : ([
            [name, value],
            [`${name}_FILE`, undefined],
          ] as const),
    ),
  );
}
