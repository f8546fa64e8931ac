import type { Diagnostic, DiagnosticWords } from '../../model/diagnostic.ts';
import { type FieldUnit, fieldPath } from '../../model/field.ts';
import { FIELDS } from '../../model/fields.ts';
import { DEFAULT_NAMING, PREFIXED_SETTINGS } from '../../model/naming.ts';
import { suggest } from '../../model/suggest.ts';
import { describeQuantityError, describeRangeError, readQuantity } from '../build/quantity.ts';
import { type ConfigNode, entryOf, errorAt, type MapEntry, mapTree, toJson } from '../yaml/node.ts';
import type { Span } from '../yaml/source-file.ts';
import { describeFound, problemAt, quote } from './problem.ts';
import { type SchemaError, validateConfig } from './validate-config.generated.js';

interface Validated {
  /** The tree with an error node for each value that the schema refuses. */
  readonly node: ConfigNode;
  readonly diagnostics: readonly Diagnostic[];
}

/** Checks one document against the schema. Error nodes are skipped. */
export function validateTree(root: ConfigNode): Validated {
  const data = toJson(root);
  if (validateConfig(data)) return { node: root, diagnostics: [] };
  const byPlace = new Map<string, SchemaError[]>();
  for (const error of validateConfig.errors ?? []) {
    const group = byPlace.get(error.instancePath);
    if (group === undefined) byPlace.set(error.instancePath, [error]);
    else group.push(error);
  }
  const refused = new Set<ConfigNode>();
  const diagnostics: Diagnostic[] = [];
  for (const [pointer, errors] of byPlace) {
    const place = reachPlace(root, pointer);
    if (place === null) continue;
    for (const problem of explainProblems(place, errors)) {
      if (problem.refused !== null) refused.add(problem.refused);
      diagnostics.push(problemAt(problem.span, problem.words));
    }
  }
  return { node: mapTree(root, (node) => (refused.has(node) ? errorAt(node) : node)), diagnostics };
}

interface SchemaProblem {
  readonly span: Span;
  /** The value that later steps must not rely on; null where something is missing, and what is there can be relied on. */
  readonly refused: ConfigNode | null;
  readonly words: DiagnosticWords;
}

/** One schema of the document, as far as messages need it. */
interface ValueSchema {
  readonly type?: string | readonly string[];
  readonly pattern?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly enum?: readonly unknown[];
  readonly 'x-expected'?: string;
  readonly 'x-unit'?: FieldUnit;
  readonly 'x-code'?: 'unsupported-version';
}

const TYPE_WORDS: Readonly<Record<string, string>> = {
  object: 'a map',
  array: 'a list',
  string: 'text',
  integer: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  null: 'null',
};

// The first of these that fails is told; the others follow from it.
const VALUE_KEYWORDS = ['type', 'enum', 'minimum', 'exclusiveMinimum', 'maximum', 'pattern', 'minItems'];

/** Everything wrong at one place of the document: at most one problem of the value itself, and one for each wrong key in it. */
function explainProblems(place: NodePlace, errors: readonly SchemaError[]): readonly SchemaProblem[] {
  const value = VALUE_KEYWORDS.flatMap((keyword) =>
    errors.filter((error) => error.keyword === keyword && error.propertyName === undefined),
  )[0];
  if (value === undefined) return explainKeys(place, errors);
  return [{ span: valueSpan(place), refused: place.node, words: explainValue(place, value) }];
}

