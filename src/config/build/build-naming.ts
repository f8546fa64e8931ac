import type { Diagnostic } from '../../model/diagnostic.ts';
import { FIELDS } from '../../model/fields.ts';
import {
  DEFAULT_NAMING,
  isDefaultNaming,
  isResourceName,
  isSettingPrefix,
  type Naming,
  PREFIXED_SETTINGS,
} from '../../model/naming.ts';
import { describeFound, problemAt } from '../validate/problem.ts';
import { type ConfigNode, childOf, textOf } from '../yaml/node.ts';

interface BuiltNaming {
  /** undefined when the deployment has the contract's names, or what is written was reported. */
  readonly naming: Naming | undefined;
  readonly diagnostics: readonly Diagnostic[];
}

const SETTING_KEYS: readonly string[] = FIELDS.flatMap(({ section, key }) => (section === 'settings' ? [key] : []));

/** What a deployment calls otherwise (`api.naming`). */
export function buildNaming(node: ConfigNode | undefined): BuiltNaming {
  const diagnostics: Diagnostic[] = [];
  // What the schema says again, for texts that it takes for a variable: after `$$` a `${` is none.
  const read = (key: keyof Naming, isAllowed: (text: string) => boolean, expected: string): string => {
    const child = childOf(node, key);
    const text = textOf(child);
    if (child === undefined || text === undefined) return DEFAULT_NAMING[key];
    if (isAllowed(text)) return text;
    const summary = `\`${key}\` must be ${expected}; found ${describeFound(child)}.`;
    diagnostics.push(problemAt(child, { code: 'invalid-value', summary }));
    return DEFAULT_NAMING[key];
  };
  const resource = read('resource', isResourceName, 'one segment of a path: letters, digits, ".", "_", "~" and "-"');
  const settingPrefix = read(
    'settingPrefix',
    isSettingPrefix,
    'lower-case letters, digits and "_", beginning with a letter',
  );
  const prefix = childOf(node, 'settingPrefix');
  const clash = findClash(settingPrefix, SETTING_KEYS, PREFIXED_SETTINGS);
  if (prefix !== undefined && clash !== null) {
    const summary = `With the prefix ${describeFound(prefix)}, one setting would be called ${clash}, which is another setting of the contract.`;
    diagnostics.push(problemAt(prefix, { code: 'invalid-value', summary }));
  }
  const naming: Naming = { resource, settingPrefix };
  return { naming: diagnostics.length > 0 || isDefaultNaming(naming) ? undefined : naming, diagnostics };
}

/** The key that two settings would share: with another prefix one of `rests` would be called as one of `keys` is already. */
export function findClash(prefix: string, keys: readonly string[], rests: readonly string[]): string | null {
  if (prefix === DEFAULT_NAMING.settingPrefix) return null;
  return rests.map((rest) => `${prefix}${rest}`).find((key) => keys.includes(key)) ?? null;
}
