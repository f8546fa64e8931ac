import { json } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import type { JsonObject } from '../../src/model/json/json.ts';
import type { Plan } from '../../src/model/plan.ts';
import type { Recommendations } from '../../src/model/size/advice-report.ts';
import { fleet, openWorkspace, pipe, readDocument } from './harness.ts';
import { serve } from './serve.ts';

const STEP = 15 * 60_000;
/** Friday 11:07 in Berlin. */
const NOW = Date.parse('2026-11-20T10:07:00Z');
const LIVE = { replicas: 2, replicaCpuMillicores: 250, replicaMemoryGb: 1 };
const LARGE = { replicas: 4, replicaCpuMillicores: 1000, replicaMemoryGb: 4 };
const NIGHT = { hours: '18:00-06:00', timezone: 'Europe/Berlin', replicas: 1 };

/** What a busy morning uses, of what may be used. */
async function openSeries(capacity: number): Promise<string> {
  return serve(async (request, response) => {
    const { startTime, endTime, series } = (await json(request)) as {
      readonly startTime: number;
      readonly endTime: number;
      readonly series: readonly { readonly where: string }[];
    };
    response.setHeader('date', new Date(NOW).toUTCString());
    response.setHeader('content-type', 'application/json');
    const data = Array.from({ length: Math.ceil((endTime - startTime) / STEP) }, (_, index) => {
      const at = startTime + index * STEP;
      const values = { cpu: at % (96 * STEP) < 32 * STEP ? capacity * 0.8 : 50, memory: 0.5, capacity };
      const measured = series.map(({ where }, place) => [`series_${place}.data`, values[where as keyof typeof values]]);
      return { group: ['orders'], ts_bucket: at, ...Object.fromEntries(measured) };
    });
    response.end(JSON.stringify({ data }));
  });
}

async function open(scaling: JsonObject, metrics: readonly string[]) {
  const url = await openSeries(500);
  const seriesOf = (where: string) => ({ sourceId: 's', aggFn: 'avg', where, groupBy: ['pipe'] });
  const document = {
    observability: { url },
    pricing: { currency: 'EUR', cpuHour: 0.04, memoryGbHour: 0.005 },
    sizing: { series: Object.fromEntries(metrics.map((where) => [where, seriesOf(where)])) },
    pipes: { orders: pipe(fleet, 'orders-prod', { source: 'kafka', scaling }) },
  };
  return openWorkspace({ document });
}

async function compare(scaling: JsonObject, metrics: readonly string[]) {
  const workspace = await open(scaling, metrics);
  const advice = readDocument<Recommendations>((await workspace.run('recommend --format json')).stdout);
  const plan = readDocument<Plan>((await workspace.run('plan --at 2026-11-20T10:07 --format json')).stdout);
  const { stdout } = await workspace.run('recommend');
  return {
    now: advice.pipes[0]?.cost?.now,
    planned: plan.pipes[0]?.cost?.before,
    line: /its ((?:declared )?cost.*?) {2}pipeform/.exec(stdout)?.[1],
    total: /^ +Cost +(.*)$/m.exec(stdout)?.[1],
  };
}

const ALL = ['cpu', 'memory', 'capacity'];
const DECLARED = ', of declared sizes, where a plan has the live ones';

test.each([
  ['an unchanged size', LIVE, ALL, [21.9, 21.9, 'declared cost: 7.30 of 21.90 EUR a month', DECLARED]],
  [
    'a changed size of a pipe that is read',
    LARGE,
    ALL.slice(0, 2),
    [21.9, 21.9, 'cost now: 7.30 of 21.90 EUR a month', ''],
  ],
  ['a changed size', LARGE, ALL, [175.2, 21.9, 'declared cost: 160.60 of 175.20 EUR a month', DECLARED]],
  [
    'an unchanged schedule',
    { ...LIVE, schedule: [NIGHT] },
    ALL,
    [16.43, 16.43, 'declared cost: 1.83 of 16.43 EUR a month in the mean of its schedule', DECLARED],
  ],
  [
    'a changed schedule',
    { ...LARGE, schedule: [NIGHT] },
    ALL,
    [109.5, 21.9, 'declared cost: 94.90 of 109.50 EUR a month in the mean of its schedule', DECLARED],
  ],
] as const)(
  'a recommendation has the cost of now of a plan, or says whose it is: %s',
  async (_, scaling, metrics, expected) => {
    const { now, planned, line, total } = await compare(scaling, metrics);
    expect([now, planned, line, /,.*$/.exec(total ?? '')?.[0] ?? '']).toEqual(expected);
  },
);

test('--write says what is next, and that a schedule needs a job', async () => {
  const workspace = await open(LIVE, ALL);
  const { code, stderr } = await workspace.run('recommend --write -c pipeform.yaml');
  expect(code).toBe(0);
  expect(stderr.split('\n').slice(-4, -1)).toEqual([
    'Wrote the size of 1 pipe to 1 file.',
    'Next: run `pipeform plan -c pipeform.yaml`, and open a pull request with the changed file.',
    'A schedule needs a job that runs `pipeform apply` at its edges: `pipeform init --ci github` or `gitlab` adds it.',
  ]);
  expect((await workspace.run('recommend --write')).stderr).toContain('Nothing to write.');
});
