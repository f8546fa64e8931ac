import { describe, expect, test } from 'vitest';
import { SCALING_RULES, SETTING_RULES } from '../../src/sandbox/pipes-api/contract.ts';
import { SWITCH_TABLE, type Switches, type SwitchRow } from '../../src/sandbox/switches.ts';
import { get, named, patch, put, start, stillClock } from './harness.ts';

const MIB = 1024 ** 2;

test('every switch names the evidence for its behavior', () => {
  for (const row of Object.values<SwitchRow>(SWITCH_TABLE)) {
    const labels = row.choices === undefined ? [row.evidence] : Object.values(row.choices);
    for (const label of labels) expect(['contract', 'observed', 'guess']).toContain(label);
    if (row.choices !== undefined) expect(Object.keys(row.choices)).toContain(row.default);
  }
});

describe('--put', () => {
  test.each([
    ['merge', { streaming_max_insert_wait_ms: 5000, db_max_threads: 9, db_max_insert_threads: 2 }],
    ['replace', { db_max_threads: 9 }],
  ] as const)('%s', async (mode, settings) => {
    const sandbox = await start({ switches: { put: mode } });
    await put(sandbox, 'orders-prod', { db_max_threads: 9 });
    expect(named(sandbox, 'orders-prod').settings).toEqual(settings);
  });
});

