import { DEFAULT_NAMING, isSettingPrefix, type Naming } from '../naming.ts';
import { FIELDS } from './field.ts';

/** The settings with a prefix. Other keys have the same name in every deployment. */
export interface SettingNames {
  readonly toService: ReadonlyMap<string, string>;
  readonly toContract: ReadonlyMap<string, string>;
}

/** The contract's settings with a prefix, without it: `max_threads` for `db_max_threads`. */
export const PREFIXED_SETTINGS: readonly string[] = FIELDS.flatMap(({ section, key }) =>
  section === 'settings' && key.startsWith(DEFAULT_NAMING.settingPrefix)
    ? [key.slice(DEFAULT_NAMING.settingPrefix.length)]
    : [],
);

const known = new WeakMap<Naming, SettingNames>();

/** Cached, since it is called for every pipe; null when the deployment has the contract's names. */
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

/** The prefix that a deployment seems to use, from its settings outside the contract; null unless exactly one fits. */
export function guessSettingPrefix(keys: readonly string[]): string | null {
  const prefixes = keys.flatMap((key) => {
    const rest = PREFIXED_SETTINGS.find((one) => key.endsWith(`_${one}`));
    return rest === undefined ? [] : [key.slice(0, -rest.length)];
  });
  const [first = '', ...others] = new Set(prefixes);
  return isSettingPrefix(first) && others.length === 0 ? first : null;
}

export function renameKeys<T>(
  values: Readonly<Record<string, T>>,
  names: ReadonlyMap<string, string>,
): Readonly<Record<string, T>> {
  return Object.fromEntries(Object.entries(values).map(([key, value]) => [names.get(key) ?? key, value]));
}
