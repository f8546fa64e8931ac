import { isDeepStrictEqual } from 'node:util';
import { type JsonSchema, resolve } from './json-schema.ts';
import { code, joinBlocks, linkTo, renderCode, renderItem, renderJson, renderPage, wrap } from './page.ts';

/** A document, with a sample of it. Of line-delimited documents the sample is a list of lines. */
export interface ShownDocument {
  /** As in `plan`, of schema/plan.schema.json. */
  readonly name: string;
  readonly sample: unknown;
  /** Whether its keys say enough without an example. */
  readonly isPlain?: boolean;
  /** The sample of another document. The example leaves out what is the same there. */
  readonly besides?: unknown;
}

interface Library {
  readonly schemas: ReadonlyMap<string, JsonSchema>;
  /** The path of each map that was described so far, by its content: `plan.pipes[].live`, or the name of a section. */
  readonly described: Map<string, string>;
  /** The paths of the maps that have a key of the same name, type and meaning. */
  readonly homes: Map<string, Set<string>>;
  /** The names of the keys of each map, by its path. */
  readonly keysOf: Map<string, ReadonlySet<string>>;
}

interface FoundMap {
  readonly schema: JsonSchema;
  readonly root: JsonSchema;
}

interface UsedMap extends FoundMap {
  /** The name of its definition. */
  readonly name: string;
  uses: number;
}

/** A map that is used so often and has so many keys has a section of its own. Others are described where they are first used. */
const USES_OF_A_PART = 3;
const KEYS_OF_A_PART = 3;
/** Keys that are as in an earlier map are one item from this number on. */
const KEYS_TO_JOIN = 2;
/** Of more choices, the first and the last are named. */
const MAX_CHOICES = 10;
/** Described once, for all documents and for all lines of one. */
const KEYS_OF_DOCUMENTS: ReadonlySet<string> = new Set(['kind', 'formatVersion']);
const KEYS_OF_LINES: ReadonlySet<string> = new Set([...KEYS_OF_DOCUMENTS, 'type', 'command', 'at']);

/** `docs/reference/documents.md`: every JSON document that is printed or saved, by its schema. */
export function renderDocumentsPage(documents: readonly ShownDocument[], all: readonly JsonSchema[]): string {
  const schemas = new Map(all.map((schema) => [schema.$id ?? '', schema]));
  const roots = documents.map(({ name }) => schemaOf(name, schemas));
  const maps = collectMaps(roots, schemas);
  const described = new Map(documents.map(({ name }, index) => [contentOf(roots[index] ?? {}), name]));
  const parts = [...maps].filter(
    ([, { uses, schema }]) => uses >= USES_OF_A_PART && Object.keys(schema.properties ?? {}).length >= KEYS_OF_A_PART,
  );
  for (const [content, { name }] of parts) described.set(content, name);
  const library: Library = { schemas, described, homes: new Map(), keysOf: new Map() };
  return renderPage(
    'JSON documents',
    'the schemas in [`schema/`](../../schema)',
    wrap(
      'With `--format json`, a command prints one of these documents. Each has a `kind`, its name here, and most have the `formatVersion` 1. Later versions may add keys and keep the ' +
        'existing ones; older documents lack newer keys. `pipeform schema NAME` prints the JSON Schema; the package has it as ' +
        '`pipeform/schema/NAME.schema.json`.',
    ),
    NOTATION.map((text) => renderItem(text)).join('\n'),
    wrap(`Documents: ${documents.map(({ name }) => linkTo(name)).join(', ')}.`),
    wrap(`Parts of several documents: ${parts.map(([, { name }]) => linkTo(name)).join(', ')}.`),
    ...documents.map((document) => renderDocument(document, library)),
    ...parts.map(([, { name, schema, root }]) =>
      joinBlocks(`## ${name}`, renderKeys(name, schema, root, library).join('\n')),
    ),
  );
}

const NOTATION: readonly string[] = [
  '`key[]` is a list, and `key?` may be null. A value without a type is text. The keys of a map, or of the maps in a list, stand below it; a linked key has them in a section of its own.',
  'Times are ISO 8601 in UTC. The name of a number ends in its unit (`bakeMs`, `cpuMillicores`). Values of fields have the unit of the contract. File paths are relative to the working directory, with forward slashes.',
  'Examples leave out null, what is empty and, after `plan`, what is as there.',
];

