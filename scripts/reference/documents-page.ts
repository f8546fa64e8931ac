import { isDeepStrictEqual } from 'node:util';
import { type JsonSchema, type Resolved, resolve } from './json-schema.ts';
import { code, joinBlocks, linkTo, renderCode, renderItem, renderJson, renderPage, wrap } from './page.ts';

/** Those that have most keys of a plan: only the differences are shown. */
const LIKE_A_PLAN = ['drift', 'run'];
/** Definitions that several documents use, with the document that has them. Each has a section of its own. */
const PARTS = { change: 'plan', location: 'plan', diagnostic: 'validation', request: 'run', checkResult: 'run' };
/** The maps that scripts read, of which the keys are listed. Those of the others are in the example and the schema. */
const LISTED: ReadonlySet<string> = new Set(['summary', 'pipes', 'rollout', 'checks']);
/** Described once, for all documents and for all lines of one. */
const COMMON_KEYS: ReadonlySet<string> = new Set(['kind', 'formatVersion', 'type', 'at']);

interface Section extends Resolved {
  readonly name: string;
}

interface Library {
  readonly schemas: ReadonlyMap<string, JsonSchema>;
  readonly samples: ReadonlyMap<string, unknown>;
  readonly plan: Resolved;
  /** The names of the sections, by the properties that they describe. */
  readonly sections: ReadonlyMap<JsonSchema['properties'], string>;
}

/**
 * `docs/reference/documents.md`: the JSON documents that are printed or saved. Those with a sample are described with it and their keys; of
 * line-delimited ones, it is a list of lines. Of the others, the page says what prints them.
 */
export function renderDocumentsPage(given: Readonly<Record<string, unknown>>, all: readonly JsonSchema[]): string {
  const samples = new Map(Object.entries(given));
  const schemas = new Map(all.map((schema) => [schema.$id ?? '', schema]));
  const read = (name: string): Section => {
    const schema = schemas.get(`${name}.schema.json`);
    if (schema === undefined) throw new Error(`there is no schema of ${name}`);
    return { name, schema, root: schema };
  };
  const wholes = [...samples.keys()].map(read);
  const parts = Object.entries(PARTS).map(([name, owner]): Section => {
    const { root } = read(owner);
    return { name, schema: root.definitions?.[name] ?? {}, root };
  });
  const others = [...schemas.keys()]
    .flatMap((id) => /^([\w-]+)\.schema\.json$/.exec(id)?.[1] ?? [])
    .filter((name) => !samples.has(name))
    .sort()
    .map(read);
  const library: Library = {
    schemas,
    samples,
    plan: read('plan'),
    sections: new Map([...wholes, ...parts].map(({ name, schema }) => [schema.properties, name])),
  };
  return renderPage(
    'JSON documents',
    'the schemas in [`schema/`](../../schema)',
    wrap(
      'With `--format json`, a command prints one document. Each has a `kind`, its name here, and most have the ' +
        '`formatVersion` 1. Later versions may add keys and keep the existing ones; older documents lack newer keys. ' +
        '`pipeform schema NAME` prints the JSON Schema, with every key and its type; the package has it as ' +
        '`pipeform/schema/NAME.schema.json`.',
    ),
    NOTATION.map((text) => renderItem(text)).join('\n'),
    wrap(
      `Documents: ${[...samples.keys()].map((name) => linkTo(name)).join(', ')}, and [others](#other-documents). ` +
        `Parts of them: ${parts.map(({ name }) => linkTo(name)).join(', ')}.`,
    ),
    ...wholes.map((whole) => renderDocument(whole, library)),
    ...parts.map((part) => joinBlocks(`## ${part.name}`, listKeys(part, library).join('\n'))),
    '## Other documents',
    others.map(({ name, schema }) => renderItem(`${code(name)}: ${schema.description ?? ''}`)).join('\n'),
  );
}

