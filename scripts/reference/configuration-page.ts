import { stringify } from 'yaml';
import { FIELDS, type FieldSpec, SOURCE_KINDS } from '../../src/model/field/field.ts';
import { humanAmount } from '../../src/model/field/units.ts';
import { listWords } from '../../src/model/text.ts';
import { type JsonSchema, resolve } from './json-schema.ts';
import { code, formatRange, joinBlocks, linkTo, renderCode, renderItem, renderPage, wrap } from './page.ts';

/** `docs/reference/configuration.md`: every key of schema/config.schema.json. */
export function renderConfigurationPage(root: JsonSchema): string {
  const top = Object.entries(root.properties ?? {});
  return renderPage(
    'Configuration',
    '[`schema/config.schema.json`](../../schema/config.schema.json)',
    wrap(
      'Pipeform reads `pipeform.yaml` in the current folder or the nearest parent that has one. ' +
        `Its keys: ${top.map(([key]) => linkTo(key)).join(', ')}.`,
    ),
    wrap(
      '`pipeform explain rollout.bake` explains one key. `pipeform explain PIPE` shows each effective value of a pipe and where it ' +
        'comes from: the file and line, and the preset, environment or variable; `--live` adds what is live. `pipes.NAME` is always the pipe, also where it ' +
        'has the name of a key.',
    ),
    '## How values are written',
    VALUES.map((text) => renderItem(text)).join('\n'),
    ...top.flatMap(([key, property]) => [
      renderSection(key, property, root),
      ...(key === 'pipes' ? renderSections(property, root) : []),
    ]),
  );
}

/** What a named thing takes that is described elsewhere: a preset is most of a pipe, an environment most of a document. */
const TAKES: ReadonlyMap<string, string> = new Map([
  ['presets', 'A preset takes these keys of a pipe:'],
  ['environments', 'An environment takes these keys of the document:'],
]);

/** A key of the document with a row for each key below it. */
function renderSection(key: string, property: JsonSchema, root: JsonSchema): string {
  const schema = follow(property, root);
  const named = typeof schema.additionalProperties === 'object' ? follow(schema.additionalProperties, root) : schema;
  const takes = TAKES.get(key);
  return joinBlocks(
    `## ${key}`,
    wrap(schema.description ?? ''),
    renderExample(key, schema),
    takes === undefined ? listKeys(named, 0, root).join('\n') : renderTaken(takes, named, root),
  );
}

/** The names of the keys that are described where the document or a pipe has them, and the others. */
function renderTaken(takes: string, { properties = {} }: JsonSchema, root: JsonSchema): string {
  const known = { ...root.properties, ...root.definitions?.pipe?.properties };
  const taken = Object.keys(properties).filter((key) => Object.hasOwn(known, key));
  const own = Object.entries(properties).filter(([key]) => !Object.hasOwn(known, key));
  const items = listKeys({ properties: Object.fromEntries(own) }, 0, root);
  return joinBlocks(
    wrap(`${takes} ${taken.map(code).join(', ')}.${items.length === 0 ? '' : ' It also has:'}`),
    items.join('\n'),
  );
}

/** An item for each key, with an example as the file has it, and those of a map, or of each map of a list, below it. */
function listKeys(schema: JsonSchema, depth: number, root: JsonSchema): readonly string[] {
  return Object.entries(schema.properties ?? {})
    .filter(([key]) => !isDescribedElsewhere(depth, key))
    .flatMap(([key, property]) => {
      const child = follow(property, root);
      const { description = '', items, additionalProperties: named } = child;
      if (hasFields(child)) return [renderItem(`${linkTo(key)}: ${description.replace(/(?<=\.) .*/, '')}`, depth)];
      const below = [items, named].find((one) => typeof one === 'object');
      const keys = listKeys(below === undefined ? child : follow(below, root), depth + 1, root);
      if (keys.length === 0) return [renderItem(`${formatExamples(key, child.examples)}: ${describe(child)}`, depth)];
      const name = items !== undefined ? `${key}[]` : below === named ? `${key}.NAME` : key;
      return [renderItem(`${code(name)}: ${describe(child)}`, depth), ...keys];
    });
}

/** `` `minimum: 1` or `1s` `` */
function formatExamples(key: string, [first, second]: readonly unknown[] = []): string {
  if (first === undefined) return code(key);
  const example = code(`${key}: ${formatYaml(first)}`);
  return second === undefined || typeof first === typeof second ? example : `${example} or ${code(formatYaml(second))}`;
}