function schemaOf(name: string, schemas: Library['schemas']): JsonSchema {
  const schema = schemas.get(`${name}.schema.json`);
  if (schema === undefined) throw new Error(`there is no schema of ${name}`);
  return schema;
}

const contentOf = ({ properties }: JsonSchema): string => JSON.stringify(properties);

/** Each map inside the documents, with the number of places that have it. */
function collectMaps(roots: readonly JsonSchema[], schemas: Library['schemas']): ReadonlyMap<string, UsedMap> {
  const names = new Map(
    [...schemas.values()].flatMap(({ definitions = {} }) =>
      Object.entries(definitions).map(([name, definition]) => [contentOf(definition), name] as const),
    ),
  );
  const whole = new Set(roots.map(contentOf));
  const maps = new Map<string, UsedMap>();
  const visit = ({ properties = {} }: JsonSchema, root: JsonSchema): void => {
    for (const [key, property] of Object.entries(properties)) {
      const found = findMap(property, root, schemas);
      if (found === null) continue;
      const content = contentOf(found.schema);
      const known = maps.get(content);
      if (known !== undefined) known.uses += 1;
      else if (!whole.has(content)) {
        maps.set(content, { ...found, name: names.get(content) ?? key, uses: 1 });
        visit(found.schema, found.root);
      }
    }
  };
  for (const root of roots) for (const holder of listVariants(root, schemas)) visit(holder, root);
  return maps;
}

/** The types of line that a document consists of, or the document. */
function listVariants(schema: JsonSchema, schemas: Library['schemas']): readonly JsonSchema[] {
  return schema.oneOf?.map((variant) => resolve(variant, schema, schemas).schema) ?? [schema];
}

function renderDocument({ name, sample, besides, isPlain = false }: ShownDocument, library: Library): string {
  const schema = schemaOf(name, library.schemas);
  const isLines = schema.oneOf !== undefined;
  const variants = listVariants(schema, library.schemas);
  const items = variants.flatMap((holder) => {
    if (!isLines) return renderKeys(name, withoutKeys(holder, KEYS_OF_DOCUMENTS), schema, library);
    const keys = withoutKeys(holder, KEYS_OF_LINES);
    const { choices } = findShape(holder.properties?.[kindKeyOf(holder)] ?? {}, schema, library.schemas);
    const kinds = `**${choices.map(code).join(', ')}**`;
    return [renderNested(kinds, holder.description ?? '', 0), ...renderKeys(name, keys, schema, library, 1)];
  });
  return joinBlocks(
    `## ${name}`,
    wrap(schema.description ?? ''),
    isLines ? `Each line has its \`${kindKeyOf(variants[0])}\`, in bold here, and its time, \`at\`.` : '',
    items.join('\n'),
    isPlain ? '' : renderCode('json', renderSample(sample, besides)),
  );
}

/** The key that tells the variants of a line apart. */
function kindKeyOf(variant: JsonSchema | undefined): 'type' | 'command' {
  return variant?.properties?.type === undefined ? 'command' : 'type';
}

function renderSample(sample: unknown, besides: unknown): string {
  if (Array.isArray(sample)) return sample.map((line) => JSON.stringify(line)).join('\n');
  return renderJson(shorten(sample, besides));
}

/** A value without null, what is empty, and what another value has as well. */
function shorten(value: unknown, other: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const theirs = typeof other === 'object' && other !== null ? new Map(Object.entries(other)) : new Map();
  const isKept = (one: unknown): boolean => typeof one !== 'object' || Object.keys(one ?? {}).length > 0;
  if (Array.isArray(value)) return value.map((one, index) => shorten(one, theirs.get(String(index)))).filter(isKept);
  const rest = Object.entries(value).filter(([key, one]) => !isDeepStrictEqual(one, theirs.get(key)));
  const kept = rest.map(([key, one]) => [key, shorten(one, theirs.get(key))] as const);
  return Object.fromEntries(kept.filter(([, one]) => isKept(one)));
}

