import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { Ajv } from 'ajv';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import type { SchemaWithFields } from '../../src/config/schema/derive-schema.ts';
import { extendSchema } from '../../src/config/schema/extend-schema.ts';
import { type DeclaredSetting, fieldsOf, SOURCE_KINDS } from '../../src/model/field/field.ts';
import { hashConfiguration } from '../../src/plan/policy/scope.ts';
import { FAST_COMPILE } from '../apply/schemas.ts';
import { sample } from '../effort.ts';
import { HEAD, load, pipeId } from './memory-files.ts';

const API = /^api: \{.*\}$/m;
const api = (more: string) => HEAD.replace(API, (line) => line.replace(/ \}$/, `, ${more} }`));
const LIMIT = 'settings: { some_limit_ms: { type: integer, minimum: 1, maximum: 1m, unit: milliseconds } }';
const inPipe = (body: string) => `pipes:\n  orders: { service: analytics, id: ${pipeId(1)}, source: kafka, ${body} }\n`;

async function loadValid(...[files, options]: Parameters<typeof load>) {
  const { fleet, diagnostics } = await load(files, options);
  if (fleet === null) throw new Error(JSON.stringify(diagnostics));
  return fleet;
}

describe('a declared setting', () => {
  test('takes a duration or a size, a number and null', async () => {
    const declared = api(
      'settings: { wait_ms: { type: integer, unit: milliseconds }, size: { type: integer, unit: bytes }, share: { type: number, maximum: 1 }, on: { type: boolean } }',
    );
    const text = `${declared}${inPipe('settings: { wait_ms: 1m30s, size: 64MiB, share: 0.5, on: null }')}`;
    const [pipe] = (await loadValid(text)).pipes;
    expect(Object.entries(pipe?.settings ?? {}).map(([key, { value }]) => [key, value])).toEqual([
      ['wait_ms', 90_000],
      ['size', 64 * 1024 ** 2],
      ['share', 0.5],
      ['on', null],
    ]);
  });

  test('may be declared in the root document or an included file', async () => {
    const pipes = inPipe('settings: { some_limit_ms: 5s }');
    const included = `api: { ${LIMIT} }\n`;
    const fleets = await Promise.all([
      loadValid(`${api(LIMIT)}${pipes}`),
      loadValid({ 'pipeform.yaml': `${HEAD}include: [api.yaml]\n${pipes}`, 'api.yaml': included }),
    ]);
    for (const { pipes: built, api: place } of fleets) {
      expect(built[0]?.settings.some_limit_ms?.value).toBe(5_000);
      expect(fieldsOf(place).find('settings.some_limit_ms')).toEqual({
        ...{ path: 'settings.some_limit_ms', section: 'settings', key: 'some_limit_ms' },
        ...{ type: 'integer', minimum: 1, maximum: 60_000 },
        ...{ unit: 'milliseconds', kinds: SOURCE_KINDS, meaning: 'A setting of this deployment.' },
      });
    }
  });

  test('may be tightened by the policy on one side', async () => {
    const text = `${api('settings: { share: { type: number } }')}policy: { ranges: { settings.share: { max: 0.5 } } }\n`;
    expect((await load(`${text}${inPipe('settings: { share: 0.4 }')}`)).fleet).not.toBeNull();
    const { diagnostics } = await load(`${text}${inPipe('settings: { share: 0.6 }')}`);
    expect(diagnostics.map(({ summary }) => summary)).toEqual(['`share` must be at most 0.5; found 0.6.']);
  });
});

test.each(
  sample(
    [
      'settings: { x: { type: integer, minimum: .nan, maximum: .inf } }',
      'ranges: { scaling.replicas: { max: "" }, settings.: {}, x: {} }',
      'settings: [1]',
      'settings: { x: null }',
      'settings: { x: { type: null, sources: kafka } }',
      'settings: { x: { type: integer, minimum: [1], maximum: {} } }',
      'ranges: 5',
      'ranges: { scaling.replicas: null }',
    ],
    2,
  ),
)('a declaration that is not one is reported: %s', async (declared) => {
  const { fleet, diagnostics } = await load(`${api(declared)}${inPipe('settings: { db_max_threads: 1 }')}`);
  expect(fleet).toBeNull();
  expect(diagnostics.map(({ line }) => line)).toContain(2);
});

test.each(sample(['.inf', '.nan', '1.5', '"5"', '[1]', 'true', 'soon'], 2))(
  'refuses %s as the contract does',
  async (value) => {
    const text = inPipe(
      `settings: { db_max_threads: ${value}, streaming_max_insert_wait_ms: ${value} }, scaling: { replicas: ${value} }`,
    );
    const words = async (head: string) => (await load(`${head}${text}`)).diagnostics.map(({ summary }) => summary);
    expect(await words(api(LIMIT))).toEqual(await words(HEAD));
  },
);

