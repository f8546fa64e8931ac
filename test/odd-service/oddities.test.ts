import { describe, expect, test } from 'vitest';
import { alertIdOf, METRICS_SOURCE_ID, type Sandbox } from '../../src/sandbox/index.ts';
import { SETTING_RULES } from '../../src/sandbox/pipes-api/field-rules.ts';
import { call, get, named, patch, put, startOdd, stillClock } from '../sandbox/harness.ts';
import { BEARER, LAG, query, rowsOf } from '../sandbox/observability/harness.ts';
import { NOON } from '../sandbox/workload/simulate.ts';
import type { Oddities } from './oddities.ts';
import type { Switches } from './start.ts';

const MIB = 1024 ** 2;
const COUNT = { sourceId: METRICS_SOURCE_ID, aggFn: 'count', where: 'metric:lag' };
const startOddAtNoon = (switches: Partial<Oddities>) => startOdd({ speed: 0, startAt: NOON, switches });

async function readAlert(sandbox: Sandbox): Promise<Readonly<Record<string, unknown>>> {
  const id = alertIdOf(named(sandbox, 'orders-prod').id);
  return (await call(sandbox, `/api/v2/alerts/${id}`, { headers: BEARER })).json.data as Record<string, unknown>;
}

describe('put', () => {
  test.each([
    ['merge', { streaming_max_insert_wait_ms: 5000, db_max_threads: 9, db_max_insert_threads: 2 }],
    ['replace', { db_max_threads: 9 }],
  ] as const)('%s', async (mode, settings) => {
    const sandbox = await startOdd({ switches: { put: mode } });
    await put(sandbox, 'orders-prod', { db_max_threads: 9 });
    expect(named(sandbox, 'orders-prod').settings).toEqual(settings);
  });
});

describe('null', () => {
  const send = async (switches: Partial<Switches>) => {
    const sandbox = await startOdd({ switches: { settleMs: 0, ...switches } });
    const settings = await put(sandbox, 'orders-prod', { db_max_threads: null, db_max_insert_threads: 3 });
    const scaling = await patch(sandbox, 'orders-prod', { replicas: null, replicaMemoryGb: 4 });
    return { settings, scaling, pipe: named(sandbox, 'orders-prod') };
  };

  test('reset unsets the key', async () => {
    const { pipe } = await send({ null: 'reset' });
    expect(pipe.settings).toEqual({ streaming_max_insert_wait_ms: 5000, db_max_insert_threads: 3 });
    expect(pipe.scaling).toEqual({ replicaCpuMillicores: 250, replicaMemoryGb: 4 });
  });

  test('ignore keeps the key', async () => {
    const { pipe } = await send({ null: 'ignore' });
    expect(pipe.settings).toMatchObject({ db_max_threads: 4, db_max_insert_threads: 3 });
    expect(pipe.scaling).toMatchObject({ replicas: 2, replicaMemoryGb: 4 });
  });

  test('ignore with replace equals omitting the key', async () => {
    const { pipe } = await send({ null: 'ignore', put: 'replace' });
    expect(pipe.settings).toEqual({ db_max_insert_threads: 3 });
  });

  test('reject is a 400 that names the key and changes nothing', async () => {
    const { settings, scaling, pipe } = await send({ null: 'reject' });
    expect(settings).toMatchObject({ status: 400, json: { error: 'BAD_REQUEST: db_max_threads must not be null.' } });
    expect(scaling).toMatchObject({ status: 400, json: { error: 'BAD_REQUEST: replicas must not be null.' } });
    expect(pipe.settings).toMatchObject({ db_max_threads: 4, db_max_insert_threads: 2 });
  });
});

describe('unset', () => {
  const read = async (unset: Switches['unset']) =>
    (await get(await startOdd({ switches: { unset } }), 'orders-prod')).json.result;
  const set = { streaming_max_insert_wait_ms: 5000, db_max_threads: 4, db_max_insert_threads: 2 };
  const scaled = { replicas: 2, replicaCpuMillicores: 250, replicaMemoryGb: 1 };

  test('null', async () => {
    const pipe = await read('null');
    expect(Object.keys(pipe?.settings ?? {})).toEqual(Object.keys(SETTING_RULES));
    expect(pipe?.settings).toMatchObject({ ...set, db_max_download_threads: null });
    expect(pipe?.scaling).toEqual({ ...scaled, concurrency: null });
  });

  test('absent', async () => {
    const pipe = await read('absent');
    expect(pipe?.settings).toEqual(set);
    expect(pipe?.scaling).toEqual(scaled);
  });

  test('default', async () => {
    const pipe = await read('default');
    expect(pipe?.settings).toMatchObject({ ...set, db_max_download_threads: 4, db_parallel_view_processing: true });
    expect(Object.values(pipe?.settings ?? {})).not.toContain(null);
    expect(pipe?.scaling).toEqual(scaled);
  });
});

