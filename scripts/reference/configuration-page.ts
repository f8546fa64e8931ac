import { stringify } from 'yaml';
import { FIELDS, type FieldSpec, SOURCE_KINDS } from '../../src/model/field.ts';
import { humanAmount } from '../../src/model/units.ts';
import { type JsonSchema, resolve } from './json-schema.ts';
import { code, joinBlocks, linkTo, renderCode, renderItem, renderPage, renderTable, sayRange, wrap } from './page.ts';

/** `docs/reference/configuration.md`: every key of schema/config.schema.json. */
export function renderConfigurationPage(root: JsonSchema): string {
  const top = Object.entries(root.properties ?? {});
  return renderPage(
    'Configuration',
    '[`schema/config.schema.json`](../../schema/config.schema.json)',
    wrap(
      'One document, `pipeform.yaml`, is found in the current folder or the nearest parent. Editors read the same schema ' +
        'for completion, hover text and errors: see the first line that `pipeform init` writes.',
    ),
    '## All keys',
    renderTable(
      ['key', 'meaning'],
      top.map(([key, property]) => [linkTo(key), follow(property, root).description ?? '']),
    ),
    '## How values are written',
    VALUES.map(renderItem).join('\n'),
    '## The twelve settings',
    wrap(`They stand under ${linkTo('settings')} of a pipe or a preset. Ranges are inclusive.`),
    renderFields('settings'),
    '## The four scaling keys',
    wrap(`They stand under ${linkTo('scaling')} of a pipe or a preset. Ranges are inclusive.`),
    renderFields('scaling'),
    ...top.map(([key, property]) => renderTop(key, property, root)),
  );
}

/** What a named thing takes that is described elsewhere: a preset is most of a pipe, an environment most of a document. */
const KEY_INTRODUCTIONS: ReadonlyMap<string, string> = new Map([
  ['presets', 'A preset takes these keys of a pipe:'],
  ['environments', 'An environment takes these keys of the document:'],
]);

/** Maps of a pipe that have a heading of their own. */
const PARTS: ReadonlySet<string> = new Set(['settings', 'scaling']);

/** A key of the document, what stands under it, and for pipes the two maps of fields. */
function renderTop(key: string, property: JsonSchema, root: JsonSchema): string {
  const schema = follow(property, root);
  const named = typeof schema.additionalProperties === 'object' ? follow(schema.additionalProperties, root) : null;
  const { properties = {}, required = [] } = named ?? schema;
  const head = [`## ${key}`, wrap(schema.description ?? ''), renderExample(key, schema)];
  const introduction = KEY_INTRODUCTIONS.get(key);
  if (introduction !== undefined) {
    const links = Object.keys(properties).map((child) => linkTo(homeOf(key, child), code(child)));
    return joinBlocks(...head, wrap(`${introduction} ${links.join(', ')}.`));
  }
  if (Object.keys(properties).length === 0)
    return joinBlocks(...head, renderFacts(key, { ...(named ?? schema), examples: [] }, []));
  const parts = key === 'pipes' ? Object.keys(properties).filter((child) => PARTS.has(child)) : [];
  return joinBlocks(
    ...head,
    ...Object.entries(properties).map(([child, value]) => renderKey(key, child, value, root, required)),
    ...parts.map((part) => renderPart(part, properties[part] ?? {}, root)),
  );
}

function homeOf(section: string, child: string): string {
  return section === 'environments' || PARTS.has(child) ? child : headingOf('pipes', child);
}

function renderPart(name: string, property: JsonSchema, root: JsonSchema): string {
  const { description = '', properties = {}, required = [], examples = [] } = follow(property, root);
  return joinBlocks(
    `## ${name}`,
    wrap(description),
    renderExample(name, { examples: examples.slice(0, 1) }),
    ...Object.entries(properties).map(([key, value]) => renderKey(name, key, value, root, required)),
  );
}

/** How the key is named in the document and in plans: `pipes.NAME.id`, `settings.db_max_threads`. */
function headingOf(section: string, key: string): string {
  return NAMED.has(section) ? `${section}.NAME.${key}` : `${section}.${key}`;
}

const NAMED: ReadonlySet<string> = new Set(['pipes', 'checks']);

function renderKey(
  section: string,
  key: string,
  property: JsonSchema,
  root: JsonSchema,
  required: readonly string[],
): string {
  const schema = follow(property, root);
  const heading = `### ${code(headingOf(section, key))}`;
  if (section === 'pipes' && PARTS.has(key)) {
    return joinBlocks(heading, wrap(`${schema.description} The keys stand under ${linkTo(key)}.`));
  }
  return joinBlocks(
    heading,
    wrap(schema.description ?? ''),
    renderFacts(key, schema, required),
    renderNested(schema, root),
  );
}

function follow(property: JsonSchema, root: JsonSchema): JsonSchema {
  return resolve(property, root, new Map()).schema;
}

function renderFacts(key: string, schema: JsonSchema, required: readonly string[]): string {
  const { 'x-kinds': kinds = [], examples = [], default: standard } = schema;
  const form = schema['x-expected'] ?? sayType(schema);
  const facts = [
    fact('Written as', examples.length > 0 ? withoutExample(form) : form),
    fact('Range', sayFieldRange(schema)),
    fact('Kinds of source', kinds.length === SOURCE_KINDS.length ? 'all' : kinds.join(', ')),
    fact('Default', standard === undefined ? '' : code(JSON.stringify(standard))),
    required.includes(key) ? 'It has to be given.' : '',
    fact(examples.length === 1 ? 'Example' : 'Examples', examples.map((value) => code(sayYaml(value))).join(' or ')),
  ];
  return facts
    .filter((one) => one !== '')
    .map(renderItem)
    .join('\n');
}

