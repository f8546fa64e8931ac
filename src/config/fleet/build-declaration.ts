import { validateConfig } from '../../../generated/validate-config.js';
import {
  CONTRACT,
  type DeclaredFields,
  type DeclaredSetting,
  type FieldRanges,
  type FieldSpec,
  type FieldUnit,
  SOURCE_KINDS,
} from '../../model/field/field.ts';
import { settingNamesOf } from '../../model/field/setting-names.ts';
import { mergeMaps } from '../resolve/merge.ts';
import type { ApiConfig, DeclaredSettingConfig } from '../schema/config.generated.ts';
import { describeFound, type Reporter } from '../validate/problem.ts';
import { validateTree } from '../validate/validate-tree.ts';
import { type ConfigNode, childOf, entriesOf, type MapEntry, type MapNode, numberOf, textOf } from '../yaml/node.ts';
import { describeQuantityError, parseQuantity, readAmount } from './quantity.ts';
import { findNode, readSections, readValues } from './values.ts';

/** The schema is compiled with each declared setting: 1,000 take more than ten times as long as 200. */
const MAX_SETTINGS = 200;

/** What a configuration declares beyond the contract, for all environments. */
export interface Declaration {
  readonly declared: DeclaredFields;
  /** Settings whose declaration is invalid: their values are not checked. */
  readonly unclear: readonly string[];
}

/**
 * Reads `api.settings` and `api.ranges`. The documents, of which the first is the root, are validated later, since their schema
 * follows from this. Reports what the schema does not know.
 */
export function declareFields([root, ...included]: readonly [MapNode, ...MapNode[]], report: Reporter): Declaration {
  const pick = (document: MapNode): MapNode => {
    const entries = [...document.entries].filter(([key]) => key === 'api');
    const valid = validateTree({ ...document, entries: new Map(entries) }, validateConfig, CONTRACT, () => undefined);
    return valid.kind === 'map' ? valid : { ...document, entries: new Map() };
  };
  const { api = {} } = readSections(mergeMaps({ ...root, entries: new Map() }, ...included.map(pick), pick(root)));
  const declared: { -readonly [Key in keyof DeclaredFields]: DeclaredFields[Key] } = {};
  const { settings, notCarried, unclear } = buildSettings(api, report);
  const ranges = buildRanges(api, report);
  if (settings.length > 0) declared.settings = settings;
  if (Object.keys(ranges).length > 0) declared.ranges = ranges;
  if (notCarried.length > 0) declared.notCarried = notCarried;
  return { declared, unclear };
}

/** Whether the document has more than the contract. */
export function declaresFields(document: MapNode): boolean {
  const api = childOf(document, 'api');
  return childOf(api, 'settings') !== undefined || childOf(api, 'ranges') !== undefined;
}

function buildSettings(api: ApiConfig, report: Reporter) {
  const settings: DeclaredSetting[] = [];
  const notCarried: string[] = [];
  const unclear: string[] = [];
  const settingPrefix = api.naming?.settingPrefix;
  const names = settingPrefix === undefined ? null : settingNamesOf({ resource: '', settingPrefix });
  const entries = [...entriesOf(findNode(api, 'settings'))];
  const [, surplus = null] = entries[MAX_SETTINGS] ?? [];
  if (surplus !== null)
    report(surplus, {
      code: 'invalid-value',
      summary: `\`api.settings\` declares more than ${MAX_SETTINGS} settings.`,
      hint: 'Declare only the settings that the pipes use.',
    });
  for (const [key, entry] of entries.slice(0, MAX_SETTINGS)) {
    const contract = names?.toContract.get(key) ?? key;
    if (CONTRACT.find(`settings.${contract}`) !== undefined) {
      reportContract(key, contract, entry, report);
      continue;
    }
    const setting = readValues<DeclaredSettingConfig>(entry.value) ?? {};
    if (setting.carry === false) {
      notCarried.push(key);
      continue;
    }
    if (setting.type === undefined) unclear.push(key);
    settings.push(readSetting(key, setting, report));
  }
  return { settings, notCarried, unclear };
}

function buildRanges({ ranges }: ApiConfig, report: Reporter): FieldRanges {
  const wider: FieldRanges = {};
  for (const [path, range] of Object.entries(ranges ?? {})) {
    const spec = CONTRACT.find(path);
    if (spec === undefined || spec.minimum === null || spec.maximum === null) continue;
    const min = readWider(findNode(range, 'min'), 'min', spec, spec.minimum, report);
    const max = readWider(findNode(range, 'max'), 'max', spec, spec.maximum, report);
    wider[spec.path] = { min, max };
  }
  return wider;
}

