import { type JsonSchema, resolve } from './json-schema.ts';
import { code, joinBlocks, linkTo, renderCode, renderJson, renderPage, renderTable, wrap } from './page.ts';

/** A document, with one that is like it. Of line-delimited documents the example is a list of lines. */
export interface ShownDocument {
  /** As in `plan`, of schema/plan.schema.json. */
  readonly name: string;
  readonly example: unknown;
}

interface Library {
  readonly schemas: ReadonlyMap<string, JsonSchema>;
  /** The maps of all documents, by their content. */
  readonly maps: ReadonlyMap<string, UsedMap>;
  /** The path of each map that was described so far, by its content: `plan.pipes[].live`, or the name of a section. */
  readonly told: Map<string, string>;
  /** The paths of the maps that have a row. */
  readonly rows: Map<string, Set<string>>;
  /** The paths of what is as in another document: `drift.pipes[].name`. */
  readonly joined: Set<string>;
  /** The meanings of the keys of each map on one row, by its path. */
  readonly amounts: Map<string, ReadonlySet<string>>;
}

interface FoundMap {
  readonly schema: JsonSchema;
  readonly root: JsonSchema;
  readonly isList: boolean;
}

interface UsedMap extends FoundMap {
  /** The name of its definition. */
  readonly name: string;
  uses: number;
}

/** A map that is used so often and has so many keys has a section of its own. Others are described where they are first used. */
const USES_OF_A_PART = 3;
const KEYS_OF_A_PART = 3;
/** A map with at most as many keys, none of which has a map or explains its choices, is on the row of its key. */
const KEYS_ON_A_ROW = 4;
/** Rows that are the same as earlier ones are one row from this number on. */
const ROWS_TO_JOIN = 2;
/** Told once, for all documents and for all lines of one. */
const KEYS_OF_DOCUMENTS: ReadonlySet<string> = new Set(['kind', 'formatVersion']);
const KEYS_OF_LINES: ReadonlySet<string> = new Set([...KEYS_OF_DOCUMENTS, 'type', 'at']);

/** `docs/reference/documents.md`: every JSON document that is printed or saved, by its schema. */
export function renderDocumentsPage(documents: readonly ShownDocument[], all: readonly JsonSchema[]): string {
  const schemas = new Map(all.map((schema) => [schema.$id ?? '', schema]));
  const roots = documents.map(({ name }) => schemaOf(name, schemas));
  const maps = collectMaps(roots, schemas);
  const told = new Map(documents.map(({ name }, index) => [contentOf(roots[index] ?? {}), name]));
  const parts = [...maps].filter(
    ([, { uses, schema }]) => uses >= USES_OF_A_PART && Object.keys(schema.properties ?? {}).length >= KEYS_OF_A_PART,
  );
  for (const [content, { name }] of parts) told.set(content, name);
  const library: Library = { schemas, maps, told, rows: new Map(), joined: new Set(), amounts: new Map() };
  return renderPage(
    'JSON documents',
    'the schemas in [`schema/`](../../schema)',
    wrap(
      'Each document has a `kind`, its name here, and most have the `formatVersion` 1. Later versions may add keys and keep the ' +
        'existing ones; older documents lack newer keys. Times are ISO 8601 in UTC. The name of a number ends in its unit (`bakeMs`, `cpuMillicores`). Values of fields ' +
        'have the unit of the contract. File paths are relative to the working directory, with forward slashes. A type with ' +
        '`?` may be null. `pipeform schema NAME` prints the JSON Schema; the package has it as ' +
        '`pipeform/schema/NAME.schema.json`. Examples leave out null, empty lists, and what is as in another document.',
    ),
    wrap(`Documents: ${documents.map(({ name }) => linkTo(name)).join(', ')}.`),
    wrap(`Parts of several documents: ${parts.map(([, { name }]) => linkTo(name)).join(', ')}.`),
    ...documents.map((document) => renderDocument(document, library)),
    ...parts.map(([, { name, schema, root }]) =>
      joinBlocks(`## ${name}`, renderRows(listRows(name, '', schema, root, library))),
    ),
  );
}

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