const NOTATION: readonly string[] = [
  '`key[]` is a list, and `key?` may be null. A linked key has a section of its own.',
  'Times are ISO 8601 in UTC. The name of a number ends in its unit (`bakeMs`, `cpuMillicores`). Values of fields have the unit of the contract. File paths are relative to the working directory, with forward slashes.',
  'Examples leave out null, what is empty and, after `plan`, what is as there.',
];

function renderDocument({ name, schema, root }: Section, library: Library): string {
  const { samples, plan } = library;
  const isLike = LIKE_A_PLAN.includes(name);
  const items =
    schema.oneOf?.flatMap((line) => renderLine(resolve(line, root, library.schemas), library)) ??
    listKeys({ schema, root }, library, 0, isLike ? plan : undefined);
  const sample = samples.get(name);
  const example = Array.isArray(sample)
    ? sample.map((line) => JSON.stringify(line)).join('\n')
    : renderJson(shorten(sample, isLike ? samples.get('plan') : undefined));
  return joinBlocks(`## ${name}`, wrap(schema.description ?? ''), renderCode('json', example), items.join('\n'));
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

/** A type of line of a line-delimited document. */
function renderLine(line: Resolved, library: Library): readonly string[] {
  const { description, properties } = line.schema;
  return [renderItem(`**\`${properties?.type?.const}\`**: ${description}`), ...listKeys(line, library, 1)];
}

/** An item for each key of a map, with those of maps below it. Keys that are as in `plan`, the same map of a plan, are one item. */
function listKeys(map: Resolved, library: Library, depth = 0, plan?: Resolved): readonly string[] {
  const keys = Object.keys(map.schema.properties ?? {}).filter((key) => !COMMON_KEYS.has(key));
  const same = keys.filter(
    (key) =>
      plan !== undefined &&
      isDeepStrictEqual(renderKey(key, map, library, depth), renderKey(key, plan, library, depth)),
  );
  const others = keys.filter((key) => !same.includes(key));
  const items = others.flatMap((key) => renderKey(key, map, library, depth, plan));
  if (same.length === 0) return items;
  return [...items, renderItem(`${same.map(code).join(', ')}: as in ${linkTo('plan')}`, depth)];
}

function renderKey(key: string, map: Resolved, library: Library, depth: number, plan?: Resolved): readonly string[] {
  const { schema, below, isList, isNullable } = readKey(key, map, library);
  const section = library.sections.get(below?.schema.properties);
  const name = code(`${key}${isList ? '[]' : ''}${isNullable ? '?' : ''}`);
  const item = renderItem(`${section === undefined ? name : linkTo(section, name)}: ${describe(schema)}`, depth);
  if (below === null || section !== undefined || depth > 0 || !LISTED.has(key)) return [item];
  const planned = plan === undefined ? null : readKey(key, plan, library).below;
  return [item, ...listKeys(below, library, 1, planned ?? undefined)];
}

interface Key {
  readonly schema: JsonSchema;
  /** The map that the value is, may be, or lists. */
  readonly below: Resolved | null;
  readonly isList: boolean;
  readonly isNullable: boolean;
}

function readKey(key: string, map: Resolved, { schemas }: Library): Key {
  const { schema, root } = resolve(map.schema.properties?.[key] ?? {}, map.root, schemas);
  const variants = [schema, ...(schema.anyOf ?? []).map((variant) => resolve(variant, root, schemas).schema)];
  const types = variants.flatMap(({ type, enum: values }) => [type ?? [], values?.includes(null) ? 'null' : []].flat());
  const maps = variants.map((variant) => resolve(variant.items ?? variant, root, schemas));
  return {
    schema,
    below: maps.find((one) => one.schema.properties !== undefined) ?? null,
    isList: types.includes('array'),
    isNullable: types.includes('null'),
  };
}

/** The choices and the description; one that explains each choice has them all. */
function describe({ description = '', enum: choices = [] }: JsonSchema): string {
  const names = choices.filter((choice) => choice !== null).map(String);
  const isExplained = names.length === 0 || /^As in /.test(description) || description.startsWith(`${names[0]}: `);
  return isExplained ? description : `${names.map(code).join(', ')}. ${description}`;
}