function withoutKeys(holder: JsonSchema, keys: ReadonlySet<string>): JsonSchema {
  return { properties: Object.fromEntries(Object.entries(holder.properties ?? {}).filter(([key]) => !keys.has(key))) };
}

function renderNested(head: string, meaning: string, depth: number): string {
  return renderItem(meaning === '' ? head : `${head}: ${meaning}`, depth);
}

/** An item for each key of the map at `home`, such as `plan.pipes[]`, with those of a map below it. */
function renderKeys(
  home: string,
  holder: JsonSchema,
  root: JsonSchema,
  library: Library,
  depth = 0,
): readonly string[] {
  const { schemas, described, homes } = library;
  const amounts = findAmounts(holder, root, schemas);
  const keys = Object.entries(holder.properties ?? {}).map(([key, property]) => {
    const { description = '' } = resolve(property, root, schemas).schema;
    const found = findMap(property, root, schemas);
    const shape = findShape(property, root, schemas);
    return { key, description, found, shape, id: JSON.stringify([key, shape, description, found?.schema.properties]) };
  });
  const same = joinSame(
    keys.map(({ id }) => homes.get(id) ?? new Set()),
    home,
  );
  for (const { id } of keys) homes.set(id, (homes.get(id) ?? new Set()).add(home));
  const names = new Set(keys.map(({ key }) => key));
  library.keysOf.set(home, names);
  // A map with every key of an earlier one names only those that differ.
  const whole = same.find(
    (where) =>
      where !== undefined && where !== home && [...(library.keysOf.get(where) ?? [])].every((key) => names.has(key)),
  );
  const others = whole === undefined ? [] : [renderNested('The other keys', `as in ${linkToMap(whole)}.`, depth)];
  const items = keys.flatMap(({ key, description, found, shape }, index): readonly string[] => {
    const where = same[index];
    if (where !== undefined) {
      if (where === whole || same.indexOf(where) < index) return [];
      const alike = keys.flatMap((one, at) => (same[at] === where ? code(one.key) : []));
      return [renderNested(alike.join(', '), where === home ? 'as above.' : `as in ${linkToMap(where)}.`, depth)];
    }
    const isTyped = amounts === null && (found === null || shape.types.length > 1);
    const { name, meaning } = describeKey(key, shape, description, isTyped);
    if (found === null) return [renderNested(name, meaning, depth)];
    const content = contentOf(found.schema);
    const earlier = described.get(content);
    if (earlier !== undefined && !earlier.includes('.')) {
      return [renderNested(linkTo(earlier, name), meaning, depth)];
    }
    if (earlier !== undefined) return [renderNested(name, `${meaning} Keys: ${linkToMap(earlier)}.`, depth)];
    const below = `${home}.${key}${shape.isList ? '[]' : ''}`;
    described.set(content, below);
    const all = shape.types.join() === 'map' ? findAmounts(found.schema, found.root, schemas) : null;
    return [
      renderNested(all === null ? name : `${name} (${all}s)`, meaning, depth),
      ...renderKeys(below, found.schema, found.root, library, depth + 1),
    ];
  });
  return [...items, ...others];
}

/** The name of a key with its type, and what it is with its choices: `` `lines[]` (number) ``. */
function describeKey(
  key: string,
  { isList, isNullable, types, choices }: Shape,
  description: string,
  withType: boolean,
) {
  const written = code(`${key}${isList ? '[]' : ''}${isNullable && types.length + choices.length > 0 ? '?' : ''}`);
  const type = withType ? types.join(' or ') : '';
  return {
    name: type === '' || type === 'text' ? written : `${written} (${type})`,
    meaning: choices.length < 2 || /^As in /.test(description) ? description : explainChoices(choices, description),
  };
}

/** `` `hold` (no change), `error`. `` of `hold: no change.`; a description of another form comes after the choices. */
function explainChoices(choices: readonly string[], description: string): string {
  const [first = '', ...others] = description.split(/\. |\.$/);
  const notes = new Map(
    first.split('; ').map((note) => [note.replace(/:.*/, ''), note.replace(/^.*?: /, '')] as const),
  );
  const isExplained = [...notes.keys()].every((name) => choices.includes(name));
  const listed = choices.map((choice) => {
    const note = isExplained ? notes.get(choice) : undefined;
    return note === undefined ? code(choice) : `${code(choice)} (${note})`;
  });
  const shown = listed.length > MAX_CHOICES ? [...listed.slice(0, 3), '…', ...listed.slice(-2)] : listed;
  return `${shown.join(', ')}. ${isExplained ? others.join('. ') : description}`;
}