/** Whether it is the settings or the scaling of a pipe. */
function hasFields({ properties = {} }: JsonSchema): boolean {
  return FIELDS.some(({ key }) => Object.hasOwn(properties, key));
}

/** The fields have tables of their own, and the edges of a band are described once. */
function isDescribedElsewhere(depth: number, key: string): boolean {
  return key.includes('.') || (depth > 0 && (key === 'min' || key === 'max'));
}

/** The description, with the default where it does not have it, without the value of the example. */
function describe({ description: whole = '', default: standard, examples: [example] = [] }: JsonSchema): string {
  const description = whole.replace(`${example}: `, '');
  return standard === undefined || /default/i.test(description)
    ? description
    : `${description} Default: ${code(String(standard))}.`;
}

function follow(property: JsonSchema, root: JsonSchema): JsonSchema {
  return resolve(property, root, new Map()).schema;
}

function renderExample(key: string, { examples: [example] = [] }: JsonSchema): string {
  return example === undefined ? '' : renderCode('yaml', stringify({ [key]: example }, YAML_OPTIONS));
}

const YAML_OPTIONS = { lineWidth: 0, flowCollectionPadding: true } as const;

function formatYaml(value: unknown): string {
  return stringify(value, { ...YAML_OPTIONS, collectionStyle: 'flow' }).trim();
}

function renderSections(pipes: JsonSchema, root: JsonSchema): readonly string[] {
  const { additionalProperties: pipe } = follow(pipes, root);
  const { properties = {} } = typeof pipe === 'object' ? follow(pipe, root) : {};
  return (['settings', 'scaling'] as const).map((section) =>
    renderFields(section, follow(properties[section] ?? {}, root), root),
  );
}

/** The managed fields of a pipe or a preset. */
function renderFields(section: FieldSpec['section'], holder: JsonSchema, root: JsonSchema): string {
  const child = (key: string): JsonSchema => follow(holder.properties?.[key] ?? {}, root);
  const fields = FIELDS.filter((field) => field.section === section);
  return joinBlocks(
    `## ${section}`,
    wrap(holder.description ?? ''),
    renderExample(section, { examples: (holder.examples ?? []).slice(0, 1) }),
    fields
      .map((field) => {
        const only = field.kinds.length === SOURCE_KINDS.length ? '' : ` Only ${listWords(field.kinds)}.`;
        const name = formatExamples(field.key, (child(field.key).examples ?? []).slice(0, 1));
        return renderItem(`${name}: ${field.meaning.replace(/\.$/, '')}${formatEdges(field)}.${only}`);
      })
      .join('\n'),
    listKeys({ properties: withoutFields(holder) }, 0, root).join('\n'),
  );
}

/** Keeps what is no field of the settings or the scaling: `schedule`. */
function withoutFields({ properties = {} }: JsonSchema): NonNullable<JsonSchema['properties']> {
  return Object.fromEntries(Object.entries(properties).filter(([name]) => FIELDS.every(({ key }) => key !== name)));
}

/** `: 500 to 60,000 (500ms to 1m)` */
function formatEdges({ minimum, maximum, unit }: FieldSpec): string {
  if (minimum === null || maximum === null) return '';
  const range = formatRange(minimum, maximum);
  if (unit !== 'milliseconds' && unit !== 'bytes') return `: ${range}`;
  return `: ${range} (${humanAmount(unit, minimum) ?? minimum} to ${humanAmount(unit, maximum) ?? maximum})`;
}

const VALUES: readonly string[] = [
  '**Anchors** and merge keys (`<<: *NAME`) are allowed, and keys at the top level that start with `x-` hold them, as in Compose files.',
  '**Variables** are allowed in values: `${VAR}`, `${VAR:-default}`, `${VAR:?message}`, and `$$` for a dollar sign. An unquoted value is typed after the substitution: `replicas: ${N:-3}` is a number. A variable that is not set, or empty, is an error where it has no default; `${N:-null}` unsets the field then. Variables that may contain a credential [are refused](../diagnostics.md#configuration).',
  '**Durations:** `500ms`, `5s`, `2m`, `1h30m`, `1d`. `…_ms` keys also take milliseconds.',
  '**Sizes:** `64MiB`, `10GB`, in `B`, `kB`, `MB`, `GB`, `TB` (powers of 1000) or `KiB`, `MiB`, `GiB`, `TiB` (powers of 1024). `…_bytes` keys also take bytes.',
  '**Names** of pipes, services, presets, checks and environments have at most 128 letters, digits, `_`, `.` and `-`, and do not start with `.` or `-`.',
  '**Merging:** maps of presets, included files and environments are merged key by key; lists and single values are replaced.',
];
