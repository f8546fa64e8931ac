import { type JsonSchema, resolve } from './json-schema.ts';
import { code, joinBlocks, linkTo, renderCode, renderItem, renderJson, renderPage, renderTable, wrap } from './page.ts';

/** A document, with one that is like it. Of line-delimited documents the example is a list of lines. */
export interface ShownDocument {
  /** As in `plan`, of schema/plan.schema.json. */
  readonly name: string;
  readonly example: unknown;
}

interface Library {
  readonly schemas: ReadonlyMap<string, JsonSchema>;
  /** Where what a reference leads to is told, by the name of the definition: once on the page. */
  readonly told: Map<string, string>;
}

/** `docs/reference/documents.md`: every JSON document that is printed or saved, by its schema. */
export function renderDocumentsPage(documents: readonly ShownDocument[], schemas: readonly JsonSchema[]): string {
  const library = { schemas: new Map(schemas.map((schema) => [schema.$id ?? '', schema])), told: new Map() };
  return renderPage(
    'JSON documents',
    'the schemas in [`schema/`](../../schema)',
    wrap(
      'Each document names its `kind` and the `formatVersion` of its shape, which grows without breaking: new keys may ' +
        'come, those here stay. Times are ISO 8601 in UTC, amounts carry their unit in their name (`bakeMs`, ' +
        '`cpuMillicores`), numbers are never grouped, and what is not known is null. The schemas are JSON Schema ' +
        'draft-07; `pipeform schema NAME` prints them, and the package has them as `pipeform/schema/NAME.schema.json`.',
    ),
    documents.map(({ name }) => renderItem(`${linkTo(name)}: ${schemaOf(name, library).description ?? ''}`)).join('\n'),
    ...documents.map((document) => renderDocument(document, library)),
  );
}

function schemaOf(name: string, { schemas }: Library): JsonSchema {
  const schema = schemas.get(`${name}.schema.json`);
  if (schema === undefined) throw new Error(`there is no schema of ${name}`);
  return schema;
}

function renderDocument({ name, example }: ShownDocument, library: Library): string {
  const schema = schemaOf(name, library);
  const isLines = Array.isArray(example);
  return joinBlocks(
    `## ${name}`,
    wrap(`${schema.description ?? ''} Its schema is [\`${name}.schema.json\`](../../schema/${name}.schema.json).`),
    schema.oneOf === undefined
      ? joinBlocks(...renderMap(name, schema, schema, library))
      : renderVariants(name, schema, library),
    isLines
      ? renderCode('json', example.map((line) => JSON.stringify(line)).join('\n'))
      : renderCode('json', renderJson(example)),
  );
}

/** A row for each key. `told`: the heading under which the map that a key holds is described. */
function renderFields(
  holder: JsonSchema,
  root: JsonSchema,
  library: Library,
  told: (key: string) => string | null = () => null,
): string {
  const rows = Object.entries(holder.properties ?? {}).map(([key, property]) => {
    const { schema } = resolve(property, root, library.schemas);
    const type = sayType(property, root, library);
    const home = told(key);
    const linked = home === null ? type : type.replace(/\bmaps?\b/, (word) => linkTo(home, word));
    return [code(key), linked, schema.description ?? ''];
  });
  return renderTable(['key', 'type', 'meaning'], rows);
}

/** `text`, `list of maps`, `text or null`; choices in full. */
function sayType(property: JsonSchema, root: JsonSchema, library: Library): string {
  const { schema, root: home } = resolve(property, root, library.schemas);
  const choices = schema.enum ?? (schema.const === undefined ? undefined : [schema.const]);
  if (choices !== undefined) return choices.map((choice) => code(String(choice))).join(', ');
  const variants = schema.anyOf ?? schema.oneOf;
  if (variants !== undefined) return unique(variants.map((variant) => sayType(variant, home, library))).join(' or ');
  if (schema.items !== undefined) return sayList(sayType(schema.items, home, library));
  const types = [schema.type ?? (schema.properties === undefined ? 'any' : 'object')].flat();
  return types.map((type) => TYPE_WORDS.get(type) ?? type).join(' or ');
}

function sayList(item: string): string {
  if (item === 'map') return 'list of maps';
  return item === 'text' ? 'list of texts' : `list, each ${item}`;
}

const TYPE_WORDS: ReadonlyMap<string, string> = new Map([
  ['string', 'text'],
  ['object', 'map'],
  ['integer', 'whole number'],
  ['array', 'list'],
  ['any', 'any value'],
]);

function unique(words: readonly string[]): readonly string[] {
  return [...new Set(words)];
}

/** What a map holds, and below it the maps inside it, each under a heading of its own where it comes first. */
function renderMap(path: string, holder: JsonSchema, root: JsonSchema, library: Library): readonly string[] {
  const parts: { readonly heading: string; readonly found: FoundMap }[] = [];
  const headings = new Map<string, string>();
  for (const [key, property] of Object.entries(holder.properties ?? {})) {
    const found = findMap(property, root, library);
    if (found === null) continue;
    const content = JSON.stringify(found.schema.properties);
    const heading = `${path}.${key}${found.isList ? '[]' : ''}`;
    if (!library.told.has(content)) {
      library.told.set(content, heading);
      parts.push({ heading, found });
    }
    headings.set(key, library.told.get(content) ?? heading);
  }
  return [
    renderFields(holder, root, library, (key) => headings.get(key) ?? null),
    ...parts.map(({ heading, found }) =>
      joinBlocks(`### ${code(heading)}`, ...renderMap(heading, found.schema, found.root, library)),
    ),
  ];
}

interface FoundMap {
  readonly schema: JsonSchema;
  readonly root: JsonSchema;
  readonly isList: boolean;
}

/** The map that a property is, may be, or lists. */
function findMap(property: JsonSchema, root: JsonSchema, library: Library): FoundMap | null {
  const { schema, root: home } = resolve(property, root, library.schemas);
  if (schema.properties !== undefined) return { schema, root: home, isList: false };
  if (schema.items !== undefined) {
    const found = findMap(schema.items, home, library);
    return found === null ? null : { ...found, isList: true };
  }
  for (const variant of schema.anyOf ?? schema.oneOf ?? []) {
    const found = findMap(variant, home, library);
    if (found !== null) return found;
  }
  return null;
}

/** Lines of several types: each with what it holds beside its type and its time. */
function renderVariants(name: string, schema: JsonSchema, library: Library): string {
  const variants = (schema.oneOf ?? []).map((variant) => resolve(variant, schema, library.schemas).schema);
  const types = variants.map((variant) => {
    const type = String(variant.properties?.type?.const);
    const { type: _, at: __, ...properties } = variant.properties ?? {};
    const heading = `${name}: ${type}`;
    return joinBlocks(
      `### ${code(heading)}`,
      wrap(variant.description ?? ''),
      ...renderMap(`${name}: ${type}`, { properties }, schema, library),
    );
  });
  return joinBlocks(wrap('Each line names its `type`, and `at`, the time in UTC. Beside these:'), ...types);
}