test('quantities: kubernetes', async () => {
  const sandbox = await startOdd({ clock: () => 0, switches: { quantities: 'kubernetes', settleMs: 0 } });
  const scaling = async () => (await get(sandbox, 'orders-prod')).json.result?.scaling;
  expect(await scaling()).toEqual({
    replicas: 2,
    concurrency: null,
    replicaCpuMillicores: '250m',
    replicaMemoryGb: '1Gi',
  });
  await patch(sandbox, 'orders-prod', { replicaCpuMillicores: 2000, replicaMemoryGb: 0.5 });
  expect(await scaling()).toMatchObject({ replicaCpuMillicores: '2000m', replicaMemoryGb: '512Mi' });
  await patch(sandbox, 'orders-prod', { replicaMemoryGb: 1.3 });
  expect(await scaling()).toMatchObject({ replicaMemoryGb: '1.3Gi' });
});

test('quantities: kubernetes writes the zeros of a running update as "0"', async () => {
  const sandbox = await startOdd({ clock: () => 0, switches: { quantities: 'kubernetes' } });
  const { json } = await patch(sandbox, 'orders-prod', { replicas: 3 });
  expect(json.result?.scaling).toMatchObject({ replicaCpuMillicores: '0', replicaMemoryGb: '0' });
});

describe('hidden bounds', () => {
  const key = 'object_storage_max_insert_bytes';
  test.each([
    [500 * MIB - 1, 400],
    [500 * MIB, 200],
    [10 * 1024 * MIB, 200],
    [10 * 1024 * MIB + 1, 400],
  ])('%d is a %d', async (value, expected) => {
    const sandbox = await startOdd({ switches: { bounds: 'hidden' } });
    const before = named(sandbox, 'invoices-archive');
    const { status, json } = await put(sandbox, 'invoices-archive', { [key]: value, db_max_threads: 1 });
    expect(status).toBe(expected);
    if (status === 200) return;
    expect(json.error).toContain(key);
    expect(named(sandbox, 'invoices-archive')).toBe(before);
  });
});

describe('the extra setting', () => {
  const key = 'object_storage_skip_empty_files';

  test('is shown on object-storage pipes only, and can be written', async () => {
    const sandbox = await startOdd({ switches: { extraSetting: 'shown' } });
    expect((await get(sandbox, 'invoices-archive')).json.result?.settings?.[key]).toBe(true);
    expect((await get(sandbox, 'orders-prod')).json.result?.settings).not.toHaveProperty(key);
    expect((await put(sandbox, 'invoices-archive', { [key]: false })).json.result?.[key]).toBe(false);
    expect((await put(sandbox, 'invoices-archive', { [key]: 1 })).status).toBe(400);
    expect((await put(sandbox, 'orders-prod', { [key]: true })).status).toBe(400);
  });

  test('is lost in a replacing update that omits it', async () => {
    const sandbox = await startOdd({ switches: { extraSetting: 'shown', put: 'replace' } });
    await put(sandbox, 'invoices-archive', { db_max_threads: 1 });
    expect((await get(sandbox, 'invoices-archive')).json.result?.settings?.[key]).toBeNull();
  });
});

test('wide ranges accept values above the published ones, and none below', async () => {
  const sandbox = await startOdd({ switches: { ranges: 'wide' } });
  expect((await put(sandbox, 'orders-prod', { db_max_threads: 65 })).status).toBe(200);
  expect((await patch(sandbox, 'orders-prod', { replicas: 40 })).status).toBe(200);
  expect((await patch(sandbox, 'orders-prod', { replicas: 0 })).status).toBe(400);
});

