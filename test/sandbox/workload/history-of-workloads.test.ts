import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import {
  createQuickstartFleet,
  loadFleet,
  METRICS_SOURCE_ID,
  type Sandbox,
  saveFleet,
} from '../../../src/sandbox/index.ts';
import { parseWorkload } from '../../../src/sandbox/switches.ts';
import { WORLDS } from '../../../src/sandbox/workload/worlds.ts';
import { sample } from '../../effort.ts';
import { call, named, patch } from '../harness.ts';
import { edit, query, rowsOf, startAtNoon, step } from '../observability/harness.ts';
import { DAY, NOON } from './simulate.ts';

const STEP = 900_000;
const STREAMS = ['orders-prod', 'payments-prod', 'clickstream-prod'];
const METRICS = ['cpu', 'memory', 'rate', 'lag', 'capacity'] as const;

/** The values of a metric of a pipe from a time on, by the time of their step. */
async function read(sandbox: Sandbox, metric: string, from: number, pipe = 'orders-prod') {
  const series = { sourceId: METRICS_SOURCE_ID, aggFn: 'avg', where: `pipe:${pipe} metric:${metric}` };
  const reply = await query(sandbox, [series], { startTime: from, granularity: '15m' });
  return new Map(rowsOf(reply).map((row) => [Number(row.ts_bucket), Number(row['series_0.data'])]));
}

function startWorkload(text: string): Promise<Sandbox> {
  const workload = parseWorkload(text);
  if (workload === undefined) throw new Error(`${text} is not a workload`);
  return startAtNoon({ workload });
}

describe('a workload', () => {
  test.each(sample(['mixed', ...WORLDS], 3))(
    '%s has 60 days of history of every stream, in steps of 15 minutes',
    async (world) => {
      const sandbox = await startWorkload(world);
      const series = METRICS.map((metric) => {
        return { sourceId: METRICS_SOURCE_ID, aggFn: 'count', where: `metric:${metric}`, groupBy: ['pipe'] };
      });
      const rows = rowsOf(await query(sandbox, series, { startTime: NOON - 70 * DAY, granularity: '1d' }));
      for (const [index] of METRICS.entries()) {
        const own = rows.filter((row) => `series_${index}.data` in row);
        expect(new Set(own.map((row) => String(row.group)))).toEqual(new Set(STREAMS));
        expect([own[0]?.ts_bucket, own.at(-1)?.ts_bucket]).toEqual([NOON - 60.5 * DAY, NOON - DAY / 2]);
        const steps = own.reduce((sum, row) => sum + Number(row[`series_${index}.data`]), 0);
        // From midnight on, up to the step that has ended. In one of the worlds, measurements are missing.
        const all = STREAMS.length * 60.5 * 96;
        if (['restarts', 'mixed'].includes(world)) expect(steps / all).toBeGreaterThan(0.75);
        else expect(steps).toBe(all);
      }
      expect(new Set((await read(sandbox, 'capacity', NOON - DAY)).values())).toEqual(new Set([500]));
    },
  );

  test('depends on the seed and the pipe, and not on what was read before', async () => {
    const whole = await read(await startWorkload('bursts:7'), 'rate', NOON - 9 * DAY);
    const again = await startWorkload('bursts:7');
    const pieces = new Map<number, number>();
    for (const from of [NOON - DAY, NOON - 9 * DAY, NOON - 5 * DAY]) {
      for (const [at, value] of await read(again, 'rate', from)) pieces.set(at, value);
    }
    expect(new Map([...pieces].toSorted(([a], [b]) => a - b))).toEqual(whole);
    expect(await read(await startWorkload('bursts:8'), 'rate', NOON - 9 * DAY)).not.toEqual(whole);
    expect(await read(again, 'rate', NOON - 9 * DAY, 'payments-prod')).not.toEqual(whole);
  });

  test('goes on as the clock does, and a pipe works with its new size four minutes after the step of the update', async () => {
    const sandbox = await startWorkload('daily');
    const before = await read(sandbox, 'capacity', NOON - DAY);
    await step(sandbox, '20m');
    const update = await patch(sandbox, 'orders-prod', { replicas: 1 });
    expect([update.status, update.headers.get('date')]).toEqual([200, new Date(NOON + 1_200_000).toUTCString()]);
    expect(named(sandbox, 'orders-prod').updatedAt).toBe(new Date(NOON + 1_200_000).toISOString());
    await step(sandbox, '31d');
    const after = await read(sandbox, 'capacity', NOON - DAY);
    expect([...after].slice(0, before.size)).toEqual([...before]);
    expect([0, 1, 2, 3].map((index) => after.get(NOON + index * STEP))).toEqual([
      ...[500, 500],
      expect.closeTo((4 / 15) * 500 + (11 / 15) * 250, 2),
      250,
    ]);
    expect(after.size).toBe(32 * 96 + 1);
    const lag = await read(sandbox, 'lag', NOON + 30 * DAY);
    expect(Math.max(...lag.values())).toBeGreaterThan(10_000);
  });

  test('shows the load to the console and to the alert of a pipe', async () => {
    const sandbox = await startWorkload('daily');
    await edit(sandbox, 'payments-prod', { scaling: { replicas: 1, replicaCpuMillicores: 125 } });
    await step(sandbox, '12h');
    const { json } = await call(sandbox, '/_sandbox/fleet');
    const [, payments, , archive] = json.pipes as readonly Record<string, unknown>[];
    expect(payments).toMatchObject({ latest: { utilization: 1 }, alert: { state: 'ALERT' } });
    expect(archive).toMatchObject({ latest: null, alert: { state: 'OK' } });
    const path = `/_sandbox/pipes/${named(sandbox, 'payments-prod').id}/series?window=24h`;
    expect((await call(sandbox, path)).json).toMatchObject({ stepMs: STEP });
  });

  test('may be of the fleet file, and another for a pipe', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'sandbox-workload-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    const file = join(folder, 'fleet.json');
    const { pipes, ...fleet } = createQuickstartFleet();
    const own = pipes.map((pipe) => (pipe.name === 'orders-prod' ? { ...pipe, workload: 'bursts:7' } : pipe));
    await saveFleet(file, { ...fleet, pipes: own, workload: 'daily:3' });
    const sandbox = await startAtNoon({ fleet: await loadFleet(file) });
    const readAll = (one: Sandbox, pipe: string) => read(one, 'rate', NOON - DAY, pipe);
    expect(await readAll(sandbox, 'orders-prod')).toEqual(
      await readAll(await startWorkload('bursts:7'), 'orders-prod'),
    );
    expect(await readAll(sandbox, 'payments-prod')).toEqual(
      await readAll(await startWorkload('daily:3'), 'payments-prod'),
    );
  });
});