function explainValue(place: NodePlace, error: SchemaError): DiagnosticWords {
  const schema: ValueSchema = error.parentSchema;
  const name = nameOf(place.path, place.node);
  const found = describeFound(place.node);
  if (error.keyword === 'minItems') return { code: 'invalid-value', summary: `${name} must not be an empty list.` };
  if (schema['x-code'] !== undefined)
    return {
      code: schema['x-code'],
      summary: `This configuration version is not supported; found ${found}.`,
      hint: `Write version: ${schema['x-expected'] ?? ''}, or install a newer Pipeform.`,
    };
  if (error.keyword === 'minimum' || error.keyword === 'maximum') {
    const { minimum = null, maximum = null } = schema;
    return describeRangeError(name, { minimum, maximum, unit: schema['x-unit'] ?? null }, found);
  }
  if (error.keyword === 'exclusiveMinimum') {
    return { code: 'out-of-range', summary: `${name} must be ${describeExpected(schema)}; found ${found}.` };
  }
  const text = place.node.kind === 'scalar' && typeof place.node.value === 'string' ? place.node.value : null;
  const unit = schema['x-unit'];
  const quantity = text === null || unit === undefined ? null : readQuantity(unit, text);
  const wrongUnit = unit === undefined || quantity === null ? null : describeQuantityError(name, unit, quantity, found);
  if (wrongUnit !== null) return wrongUnit;
  return {
    code: isWrongType(error, schema, text) ? 'wrong-type' : 'invalid-value',
    summary: `${name} must be ${describeExpected(schema)}; found ${found}.`,
    hint: hintFor(place.node, schema, text),
  };
}

/** Text that fails a pattern has the wrong type where text is only one way to write something else. */
function isWrongType(error: SchemaError, schema: ValueSchema, text: string | null): boolean {
  if (error.keyword === 'type') return true;
  if (error.keyword === 'pattern') return Array.isArray(schema.type);
  return text === null;
}

function describeExpected(schema: ValueSchema): string {
  if (schema['x-expected'] !== undefined) return schema['x-expected'];
  const types = typeof schema.type === 'string' ? [schema.type] : (schema.type ?? []);
  // A map may be left empty, which is nothing to advise.
  return types
    .filter((type) => type !== 'null' || !types.includes('object'))
    .map((type) => TYPE_WORDS[type] ?? type)
    .join(' or ');
}

function hintFor(node: ConfigNode, schema: ValueSchema, text: string | null): string | null {
  const choices = schema.enum ?? [];
  if (text !== null) {
    const near = suggest(
      text,
      choices.filter((choice) => typeof choice === 'string'),
    );
    return near === null ? null : `Did you mean ${near}?`;
  }
  if (node.kind !== 'scalar') return null;
  if (node.value === null)
    return schema.type === 'object' || schema.type === 'array' ? 'Write a value below it, or remove the key.' : null;
  if (schema.type !== 'string') return null;
  const fits = schema.pattern === undefined || new RegExp(schema.pattern, 'u').test(String(node.value));
  return fits ? 'To write text, put it in quotes.' : null;
}

const NAME_RULE =
  'Names are letters, digits, ".", "_" and "-", start with a letter, a digit or "_", and have at most 128 characters.';

/** The keys of a document that an environment may not have, though it is a document otherwise. */
const ROOT_ONLY: ReadonlyMap<string, Pick<DiagnosticWords, 'summary' | 'hint'>> = new Map([
  [
    'include',
    {
      summary: 'An environment cannot include files.',
      hint: 'Move `include` to the top level; what the included file has for an environment alone goes under `environments`.',
    },
  ],
  [
    'environments',
    {
      summary: 'An environment cannot hold environments.',
      hint: 'Define them side by side under the top-level `environments`, and select one with -e.',
    },
  ],
]);

