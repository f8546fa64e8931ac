import { setTimeout as wait } from 'node:timers/promises';
import type { World } from '../cli/options/context.ts';
import type { Clock } from '../model/clock.ts';
import type { ServiceOptions } from './service-options.ts';

/** When a call is to end early. */
export interface Signals {
  readonly stop?: AbortSignal | undefined;
  readonly abort?: AbortSignal | undefined;
}

const MACHINE_CLOCK: Clock = {
  now: Date.now,
  sleep: (milliseconds, signal) => wait(milliseconds, undefined, { signal }).catch(() => {}),
};

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
    clock,
    random: Math.random,
    interrupts: { stop: stop ?? never, abort: abort ?? never },
  };
}
