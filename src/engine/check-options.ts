import type { Fleet } from '../model/fleet.ts';
import { MAX_SHARDS, type Override, type Shard } from '../model/plan.ts';
import { suggest } from '../model/suggest.ts';
import {
  type AllowanceOptions,
  type ApplyOptions,
  type Credentials,
  LONGEST_MS,
  type LoadFleetOptions,
  MAX_PARALLEL,
  type PlanOptions,
  type ProjectFleet,
} from './options.ts';

// Checks for JavaScript callers. A message never contains a string that may be a secret.

type CheckValue = (name: string, value: unknown) => void;
type CheckValues<Options> = Readonly<Record<keyof Options, CheckValue>>;

const anything: CheckValue = () => {};

const kind =
  (isOfKind: (value: unknown) => boolean, expected: string): CheckValue =>
  (name, value) => {
    if (!isOfKind(value)) throw new TypeError(`${name} must be ${expected}`);
  };

const string = kind((value) => typeof value === 'string', 'a string');
const boolean = kind((value) => typeof value === 'boolean', 'true or false');
const strings = kind(isListOfStrings, 'a list of strings');

/** A string is iterable, but it is not a list. */
function isListOfStrings(value: unknown): boolean {
  const isList = typeof value === 'object' && value !== null && Symbol.iterator in value;
  return isList && [...(value as Iterable<unknown>)].every((one) => typeof one === 'string');
}

const stringValues: CheckValue = (name, value) => {
  for (const [key, one] of Object.entries(value as object)) if (one !== undefined) string(`${name}.${key}`, one);
};

const shard: CheckValue = (name, value) => {
  const { index, total } = value as Shard;
  whole(1, MAX_SHARDS)(`${name}.total`, total);
  whole(1, total)(`${name}.index`, index);
};

const orNull =
  (check: CheckValue): CheckValue =>
  (name, value) => {
    if (value !== null) check(name, value);
  };

const range =
  (isNumber: (value: unknown) => boolean, least: number, most: number, expected: string): CheckValue =>
  (name, value) => {
    if (!isNumber(value) || (value as number) < least || (value as number) > most)
      throw new RangeError(`${name} must be ${expected}, not ${value}`);
  };

const whole = (least: number, most: number) =>
  range(Number.isInteger, least, most, `a whole number from ${least} to ${most}`);

const milliseconds = (least: 0 | 1) =>
  range(Number.isFinite, least, LONGEST_MS, `${least} to ${LONGEST_MS} milliseconds (a day)`);

const oneOf =
  (...choices: readonly string[]): CheckValue =>
  (name, value) => {
    if (!choices.includes(value as string))
      throw new RangeError(`${name} must be one of ${choices.join(', ')}, not "${value}"`);
  };

/** Refuses unknown names: with a mistyped `exclude`, all pipes would be selected. */
const object =
  (checks: Readonly<Record<string, CheckValue>>): CheckValue =>
  (within, value) => {
    const prefix = within === '' ? '' : `${within}.`;
    for (const [name, one] of Object.entries(value as object)) {
      const check = Object.hasOwn(checks, name) ? checks[name] : undefined;
      if (check === undefined) throw unknownOption(name, prefix, Object.keys(checks));
      if (one !== undefined) check(`${prefix}${name}`, one);
    }
  };

const reason: CheckValue = (name, value) => {
  string(name, value);
  if ((value as string).trim() === '') throw new RangeError(`${name} must not be empty: it is recorded`);
};

const override = object({ policy: oneOf('freeze', 'promotion'), reason } satisfies CheckValues<Override>);

const overrides: CheckValue = (name, value) => {
  if (!Array.isArray(value)) throw new TypeError(`${name} must be a list of { policy, reason }`);
  for (const [index, one] of value.entries()) {
    // Neither is optional, unlike an option.
    const { policy = null, reason = null, ...unknown } = one;
    override(`${name}[${index}]`, { ...unknown, policy, reason });
  }
};

/** The options of all calls together, since a program may pass the same ones to each. */
const checkOptions = object({
  credentials: object({ keyId: string, keySecret: string, accessToken: string } satisfies CheckValues<Credentials>),
  variables: stringValues,
  target: strings,
  exclude: strings,
  shard: orNull(shard),
  parallelism: orNull(whole(1, MAX_PARALLEL)),
  timeoutMs: milliseconds(1),
  onRequest: anything,
  clock: anything,
  base: anything,
  signal: anything,
  onProgress: anything,
  allowances: object({
    force: boolean,
    protectedPipes: strings,
    overrides,
  } satisfies CheckValues<AllowanceOptions>),
  recommend: boolean,
  rollout: boolean,
  failFast: boolean,
  waitTimeoutMs: milliseconds(0),
  lockTimeoutMs: milliseconds(0),
  journal: anything,
  abort: anything,
  onEvent: anything,
} satisfies CheckValues<PlanOptions & ApplyOptions>);

const checkLoading = object({
  cwd: orNull(string),
  file: orNull(string),
  environment: orNull(string),
  variables: anything,
  files: anything,
} satisfies CheckValues<LoadFleetOptions>);

/** @throws TypeError or RangeError for an invalid argument. */
export function checkArguments(fleet: ProjectFleet, options: object): void {
  checkFleet(fleet);
  checkOptions('', options);
}

/** @throws TypeError for an option that does not exist. */
export function checkLoadOptions(options: object): void {
  checkLoading('', options);
}

function checkFleet(fleet: Partial<ProjectFleet> | null | undefined): void {
  if (typeof fleet?.folder !== 'string' || !Array.isArray(fleet.pipes))
    throw new TypeError('the first argument must be the `fleet` of a loadFleet result whose `ok` is true');
  if (typeof (fleet as Fleet).checks?.get !== 'function')
    throw new TypeError(
      'the fleet was copied without its maps, as JSON does: load it again, or copy it with structuredClone',
    );
}

function unknownOption(name: string, prefix: string, names: readonly string[]): TypeError {
  const meant = suggest(name, names);
  const help = meant === null ? `the options are ${names.join(', ')}` : `did you mean ${prefix}${meant}?`;
  return new TypeError(`there is no option ${prefix}${name}; ${help}`);
}
