import { describe, expect, test } from 'vitest';
import { capacityOf } from '../../../src/model/size/size.ts';
import { kindOf, type Pipe } from '../../../src/sandbox/fleet/pipe.ts';
import { abilityOf } from '../../../src/sandbox/workload/ability.ts';
import { DAY, GENERATED, MINUTE, QUICKSTART, quickstart, simulate, TICK_MS } from './simulate.ts';

function isStreaming(pipe: Pipe): boolean {
  return ['kafka', 'kinesis'].includes(kindOf(pipe) ?? '');
}

/** With half of its replicas, or with half of its CPU if it has one replica; undefined when neither can be halved. */
function halve(pipe: Pipe): Pipe | undefined {
  const { replicas = 1, replicaCpuMillicores = 500, replicaMemoryGb = 2 } = pipe.scaling;
  if (replicas % 2 === 0) return { ...pipe, scaling: { ...pipe.scaling, replicas: replicas / 2 } };
  if (replicaCpuMillicores < 250) return undefined;
  const cpu = { replicaCpuMillicores: replicaCpuMillicores / 2, replicaMemoryGb: replicaMemoryGb / 2 };
  return { ...pipe, scaling: { ...pipe.scaling, ...cpu } };
}

const LIMIT = 10_000;

/** Minutes until the lag is over or under the limit; at most `most`. */
function minutesUntil(pipe: Pipe, { clock, simulation }: ReturnType<typeof simulate>, over: boolean, most: number) {
  for (let minutes = 1; minutes <= most; minutes += 1) {
    clock.advance(MINUTE);
    const { read, lastTick } = simulation.record(pipe);
    if (read('lag', lastTick) > LIMIT === over) return minutes;
  }
  return Number.POSITIVE_INFINITY;
}

describe('the load', () => {
  test('is handled by the initial configuration of the fleet, including bursts, on two days', () => {
    const { clock, simulation } = simulate();
    for (let day = 0; day < 2; day += 1) {
      for (const pipe of [...QUICKSTART, ...GENERATED]) {
        const { read, firstTick, lastTick } = simulation.record(pipe);
        const workingHours: number[] = [];
        let worst = 0;
        for (let tick = firstTick; tick <= lastTick; tick += 1) {
          worst = Math.max(worst, read('lag', tick));
          const hour = Math.floor((tick * TICK_MS) / (60 * MINUTE)) % 24;
          if (hour >= 9 && hour < 17) workingHours.push(read('utilization', tick));
        }
        expect(worst).toBeLessThan(LIMIT * 0.8);
        const mean = workingHours.reduce((sum, value) => sum + value, 0) / workingHours.length;
        expect(mean).toBeGreaterThan(0.5);
        expect(mean).toBeLessThan(0.9);
      }
      clock.advance(DAY);
    }
  });

  test('at midday exceeds half of a streaming pipe, and the whole pipe catches up', () => {
    let halved = 0;
    for (const pipe of [...QUICKSTART, ...GENERATED].filter(isStreaming)) {
      const half = halve(pipe);
      if (half === undefined) continue;
      halved += 1;
      const simulated = simulate();
      simulated.simulation.note(pipe, half, 0);
      expect(minutesUntil(half, simulated, true, 10), pipe.name).toBeLessThanOrEqual(5);
      simulated.simulation.note(half, pipe, 0);
      expect(minutesUntil(pipe, simulated, false, 20), pipe.name).toBeLessThanOrEqual(10);
    }
    expect(halved).toBeGreaterThan(10);
  });

  test('has bursts, and quiet hours at night', () => {
    const { read, firstTick, lastTick } = simulate().simulation.record(quickstart('payments-prod'));
    const byHour: number[][] = Array.from({ length: 24 }, () => []);
    for (let tick = firstTick; tick <= lastTick; tick += 1) {
      byHour[new Date(tick * TICK_MS).getUTCHours()]?.push(read('arrivals', tick));
    }
    const sorted = byHour.map((arrivals) => arrivals.toSorted((a, b) => a - b));
    const usual = (hour: number) => sorted[hour]?.[60] ?? Number.NaN;
    expect(usual(1)).toBeLessThan(usual(13) * 0.7);
    const bursts = sorted.filter((arrivals, hour) => (arrivals.at(-1) ?? 0) > usual(hour) * 1.15);
    expect(bursts.length).toBeGreaterThan(0);
    expect(bursts.length).toBeLessThan(16);
  });
});

describe('the capacity of a pipe', () => {
  const messagesOf = (pipe: Pipe) => {
    const { size, cost } = abilityOf(pipe);
    return capacityOf(size) / cost;
  };
  const orders = quickstart('orders-prod');
  const archive = quickstart('invoices-archive');
  const capacity = (pipe: Pipe, section: 'settings' | 'scaling', values: Readonly<Record<string, number | boolean>>) =>
    messagesOf({ ...pipe, [section]: { ...pipe[section], ...values } });

  test.each([
    [orders, 'scaling', 'replicas', 1, 3],
    [orders, 'scaling', 'replicaCpuMillicores', 125, 250],
    [orders, 'settings', 'db_max_threads', 2, 16],
    [orders, 'settings', 'db_max_insert_threads', 1, 4],
    [orders, 'settings', 'db_min_insert_block_size_bytes', 1_048_576, 1_073_741_824],
    [orders, 'settings', 'db_parallel_view_processing', false, true],
    [archive, 'scaling', 'concurrency', 1, 8],
    [archive, 'settings', 'object_storage_concurrency', 1, 8],
    [archive, 'settings', 'object_storage_max_file_count', 1, 100],
    [archive, 'settings', 'object_storage_use_cluster_function', false, true],
    [archive, 'settings', 'db_max_download_threads', 1, 8],
  ] as const)('%# increases with %s', (pipe, section, key, less, more) => {
    expect(capacity(pipe, section, { [key]: more })).toBeGreaterThan(capacity(pipe, section, { [key]: less }));
  });

  test('treats an unset key as its default, and unset concurrency as one', () => {
    expect(messagesOf({ ...orders, scaling: {} })).toBe(
      capacity(orders, 'scaling', { replicas: 1, replicaCpuMillicores: 500, replicaMemoryGb: 2 }),
    );
    expect(capacity(archive, 'scaling', { concurrency: 0 })).toBe(capacity(archive, 'scaling', { concurrency: 1 }));
  });

  test('does not depend on the settings of a postgres pipe', () => {
    const crm = quickstart('crm-replica');
    expect(capacity(crm, 'settings', { db_max_threads: 1 })).toBe(messagesOf(crm));
    expect(capacity(crm, 'scaling', { replicas: 9 })).toBe(messagesOf(crm));
  });
});
