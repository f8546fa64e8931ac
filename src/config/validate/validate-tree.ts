import type { ErrorObject, ValidateFunction } from 'ajv';
import type { DiagnosticWords } from '../../model/diagnostic.ts';
import { type FieldSpec, type FieldTable, type FieldUnit, isScalingKey } from '../../model/field/field.ts';
import { groupBy } from '../../model/group-by.ts';
import { suggest } from '../../model/suggest.ts';
import { capitalize } from '../../model/text.ts';
import { describeQuantityError, describeRangeError, hintFieldRange, parseQuantity } from '../fleet/quantity.ts';
import {
  type ConfigNode,
  entryOf,
  errorAt,
  type MapEntry,
  mapTree,
  resolveScalar,
  type ScalarNode,
  toJson,
} from '../yaml/node.ts';
import { FULL_WIDTH_COLON } from '../yaml/odd-characters.ts';
import type { SourceSpan } from '../yaml/source-file.ts';
import { hintTimes } from './hint-times.ts';
import { hintAmount, hintSlip } from './hint-unit.ts';
import { describeFound, describePath, MAX_DIAGNOSTICS, quote, type Reporter } from './problem.ts';
import { refuseAddress } from './refuse-address.ts';
import { describeUnknownKey } from './unknown-key.ts';

/** Validates a document against the schema. Refused values become error nodes; with very many, the whole document. */
export function validateTree(
  root: ConfigNode,
  validate: ValidateFunction,
  fields: FieldTable,
  report: Reporter,
): ConfigNode {
  if (validate(toJson(root))) return root;
  const byPlace = groupBy(validate.errors ?? [], ({ instancePath }) => instancePath);
  const refused = new Set<ConfigNode>();
  let problems = 0;
  const refuse: Refusal['refuse'] = (node, span, words) => {
    problems += 1;
    if (node !== null) refused.add(node);
    report(span, words);
  };
  for (const [pointer, errors] of byPlace) {
    if (problems > MAX_DIAGNOSTICS) break;
    const place = findPlace(root, pointer);
    if (place !== null) refuseValue(place, errors, { fields, refuse });
  }
  if (problems > MAX_DIAGNOSTICS) return errorAt(root);
  return mapTree(root, (node) => (refused.has(node) ? errorAt(node) : node));
}

interface Refusal {
  /** For hints. */
  readonly fields: FieldTable;
  /** `node` is the invalid value; null for a missing key, where the existing value stays valid. */
  refuse(node: ConfigNode | null, span: SourceSpan, words: DiagnosticWords): void;
}

/** A value with the keys that lead to it, and its entry when it is in a map. */
interface NodePlace {
  readonly path: readonly string[];
  readonly node: ConfigNode;
  readonly entry: MapEntry | null;
}

/** null when the pointer leads to an error node or through one. */
function findPlace(root: ConfigNode, pointer: string): NodePlace | null {
  const segments = pointer.split('/').slice(1);
  const path = segments.map((segment) => segment.replaceAll('~1', '/').replaceAll('~0', '~'));
  let node = root;
  let entry: MapEntry | null = null;
  for (const key of path) {
    entry = entryOf(node, key) ?? null;
    const next: ConfigNode | undefined = node.kind === 'list' ? node.items[Number(key)] : entry?.value;
    if (next === undefined) return null;
    node = next;
  }
  return node.kind === 'error' ? null : { path, node, entry };
}

// Only the first of these that fails is reported; the others follow from it.
const VALUE_KEYWORDS = ['type', 'enum', 'minimum', 'exclusiveMinimum', 'maximum', 'pattern', 'minItems', 'maxItems'];

/** Reports one problem of the value, or one for each invalid key in it. */
function refuseValue(place: NodePlace, errors: readonly ErrorObject[], refusal: Refusal): void {
  const { node, entry } = place;
  const ofValue = errors.filter(({ propertyName }) => propertyName === undefined);
  const [first] = VALUE_KEYWORDS.flatMap((keyword) => ofValue.filter((error) => error.keyword === keyword));
  // A value that is not written is marked at its key.
  const span = node.start === node.end && entry !== null ? entry : node;
  if (first === undefined) refuseKeys(place, errors, refusal, entry ?? span);
  else refusal.refuse(node, span, describeValueError(place, first, refusal.fields));
}

export interface ValueSchema {
  readonly type?: string | readonly string[];
  readonly pattern?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxItems?: number;
  readonly enum?: readonly unknown[];
  readonly 'x-expected'?: string;
  readonly 'x-unit'?: FieldUnit;
}

