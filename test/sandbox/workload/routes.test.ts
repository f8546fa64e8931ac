import { describe, expect, test } from 'vitest';
import { alertIdOf, METRICS_SOURCE_ID } from '../../../src/sandbox/index.ts';
import { call, named, patch, pathOf, start, stillClock } from '../harness.ts';
import { edit, startAtNoon, step } from '../observability/harness.ts';
import { NOON } from './simulate.ts';

describe('the simulated time', () => {
  test('does not advance until it is stepped', async () => {
    const sandbox = await startAtNoon();
    expect((await call(sandbox, '/_sandbox/clock')).json).toEqual({ now: NOON, speed: 0, mode: 'stepped' });
    expect((await step(sandbox, '1h30m')).json).toEqual({ now: NOON + 5_400_000, speed: 0, mode: 'stepped' });
  });

  test('runs at a speed that can change, also for the pipes API', async () => {
    const clock = stillClock(NOON);
    const sandbox = await start({ clock: clock.read, startAt: NOON, speed: 60 });
    clock.move(1_000);
    const set = (body: object) => call(sandbox, '/_sandbox/clock', { method: 'POST', body });
    expect((await set({ speed: 0 })).json).toEqual({ now: NOON + 60_000, speed: 0, mode: 'stepped' });
    clock.move(1_000);
    expect((await set({ speed: 0.5, advance: '1m' })).json).toEqual({
      now: NOON + 120_000,
      speed: 0.5,
      mode: 'running',
    });
    clock.move(10_000);
    expect(sandbox.simulationClock.now()).toBe(NOON + 125_000);
    clock.move(-60_000);
    expect(sandbox.simulationClock.now()).toBe(NOON + 125_000);
    await edit(sandbox, 'orders-prod', { name: 'x' });
    expect(named(sandbox, 'x').updatedAt).toBe(new Date(NOON + 125_000).toISOString());
    expect((await call(sandbox, pathOf(sandbox, named(sandbox, 'x')))).headers.get('date')).toBe(
      new Date(NOON + 125_000).toUTCString(),
    );
  });

  test.each([
    [{}, 'names no key'],
    [{ advance: '32d' }, 'advance must be a duration'],
    [{ advance: '-1m' }, 'advance must be a duration'],
    [{ advance: 60 }, 'advance must be a duration'],
    [{ speed: -1 }, 'speed must be a number from 0 to 3600'],
    [{ speed: '60' }, 'speed must be a number'],
    [{ now: 5, speed: -1 }, 'now is not about the clock; speed must be'],
  ])('refuses %j and does not change', async (body, words) => {
    const sandbox = await startAtNoon();
    const reply = await call(sandbox, '/_sandbox/clock', { method: 'POST', body });
    expect(reply.status).toBe(400);
    expect(reply.json.error).toContain(words);
    expect(sandbox.simulationClock.now()).toBe(NOON);
  });
});

