import { suggest } from '../../model/suggest.ts';
import type { ApplyOptions } from './apply.ts';
import type { DriftOptions } from './drift.ts';
import type { PlanOptions } from './plan.ts';
import type { Allowed, Credentials, ProjectFleet } from './service-options.ts';

/** The names of options: the compiler holds them against their type. */
export type Names<O> = Readonly<Record<keyof O, true>>;

type AllOptions = PlanOptions & DriftOptions & ApplyOptions;

/** Of all calls together: a program may hand the same options to each of them. */
const OPTIONS = {
  credentials: true,
  variables: true,
  target: true,
  exclude: true,
  shard: true,
  parallelism: true,
  timeoutMs: true,
  onRequest: true,
  clock: true,
  base: true,
  signal: true,
  onProgress: true,
  allowances: true,
  recommend: true,
  rollout: true,
  onFailure: true,
  waitTimeoutMs: true,
  lockTimeoutMs: true,
  journal: true,
  abort: true,
  onEvent: true,
} satisfies Names<AllOptions>;

const CREDENTIALS = { keyId: true, keySecret: true, accessToken: true } satisfies Names<Credentials>;
const ALLOWANCES = { policy: true, protectedPipes: true } satisfies Names<Allowed>;

/**
 * What TypeScript would not let pass, and other programs are told before anything is done. No value is in the words: it may
 * be a secret.
 *
 * @throws TypeError for what is no fleet, and for an option that there is not.
 */
export function checkArguments(fleet: ProjectFleet, options: Partial<AllOptions>): void {
  checkFleet(fleet);
  checkNames(options, OPTIONS);
  const { credentials = {}, allowances = {}, variables = {} } = options;
  checkNames(credentials, CREDENTIALS, 'credentials.');
  checkNames(allowances, ALLOWANCES, 'allowances.');
  checkTextsIn('credentials', credentials);
  checkTextsIn('variables', variables);
}

function checkTextsIn(within: string, values: object): void {
  for (const [name, value] of Object.entries(values)) {
    if (value !== undefined && typeof value !== 'string') throw new TypeError(`${within}.${name} is a text`);
  }
}

/**
 * A mistyped `exclude` would mean the whole fleet, and a mistyped `environment` another one.
 *
 * @throws TypeError for a name that is not known.
 */
export function checkNames(options: object, known: Readonly<Record<string, true>>, within = ''): void {
  const names = Object.keys(known);
  for (const name of Object.keys(options)) {
    if (Object.hasOwn(known, name)) continue;
    const meant = suggest(name, names);
    const help = meant === null ? `there are ${names.join(', ')}` : `did you mean ${within}${meant}?`;
    throw new TypeError(`there is no option ${within}${name}; ${help}`);
  }
}

function checkFleet(fleet: ProjectFleet): void {
  if (typeof fleet?.folder !== 'string' || !Array.isArray(fleet.pipes))
    throw new TypeError('the fleet is not one that loadFleet gave: it is `fleet` of its result, once that is `ok`');
  if (typeof fleet.checks?.get !== 'function' || typeof fleet.policy?.ranges?.get !== 'function')
    throw new TypeError('the fleet has lost its maps, as JSON does: load it anew, or copy it with structuredClone');
}