function renderDocument({ name, example }: ShownDocument, library: Library): string {
  const schema = schemaOf(name, library.schemas);
  const isLines = schema.oneOf !== undefined;
  const rows = listVariants(schema, library.schemas).flatMap((holder) => {
    const keys = withoutKeys(holder, isLines ? KEYS_OF_LINES : KEYS_OF_DOCUMENTS);
    const head = isLines ? [[`**${code(String(holder.properties?.type?.const))}**`, '', holder.description ?? '']] : [];
    return [...head, ...listRows(name, '', keys, schema, library)];
  });
  return joinBlocks(
    `## ${name}`,
    wrap(schema.description ?? ''),
    isLines ? 'Each line has its `type`, in bold here, and its time, `at`.' : '',
    renderRows(rows),
    renderCode(
      'json',
      Array.isArray(example)
        ? example.map((line) => JSON.stringify(line)).join('\n')
        : renderJson(shorten(example, name, library)),
    ),
  );
}

/** The example without null, empty lists, and what is as in another document. */
function shorten(value: unknown, path: string, library: Library): unknown {
  if (Array.isArray(value)) return value.map((one) => shorten(one, `${path}[]`, library));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, one]) => {
      const below = `${path}.${key}`;
      const isEmpty = one === null || (Array.isArray(one) && one.length === 0);
      return isEmpty || library.joined.has(below) ? [] : [[key, shorten(one, below, library)]];
    }),
  );
}

function withoutKeys(holder: JsonSchema, keys: ReadonlySet<string>): JsonSchema {
  return { properties: Object.fromEntries(Object.entries(holder.properties ?? {}).filter(([key]) => !keys.has(key))) };
}

type Row = readonly string[];

const renderRows = (rows: readonly Row[]): string => renderTable(['key', 'type', 'meaning'], rows);

/** A row for each key of the map at `prefix` of a section, and for the keys of a map below it. */
function listRows(
  section: string,
  prefix: string,
  holder: JsonSchema,
  root: JsonSchema,
  library: Library,
): readonly Row[] {
  const { schemas, told, rows } = library;
  const home = `${section}${prefix === '' ? '' : `.${prefix}`}`;
  const keys = Object.entries(holder.properties ?? {}).map(([key, property]) => {
    const { description = '' } = resolve(property, root, schemas).schema;
    const found = findMap(property, root, schemas);
    const type = formatType(property, root, schemas);
    const path = prefix === '' ? key : `${prefix}.${key}`;
    return { path, type, description, found, id: JSON.stringify([key, type, description, found?.schema.properties]) };
  });
  const same = joinSame(
    keys.map(({ id }) => rows.get(id) ?? new Set()),
    home,
  );
  for (const { id } of keys) rows.set(id, (rows.get(id) ?? new Set()).add(home));
  return keys.flatMap(({ path, type, description, found }, index): readonly Row[] => {
    const where = same[index];
    if (where !== undefined) {
      if (where !== home) library.joined.add(`${section}.${path}`);
      if (same.indexOf(where) < index) return [];
      const names = keys.flatMap((one, at) => (same[at] === where ? code(one.path) : []));
      return [[names.join(', '), '', where === home ? 'As above.' : `As in ${linkToMap(where)}.`]];
    }
    if (found === null && description === '') {
      const alike = keys.filter(
        (one, at) => same[at] === undefined && one.found === null && one.description === '' && one.type === type,
      );
      return alike[0]?.path === path ? [[alike.map((one) => code(one.path)).join(', '), type, '']] : [];
    }
    if (found === null) return [[code(path), type, description]];
    const content = contentOf(found.schema);
    const earlier = told.get(content);
    if (earlier !== undefined) return [[code(path), type.replace(/maps?/, linkToMap(earlier)), description]];
    const below = `${path}${found.isList ? '[]' : ''}`;
    told.set(content, `${section}.${below}`);
    const small = describeSmallMap(found, type, `${section}.${below}`, library);
    if (small !== null) return [[code(path), small.type, `${description} ${small.keys}`.trimStart()]];
    return [[code(path), type, description], ...listRows(section, below, found.schema, found.root, library)];
  });
}

/** For each key, the map that has the same row and most of the others; undefined for what is not joined with others. */
function joinSame(known: readonly ReadonlySet<string>[], home: string): readonly (string | undefined)[] {
  const counts = new Map<string, number>();
  for (const where of known.flatMap((homes) => [...homes])) counts.set(where, (counts.get(where) ?? 0) + 1);
  const best = known.map((homes) => [...homes].sort((a, b) => (counts.get(b) ?? 0) - (counts.get(a) ?? 0))[0]);
  return best.map((where) =>
    where === home || best.filter((one) => one === where).length >= ROWS_TO_JOIN ? where : undefined,
  );
}