describe('the fleet for the console', () => {
  test('shows every pipe with its alert and its latest values', async () => {
    const sandbox = await startAtNoon();
    await edit(sandbox, 'crm-replica', { state: 'Stopped' });
    await step(sandbox, '1m');
    const { json } = await call(sandbox, '/_sandbox/fleet');
    expect(json).toMatchObject({
      ...{ now: NOON + 60_000, speed: 0, sourceId: METRICS_SOURCE_ID, services: sandbox.fleet.services, total: 6 },
      ...{ organization: sandbox.fleet.organization, faultsOn: 0, requests: { total: 0, lastStatus: null } },
    });
    const pipes = json.pipes as readonly Readonly<Record<string, unknown>>[];
    const { id, settings, scaling } = named(sandbox, 'orders-prod');
    expect(pipes[0]).toEqual({
      ...{ id, name: 'orders-prod', service: 'analytics', kind: 'kafka', state: 'Running', settings, scaling },
      alert: { id: alertIdOf(id), state: 'OK', updatedAt: new Date(NOON + 60_000).toISOString(), threshold: 10_000 },
      latest: {
        arrivals: expect.any(Number),
        throughput: expect.any(Number),
        lag: expect.any(Number),
        errors: expect.any(Number),
        utilization: expect.any(Number),
      },
      ...{ changedBy: null, isRequested: false },
    });
    expect(pipes.find(({ name }) => name === 'crm-replica')?.latest).toBeNull();
  });

  test.each([
    ['1h', 30_000, 120],
    ['15m', 30_000, 30],
    ['24h', 240_000, 360],
    ['1s', 30_000, 1],
  ])('draws a pipe for a window of %s', async (window, stepMs, points) => {
    const sandbox = await startAtNoon();
    const path = `/_sandbox/pipes/${named(sandbox, 'orders-prod').id}/series?window=${window}`;
    const { json } = await call(sandbox, path);
    const at = json.at as readonly number[];
    const metrics = json.metrics as Readonly<Record<string, { unit: string; values: readonly unknown[] }>>;
    expect(json.stepMs).toBe(stepMs);
    expect(at).toHaveLength(points);
    expect(at.at(-1)).toBe(NOON);
    expect(Object.keys(metrics)).toEqual(['arrivals', 'throughput', 'lag', 'errors', 'utilization']);
    expect(metrics.lag?.unit).toBe('messages');
    expect(metrics.lag?.values).toHaveLength(points);
  });

  test('draws a pipe without rows with nulls', async () => {
    const sandbox = await startAtNoon();
    await edit(sandbox, 'orders-prod', { state: 'Paused' });
    await step(sandbox, '1m');
    const { json } = await call(sandbox, `/_sandbox/pipes/${named(sandbox, 'orders-prod').id}/series?window=2m`);
    const metrics = json.metrics as Readonly<Record<string, { values: readonly unknown[] }>>;
    expect(metrics.arrivals?.values).toEqual([expect.any(Number), expect.any(Number), null, null]);
  });

  test('a list that was read has read every pipe, and a failed request none', async () => {
    const sandbox = await startAtNoon({ switches: { listing: 'full' } });
    const areRequested = async () => {
      const { pipes } = (await call(sandbox, '/_sandbox/fleet')).json;
      return [...new Set((pipes as readonly Record<string, unknown>[]).map(({ isRequested }) => isRequested))];
    };
    const list = pathOf(sandbox, named(sandbox, 'orders-prod')).replace(/\/[^/]+$/, '');
    await call(sandbox, '/nowhere');
    await call(sandbox, list, { headers: { authorization: 'Basic eDp5' } });
    expect(await areRequested()).toEqual([false]);
    expect((await call(sandbox, list)).status).toBe(200);
    expect(await areRequested()).toEqual([true]);
  });

  test('shows who changed a pipe last, whether the API has read it, and the last status', async () => {
    const sandbox = await startAtNoon();
    const state = async () => {
      const { requests, pipes } = (await call(sandbox, '/_sandbox/fleet')).json;
      const [{ changedBy, isRequested } = {}] = pipes as readonly Record<string, unknown>[];
      return { requests, changedBy, isRequested };
    };
    const path = pathOf(sandbox, named(sandbox, 'orders-prod'));
    await call(sandbox, path, { headers: { authorization: 'Basic eDp5' } });
    expect(await state()).toEqual({
      requests: { total: 1, lastStatus: 401 },
      changedBy: null,
      isRequested: false,
    });
    await patch(sandbox, 'orders-prod', { replicas: 3 });
    expect(await state()).toEqual({ requests: { total: 2, lastStatus: 200 }, changedBy: 'api', isRequested: true });
    await edit(sandbox, 'orders-prod', { scaling: { replicas: 4 } });
    expect(await state()).toMatchObject({ changedBy: 'hand' });
    await call(sandbox, '/_sandbox/reset', { method: 'POST' });
    expect(await state()).toEqual({ requests: { total: 0, lastStatus: null }, changedBy: null, isRequested: false });
  });

  test('shows the changes of a pipe in the window, at their simulated time', async () => {
    const sandbox = await startAtNoon();
    const id = named(sandbox, 'orders-prod').id;
    const changes = async (window: string) =>
      (await call(sandbox, `/_sandbox/pipes/${id}/series?window=${window}`)).json.changes;
    await patch(sandbox, 'orders-prod', { replicas: 3 });
    // A write of the live value changes nothing.
    await patch(sandbox, 'orders-prod', { replicas: 3 });
    await step(sandbox, '20m');
    await edit(sandbox, 'orders-prod', { state: 'Paused', settings: { db_max_threads: null } });
    const byApi = { at: NOON, by: 'api', fields: [{ path: 'replicas', from: 2, to: 3 }] };
    const byHand = {
      ...{ at: NOON + 1_200_000, by: 'hand' },
      fields: [
        { path: 'state', from: 'Running', to: 'Paused' },
        { path: 'db_max_threads', from: 4, to: null },
      ],
    };
    expect(await changes('1h')).toEqual([byApi, byHand]);
    expect(await changes('15m')).toEqual([byHand]);
    for (let replicas = 0; replicas < 150; replicas += 1)
      await edit(sandbox, 'orders-prod', { scaling: { replicas: 1 + (replicas % 2) } });
    expect(await changes('1h')).toHaveLength(100);
  });

  test.each(['0s', '25h', 'long'])('refuses a window of %s', async (window) => {
    const sandbox = await startAtNoon();
    const path = `/_sandbox/pipes/${named(sandbox, 'orders-prod').id}/series?window=${window}`;
    expect((await call(sandbox, path)).status).toBe(400);
  });

  test('reset restores the load to the start of the configuration', async () => {
    const sandbox = await startAtNoon();
    await edit(sandbox, 'orders-prod', { scaling: { replicas: 1 } });
    await step(sandbox, '10m');
    const lag = async () => {
      const { json } = await call(sandbox, '/_sandbox/fleet');
      return (json.pipes as readonly { latest: { lag: number } }[])[0]?.latest.lag;
    };
    expect(await lag()).toBeGreaterThan(10_000);
    await call(sandbox, '/_sandbox/reset', { method: 'POST' });
    await step(sandbox, '20m');
    expect(await lag()).toBeLessThan(10_000);
  });
});
