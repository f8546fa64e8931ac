import { stringify } from 'yaml';
import { FIELDS, type FieldSpec, SOURCE_KINDS } from '../../src/model/field/field.ts';
import { humanAmount } from '../../src/model/field/units.ts';
import { type JsonSchema, resolve } from './json-schema.ts';
import { code, joinBlocks, linkTo, renderCode, renderItem, renderPage, renderTable, sayRange, wrap } from './page.ts';

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
    '## How values are written',
    VALUES.map(renderItem).join('\n'),
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
    takes === undefined
      ? renderKeys(listKeys(named, '', root))
      : wrap(
          `${takes} ${Object.keys(named.properties ?? {})
            .map(code)
            .join(', ')}.`,
        ),
  );
}

type Row = readonly string[];

function renderKeys(rows: readonly Row[]): string {
  return rows.length === 0 ? '' : renderTable(['key', 'meaning', 'example'], rows);
}

/** Keys, and those below them as `target.check`. Of a list, the keys of its items; of a map of names, those of each. */
function listKeys(schema: JsonSchema, prefix: string, root: JsonSchema): readonly Row[] {
  return Object.entries(schema.properties ?? {})
    .filter(([key]) => !isTold(prefix, key))
    .flatMap(([key, property]) => {
      const child = follow(property, root);
      const path = `${prefix}${key}`;
      const { description = '' } = child;
      if (hasFields(child)) return [[linkTo(path), description.replace(/(?<=\.) .*/, ''), '']];
      const below = [child.items, child.additionalProperties].find((one) => typeof one === 'object');
      const rows =
        below === undefined
          ? listKeys(child, `${path}.`, root)
          : listKeys(follow(below, root), `${path}.${child.items === undefined ? 'NAME.' : ''}`, root);
      const [first, second] = rows.length > 0 ? [] : (child.examples ?? []);
      const examples = [first, ...(typeof first === typeof second ? [] : [second])].filter((one) => one !== undefined);
      return [[code(path), describe(child), examples.map((one) => code(formatYaml(one))).join(', ')], ...rows];
    });
}

/** Whether it is the settings or the scaling of a pipe. */
function hasFields({ properties = {} }: JsonSchema): boolean {
  return FIELDS.some(({ key }) => Object.hasOwn(properties, key));
}

/** The fields have tables of their own, and the edges of a band are described once. */
function isTold(prefix: string, key: string): boolean {
  return key.includes('.') || (prefix !== '' && (key === 'min' || key === 'max'));
}

/** The description, with the default where it does not have it. */
function describe({ description = '', default: standard }: JsonSchema): string {
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
    renderTable(
      ['key', 'range', 'kinds of source', 'meaning', 'example'],
      fields.map((field) => [
        code(field.key),
        formatEdges(field),
        field.kinds.length === SOURCE_KINDS.length ? 'all' : field.kinds.join(', '),
        field.meaning,
        (child(field.key).examples ?? [])
          .slice(0, 1)
          .map((example) => code(formatYaml(example)))
          .join(''),
      ]),
    ),
    renderKeys(fields.flatMap(({ key }) => listKeys(child(key), `${key}.`, root))),
  );
}

/** `500 to 60,000 (500ms to 1m)` */
function formatEdges({ minimum, maximum, unit }: FieldSpec): string {
  if (minimum === null || maximum === null) return 'true, false';
  const range = sayRange(minimum, maximum);
  if (unit !== 'milliseconds' && unit !== 'bytes') return range;
  return `${range} (${humanAmount(unit, minimum) ?? minimum} to ${humanAmount(unit, maximum) ?? maximum})`;
}

const VALUES: readonly string[] = [
  '**Unmanaged keys:** a settings or scaling key that you do not write keeps its live value. `null` is managed: the key must be unset.',
  '**Variables** are allowed in values: `${VAR}`, `${VAR:-default}`, `${VAR:?message}`, and `$$` for a dollar sign. An unquoted value is typed after the substitution: `replicas: ${N:-3}` is a number. Names that end in SECRET, TOKEN, PASSWORD or KEY, and variables such as `PIPEFORM_KEY_ID_FILE`, are refused.',
  '**Durations:** `500ms`, `5s`, `2m`, `1h30m`, `1d`. `…_ms` keys also take milliseconds.',
  '**Sizes:** `64MiB`, `10GB`, in `B`, `kB`, `MB`, `GB`, `TB` (powers of 1000) or `KiB`, `MiB`, `GiB`, `TiB` (powers of 1024). `…_bytes` keys also take bytes.',
  '**Bands:** with `{ min, max }`, a scaling value inside the band stays as it is, and one outside is clamped to the nearest edge. Both edges are inclusive.',
  '**Names** of pipes, services, presets, checks and environments have at most 128 letters, digits, `_`, `.` and `-`, and do not start with `.` or `-`.',
  '**Merging:** maps of presets, included files and environments are merged key by key; lists and single values are replaced.',
];
