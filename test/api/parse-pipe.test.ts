import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parsePipe, parsePipes } from '../../src/api/pipes/parse-pipe.ts';
import { FIELDS, fieldsOf, SOURCE_KINDS } from '../../src/model/field/field.ts';
import { settingNamesOf } from '../../src/model/field/setting-names.ts';
import type { LivePipe } from '../../src/model/live-pipe.ts';
import { redactAll } from '../../src/model/secret/redact.ts';
import { checkProperty, countCases } from '../effort.ts';
import { valuesOf } from '../plan/samples.ts';
import { PIPE, pipeBody } from './local-service.ts';

const ASKED = { ...PIPE, redact: redactAll(['canary-4711']) };

function pipeOf(result: object): LivePipe {
  const parsed = parsePipe(pipeBody(result), ASKED);
  if (!parsed.ok) throw new Error(parsed.problem);
  return parsed.pipe;
}

function settingsOf(json: string): { settings: object; unreadable: LivePipe['unreadable'] } {
  const pipe = pipeOf({ settings: JSON.parse(json) });
  return { settings: pipe.settings.status === 'known' ? valuesOf(pipe) : pipe.settings, unreadable: pipe.unreadable };
}

function scalingOf(scaling: unknown): Partial<LivePipe> {
  const pipe = pipeOf({ scaling });
  return { scaling: pipe.scaling, unreadable: pipe.unreadable };
}

const ABSENT = { replicas: 'absent', concurrency: 'absent', replicaCpuMillicores: 'absent', replicaMemoryGb: 'absent' };
const NOTHING = { replicas: null, concurrency: null, replicaCpuMillicores: null, replicaMemoryGb: null };

describe('a pipe as the service shows it', () => {
  it('keeps only the fields that Pipeform uses', () => {
    const pipe = pipeOf({
      state: 'Some New State',
      source: { kafka: { brokers: 'b:9092', caCertificate: 'secret' } },
      destination: { table: 't' },
      settings: { db_max_threads: 8, brand_new: [1, { a: null }] },
      scaling: { replicas: 2, replicaCpuMillicores: 250, replicaMemoryGb: 1, extra: 1 },
      createdAt: '2026-01-12',
      updatedAt: 'yesterday',
    });
    expect(pipe).toEqual({
      ...PIPE,
      name: 'orders-prod',
      state: 'Some New State',
      source: 'kafka',
      settings: { status: 'known', values: { db_max_threads: 8, brand_new: [1, { a: null }] } },
      scaling: { ...NOTHING, replicas: 2, replicaCpuMillicores: 250, replicaMemoryGb: 1 },
      unreadable: [],
      createdAt: '2026-01-12',
      updatedAt: 'yesterday',
    });
  });

  it('belongs to the requested service when a list names none', () => {
    const parsed = parsePipes(
      {
        result: [
          { id: 'one', serviceId: '' },
          { id: 'two', serviceId: null },
        ],
      },
      ASKED,
    );
    expect(parsed).toMatchObject({ ok: true, pipes: [{ serviceId: PIPE.serviceId }, { serviceId: PIPE.serviceId }] });
  });

  it('requires only its id', () => {
    expect(parsePipe({ result: { id: 'other' } }, ASKED)).toEqual({
      ok: true,
      pipe: {
        id: 'other',
        serviceId: PIPE.serviceId,
        name: '',
        state: null,
        source: null,
        settings: { status: 'absent' },
        scaling: ABSENT,
        unreadable: [],
        createdAt: null,
        updatedAt: null,
      },
    });
  });

  it.each([
    null,
    undefined,
    'text',
    7,
    [],
    [{}],
    {},
    { result: null },
    { result: [] },
    { result: {} },
    { result: { id: 7 } },
  ])('is not %j', (body) => {
    expect(parsePipe(body, ASKED)).toMatchObject({ ok: false });
  });

  it.each([
    [{ postgres: {} }, 'postgres'],
    [{ kafka: null, kinesis: {} }, 'kinesis'],
    [{ pubsub: { token: 'x' } }, 'pubsub'],
    [{ pubsub: {}, postgres: {} }, 'postgres'],
    [{ kafka: null }, null],
    [{}, null],
    ['kafka', null],
    [null, null],
  ])('has the kind of source %j: %s', (source, kind) => {
    expect(pipeOf({ source }).source).toBe(kind);
  });
});

