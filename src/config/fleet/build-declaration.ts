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
import { chooseEnvironment, mergeMaps } from '../resolve/merge.ts';
import type { Declaration } from '../schema/extend-schema.ts';
import { describeFound, type Reporter } from '../validate/problem.ts';
import {
  type ConfigNode,
  childOf,
  entriesOf,
  isFalse,
  itemsOf,
  type MapEntry,
  type MapNode,
  numberOf,
  textOf,
} from '../yaml/node.ts';
import { describeQuantityError, parseQuantity, readAmount } from './quantity.ts';

/** The schema is compiled with each declared setting: 1,000 take more than ten times as long as 200. */
const MAX_SETTINGS = 200;

/** That declare settings or ranges of their own. */
const MAX_ENVIRONMENTS = 100;

/** What the documents declare beyond the contract. */
export interface DeclaredParts {
  /** For the environment. */
  readonly declared: DeclaredFields;
  /** The loosest of all environments, since a document has values of all of them; null when there is nothing. */
  readonly declaration: Declaration | null;
}

/**
 * Reads `api.settings` and `api.ranges`. The documents, of which the first is the root, are not validated yet, since their
 * schema follows from this. Reports what the schema does not know.
 */
export function declareFields(
  [root, ...included]: readonly [MapNode, ...MapNode[]],
  environment: string | null,
  report: Reporter,
) {
  const pick = (document: MapNode): MapNode => {
    const entries = [...document.entries].filter(([key]) => key === 'api' || key === 'environments');
    return { ...document, entries: new Map(entries) };
  };
  const merged = mergeMaps({ ...root, entries: new Map() }, ...included.map(pick), pick(root));
  const read = (name: string | null, to: Reporter) =>
    buildDeclaration(childOf(chooseEnvironment(merged, name) ?? merged, 'api'), to);
  const chosen = read(environment, report);
  const declaring = [...entriesOf(childOf(merged, 'environments'))].filter(([, { value }]) => declaresFields(value));
  const [, surplus = null] = declaring[MAX_ENVIRONMENTS] ?? [];
  if (surplus !== null)
    report(surplus, {
      code: 'invalid-value',
      summary: `More than ${MAX_ENVIRONMENTS} environments have \`api.settings\` or \`api.ranges\`.`,
      hint: 'Declare the settings and ranges at the top level.',
    });
  const names = declaring.slice(0, MAX_ENVIRONMENTS).map(([name]) => name);
  const others = [null, ...names].filter((name) => name !== environment);
  const all = others.map((name) => read(name, () => undefined)).reduce<Declaration>(joinDeclarations, chosen);
  const declaration = { ...all, settings: all.settings.slice(0, MAX_SETTINGS) };
  const { settings, ranges, notCarried } = chosen;
  const hasRanges = Object.keys(ranges).length > 0;
  const declared: DeclaredFields = {
    ...(settings.length > 0 && { settings }),
    ...(hasRanges && { ranges }),
    ...(notCarried.length > 0 && { notCarried }),
  };
  return { declared, declaration };
}

/** Whether the document or environment has more than the contract. */
export function declaresFields(layer: ConfigNode): boolean {
  const api = childOf(layer, 'api');
  return childOf(api, 'settings') !== undefined || childOf(api, 'ranges') !== undefined;
}

/** A setting of two types keeps the first. */
function joinDeclarations(first: Declaration, second: Declaration): Declaration {
  const settings = new Map(first.settings.map((setting) => [setting.key, setting]));
  for (const other of second.settings) {
    const known = settings.get(other.key) ?? other;
    if (known.type !== other.type) continue;
    const kinds = SOURCE_KINDS.filter((kind) => known.kinds.includes(kind) || other.kinds.includes(kind));
    const minimum = loosest(Math.min, known.minimum, other.minimum);
    settings.set(other.key, { ...known, minimum, maximum: loosest(Math.max, known.maximum, other.maximum), kinds });
  }
  const ranges = { ...first.ranges };
  for (const { path } of CONTRACT.rows) {
    const [one = second.ranges[path], other] = [first.ranges[path], second.ranges[path]];
    if (one === undefined || other === undefined) continue;
    ranges[path] = { min: Math.min(one.min, other.min), max: Math.max(one.max, other.max) };
  }
  return { settings: [...settings.values()], ranges, unclear: [...new Set([...first.unclear, ...second.unclear])] };
}

/** null is no limit. */
function loosest(pick: typeof Math.min, one: number | null, other: number | null): number | null {
  return one === null || other === null ? null : pick(one, other);
}