/** For each key, the map that has the same key and most of the others; undefined for what is not joined with others. */
function joinSame(known: readonly ReadonlySet<string>[], home: string): readonly (string | undefined)[] {
  const counts = new Map<string, number>();
  for (const where of known.flatMap((homes) => [...homes])) counts.set(where, (counts.get(where) ?? 0) + 1);
  const best = known.map((homes) => [...homes].sort((a, b) => (counts.get(b) ?? 0) - (counts.get(a) ?? 0))[0]);
  return best.map((where) =>
    where === home || best.filter((one) => one === where).length >= KEYS_TO_JOIN ? where : undefined,
  );
}

/** `plan.pipes[].live` with a link to the section `plan`. */
const linkToMap = (path: string): string => linkTo(path.replace(/\..*/, ''), code(path));

/** `integer` or `number`, if every value of a map with several keys is one. */
function findAmounts({ properties = {} }: JsonSchema, root: JsonSchema, schemas: Library['schemas']): string | null {
  const shapes = Object.values(properties).map((property) => findShape(property, root, schemas));
  const [type = ''] = shapes[0]?.types ?? [];
  const isAlike = shapes.every(({ isList, isNullable, types }) => !isList && !isNullable && types.join() === type);
  return isAlike && shapes.length > 1 && (type === 'integer' || type === 'number') ? type : null;
}

/** What a value may be. Of a list, `types` and `choices` are those of its items. */
interface Shape {
  readonly isList: boolean;
  readonly isNullable: boolean;
  readonly types: readonly string[];
  readonly choices: readonly string[];
}

function findShape(property: JsonSchema, root: JsonSchema, schemas: Library['schemas']): Shape {
  const { schema, root: home } = resolve(property, root, schemas);
  const values = schema.enum ?? (schema.const === undefined ? undefined : [schema.const]);
  if (values !== undefined) {
    const choices = values.filter((value) => value !== null).map(String);
    return { isList: false, isNullable: values.includes(null), types: [], choices };
  }
  const variants = schema.anyOf ?? schema.oneOf;
  if (variants !== undefined) return joinShapes(variants.map((variant) => findShape(variant, home, schemas)));
  const types = [schema.type ?? (schema.properties === undefined ? 'any' : 'object')].flat();
  const isNullable = types.includes('null');
  const single = types
    .filter((type) => type !== 'null' && type !== 'array')
    .map((type) => TYPE_WORDS.get(type) ?? type);
  if (!types.includes('array')) return { isList: false, isNullable, types: single, choices: [] };
  const item = schema.items === undefined ? joinShapes([]) : findShape(schema.items, home, schemas);
  const itemTypes = item.isNullable ? [...item.types, 'null'] : item.types;
  return { isList: true, isNullable, types: [...itemTypes, ...single], choices: item.choices };
}

function joinShapes(shapes: readonly Shape[]): Shape {
  return {
    isList: shapes.some(({ isList }) => isList),
    isNullable: shapes.some(({ isNullable }) => isNullable),
    types: [...new Set(shapes.flatMap(({ types }) => types))],
    choices: [...new Set(shapes.flatMap(({ choices }) => choices))],
  };
}

const TYPE_WORDS: ReadonlyMap<string, string> = new Map([
  ['string', 'text'],
  ['object', 'map'],
]);

/** The map that a property is, may be, or lists. */
function findMap(property: JsonSchema, root: JsonSchema, schemas: Library['schemas']): FoundMap | null {
  const { schema, root: home } = resolve(property, root, schemas);
  if (schema.properties !== undefined) return { schema, root: home };
  const inner = [...(schema.items === undefined ? [] : [schema.items]), ...(schema.anyOf ?? schema.oneOf ?? [])];
  for (const one of inner) {
    const found = findMap(one, home, schemas);
    if (found !== null) return found;
  }
  return null;
}
