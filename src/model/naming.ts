import { FIELDS } from './field.ts';

/**
 * What a deployment of the pipes API calls otherwise than the contract does (pipes API: the product word is replaced by
 * `pipe` in paths and by `db` in the names of settings). Configurations, changes and documents have the contract's names;
 * requests and answers have the deployment's.
 */
export interface Naming {
  /** The segment of the path before a pipe's id. */
  readonly resource: string;
  /** What the names of settings begin with that begin with `db_` in the contract. */
  readonly settingPrefix: string;
}

/** The contract's own names (pipes API, parts 2 and 4). */
export const DEFAULT_NAMING: Naming = { resource: 'pipes', settingPrefix: 'db_' };

export function isDefaultNaming({ resource, settingPrefix }: Naming): boolean {
  return resource === DEFAULT_NAMING.resource && settingPrefix === DEFAULT_NAMING.settingPrefix;
}

/** Whether a text can be the segment of a path as it stands (RFC 3986: unreserved characters, and no dot segment). */
export function isResourceName(text: string): boolean {
  return /^(?!\.\.?$)[\w.~-]{1,128}$/.test(text);
}

export function isSettingPrefix(text: string): boolean {
  return /^[a-z][a-z0-9_]{0,63}$/.test(text);
}

/** The settings that a deployment with another prefix calls otherwise; every other key has one name everywhere. */
export interface SettingNames {
  /** The deployment's name by the contract's. */
  readonly toService: ReadonlyMap<string, string>;
  /** The contract's name by the deployment's. */
  readonly toContract: ReadonlyMap<string, string>;
}

/** The keys of the contract whose names begin with its prefix, without it: `max_threads` of `db_max_threads`. */
export const PREFIXED_SETTINGS: readonly string[] = FIELDS.flatMap(({ section, key }) =>
  section === 'settings' && key.startsWith(DEFAULT_NAMING.settingPrefix)
    ? [key.slice(DEFAULT_NAMING.settingPrefix.length)]
    : [],
);

const known = new WeakMap<Naming, SettingNames>();

/** Worked out once for a naming, since every pipe asks; null when the deployment has the contract's names. */
export function settingNamesOf(naming: Naming | undefined): SettingNames | null {
  if (naming === undefined || naming.settingPrefix === DEFAULT_NAMING.settingPrefix) return null;
  const names = known.get(naming) ?? nameSettings(naming.settingPrefix);
  known.set(naming, names);
  return names;
}

function nameSettings(prefix: string): SettingNames {
  const pairs = PREFIXED_SETTINGS.map(
    (rest) => [`${DEFAULT_NAMING.settingPrefix}${rest}`, `${prefix}${rest}`] as const,
  );
  return { toService: new Map(pairs), toContract: new Map(pairs.map(([contract, service]) => [service, contract])) };
}

/**
 * The prefix that a deployment seems to have in place of the one that is expected: of its settings that no key of the contract
 * stands for, some are called as the contract's but for how they begin, and all of these begin alike. Else null.
 */
export function guessSettingPrefix(keys: readonly string[]): string | null {
  const prefixes = keys.flatMap((key) => {
    const rest = PREFIXED_SETTINGS.find((one) => key.endsWith(`_${one}`));
    return rest === undefined ? [] : [key.slice(0, -rest.length)];
  });
  const [first = '', ...others] = new Set(prefixes);
  return isSettingPrefix(first) && others.length === 0 ? first : null;
}

/** The values under the names that `names` has for their keys, in the same order. */
export function renameKeys<T>(
  values: Readonly<Record<string, T>>,
  names: ReadonlyMap<string, string>,
): Readonly<Record<string, T>> {
  return Object.fromEntries(Object.entries(values).map(([key, value]) => [names.get(key) ?? key, value]));
}