/** What is wrong with the keys of one map: unknown ones, missing ones, names that are not allowed, a check of two kinds. */
function explainKeys(place: NodePlace, errors: readonly SchemaError[]): readonly SchemaProblem[] {
  const of = (keyword: string) => errors.filter((error) => error.keyword === keyword);
  const problems: SchemaProblem[] = [];
  for (const error of of('additionalProperties'))
    addKey(problems, place, text(error.params.additionalProperty), (key) => unknownKey(place, key, error));
  for (const error of of('propertyNames'))
    addKey(problems, place, text(error.params.propertyName), (key) => ({
      code: 'invalid-name',
      summary: `${quote(key)} cannot be the name of ${withArticle(text(error.parentSchema['x-names']))}.`,
      hint: NAME_RULE,
    }));
  const missing = [...of('required'), ...of('dependencies')].filter((error) => !isAlternative(error));
  const choice = of('oneOf')[0];
  if (choice !== undefined) problems.push(whole(place, chooseKind(place)));
  else if (missing.length > 0) problems.push({ ...whole(place, missingKeys(place, missing)), refused: null });
  return problems;
}

function addKey(
  problems: SchemaProblem[],
  place: NodePlace,
  key: string,
  words: (key: string) => DiagnosticWords,
): void {
  const entry = entryOf(place.node, key);
  if (entry !== undefined) problems.push({ span: entry, refused: entry.value, words: words(key) });
}

function whole(place: NodePlace, words: DiagnosticWords): SchemaProblem {
  return { span: place.entry ?? valueSpan(place), refused: place.node, words };
}

/** The `required` of an alternative only says which alternative it is. */
function isAlternative(error: SchemaError): boolean {
  return error.schemaPath.includes('/oneOf/');
}

function unknownKey(place: NodePlace, key: string, error: SchemaError): DiagnosticWords {
  const rootOnly = place.path.length === 2 && place.path[0] === 'environments' ? ROOT_ONLY.get(key) : undefined;
  if (rootOnly !== undefined) return { code: 'unknown-key', ...rootOnly };
  const summary = `Unknown key ${quote(key)} ${describeMap(place.path)}.`;
  if (key === '<<')
    return { code: 'unknown-key', summary, hint: 'YAML merge keys are not supported; share values with a preset.' };
  const special = hintKey(place.path, key);
  if (special !== null) return { code: 'unknown-key', summary, hint: special };
  const known = Object.keys(error.parentSchema.properties ?? {});
  const near = suggest(key, known);
  if (near !== null) return { code: 'unknown-key', summary, hint: `Did you mean ${quote(near)}?` };
  const field = FIELDS.find((spec) => spec.key === key);
  if (field !== undefined) return { code: 'unknown-key', summary, hint: `It belongs under \`${field.section}\`.` };
  return { code: 'unknown-key', summary, hint: `Known here: ${known.join(', ')}.` };
}

function missingKeys(place: NodePlace, errors: readonly SchemaError[]): DiagnosticWords {
  const keys = [...new Set(errors.map((error) => text(error.params.missingProperty)))];
  const names = keys.map((key) => `\`${key}\``).join(', ');
  return { code: 'missing-key', summary: `${nameOf(place.path, place.node)} needs ${names}.` };
}

function chooseKind(place: NodePlace): DiagnosticWords {
  const both = entryOf(place.node, 'series') !== undefined && entryOf(place.node, 'alert') !== undefined;
  return both
    ? {
        code: 'invalid-value',
        summary: `${nameOf(place.path)} has both \`series\` and \`alert\`.`,
        hint: 'Split it into two checks.',
      }
    : { code: 'missing-key', summary: `${nameOf(place.path)} needs \`series\` or \`alert\`.` };
}