function reportContract(key: string, contract: string, entry: MapEntry, report: Reporter): void {
  const renamed = key === contract ? '' : ` (\`${contract}\` under \`api.naming\`)`;
  const summary = `\`${key}\` is a setting of the pipes API${renamed}, so \`api.settings\` cannot declare it.`;
  const hint = `Remove it here and manage \`${contract}\`; to allow more values, widen its range under \`api.ranges\`.`;
  report(entry, { code: 'duplicate-definition', summary, hint });
}

const UNUSED = { boolean: ['minimum', 'maximum', 'unit'], number: ['unit'], integer: [] } as const;

function readSetting(key: string, setting: DeclaredSettingConfig, report: Reporter): DeclaredSetting {
  const { type = 'integer', unit = 'count', sources = [], description } = setting;
  for (const name of UNUSED[type]) {
    const value = findNode(setting, name);
    const summary = `\`${name}\` does not apply to \`${key}\`, whose type is ${type}.`;
    if (value !== undefined) report(value, { code: 'invalid-value', summary, hint: 'Remove it, or correct `type`.' });
  }
  const [low, high] = [findNode(setting, 'minimum'), findNode(setting, 'maximum')];
  const minimum = readLimit(low, `\`minimum\` of \`${key}\``, unit, report);
  const maximum = readLimit(high, `\`maximum\` of \`${key}\``, unit, report);
  const isEmpty = minimum !== null && maximum !== null && minimum > maximum;
  if (isEmpty && low !== undefined && high !== undefined) {
    const summary = `\`minimum\` of \`${key}\`, ${describeFound(low)}, is above its \`maximum\`, ${describeFound(high)}.`;
    report(low, { code: 'invalid-value', summary, hint: 'Swap the two values.' });
  }
  const kinds = SOURCE_KINDS.filter((kind) => sources.includes(kind));
  return {
    key,
    type,
    minimum: isEmpty || type === 'boolean' ? null : minimum,
    maximum: isEmpty || type === 'boolean' ? null : maximum,
    unit: type === 'boolean' ? 'flag' : unit,
    kinds: kinds.length === 0 ? SOURCE_KINDS : kinds,
    meaning: description ?? 'A setting of this deployment.',
  };
}

/** A number, or a duration or size that fits the unit. */
function readLimit(node: ConfigNode | undefined, name: string, unit: FieldUnit, report: Reporter): number | null {
  const text = textOf(node);
  if (node === undefined || text === undefined) return numberOf(node) ?? null;
  const quantity = parseQuantity(unit, text);
  if (quantity?.ok === true) return quantity.value;
  const found = describeFound(node);
  const summary = `${name} must be a number${unit === 'count' ? '' : ` of ${unit}`}; found ${found}.`;
  const hint = unit === 'count' ? 'For durations and sizes, add `unit: milliseconds` or `unit: bytes`.' : null;
  const words = quantity === null ? null : describeQuantityError(name, unit, quantity, text, found);
  report(node, words ?? { code: 'invalid-value', summary, hint });
  return null;
}

/** The edge of a range, or that of the contract when it is missing or invalid. */
function readWider(
  node: ConfigNode | undefined,
  edge: 'min' | 'max',
  { section, key, unit }: FieldSpec,
  contract: number,
  report: Reporter,
): number {
  // The schema knows the unit of the edges.
  const value = readAmount(node, unit, '', () => undefined);
  if (node === undefined || value === null) return contract;
  const isTighter = edge === 'min' ? value > contract : value < contract;
  if (isTighter) {
    const bound =
      edge === 'min' ? `at most ${contract}, the default minimum` : `at least ${contract}, the default maximum`;
    const summary = `\`${edge}\` of \`${key}\` must be ${bound}; found ${describeFound(node)}.`;
    const hint = '`api.ranges` only widens ranges; `policy.ranges` tightens them.';
    report(node, { code: 'out-of-range', summary, hint });
  } else if (section === 'scaling' && value <= 0 && contract > 0) {
    const summary = `\`min\` of \`${key}\` must be above 0; found ${describeFound(node)}.`;
    const detail = 'A service shows 0 while a value is not set yet, so 0 cannot be distinguished from unset.';
    report(node, { code: 'out-of-range', summary, detail });
  } else return value;
  return contract;
}