function describeValueError(
  place: NodePlace,
  { keyword, parentSchema }: ErrorObject,
  fields: FieldTable,
): DiagnosticWords {
  const schema = parentSchema as ValueSchema;
  const { minimum = null, maximum = null, maxItems, 'x-unit': unit = null } = schema;
  const { node } = place;
  const name = describeName(place);
  const found = describeFound(node);
  if (keyword === 'maxItems') return { code: 'invalid-value', summary: `${name} has more than ${maxItems} entries.` };
  if (keyword === 'minItems') return { code: 'invalid-value', summary: `${name} must not be an empty list.` };
  const field = findField(place.path, fields);
  if (keyword === 'minimum' || keyword === 'maximum')
    return {
      ...describeRangeError(name, { minimum, maximum, unit }, found),
      hint: field && hintFieldRange(field, node),
    };
  const [above, list, , key = ''] = place.path.slice(-4);
  const isScheduled = above === 'scaling' && list === 'schedule' && isScalingKey(key);
  // The schema of the field also holds in a window, but for null.
  const expected = isScheduled ? 'a number or a band' : describeExpected(schema);
  const summary = `${name} must be ${expected}; found ${found}.`;
  if (keyword === 'exclusiveMinimum') return { code: 'out-of-range', summary };
  const text = node.kind === 'scalar' && typeof node.value === 'string' ? node.value : null;
  const address = keyword === 'pattern' && place.path.at(-1) === 'url' ? refuseAddress(node, text ?? '') : null;
  if (address !== null) return address;
  const quantity = text === null || unit === null ? null : parseQuantity(unit, text);
  const wrongUnit =
    unit === null || text === null || quantity === null
      ? null
      : describeQuantityError(name, unit, quantity, text, found);
  const hint =
    node.kind === 'scalar' ? (hintAmount(node, field?.unit ?? unit) ?? (field && hintSlip(node, field))) : null;
  if (wrongUnit !== null) return hint === null ? wrongUnit : { ...wrongUnit, hint };
  return { code: 'invalid-value', summary, hint: hint ?? hintValue(place, schema) };
}

/** The field at a path, which may lead to an edge of its band. */
function findField(path: readonly string[], fields: FieldTable): FieldSpec | null {
  const [above = '', owner = '', last = ''] = path.slice(-3);
  const find = (section: string, key: string) =>
    fields.rows.find((spec) => spec.section === section && spec.key === key);
  return find(owner, last) ?? find(above, owner) ?? null;
}

const TYPE_NAMES: Readonly<Record<string, string>> = {
  object: 'a map',
  array: 'a list',
  string: 'text',
  integer: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  null: 'null',
};

/** `a duration such as 5m`, `a map` */
export function describeExpected(schema: ValueSchema): string {
  if (schema['x-expected'] !== undefined) return schema['x-expected'];
  const types = [schema.type ?? []].flat();
  // A map may be left empty, which is nothing to advise.
  return types
    .filter((type) => type !== 'null' || !types.includes('object'))
    .map((type) => TYPE_NAMES[type] ?? type)
    .join(' or ');
}

function hintValue({ node, path }: NodePlace, { type, pattern, enum: choices = [] }: ValueSchema): string | null {
  if (node.kind !== 'scalar') return null;
  const { value } = node;
  const times = value === null ? null : hintTimes(path, value);
  if (times !== null) return times;
  const truth = [type ?? []].flat().includes('boolean') ? readTruth(value) : null;
  if (truth !== null) return `Write ${truth}.`;
  if (typeof value === 'string') {
    const texts = choices.filter((choice) => typeof choice === 'string');
    const near = suggest(value, texts);
    if (near !== null) return `Did you mean ${near}?`;
    const types = [type ?? []].flat();
    const meant = resolveScalar(value);
    if (node.style === 'quoted' && (choices.includes(meant) || types.some((one) => isOfType(meant, one))))
      return 'Remove the quotes.';
    if (types.includes('array')) return 'Write [one, two], or each item on its own line after "- ".';
    if (types.includes('object') && value.includes('：')) return FULL_WIDTH_COLON;
    return types.includes('object') && value.includes(':') ? 'Write a space after the colon of a key.' : null;
  }
  // Of all keys, only `version` is one of given numbers.
  if (typeof value === 'number' && choices.some((choice) => typeof choice === 'number'))
    return 'A later version needs a newer Pipeform.';
  if (value === null)
    return type === 'object' || type === 'array' ? 'Write a value below it, or remove the key.' : null;
  const fits = type === 'string' && (pattern === undefined || new RegExp(pattern, 'u').test(String(value)));
  return fits ? 'To write text, put it in quotes.' : null;
}