/** `plan.pipes[].live` with a link to the section `plan`. */
const linkToMap = (path: string): string => linkTo(path.replace(/\..*/, ''), code(path));

/** The type and the keys of a map that fits on the row of its key; null for others. */
function describeSmallMap({ schema, root }: FoundMap, written: string, path: string, { schemas, amounts }: Library) {
  const keys = Object.entries(schema.properties ?? {}).map(([key, property]) => ({
    key,
    type: formatType(property, root, schemas),
    meaning: decapitalize((resolve(property, root, schemas).schema.description ?? '').replace(/\.$/, '')),
    isLeaf: findMap(property, root, schemas) === null,
  }));
  const [type = '', ...others] = new Set(keys.map((one) => one.type));
  const isAmounts = others.length === 0 && /^maps?\??$/.test(written) && /^(?:integer|number)\??$/.test(type);
  const isShort = keys.every(({ isLeaf, type: one, meaning }) => isLeaf && (meaning === '' || !one.startsWith('`')));
  const isSmall = isShort && keys.length <= KEYS_ON_A_ROW;
  if (!isAmounts && !isSmall) return null;
  const meanings = keys.map((one) => {
    const name = isAmounts ? code(one.key) : `${code(one.key)} (${one.type})`;
    return one.meaning === '' ? name : `${name}: ${one.meaning}`;
  });
  const earlier = [...amounts].find(([, all]) => meanings.every((one) => all.has(one)))?.[0];
  if (earlier === undefined) amounts.set(path, new Set(meanings));
  const told =
    earlier === undefined
      ? meanings.join('; ')
      : `As in ${linkToMap(earlier)} for ${keys.map(({ key }) => code(key)).join(', ')}`;
  return { type: isAmounts ? `${written} of ${type}` : written, keys: `${told}.` };
}

function decapitalize(words: string): string {
  return /^[A-Z][a-z]/.test(words) ? words.charAt(0).toLowerCase() + words.slice(1) : words;
}

/** `text`, `maps`, `text?` where it may be null; choices in full. */
function formatType(property: JsonSchema, root: JsonSchema, schemas: Library['schemas']): string {
  const types = listTypes(property, root, schemas);
  const words = types.filter((type) => type !== 'null');
  if (words.length === 0) return 'null';
  return `${words.join(words.every((word) => word.startsWith('`')) ? ', ' : ' or ')}${words.length < types.length ? '?' : ''}`;
}

function listTypes(property: JsonSchema, root: JsonSchema, schemas: Library['schemas']): readonly string[] {
  const { schema, root: home } = resolve(property, root, schemas);
  const choices = schema.enum ?? (schema.const === undefined ? undefined : [schema.const]);
  if (choices !== undefined) return choices.map((choice) => (choice === null ? 'null' : code(String(choice))));
  const variants = schema.anyOf ?? schema.oneOf;
  if (variants !== undefined) return [...new Set(variants.flatMap((variant) => listTypes(variant, home, schemas)))];
  const types = [schema.type ?? (schema.properties === undefined ? 'any' : 'object')].flat();
  const list = schema.items === undefined ? 'list' : formatList(formatType(schema.items, home, schemas));
  return types.map((type) => (type === 'array' ? list : (TYPE_WORDS.get(type) ?? type)));
}

function formatList(item: string): string {
  if (item === 'map') return 'maps';
  return item === 'text' ? 'texts' : `list of ${item}`;
}

const TYPE_WORDS: ReadonlyMap<string, string> = new Map([
  ['string', 'text'],
  ['object', 'map'],
]);

/** The map that a property is, may be, or lists. */
function findMap(property: JsonSchema, root: JsonSchema, schemas: Library['schemas']): FoundMap | null {
  const { schema, root: home } = resolve(property, root, schemas);
  if (schema.properties !== undefined) return { schema, root: home, isList: false };
  if (schema.items !== undefined) {
    const found = findMap(schema.items, home, schemas);
    return found === null ? null : { ...found, isList: true };
  }
  for (const variant of schema.anyOf ?? schema.oneOf ?? []) {
    const found = findMap(variant, home, schemas);
    if (found !== null) return found;
  }
  return null;
}