describe('settings', () => {
  it.each<[json: string, settings: object]>([
    [
      '{"db_max_threads":"8","db_parallel_view_processing":"false","other":"8","db_max_insert_threads":2.0}',
      { db_max_threads: 8, db_parallel_view_processing: false, other: '8', db_max_insert_threads: 2 },
    ],
    ['{"db_max_threads":null,"other":null}', { db_max_threads: null, other: null }],
    ['{"db_parallel_view_processing":1}', { db_parallel_view_processing: true }],
    ['{"db_parallel_view_processing":"True"}', { db_parallel_view_processing: true }],
    ['{"db_parallel_view_processing":"1"}', { db_parallel_view_processing: true }],
    ['{"db_parallel_view_processing":0}', { db_parallel_view_processing: false }],
    ['{"db_parallel_view_processing":"FALSE"}', { db_parallel_view_processing: false }],
    // The range of the first key does not allow 0, which then means unset.
    [
      '{"streaming_max_insert_wait_ms":0,"db_max_threads":0}',
      { streaming_max_insert_wait_ms: null, db_max_threads: 0 },
    ],
    ['null', { status: 'absent' }],
    ['[]', {}],
    ['[1]', { status: 'unusable' }],
    ['"text"', { status: 'unusable' }],
    ['7', { status: 'unusable' }],
    // An update would send the secret back.
    ['{"note":["canary-4711"]}', { status: 'unusable' }],
  ])('of %s are %j', (json, settings) => {
    const found = settingsOf(json);
    expect(found.settings).toEqual(settings);
    if (!('status' in settings)) expect(found.unreadable).toEqual([]);
  });

  it.each([
    ['db_max_threads', ['"many"', '""', '8.5', 'true', '[8]', '{"value":8}', '"0x10"']],
    ['db_parallel_view_processing', ['2', '"yes"', '{}']],
  ])('carry a value of another type as unreadable: %s of %j', (key, values) => {
    for (const found of values.map((json) => JSON.parse(json))) {
      expect(settingsOf(JSON.stringify({ [key]: found }))).toEqual({
        settings: { [key]: found },
        unreadable: [{ path: `settings.${key}`, found }],
      });
    }
  });

  it.each([
    ['{"other":1e999}', 'other', 'Infinity'],
    ['{"db_max_threads":-1e999}', 'db_max_threads', '-Infinity'],
    ['{"other":12345678901234567890}', 'other', 12345678901234567000],
    ['{"other":[{"deep":12345678901234567890}]}', 'other', 'a value that cannot be sent back exactly'],
    [`{"other":${'['.repeat(9_000)}${']'.repeat(9_000)}}`, 'other', 'a value that cannot be sent back exactly'],
    ['{"other":"caf\ufffd"}', 'other', 'text that is not UTF-8'],
    ['{"other":[{"caf\ufffd":1}]}', 'other', 'a value that cannot be sent back exactly'],
    ['{"caf\ufffd":1}', 'caf\ufffd', 'a key that is not UTF-8'],
  ])('are unusable when a value could not be sent back as it is', (json, key, found) => {
    expect(settingsOf(json)).toEqual({
      settings: { status: 'unusable' },
      unreadable: [{ path: `settings.${key}`, found }],
    });
  });

  it('keeps a key named __proto__ like any other', () => {
    const { settings } = settingsOf('{"__proto__":{"polluted":true},"constructor":1}');
    expect(Object.keys(settings)).toEqual(['__proto__', 'constructor']);
    expect(JSON.stringify(settings)).toBe('{"__proto__":{"polluted":true},"constructor":1}');
    expect({}).not.toHaveProperty('polluted');
  });
});