/** What other tools read as true or false; null for all else. */
function readTruth(value: ScalarNode['value']): boolean | null {
  if (/^(?:y|yes|on|1|enabled)$/i.test(String(value))) return true;
  return /^(?:n|no|off|0|disabled)$/i.test(String(value)) ? false : null;
}

/** Whether a value other than text has a type of a schema. */
function isOfType(value: ScalarNode['value'], type: string): boolean {
  if (type === 'integer') return Number.isInteger(value);
  return type === (value === null ? 'null' : typeof value) && type !== 'string';
}

const NAME_RULE =
  'Names are letters, digits, ".", "_" and "-", start with a letter, a digit or "_", and have at most 128 characters.';

const SETTING_RULE = 'Names of settings have letters, digits and any of _ . : / $ @ -, and at most 128 characters.';

/** Reports unknown and missing keys, invalid names, and a value of two kinds. `owner` is the span for the map. */
function refuseKeys(place: NodePlace, errors: readonly ErrorObject[], refusal: Refusal, owner: SourceSpan): void {
  const { fields, refuse } = refusal;
  const { path, node } = place;
  const refuseKey = (key: unknown, words: DiagnosticWords) => {
    const entry = entryOf(node, String(key));
    if (entry !== undefined) refuse(entry.value, entry, words);
  };
  const missing = new Set<string>();
  const unknown: string[] = [];
  let kinds: readonly string[] | null = null;
  // More than are shown.
  for (const { keyword, params, parentSchema = {}, schemaPath } of errors.slice(0, 2 * MAX_DIAGNOSTICS)) {
    if (keyword === 'additionalProperties') {
      const known = Object.keys(parentSchema.properties ?? {});
      const key = String(params.additionalProperty);
      unknown.push(key);
      refuseKey(key, describeUnknownKey(path, key, known, fields));
    } else if (keyword === 'propertyNames') {
      const noun = String(parentSchema['x-names']);
      const article = /^[aeiou]/.test(noun) ? 'an' : 'a';
      const summary = `${quote(String(params.propertyName))} cannot be the name of ${article} ${noun}.`;
      const hint = noun === 'setting' ? SETTING_RULE : NAME_RULE;
      refuseKey(params.propertyName, { code: 'invalid-value', summary, hint });
    } else if (keyword === 'oneOf' || keyword === 'anyOf')
      kinds = listAlternatives((parentSchema as Alternatives)[keyword]);
    // `required` below these only selects the alternative.
    else if (params.missingProperty !== undefined && !/\/(?:oneOf|anyOf)\//.test(schemaPath))
      missing.add(String(params.missingProperty));
  }
  // One that an unknown key is probably meant to be is reported there.
  const lacking = [...missing].filter((key) => unknown.every((one) => suggest(one, [key]) === null));
  const name = describeName(place);
  const quoted = (kinds ?? []).map((key) => `\`${key}\``);
  if (kinds?.every((key) => entryOf(node, key) !== undefined)) {
    const summary = `${name} has both ${quoted.join(' and ')}.`;
    refuse(node, owner, { code: 'invalid-value', summary, hint: 'Split it into two.' });
  } else if (kinds !== null)
    refuse(node, owner, { code: 'missing-key', summary: `${name} needs ${quoted.join(' or ')}.` });
  else if (lacking.length > 0) {
    const keys = lacking.map((key) => `\`${key}\``).join(', ');
    refuse(null, owner, { code: 'missing-key', summary: `${name} needs ${keys}.` });
  }
}

type Alternatives = Readonly<Partial<Record<'oneOf' | 'anyOf', readonly { readonly required?: readonly string[] }[]>>>;

/** The keys of which a value has one, or one at least. */
function listAlternatives(alternatives: Alternatives['oneOf'] = []): readonly string[] {
  return alternatives.flatMap(({ required = [] }) => required);
}

/** A value, at the start of a sentence. */
function describeName({ path, entry }: NodePlace): string {
  const last = path.at(-1);
  if (last === undefined) return 'The document';
  if (last === '') return `The entry without a name in \`${path.at(-2)}\``;
  return entry === null ? `An item of ${describePath(path.slice(0, -1))}` : capitalize(describePath(path));
}
