import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import type { Chart } from './draw-chart.ts';
import { onStage } from './stage.ts';

export type Measured = Pick<Chart, 'panels' | 'fromMs' | 'untilMs' | 'mark'>;

const HOUR_MS = 3_600_000;
const WEEK_HOURS = 7 * 24;
const HOURS_PER_MONTH = 730;
const START = '2026-06-01T12:00:00Z';

interface LivePipe {
  readonly id: string;
  readonly scaling: {
    readonly replicas: number;
    readonly replicaCpuMillicores: number;
    readonly replicaMemoryGb: number;
  };
}

/** When sizes change next by the schedule. */
interface PlannedTime {
  readonly next: { readonly at: string };
}

interface Pricing {
  readonly cpuHour: number;
  readonly memoryGbHour: number;
}

/**
 * Measures the example a week before and a week after its recommendations are applied. In the second week, `apply` runs at the edges
 * of the schedule.
 */
export function measureRightSize(): Promise<Measured> {
  const args = ['--fleet', 'fleet.yaml', '--settle', '0ms', '--speed', '0', '--start-at', START];
  return onStage('right-size', args, async ({ folder, url, run }) => {
    const { pricing } = parse(readFileSync(join(folder, 'pipeform.yaml'), 'utf8')) as { readonly pricing: Pricing };
    const appliedMs = Date.parse(START);
    const fromMs = appliedMs - WEEK_HOURS * HOUR_MS;
    const costs = [{ atMs: fromMs, value: await readCost(url, pricing) }];
    await run(['recommend', '--write']);
    await run(['apply', '--auto-approve']);
    const untilMs = appliedMs + WEEK_HOURS * HOUR_MS;
    for (let atMs = appliedMs; atMs < untilMs; ) {
      costs.push({ atMs, value: await readCost(url, pricing) });
      const { schedule } = JSON.parse(await run(['plan', '--format', 'json'])) as { readonly schedule: PlannedTime };
      const nextMs = Math.min(untilMs, Date.parse(schedule.next.at));
      await post(`${url}/_sandbox/clock`, { advance: `${nextMs - atMs}ms` });
      await run(['apply', '--auto-approve']);
      atMs = nextMs;
    }
    return {
      panels: [
        { title: 'Cost, USD a month', color: 'green', points: costs },
        { title: 'Messages waiting (not those of stock)', color: 'red', points: await readLag(url, fromMs, untilMs) },
      ],
      ...{ fromMs, untilMs, mark: { atMs: appliedMs, label: 'recommendations applied' } },
    };
  });
}

async function readCost(url: string, { cpuHour, memoryGbHour }: Pricing): Promise<number> {
  const { pipes } = (await read(`${url}/_sandbox/pipes`)) as { readonly pipes: readonly LivePipe[] };
  const live = await Promise.all(pipes.map(({ id }) => read(`${url}/_sandbox/pipes/${id}`)));
  const hourly = (live as readonly LivePipe[]).map(({ scaling }) => {
    const { replicas, replicaCpuMillicores, replicaMemoryGb } = scaling;
    return replicas * ((replicaCpuMillicores / 1_000) * cpuHour + replicaMemoryGb * memoryGbHour);
  });
  return HOURS_PER_MONTH * hourly.reduce((sum, cost) => sum + cost, 0);
}

/** The most of a pipe, hour by hour. */
async function readLag(url: string, fromMs: number, untilMs: number): Promise<Measured['panels'][number]['points']> {
  const lag = { sourceId: '65f4000000000000000000a1', aggFn: 'max', where: 'metric:lag', groupBy: ['pipe'] };
  const query = { startTime: fromMs, endTime: untilMs, granularity: '1h', series: [lag] };
  const { data } = (await post(`${url}/api/v2/charts/series`, query)) as {
    readonly data: readonly {
      readonly group: readonly string[];
      readonly 'series_0.data': number;
      readonly ts_bucket: number;
    }[];
  };
  const most = new Map<number, number>();
  for (const { group, ts_bucket: atMs, 'series_0.data': value } of data) {
    if (group[0] !== 'stock') most.set(atMs, Math.max(most.get(atMs) ?? 0, value));
  }
  return [...most].sort(([a], [b]) => a - b).map(([atMs, value]) => ({ atMs, value }));
}

async function read(address: string): Promise<unknown> {
  return (await fetch(address)).json();
}

async function post(address: string, body: object): Promise<unknown> {
  const headers = { 'content-type': 'application/json', authorization: 'Bearer sandbox' };
  const response = await fetch(address, { method: 'POST', headers, body: JSON.stringify(body) });
  if (!response.ok) throw new Error(`POST ${address} was answered ${response.status}: ${await response.text()}`);
  return response.json();
}
