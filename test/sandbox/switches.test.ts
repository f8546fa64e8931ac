import { describe, expect, test } from 'vitest';
import { get, patch, put, start, stillClock } from './harness.ts';

describe('--settle', () => {
  const shown = async (sandbox: Awaited<ReturnType<typeof start>>, name: string) => {
    const { state, scaling } = (await get(sandbox, name)).json.result ?? {};
    return { state, ...scaling };
  };

  test('a scaling update shows Modifying with zeros, then the old values, then the new ones', async () => {
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

test('an idle service answers 424 to every operation', async () => {
  const sandbox = await start({ switches: { idleServices: ['1d52f7b0-58a4-4f6e-8a55-3a7a1f6f0c01'] } });
  for (const answer of [
    await get(sandbox, 'orders-prod'),
    await put(sandbox, 'orders-prod', { db_max_threads: 4 }),
    await patch(sandbox, 'orders-prod', { replicas: 4 }),
  ]) {
    expect(answer.status).toBe(424);
    expect(answer.json.error).toMatch(/^FAILED_DEPENDENCY: .*Current state: idle$/);
  }
});