function buildDeclaration(
  api: ConfigNode | undefined,
  report: Reporter,
): Declaration & Required<Pick<DeclaredFields, 'notCarried'>> {
  const settings: DeclaredSetting[] = [];
  const notCarried: string[] = [];
  const unclear: string[] = [];
  const settingPrefix = textOf(childOf(childOf(api, 'naming'), 'settingPrefix'));
  const names = settingPrefix === undefined ? null : settingNamesOf({ resource: '', settingPrefix });
  const entries = [...entriesOf(childOf(api, 'settings'))];
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
    if (isFalse(childOf(entry.value, 'carry'))) {
      notCarried.push(key);
      continue;
    }
    const type = TYPES.find((one) => one === textOf(childOf(entry.value, 'type')));
    if (type === undefined) unclear.push(key);
    settings.push(readSetting(key, type ?? 'integer', entry.value, report));
  }
  const ranges: FieldRanges = {};
  for (const [path, { value }] of entriesOf(childOf(api, 'ranges'))) {
    const spec = CONTRACT.find(path);
    if (spec === undefined || spec.minimum === null || spec.maximum === null) continue;
    const min = readWider(childOf(value, 'min'), 'min', spec, spec.minimum, report);
    const max = readWider(childOf(value, 'max'), 'max', spec, spec.maximum, report);
    ranges[spec.path] = { min, max };
  }
  return { settings, ranges, notCarried, unclear };
}

function reportContract(key: string, contract: string, entry: MapEntry, report: Reporter): void {
  const renamed = key === contract ? '' : ` (\`${contract}\` under \`api.naming\`)`;
  const summary = `\`${key}\` is a setting of the pipes API${renamed}, so \`api.settings\` cannot declare it.`;
  const hint = `Remove it here and manage \`${contract}\`; to allow more values, widen its range under \`api.ranges\`.`;
  report(entry, { code: 'duplicate-definition', summary, hint });
}

const TYPES = ['boolean', 'integer', 'number'] as const;
const UNITS = ['milliseconds', 'bytes'] as const;

function readSetting(key: string, type: DeclaredSetting['type'], node: ConfigNode, report: Reporter): DeclaredSetting {
  const unused = type === 'boolean' ? ['minimum', 'maximum', 'unit'] : type === 'number' ? ['unit'] : [];
  for (const name of unused) {
    const value = childOf(node, name);
    const summary = `\`${name}\` does not apply to \`${key}\`, whose type is ${type}.`;
    if (value !== undefined) report(value, { code: 'invalid-value', summary, hint: 'Remove it, or correct `type`.' });
  }
  const unit: FieldUnit = UNITS.find((one) => one === textOf(childOf(node, 'unit'))) ?? 'count';
  const [low, high] = [childOf(node, 'minimum'), childOf(node, 'maximum')];
  const minimum = readLimit(low, `\`minimum\` of \`${key}\``, unit, report);
  const maximum = readLimit(high, `\`maximum\` of \`${key}\``, unit, report);
  const isEmpty = minimum !== null && maximum !== null && minimum > maximum;
  if (isEmpty && low !== undefined && high !== undefined) {
    const summary = `\`minimum\` of \`${key}\`, ${describeFound(low)}, is above its \`maximum\`, ${describeFound(high)}.`;
    report(low, { code: 'invalid-value', summary, hint: 'Swap the two values.' });
  }
  const sources = itemsOf(childOf(node, 'sources')).flatMap((item) => textOf(item) ?? []);
  const kinds = SOURCE_KINDS.filter((kind) => sources.includes(kind));
  return {
    key,
    type,
    minimum: isEmpty || type === 'boolean' ? null : minimum,
    maximum: isEmpty || type === 'boolean' ? null : maximum,
    unit: type === 'boolean' ? 'flag' : unit,
    kinds: kinds.length === 0 ? SOURCE_KINDS : kinds,
    meaning: textOf(childOf(node, 'description')) ?? 'A setting of this deployment.',
  };
}

/** A number, or a duration or size that fits the unit. */
function readLimit(node: ConfigNode | undefined, name: string, unit: FieldUnit, report: Reporter): number | null {
  const text = textOf(node);
  if (node === undefined || text === undefined) return finite(numberOf(node) ?? null);
  const quantity = parseQuantity(unit, text);
  if (quantity?.ok === true) return quantity.value;
  const found = describeFound(node);
  const summary = `${name} must be a number${unit === 'count' ? '' : ` of ${unit}`}; found ${found}.`;
  const hint = unit === 'count' ? 'For durations and sizes, add `unit: milliseconds` or `unit: bytes`.' : null;
  const words = quantity === null ? null : describeQuantityError(name, unit, quantity, text, found);
  report(node, words ?? { code: 'invalid-value', summary, hint });
  return null;
}

/** Others are refused by the schema, but cannot be part of it. */
function finite(value: number | null): number | null {
  return Number.isFinite(value) ? value : null;
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
  const value = finite(readAmount(node, unit, '', () => undefined));
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