/** `a uuid such as 7c0e…` is `a uuid` where examples follow. */
function withoutExample(form: string): string {
  return form.replace(/^([^,]+) such as [^,]+$/, '$1');
}

function fact(name: string, words: string): string {
  return words === '' ? '' : `**${name}:** ${words}`;
}

function sayType({ type, items, properties, enum: choices }: JsonSchema): string {
  if (choices !== undefined) return `one of ${choices.map((choice) => code(String(choice))).join(', ')}`;
  if (items !== undefined) return 'a list';
  if (properties !== undefined) return 'a map';
  return type === 'string' ? 'text' : '';
}

function sayFieldRange(schema: JsonSchema): string {
  const { minimum = null, maximum = null } = schema;
  const range = sayRange(minimum, maximum);
  const unit = schema['x-unit'];
  if (range === '' || unit === undefined || minimum === null || maximum === null) return range;
  return `${range}${sayUnit(unit)}`;
}

function sayUnit(unit: string): string {
  return unit === 'count' || unit === 'mode' || unit === 'flag' ? '' : ` ${unit}`;
}

/** Keys below a key, in one table: `target.check`. Of a list, the keys of its items. */
function renderNested(schema: JsonSchema, root: JsonSchema): string {
  const rows = listNested(schema, '', root);
  if (rows.length === 0) return '';
  return renderTable(['key', 'meaning', 'written as', 'example'], rows);
}

function listNested(schema: JsonSchema, prefix: string, root: JsonSchema): readonly (readonly string[])[] {
  const holder = schema.items === undefined ? schema : follow(schema.items, root);
  return Object.entries(holder.properties ?? {}).flatMap(([key, property]) => {
    const child = follow(property, root);
    const [example] = child.examples ?? [];
    const form = child['x-expected'] ?? sayType(child);
    const shown = example === undefined || typeof example === 'object' ? '' : code(sayYaml(example));
    const row = [code(`${prefix}${key}`), child.description ?? '', shown === '' ? form : withoutExample(form), shown];
    return [row, ...listNested(child, `${prefix}${key}.`, root)];
  });
}

function renderExample(key: string, { examples: [example] = [] }: JsonSchema): string {
  return example === undefined ? '' : renderCode('yaml', stringify({ [key]: example }, YAML_OPTIONS));
}

const YAML_OPTIONS = { lineWidth: 0, flowCollectionPadding: true } as const;

function sayYaml(value: unknown): string {
  return stringify(value, { ...YAML_OPTIONS, collectionStyle: 'flow' }).trim();
}

function renderFields(section: FieldSpec['section']): string {
  return renderTable(
    ['key', 'type', 'range', 'unit', 'kinds of source', 'meaning'],
    FIELDS.filter((field) => field.section === section).map((field) => [
      linkTo(headingOf(section, field.key), code(field.key)),
      field.type,
      sayEdges(field),
      field.unit,
      field.kinds.length === SOURCE_KINDS.length ? 'all' : field.kinds.join(', '),
      field.meaning,
    ]),
  );
}

/** `500 to 60,000 (500ms to 1m)` */
function sayEdges({ minimum, maximum, unit }: FieldSpec): string {
  if (minimum === null || maximum === null) return 'true, false';
  const range = sayRange(minimum, maximum);
  if (unit !== 'milliseconds' && unit !== 'bytes') return range;
  return `${range} (${humanAmount(unit, minimum) ?? minimum} to ${humanAmount(unit, maximum) ?? maximum})`;
}

const VALUES: readonly string[] = [
  '**Managed means written down.** A settings or scaling key that is absent is not managed: its live value stays, whatever it is. `null` is managed: the desired state is “unset”.',
  '**Variables** stand in values, never in keys: `${VAR}`, `${VAR:-default}`, `${VAR:?message}`, and `$$` for a dollar sign. A value without quotes is read anew after the substitution, so `replicas: ${N:-3}` is a number. Names that end in SECRET, TOKEN, PASSWORD or KEY, and variables such as `PIPEFORM_KEY_ID_FILE`, are refused: credentials are never in the configuration.',
  '**Durations** are numbers with `ms`, `s`, `m`, `h` or `d`, also several in a row: `500ms`, `5s`, `1h30m`. `…_ms` keys take them beside plain milliseconds.',
  '**Sizes** are a number with `B`, `kB`, `MB`, `GB`, `TB` (in 1000s) or `KiB`, `MiB`, `GiB`, `TiB` (in 1024s): `64MiB`, `10GB`. `…_bytes` keys take them beside plain bytes.',
  '**Bands** `{ min, max }` leave a live value inside them alone, and clamp one outside to the nearer edge.',
  '**Names** of pipes, services, presets, checks and environments begin with a letter, a digit or `_` and go on with those, `.` and `-`: at most 128 characters.',
  '**Merging** of presets, included files and environments goes key by key through maps; lists and single values replace.',
];