describe('scaling', () => {
  it.each<[key: string, shown: unknown, read: number]>([
    ['replicas', '3', 3],
    ['concurrency', '0', 0],
    ['replicaCpuMillicores', 500, 500],
    ['replicaCpuMillicores', '500m', 500],
    ['replicaCpuMillicores', '125', 125],
    // A text below the range is in cores, as in Kubernetes.
    ['replicaCpuMillicores', '124', 124_000],
    ['replicaCpuMillicores', '0.5', 500],
    ['replicaCpuMillicores', '1.001', 1_001],
    ['replicaCpuMillicores', '250000u', 250],
    ['replicaCpuMillicores', '0', 0],
    ['replicaCpuMillicores', 0, 0],
    ['replicaMemoryGb', 0.5, 0.5],
    ['replicaMemoryGb', '1', 1],
    ['replicaMemoryGb', '1Gi', 1],
    ['replicaMemoryGb', '512Mi', 0.5],
    ['replicaMemoryGb', '1G', 1e9 / 2 ** 30],
    ['replicaMemoryGb', '1e9', 1e9 / 2 ** 30],
    ['replicaMemoryGb', '4294967296', 4],
    ['replicaMemoryGb', 536_870_912, 0.5],
    ['replicaMemoryGb', '1073741824000m', 1],
    ['replicaMemoryGb', 0, 0],
  ])('%s of %j is %d', (key, shown, read) => {
    expect(scalingOf({ [key]: shown })).toEqual({ scaling: { ...NOTHING, [key]: read }, unreadable: [] });
  });

  it.each([
    ['replicas', 'two'],
    ['replicas', 2.5],
    ['replicas', '2Gi'],
    ['concurrency', true],
    ['replicaCpuMillicores', '500mm'],
    ['replicaCpuMillicores', '0.1m'],
    ['replicaCpuMillicores', {}],
    ['replicaMemoryGb', 'big'],
    ['replicaMemoryGb', '1e999'],
    ['replicaMemoryGb', '9e300E'],
  ])('%s of %j is unreadable', (key, found) => {
    expect(scalingOf({ [key]: found })).toEqual({
      scaling: { ...NOTHING, [key]: 'unreadable' },
      unreadable: [{ path: `scaling.${key}`, found }],
    });
  });

  it.each([[[]], [['replicas']], ['text'], [''], [0], [3], [true]])(
    '%j in its place makes every key unreadable',
    (found) => {
      const keys = ['replicas', 'concurrency', 'replicaCpuMillicores', 'replicaMemoryGb'];
      const unreadable = keys.map((key) => ({ path: `scaling.${key}`, found }));
      const scaling = Object.fromEntries(keys.map((key) => [key, 'unreadable']));
      expect(scalingOf(found)).toEqual({ scaling, unreadable });
    },
  );

  it.each([
    [{}, NOTHING],
    [JSON.parse('{"__proto__":{"replicas":9}}'), NOTHING],
    [null, ABSENT],
    [undefined, ABSENT],
  ])('of %j is %j', (shown, scaling) => {
    expect(scalingOf(shown)).toEqual({ scaling, unreadable: [] });
  });
});

describe('for any response', () => {
  const keys = fc.constantFrom('db_max_threads', 'db_parallel_view_processing', '__proto__', 'other');
  const json = fc.jsonValue({ maxDepth: 4 });
  const result = fc.record(
    {
      id: fc.oneof(fc.uuid(), json),
      name: json,
      serviceId: json,
      state: json,
      source: fc.oneof(json, fc.dictionary(fc.constantFrom('kafka', 'pubsub', '__proto__'), json)),
      settings: fc.oneof(json, fc.dictionary(keys, fc.oneof(json, fc.float(), fc.bigInt().map(String)))),
      scaling: fc.oneof(
        json,
        fc.dictionary(
          fc.constantFrom('replicas', 'replicaCpuMillicores', 'replicaMemoryGb'),
          fc.oneof(json, fc.float()),
        ),
      ),
    },
    { requiredKeys: [] },
  );

  it('keeps every shown setting unchanged through JSON', () => {
    const known = countCases();
    checkProperty(
      fc.property(result, (shown) => {
        const parsed = parsePipe({ result: { ...shown, id: 'x' } }, ASKED);
        if (!parsed.ok || parsed.pipe.settings.status !== 'known') return;
        known.add();
        const { values } = parsed.pipe.settings;
        const sent = JSON.parse(JSON.stringify(values));
        expect(JSON.stringify(sent)).toBe(JSON.stringify(values));
        expect(Object.keys(sent)).toEqual(Object.keys(shown.settings as object));
      }),
    );
    known.expectSome();
  });
});