function withArticle(noun: string): string {
  return /^[aeiou]/.test(noun) ? `an ${noun}` : `a ${noun}`;
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

const RENAMED =
  'The configuration uses the names of the contract, even if the deployment uses other names (api.naming).';

/** What to do about an unknown key of the map at a path, where more is known of it than what it looks like; else null. */
function hintKey(path: readonly string[], key: string): string | null {
  const [owner, section] = path.slice(-2);
  if (section === 'settings') return hintSetting(key);
  return section === 'ranges' && owner === 'policy' ? hintRange(key) : null;
}

function hintSetting(key: string): string | null {
  const renamed = findRenamed(key);
  return renamed === null ? null : `Did you mean ${quote(renamed)}? ${RENAMED}`;
}

/** The same for an unknown path such as `settings.db_max_threads`. */
export function hintField(path: string): string | null {
  const renamed = path.startsWith('settings.') ? findRenamed(path.slice('settings.'.length)) : null;
  return renamed === null ? null : `Did you mean ${quote(fieldPath('settings', renamed))}? ${RENAMED}`;
}

function hintRange(key: string): string | null {
  const flag = FIELDS.find((spec) => spec.type === 'boolean' && fieldPath(spec.section, spec.key) === key);
  if (flag !== undefined) return 'It is true or false; only numbers have a range.';
  const bare = FIELDS.find((spec) => spec.key === key && spec.type !== 'boolean');
  return bare === undefined ? hintField(key) : `Write ${fieldPath(bare.section, bare.key)}.`;
}

/**
 * The contract's key that a deployment calls by another prefix (`api.naming`), or null: `db_max_threads` for
 * `warehouse_max_threads`. A prefix that is hardly another is a slip, and no name of a deployment.
 */
function findRenamed(key: string): string | null {
  const rest = PREFIXED_SETTINGS.find((candidate) => key.endsWith(candidate));
  const prefix = rest === undefined ? '' : key.slice(0, -rest.length);
  if (rest === undefined || prefix === '' || suggest(prefix, [DEFAULT_NAMING.settingPrefix]) !== null) return null;
  return `${DEFAULT_NAMING.settingPrefix}${rest}`;
}

/** Where a value stands in its document: the keys that lead to it, and its entry when it is the value of a map. */
interface NodePlace {
  readonly path: readonly string[];
  readonly node: ConfigNode;
  readonly entry: MapEntry | null;
}

/** The place that a JSON pointer leads to; null when it leads nowhere or through an error node. */
function reachPlace(root: ConfigNode, pointer: string): NodePlace | null {
  const path = pointer === '' ? [] : pointer.slice(1).split('/').map(unescapePointer);
  let node = root;
  let entry: MapEntry | null = null;
  for (const key of path) {
    entry = node.kind === 'map' ? (node.entries.get(key) ?? null) : null;
    const next: ConfigNode | undefined = node.kind === 'list' ? node.items[Number(key)] : entry?.value;
    if (next === undefined) return null;
    node = next;
  }
  return node.kind === 'error' ? null : { path, node, entry };
}

/** What to underline for a value: the value itself, or its key when nothing is written after it. */
function valueSpan(place: NodePlace): Span {
  return place.node.start === place.node.end && place.entry !== null ? place.entry : place.node;
}

/** The name of a value in a message: its key, or `an item of` the list it stands in. */
function nameOf(path: readonly string[], node?: ConfigNode): string {
  const last = path.at(-1);
  if (last === undefined) return 'The document';
  if (/^\d+$/.test(last) && node !== undefined && path.length > 1) return `An item of \`${path.at(-2)}\``;
  return `\`${last}\``;
}

const OWNERS: Readonly<Record<string, string>> = {
  pipes: 'pipe',
  presets: 'preset',
  checks: 'check',
  environments: 'environment',
};

/** The map that a key stands in, in words: `at the top level`, `in pipe "orders"`, `in \`settings\` of pipe "orders"`. */
function describeMap(path: readonly string[]): string {
  if (path.length === 0) return 'at the top level';
  const within = path[0] === 'environments' && path.length > 2 ? path.slice(2) : path;
  const [section = '', name] = within;
  const owner = OWNERS[section];
  if (owner === undefined || name === undefined) return `in \`${path.at(-1)}\``;
  return within.length === 2
    ? `in ${owner} ${JSON.stringify(name)}`
    : `in \`${within.slice(2).join('.')}\` of ${owner} ${JSON.stringify(name)}`;
}

function unescapePointer(segment: string): string {
  return segment.replaceAll('~1', '/').replaceAll('~0', '~');
}
