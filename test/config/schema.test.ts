import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { Ajv } from 'ajv';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { FIELDS, SOURCE_KINDS } from '../../src/model/field/field.ts';
import { FAST_COMPILE } from '../apply/schemas.ts';
import { HEAD, pipeId } from './memory-files.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const SCHEMA: unknown = JSON.parse(await readFile(`${ROOT}/schema/config.schema.json`, 'utf8'));

/** Our own keywords and those of editors; the $comment of the schema explains them. */
const NOTES = [
  ...['x-expected', 'x-kinds', 'x-names', 'x-unit'],
  ...['markdownDescription', 'errorMessage', 'defaultSnippets'],
];

/** The schema as an editor has it: variables allowed, conditions in force. */
function compile() {
  const ajv = new Ajv({ ...FAST_COMPILE, strict: true, allowUnionTypes: true, allErrors: true });
  ajv.addVocabulary(NOTES);
  return ajv.compile(Object(SCHEMA));
}
const validate = compile();

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Every schema in the schema, with the keys that lead to it. */
function* schemasIn(
  schema: unknown,
  path: readonly string[] = [],
): Iterable<[readonly string[], Record<string, unknown>]> {
  if (!isObject(schema)) return;
  yield [path, schema];
  for (const group of ['properties', 'definitions'])
    for (const [key, part] of Object.entries(isObject(schema[group]) ? schema[group] : {}))
      yield* schemasIn(part, [...path, group, key]);
  for (const key of ['items', 'additionalProperties', 'propertyNames', 'if', 'then', 'not'])
    yield* schemasIn(schema[key], [...path, key]);
  for (const key of ['allOf', 'anyOf', 'oneOf'])
    for (const [index, part] of (Array.isArray(schema[key]) ? schema[key] : []).entries())
      yield* schemasIn(part, [...path, key, String(index)]);
}

test('every property has its own hover text and examples, every entry too, and every definition says what it is', () => {
  const bare: string[] = [];
  let seen = 0;
  for (const [path, schema] of schemasIn(SCHEMA)) {
    // Conditions only forbid; the property is declared elsewhere.
    if (path.includes('if') || path.includes('then')) continue;
    const { description, examples = [], $comment, $ref } = schema;
    const [group, key = ''] = path.slice(-2);
    const isEntry = ['items', 'additionalProperties'].includes(key) && $ref === undefined;
    if (group === 'definitions' && !description && !$comment) bare.push(path.join('.'));
    if (group !== 'properties' && !isEntry) continue;
    seen += 1;
    if (!description || !Array.isArray(examples) || examples.length === 0) bare.push(path.join('.'));
  }
  expect(seen).toBeGreaterThan(80);
  expect(bare).toEqual([]);
});

test('every example is valid in its place', () => {
  const ajv = new Ajv({ ...FAST_COMPILE, strict: true, allowUnionTypes: true });
  ajv.addVocabulary(NOTES);
  ajv.addSchema(Object(SCHEMA), 'config');
  const wrong: unknown[] = [];
  for (const [path, schema] of schemasIn(SCHEMA)) {
    const pointer = path.map((key) => `/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
    for (const example of Array.isArray(schema.examples) ? schema.examples : [])
      if (!ajv.validate({ $ref: `config#${pointer}` }, example)) wrong.push([pointer, example, ajv.errorsText()]);
  }
  expect(wrong).toEqual([]);
});

/** The limits of a range in the schema. */
interface Edge {
  readonly type: readonly string[];
  readonly minimum: number;
  readonly maximum: number;
}
interface RangeSchema {
  readonly allOf: readonly [{ $ref: string }, { then: { properties: Readonly<Record<string, Edge>> } }];
}

test('has a range for every number, within the range of the contract', () => {
  const { definitions } = Object(SCHEMA);
  const ranges: Readonly<Record<string, RangeSchema>> = definitions.ranges.properties;
  const numbers = FIELDS.filter(({ type }) => type !== 'boolean');
  expect(Object.keys(ranges)).toEqual(numbers.map(({ path }) => path));
  for (const { path, type, minimum, maximum, unit } of numbers) {
    const [form, condition] = ranges[path]?.allOf ?? [];
    const edge = { type: [type, 'string'], minimum, maximum };
    expect([path, condition?.then.properties]).toEqual([path, { min: edge, max: edge }]);
    const { properties } = definitions[form?.$ref.split('/').at(-1) ?? ''];
    const units = unit === 'milliseconds' || unit === 'bytes' || unit === 'gigabytes' ? unit : 'count';
    expect([path, properties.min['x-unit'], properties.max['x-unit']]).toEqual([path, units, units]);
  }
});

const withPipe = (pipe: Record<string, unknown>) => ({
  ...parse(HEAD),
  pipes: { orders: { service: 'analytics', id: pipeId(1), ...pipe } },
});

test.each(SOURCE_KINDS)('an editor flags the fields that do not apply to %s, in pipes and presets', (source) => {
  for (const { section, key, kinds, type, minimum } of FIELDS) {
    const body = { source, [section]: { [key]: type === 'boolean' ? true : minimum } };
    const applies = kinds.includes(source);
    expect([key, validate(withPipe(body))]).toEqual([key, applies]);
    expect([key, validate({ ...parse(HEAD), presets: { p: body } })]).toEqual([key, applies]);
  }
});

test('an editor accepts what another file may correct', () => {
  const scaling = { concurrency: 2 };
  expect(validate(withPipe({ scaling }))).toBe(true);
  expect(validate(withPipe({ source: '${KIND}', scaling }))).toBe(true);
  expect(validate(withPipe({ source: 'kafka', scaling, ignore: ['scaling.concurrency'] }))).toBe(true);
  expect(validate(withPipe({ source: 'kafka', scaling, preset: 'p' }))).toBe(true);
});

test.each([
  ['https://api.example.com', true],
  ['http://localhost:4010', true],
  ['http://LOCALHOST', true],
  ['http://127.0.0.1/base', true],
  ['http://[::1]:4010', true],
  ['${URL}', true],
  ['http://${HOST}', true],
  ['https://${USER}@api.example.com', true],
  ['http://api.example.com', false],
  ['http://localhost.example.com', false],
  ['http://127.0.0.1.example.com', false],
  ['https://user:hidden@api.example.com', false],
  ['ftp://api.example.com', false],
])('an editor validates the address %s: %s', (url, expected) => {
  const document = parse(HEAD);
  expect(validate({ ...document, api: { ...document.api, url }, observability: { url } })).toBe(expected);
});