describe('--null', () => {
  const send = async (switches: Partial<Switches>) => {
    const sandbox = await start({ switches: { scaling: 'sync', ...switches } });
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

describe('--unset', () => {
  const read = async (unset: Switches['unset']) =>
    (await get(await start({ switches: { unset } }), 'orders-prod')).json.result;
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

  test('the shown defaults are in range', () => {
    for (const { range, whenUnset } of Object.values({ ...SETTING_RULES, ...SCALING_RULES })) {
      if (range === undefined) expect(whenUnset).toBeTypeOf('boolean');
      else expect(Number(whenUnset) >= range[0] && Number(whenUnset) <= range[1]).toBe(true);
    }
  });
});

describe('--scaling', () => {
  const shown = async (sandbox: Awaited<ReturnType<typeof start>>, name: string) => {
    const { state, scaling } = (await get(sandbox, name)).json.result ?? {};
    return { state, ...scaling };
  };

  test('async shows Modifying with zeros, then the old values, then the new ones', async () => {
    const clock = stillClock();
    const sandbox = await start({ clock: clock.read, switches: { settleMs: 300 } });
    const answer = await patch(sandbox, 'orders-prod', { replicas: 5, replicaMemoryGb: 2 });
    expect(answer.json.result).toMatchObject({ state: 'Modifying', scaling: { replicas: 2, replicaMemoryGb: 0 } });
    clock.move(149);
    expect(await shown(sandbox, 'orders-prod')).toMatchObject({
      state: 'Modifying',
      replicas: 2,
      replicaCpuMillicores: 0,
    });
    clock.move(1);
    expect(await shown(sandbox, 'orders-prod')).toMatchObject({ state: 'Modifying', replicas: 2, replicaMemoryGb: 1 });
    clock.move(149);
    expect(await shown(sandbox, 'orders-prod')).toMatchObject({ state: 'Modifying', replicas: 2, replicaMemoryGb: 1 });
    clock.move(1);
    expect(await shown(sandbox, 'orders-prod')).toMatchObject({ state: 'Running', replicas: 5, replicaMemoryGb: 2 });
  });

  test('an object-storage pipe shows its old concurrency meanwhile', async () => {
    const clock = stillClock();
    const sandbox = await start({ clock: clock.read });
    await patch(sandbox, 'invoices-archive', { concurrency: 9 });
    expect(await shown(sandbox, 'invoices-archive')).toMatchObject({ state: 'Modifying', concurrency: 2 });
    clock.move(300);
    expect(await shown(sandbox, 'invoices-archive')).toMatchObject({ state: 'Running', concurrency: 9 });
  });

  test('a second update restarts the settling time and both are kept', async () => {
    const clock = stillClock();
    const sandbox = await start({ clock: clock.read, switches: { settleMs: 300 } });
    await patch(sandbox, 'orders-prod', { replicas: 5 });
    clock.move(200);
    await patch(sandbox, 'orders-prod', { replicaMemoryGb: 2 });
    clock.move(200);
    expect(await shown(sandbox, 'orders-prod')).toMatchObject({ state: 'Modifying', replicas: 2 });
    clock.move(100);
    expect(await shown(sandbox, 'orders-prod')).toMatchObject({ state: 'Running', replicas: 5, replicaMemoryGb: 2 });
  });

  test('sync shows the new values at once', async () => {
    const sandbox = await start({ clock: () => 0, switches: { scaling: 'sync' } });
    await patch(sandbox, 'orders-prod', { replicas: 5 });
    expect(await shown(sandbox, 'orders-prod')).toMatchObject({ state: 'Running', replicas: 5 });
  });
});

test('--quantities kubernetes', async () => {
  const sandbox = await start({ clock: () => 0, switches: { quantities: 'kubernetes', scaling: 'sync' } });
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

test('--quantities kubernetes writes the zeros of a running update as "0"', async () => {
  const sandbox = await start({ clock: () => 0, switches: { quantities: 'kubernetes' } });
  const { json } = await patch(sandbox, 'orders-prod', { replicas: 3 });
  expect(json.result?.scaling).toMatchObject({ replicaCpuMillicores: '0', replicaMemoryGb: '0' });
});

test('--latency delays every answer', async () => {
  const sandbox = await start({ switches: { latencyMs: 60 } });
  const begun = performance.now();
  await get(sandbox, 'orders-prod');
  expect(performance.now() - begun).toBeGreaterThanOrEqual(55);
  const writing = performance.now();
  await put(sandbox, 'orders-prod', { db_max_threads: 5 });
  expect(performance.now() - writing).toBeGreaterThanOrEqual(55);
});

describe('--idle-service', () => {
  test.each(['analytics', '1D52F7B0-58a4-4f6e-8a55-3a7a1f6f0c01'])(
    '%s answers 424 to every operation',
    async (idle) => {
      const sandbox = await start({ switches: { idleServices: [idle] } });
      for (const answer of [
        await get(sandbox, 'orders-prod'),
        await put(sandbox, 'orders-prod', { db_max_threads: 4 }),
        await patch(sandbox, 'orders-prod', { replicas: 4 }),
      ]) {
        expect(answer.status).toBe(424);
        expect(answer.json.error).toMatch(/^FAILED_DEPENDENCY: .*Current state: idle$/);
      }
    },
  );

  test('an unknown service is refused at the start', async () => {
    await expect(start({ switches: { idleServices: ['nowhere'] } })).rejects.toThrow(
      'the fleet has no service nowhere to make idle. Its services: analytics.',
    );
  });
});

describe('--hidden-bounds', () => {
  const key = 'object_storage_max_insert_bytes';
  test.each([
    [500 * MIB - 1, 400],
    [500 * MIB, 200],
    [10 * 1024 * MIB, 200],
    [10 * 1024 * MIB + 1, 400],
  ])('%d is a %d', async (value, expected) => {
    const sandbox = await start({ switches: { bounds: 'hidden' } });
    const before = named(sandbox, 'invoices-archive');
    const { status, json } = await put(sandbox, 'invoices-archive', { [key]: value, db_max_threads: 1 });
    expect(status).toBe(expected);
    if (status === 200) return;
    expect(json.error).toContain(key);
    expect(named(sandbox, 'invoices-archive')).toBe(before);
  });
});

describe('--extra-setting', () => {
  const key = 'object_storage_skip_empty_files';

  test('is shown on object-storage pipes only, and can be written', async () => {
    const sandbox = await start({ switches: { extraSetting: 'shown' } });
    expect((await get(sandbox, 'invoices-archive')).json.result?.settings?.[key]).toBe(true);
    expect((await get(sandbox, 'orders-prod')).json.result?.settings).not.toHaveProperty(key);
    expect((await put(sandbox, 'invoices-archive', { [key]: false })).json.result?.[key]).toBe(false);
    expect((await put(sandbox, 'invoices-archive', { [key]: 1 })).status).toBe(400);
    expect((await put(sandbox, 'orders-prod', { [key]: true })).status).toBe(400);
  });

  test('is lost in a replacing update that omits it', async () => {
    const sandbox = await start({ switches: { extraSetting: 'shown', put: 'replace' } });
    const { json } = await put(sandbox, 'invoices-archive', { db_max_threads: 1 });
    expect(json.result?.[key]).toBeNull();
  });

  test('does not exist by default', async () => {
    const sandbox = await start();
    expect((await get(sandbox, 'invoices-archive')).json.result?.settings).not.toHaveProperty(key);
    expect((await put(sandbox, 'invoices-archive', { [key]: true })).status).toBe(400);
  });
});
