import type { Diagnostic } from '../../model/diagnostic.ts';
import { FIELDS } from '../../model/fields.ts';
import type { ApiAddress } from '../../model/fleet.ts';
import {
  DEFAULT_NAMING,
  isDefaultNaming,
  isResourceName,
  isSettingPrefix,
  type Naming,
  PREFIXED_SETTINGS,
} from '../../model/naming.ts';
import { checkServiceAddress } from '../../model/service-address.ts';
import { describeFound, problemAt } from '../validate/problem.ts';
import { type ConfigNode, childOf, entryOf, type MapNode, numberOf, textOf } from '../yaml/node.ts';
import { readPositiveDuration } from './quantity.ts';

interface Addresses {
  /** null when something that it needs is missing or wrong. */
  readonly api: ApiAddress | null;
  readonly observability: { readonly url: string } | null;
  readonly diagnostics: readonly Diagnostic[];
}

/** The two services of a merged document, their addresses checked: credentials travel with every request. */
export function buildAddresses(document: MapNode, completeness: 'complete' | 'incomplete'): Addresses {
  const api = entryOf(document, 'api');
  const observability = entryOf(document, 'observability');
  const diagnostics: Diagnostic[] = [];
  for (const node of [childOf(api?.value, 'url'), childOf(observability?.value, 'url')]) {
    const text = textOf(node);
    const judged = text === undefined ? null : checkServiceAddress(text);
    if (node !== undefined && judged?.ok === false) diagnostics.push(problemAt(node, judged.words));
  }
  if (api?.value.kind !== 'error' && completeness === 'complete') {
    const missing = ['url', 'organization'].filter((key) => entryOf(api?.value, key) === undefined);
    if (missing.length > 0) {
      const names = missing.map((key) => `\`api.${key}\``).join(' and ');
      const at = api ?? { source: document.source, start: 0, end: 0 };
      const hint =
        'Write the address of the service and the id of the organization under `api`; `pipeform init` asks for both.';
      diagnostics.push(problemAt(at, { code: 'missing-key', summary: `The configuration needs ${names}.`, hint }));
    }
  }
  if (observability?.value.kind === 'map' && entryOf(observability.value, 'url') === undefined)
    diagnostics.push(problemAt(observability, { code: 'missing-key', summary: '`observability` needs `url`.' }));

  const rateLimit = readRateLimit(childOf(api?.value, 'rateLimit'));
  const { naming, diagnostics: misnamed } = buildNaming(childOf(api?.value, 'naming'));
  diagnostics.push(...rateLimit.diagnostics, ...misnamed);
  const url = textOf(childOf(api?.value, 'url'));
  const organization = textOf(childOf(api?.value, 'organization'));
  const observabilityUrl = textOf(childOf(observability?.value, 'url'));
  const parallelism = numberOf(childOf(api?.value, 'parallelism')) ?? null;
  return {
    api:
      url === undefined || organization === undefined
        ? null
        : {
            url,
            organization: organization.toLowerCase(),
            ...(naming !== undefined && { naming }),
            rateLimit: rateLimit.value,
            parallelism,
          },
    observability: observabilityUrl === undefined ? null : { url: observabilityUrl },
    diagnostics,
  };
}

function readRateLimit(node: ConfigNode | undefined): {
  readonly value: ApiAddress['rateLimit'];
  readonly diagnostics: readonly Diagnostic[];
} {
  const requests = numberOf(childOf(node, 'requests'));
  if (requests === undefined) return { value: null, diagnostics: [] };
  const diagnostics: Diagnostic[] = [];
  const perMilliseconds = readPositiveDuration(childOf(node, 'per'), 'per', diagnostics);
  return { value: perMilliseconds === null ? null : { requests, perMilliseconds }, diagnostics };
}

interface BuiltNaming {
  /** undefined when the deployment has the contract's names, or what is written was reported. */
  readonly naming: Naming | undefined;
  readonly diagnostics: readonly Diagnostic[];
}

const SETTING_KEYS: readonly string[] = FIELDS.flatMap(({ section, key }) => (section === 'settings' ? [key] : []));

/** What a deployment calls otherwise (`api.naming`). */
function buildNaming(node: ConfigNode | undefined): BuiltNaming {
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