test('a setting may be named like a property of Object.prototype', async () => {
  const declared = api(
    'settings: { toString: { type: integer }, hasOwnProperty: { type: boolean }, type: { type: integer } }',
  );
  const { pipes } = await loadValid(`${declared}${inPipe('settings: { toString: 5 }')}`);
  expect(Object.entries(pipes[0]?.settings ?? {}).map(([key, { value }]) => [key, value])).toEqual([['toString', 5]]);
  expect((await load(`${declared}${inPipe('settings: { type: x }')}`)).diagnostics).toHaveLength(1);
});

test('only a configuration that declares something has it, in its fleet and its hash', async () => {
  const pipes = inPipe('settings: { db_max_threads: 1 }');
  const texts = ['', LIMIT, LIMIT.replace('1m', '2m'), 'ranges: { scaling.replicas: { max: 40 } }', 'settings: {}'];
  const fleets = await Promise.all(texts.map((more) => loadValid(`${more === '' ? HEAD : api(more)}${pipes}`)));
  const [plain, ...others] = fleets.map(hashConfiguration);
  for (const key of ['settings', 'ranges']) expect(fleets[0]?.api).not.toHaveProperty(key);
  expect(new Set([plain, ...others])).toHaveLength(4);
  expect(others.at(-1)).toBe(plain);
});

const SCHEMA = JSON.parse(
  await readFile(fileURLToPath(new URL('../../schema/config.schema.json', import.meta.url)), 'utf8'),
) as SchemaWithFields;

describe('the schema for editors', () => {
  const setting: DeclaredSetting = {
    ...{ key: 'some_limit_ms', type: 'integer', minimum: 1, maximum: 60_000, unit: 'milliseconds' },
    ...{ kinds: ['kafka'], meaning: 'A limit.' },
  };
  const ranges = { 'scaling.replicas': { min: 1, max: 100 } } as const;
  const extended = extendSchema(SCHEMA, { settings: [setting], ranges });
  const ajv = new Ajv({ ...FAST_COMPILE, strict: true, allowUnionTypes: true });
  ajv.addVocabulary([
    ...['x-expected', 'x-kinds', 'x-names', 'x-unit'],
    ...['markdownDescription', 'errorMessage', 'defaultSnippets'],
  ]);
  const validate = ajv.compile(extended);
  const check = (pipe: object, policy = {}) =>
    validate({ ...parse(HEAD), pipes: { orders: { service: 'analytics', id: pipeId(1), ...pipe } }, policy });

  test('takes the declared values, and no others', () => {
    for (const value of [1, 60_000, '5s', null, '${LIMIT}'])
      expect([value, check({ settings: { some_limit_ms: value } })]).toEqual([value, true]);
    for (const value of [0, 60_001, '5MiB', true, 1.5])
      expect([value, check({ settings: { some_limit_ms: value } })]).toEqual([value, false]);
    expect(check({ settings: { other_limit_ms: 1 } })).toBe(false);
    expect([100, 101].map((replicas) => check({ scaling: { replicas } }))).toEqual([true, false]);
    expect([100, 101].map((max) => check({ scaling: { replicas: { min: 2, max } } }))).toEqual([true, false]);
  });

  test('knows the kinds of source, and the ranges that a policy may set', () => {
    const settings = { some_limit_ms: 1 };
    expect(['kafka', 'kinesis'].map((source) => check({ source, settings }))).toEqual([true, false]);
    const limit = (max: unknown) => check({}, { ranges: { 'settings.some_limit_ms': { max } } });
    expect(['20s', 60_000, 60_001].map(limit)).toEqual([true, true, false]);
    const replicas = (max: number) => check({}, { ranges: { 'scaling.replicas': { max } } });
    expect([100, 101].map(replicas)).toEqual([true, false]);
  });

  test('shows the range that holds, and leaves the schema of the contract as it was', () => {
    const { description, markdownDescription, errorMessage, properties } =
      extended.definitions.scaling.properties.replicas ?? {};
    expect(description).toMatch(/^Number of replicas\. .* This deployment takes 1 to 100\.$/);
    expect(markdownDescription).toMatch(/\n\nThis deployment takes 1 to 100\.$/);
    expect(errorMessage).toBe('Write a whole number, a band such as { min: 2, max: 6 }, or null; from 1 to 100.');
    expect(properties?.max).toMatchObject({ maximum: 100, errorMessage: 'Write a whole number; from 1 to 100.' });
    expect(extended.definitions.settings.properties.some_limit_ms?.description).toBe(
      'A limit. Takes a whole number of milliseconds, a duration such as 5s, or null; 1 to 60000 milliseconds. For kafka pipes.',
    );
    expect(extended.definitions.ignore.items.examples).toContain('settings.some_limit_ms');
    expect(extendSchema(SCHEMA, {})).toEqual(SCHEMA);
  });
});