it('a setting that the configuration declares has its declared type', () => {
  const declared = {
    type: 'integer',
    minimum: null,
    maximum: null,
    unit: 'count',
    kinds: SOURCE_KINDS,
    meaning: '',
  } as const;
  const fields = fieldsOf({ settings: ['text', 'number', 'odd'].map((key) => ({ key, ...declared })) });
  const parsed = parsePipe(pipeBody({ settings: { text: '5', number: 6, odd: true, other: '7' } }), {
    ...ASKED,
    fields,
  });
  expect(parsed).toMatchObject({
    pipe: {
      settings: { values: { text: 5, number: 6, odd: true, other: '7' } },
      unreadable: [{ path: 'settings.odd', found: true }],
    },
  });
});

describe('a deployment with other names', () => {
  const names = settingNamesOf({ resource: 'clickstreams', settingPrefix: 'warehouse_' });

  function named(shown: object): { settings: object; unreadable: LivePipe['unreadable'] } {
    const parsed = parsePipe(pipeBody({ settings: shown }), { ...ASKED, names });
    if (!parsed.ok) throw new Error(parsed.problem);
    const { settings, unreadable } = parsed.pipe;
    return { settings: settings.status === 'known' ? settings.values : settings, unreadable };
  }

  it('shows unreadable values under the name of the contract', () => {
    expect(named({ warehouse_max_threads: 'many' })).toEqual({
      settings: { db_max_threads: 'many' },
      unreadable: [{ path: 'settings.db_max_threads', found: 'many' }],
    });
  });

  it.each([
    ['beside its own', { warehouse_max_threads: 8, db_max_threads: 4 }],
    ['in its place', { db_max_threads: 4 }],
    ['before its own', { db_max_threads: 4, warehouse_max_threads: 8 }],
    ['unset', { warehouse_max_threads: 8, db_max_threads: null }],
  ])('shows no settings when it has a name of the contract all the same: %s', (_, settings) => {
    const found = 'a value under this name, although api.naming renames it to warehouse_max_threads';
    expect(named(settings)).toEqual({
      settings: { status: 'unusable' },
      unreadable: [{ path: 'settings.db_max_threads', found }],
    });
  });

  it('loses no value for any prefix and any other keys', () => {
    const keys = fc.oneof(
      fc.constantFrom(...FIELDS.filter(({ section }) => section === 'settings').map(({ key }) => key)),
      fc.constantFrom('x_new', 'db_', 'db_new', 'max_threads', 'warehouse_', '__proto__', 'constructor'),
      fc.string(),
    );
    const prefixes = fc.constantFrom('warehouse_', 'd', 'db_max_', 'object_storage_', 'x_');
    checkProperty(
      fc.property(prefixes, fc.dictionary(keys, fc.integer({ min: 1 })), (settingPrefix, contract) => {
        const own = settingNamesOf({ resource: 'pipes', settingPrefix });
        const toService = own?.toService ?? new Map<string, string>();
        // What would be two of one name on the wire cannot be shown by any service.
        fc.pre(Object.keys(contract).every((key) => !own?.toContract.has(key)));
        const shown = Object.fromEntries(
          Object.entries(contract).map(([key, value]) => [toService.get(key) ?? key, value]),
        );
        const body = pipeBody({ source: null, settings: shown });
        const parsed = parsePipe(JSON.parse(JSON.stringify(body)), { ...ASKED, names: own });
        const settings = parsed.ok ? valuesOf(parsed.pipe) : {};
        expect(Object.keys(settings).sort()).toEqual(Object.keys(contract).sort());
        for (const [key, value] of Object.entries(contract)) {
          if (typeof settings[key] === 'boolean') continue;
          expect([key, settings[key]]).toEqual([key, value]);
        }
      }),
    );
  });
});