test.each([
  ['reset', 'x-ratelimit-reset', '8'],
  ['none', 'x-ratelimit-reset', null],
] as const)('a 429 with the hint %s', async (rateLimitHint, header, value) => {
  const clock = stillClock();
  const rateLimit = { requests: 1, perMs: 10_000 };
  const sandbox = await startOdd({ clock: clock.read, switches: { rateLimit, rateLimitHint } });
  await get(sandbox, 'orders-prod');
  clock.move(2_500);
  const { status, headers } = await get(sandbox, 'orders-prod');
  expect([status, headers.get('retry-after'), headers.get(header)]).toEqual([429, null, value]);
});

describe('alerts', () => {
  test('stale: an hour old', async () => {
    const alert = await readAlert(await startOddAtNoon({ alerts: 'stale' }));
    expect(alert.updatedAt).toBe('2026-11-20T11:00:00.000Z');
    expect(alert).not.toHaveProperty('executionErrors');
  });

  test('errored: old, with an error message', async () => {
    const sandbox = await startOddAtNoon({ alerts: 'errored' });
    const alert = await readAlert(sandbox);
    expect(alert.updatedAt).toBe('2026-11-20T11:00:00.000Z');
    expect(alert.executionErrors).toEqual([
      { timestamp: alert.updatedAt, type: 'QUERY_ERROR', message: expect.stringContaining('failed') },
    ]);
  });

  test.each([
    ['disabled', 'DISABLED'],
    ['unjudged', 'INSUFFICIENT_DATA'],
  ] as const)('%s: fresh, in a state without an evaluation', async (alerts, state) => {
    const alert = await readAlert(await startOddAtNoon({ alerts }));
    expect(alert).toMatchObject({ state, updatedAt: '2026-11-20T12:00:00.000Z' });
  });

  test('silenced: fresh, and silenced for an hour', async () => {
    const alert = await readAlert(await startOddAtNoon({ alerts: 'silenced' }));
    expect(alert).toMatchObject({
      ...{ state: 'OK', note: expect.any(String), updatedAt: '2026-11-20T12:00:00.000Z' },
      silenced: { by: 'sandbox', at: '2026-11-20T12:00:00.000Z', until: '2026-11-20T13:00:00.000Z' },
    });
  });

  test('sparse: unset properties are left out', async () => {
    const alert = await readAlert(await startOddAtNoon({ alerts: 'sparse' }));
    for (const field of ['name', 'message', 'dashboard', 'tileId']) expect(alert).not.toHaveProperty(field);
    expect(alert.state).toBe('OK');
  });
});

describe('series', () => {
  const grouped = [
    { ...COUNT, groupBy: ['pipe'] },
    { ...LAG, groupBy: ['pipe'] },
  ];

  test('omits the group when nothing is grouped', async () => {
    const sandbox = await startOddAtNoon({ emptyGroup: 'absent' });
    expect(rowsOf(await query(sandbox, [LAG]))[0]).toEqual({
      'series_0.data': expect.any(Number),
      ts_bucket: NOON - 600_000,
    });
    expect(rowsOf(await query(sandbox, grouped))[0]).toHaveProperty('group', ['orders-prod']);
  });

  test('returns equivalent merged or shuffled rows', async () => {
    const plain = rowsOf(await query(await startOddAtNoon({}), grouped));
    const merged = rowsOf(await query(await startOddAtNoon({ rowOrder: 'merged' }), grouped));
    const shuffled = rowsOf(await query(await startOddAtNoon({ rowOrder: 'shuffled' }), grouped));
    expect(merged).toHaveLength(60);
    const orders = merged.filter(({ group }) => String(group) === 'orders-prod');
    expect(orders).toHaveLength(10);
    for (const row of orders) expect(Object.keys(row)).toContain('series_1.data');
    const times = merged.map((row) => Number(row.ts_bucket));
    expect(times).toEqual(times.toSorted((a, b) => a - b));
    const texts = (rows: readonly object[]) => rows.map((row) => JSON.stringify(row));
    expect(texts(shuffled)).not.toEqual(texts(plain));
    expect(texts(shuffled).toSorted()).toEqual(texts(plain).toSorted());
  });

  test('returns the same gaps every time', async () => {
    const sandbox = await startOddAtNoon({ gaps: 'some' });
    const day = { startTime: NOON - 86_400_000, granularity: '5m' };
    const rows = rowsOf(await query(sandbox, [LAG], day));
    expect(rows.length).toBeGreaterThan(230);
    expect(rows.length).toBeLessThan(285);
    expect(rowsOf(await query(sandbox, [LAG], day))).toEqual(rows);
  });
});
