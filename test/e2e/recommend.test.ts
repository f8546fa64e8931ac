import { writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import type { Recommendations } from '../../src/model/size/advice-report.ts';
import type { Backtest } from '../../src/model/size/backtest-report.ts';
import { findFaults } from '../apply/schemas.ts';
import { inCi } from '../effort.ts';
import { fleet, openWorkspace, pipe, readDocument, type Workspace } from './harness.ts';
import { serve } from './serve.ts';

const STEP = 15 * 60_000;
const DAY = 96 * STEP;
const NOW = Date.parse('2026-11-20T10:07:00Z');
const END = Date.parse('2026-11-20T10:00:00Z');

interface Query {
  readonly startTime: number;
  readonly endTime: number;
  readonly granularity: string;
  readonly series: readonly { readonly where: string; readonly groupBy: readonly string[] }[];
}

/** The value of a metric of a group; null for none. */
type Measure = (group: string, metric: string, atMs: number) => number | null;

/**
 * A service with series of the groups, which fails the query with the number `failing`. Its clock stands still at `nowMs`. `onAnswer`: called
 * with the number of queries so far when an answer is sent. `more`: groups with one row in each answer.
 */
async function openSeries(
  groups: readonly string[],
  measure: Measure,
  failing = 0,
  onAnswer: (queries: number) => void = () => {},
  nowMs = NOW,
  more: readonly (readonly string[])[] = [],
) {
  const queries: Query[] = [];
  const url = await serve(async (request, response) => {
    const query = (await json(request)) as Query;
    queries.push(query);
    response.setHeader('date', new Date(nowMs).toUTCString());
    response.setHeader('content-type', 'application/json');
    if (queries.length === failing) return void response.writeHead(400).end('{"error":"too much"}');
    const rows: object[] = [];
    for (let at = query.startTime; at < query.endTime; at += STEP)
      for (const group of groups) {
        const values = query.series.map(({ where }, index) => [`series_${index}.data`, measure(group, where, at)]);
        if (values.some(([, value]) => value !== null))
          rows.push({ group: [group], ts_bucket: at, ...Object.fromEntries(values) });
      }
    const last = more.map((group) => ({ group, ts_bucket: query.endTime - STEP, 'series_0.data': 1 }));
    response.end(JSON.stringify({ data: [...rows, ...last] }), () => onAnswer(queries.length));
  });
  return { url, queries };
}

const METRICS = ['cpu', 'memory', 'rate', 'lag', 'capacity'];

const sizingOf = (metrics: readonly string[]) => ({
  series: Object.fromEntries(
    metrics.map((where) => [where, { sourceId: 's', aggFn: 'avg', where, groupBy: ['pipe'] }]),
  ),
});

/** A pipe of four cores that uses up to a fifth of one. */
const calm: Measure = (_, metric, atMs) => {
  const cpu = 150 + 50 * Math.sin((atMs / DAY) * 2 * Math.PI);
  return { cpu, memory: 1, rate: cpu * 10, lag: 0, capacity: 4_000 }[metric] ?? null;
};

const LARGE = { replicas: 4, replicaCpuMillicores: 1000, replicaMemoryGb: 4 };
const idOf = (index: number) => `0b0c3a9e-2a64-4a4f-8a11-${String(index).padStart(12, '0')}`;
const pipeOf = (index: number, rest: object = {}) => ({
  ...{ service: 'analytics', id: idOf(index), source: 'kafka', scaling: LARGE },
  ...rest,
});

/** A pipe that is busy from 08:00 to 16:00, and nearly idle at other times. */
const daily: Measure = (_, metric, atMs) => {
  const hour = (atMs % DAY) / (4 * STEP);
  const cpu = hour >= 8 && hour < 16 ? 3_000 : 600;
  return { cpu, memory: 1, rate: cpu * 10, lag: 0, capacity: 4_000 }[metric] ?? null;
};

interface Setup {
  readonly pipes?: Readonly<Record<string, object>>;
  readonly groups?: readonly string[];
  readonly measure?: Measure;
  readonly failing?: number;
  readonly metrics?: readonly string[];
  readonly onAnswer?: (queries: number) => void;
  readonly more?: readonly (readonly string[])[];
  readonly nowMs?: number;
  readonly pricing?: object | null;
  /** More of the configuration. */
  readonly rest?: object;
}

async function open({
  pipes = { orders: pipeOf(1) },
  groups = ['orders'],
  measure = calm,
  failing = 0,
  metrics = METRICS,
  onAnswer,
  nowMs,
  more,
  pricing = PRICING,
  rest = {},
}: Setup) {
  const { url, queries } = await openSeries(groups, measure, failing, onAnswer, nowMs, more);
  const document = JSON.parse(
    JSON.stringify({ observability: { url }, ...(pricing && { pricing }), sizing: sizingOf(metrics), pipes, ...rest }),
  );
  return { workspace: await openWorkspace({ document }), queries };
}

const PRICING = { currency: 'USD', cpuHour: 0.04, memoryGbHour: 0.005 };

async function advise(workspace: Workspace, line = '') {
  const { code, stdout, stderr } = await workspace.run(`recommend --format json ${line}`);
  const report = readDocument<Recommendations>(stdout);
  expect(findFaults('recommendations', report)).toEqual([]);
  return { code, stderr, report, diagnostics: report.diagnostics.map(({ severity, code: name }) => [severity, name]) };
}

describe.concurrent('recommend', () => {
  test('250 pipes and 35 days take 84 queries of all series, and no other request', async () => {
    const pipes = Object.fromEntries(Array.from({ length: 250 }, (_, index) => [`pipe-${index}`, pipeOf(index)]));
    const { workspace, queries } = await open({ pipes, groups: ['pipe-7', idOf(8)] });
    const { code, report } = await advise(workspace);
    expect({ code, reads: workspace.takeRequests() }).toEqual({ code: 0, reads: {} });
    expect(report.summary).toMatchObject({ total: 250, shrink: 2, unknown: 248 });
    expect(report.cost?.advised).toBeLessThan(report.cost?.now ?? 0);

    // The first one shows the time of the service.
    expect(queries).toHaveLength(85);
    const [, ...parts] = queries.map(({ startTime, endTime }) => [startTime, endTime] as const);
    parts.sort(([a], [b]) => a - b);
    expect(parts[0]?.[0]).toBe(END - 35 * DAY);
    expect(parts.at(-1)?.[1]).toBe(END);
    expect(parts.slice(1).map(([from]) => from)).toEqual(parts.slice(0, -1).map(([, until]) => until));
    expect(Math.max(...parts.map(([from, until]) => ((until - from) / STEP) * 5 * 250))).toBeLessThanOrEqual(50_000);
    for (const { granularity, series } of queries) {
      expect(granularity).toBe('15m');
      expect(series).toEqual(METRICS.map((where) => ({ sourceId: 's', aggFn: 'avg', where, groupBy: ['pipe'] })));
    }
  });

  test('reads a pipe whose size or past the configuration does not have, and only that', async () => {
    const { fleet } = (await openWorkspace()).sandbox;
    const [orders, payments] = ['orders-prod', 'payments-prod'].map((name) =>
      fleet.pipes.find((one) => one.name === name),
    );
    const pipes = {
      declared: pipeOf(1),
      banded: pipeOf(0, { id: orders?.id, scaling: { ...LARGE, replicas: { min: 1, max: 9 } } }),
      elsewhere: pipeOf(0, { id: payments?.id, source: 'objectStorage', scaling: { concurrency: 3 } }),
    };
    const { workspace } = await open({ pipes, groups: ['orders-prod', 'declared', 'stranger'] });
    const { report, diagnostics } = await advise(workspace);
    expect(workspace.takeRequests()).toEqual({ 'orders-prod': ['GET'] });
    expect(report.pipes.map(({ name, verdict }) => [name, verdict])).toEqual([
      ['banded', expect.stringMatching(/^(?:keep|grow|shrink)$/)],
      ['declared', 'shrink'],
      ['elsewhere', 'unknown'],
    ]);
    expect(diagnostics).toEqual([['note', 'sizing-groups']]);
    expect(report.diagnostics[0]?.summary).toContain('stranger');
    expect((await advise(workspace, 'declared')).report.pipes.map(({ name }) => name)).toEqual(['declared']);
  });

  test('a part that cannot be read is missing data, and is said; the first part is an error', async () => {
    const some = await open({
      pipes: Object.fromEntries([...Array(400).keys()].map((index) => [`p${index}`, pipeOf(index)])),
      groups: ['p1'],
      failing: 3,
    });
    const { code, report, diagnostics } = await advise(some.workspace);
    expect({ code, diagnostics }).toEqual({ code: 0, diagnostics: [['warning', 'observability-failed']] });
    expect(report.pipes.find(({ name }) => name === 'p1')?.verdict).toMatch(/^(?:keep|shrink)$/);

    const none = await open({ failing: 1 });
    expect(await advise(none.workspace)).toMatchObject({ code: 1, diagnostics: [['error', 'observability-failed']] });
    expect(none.queries).toHaveLength(1);
  });

  test.each<[string, Measure, string]>([
    ['a use below 0', (_, metric) => (metric === 'cpu' ? -3 : 1), 'sizing.series.cpu` shows -3 for pipe orders'],
    ['memory in bytes', (...about) => (about[1] === 'memory' ? 2e9 : calm(...about)), 'more than 64 GB'],
    ['CPU in microcores', (...about) => (about[1] === 'cpu' ? 150_000 : calm(...about)), 'more than 10 times'],
    ['CPU in cores', (...about) => (about[1] === 'cpu' ? 0.2 : calm(...about)), 'perhaps cores'],
    [
      'a capacity in cores',
      (...about) => (about[1] === 'capacity' ? 4 : calm(...about)),
      'sizing.series.capacity` shows 4',
    ],
    ['no values', () => null, 'have no values'],
  ])('gives no advice for %s, and says where it comes from', async (_, measure, words) => {
    const { workspace } = await open({ measure });
    const { code, report } = await advise(workspace);
    expect(code).toBe(1);
    const [problem] = report.diagnostics;
    expect(problem).toMatchObject({
      severity: 'error',
      summary: expect.stringContaining(words),
      file: 'pipeform.yaml',
    });
    expect(problem?.hint).toBeTruthy();
    expect(report.pipes).toMatchObject([{ verdict: 'unknown', advised: null }]);
    expect(report.pipes[0]?.reason).toMatch(/^[A-Z].*\.$/);
  });

  test('warns of the unit where no pipe of the fleet uses as much CPU as a fleet does, and still advises', async () => {
    const percent: Measure = (...about) => (about[1] === 'cpu' ? 60 : calm(...about));
    const two = { pipes: { orders: pipeOf(1), clicks: pipeOf(2) }, groups: ['orders', 'clicks'] };
    const { code, report, diagnostics } = await advise((await open({ ...two, measure: percent })).workspace);
    expect({ code, diagnostics }).toEqual({ code: 0, diagnostics: [['warning', 'sizing-unit']] });
    expect(report.diagnostics[0]?.summary).toContain('shows at most 1.5% of what the replicas of any pipe may use');
    expect(report.pipes.map(({ verdict }) => verdict)).toEqual(['shrink', 'shrink']);
    const onlyOne: Measure = (...about) => (about[0] === 'orders' ? percent : calm)(...about);
    expect((await advise((await open({ ...two, measure: onlyOne })).workspace)).diagnostics).toEqual([]);
  });

  test('impossible values of one pipe are a warning beside the advice for others', async () => {
    const { workspace } = await open({
      pipes: { orders: pipeOf(1), wrong: pipeOf(2), shrunk: pipeOf(3), cores: pipeOf(4), idle: pipeOf(5) },
      groups: ['orders', 'wrong', 'shrunk', 'cores', 'idle'],
      measure: (group, metric, atMs) => {
        if (group === 'cores' && metric === 'cpu') return 3;
        if (group === 'idle') return metric === 'capacity' ? 4_000 : 0;
        if (group === 'wrong' && metric === 'cpu') return -3;
        // Before, it had five times the replicas, and twice the CPU for each.
        const isLarge = group === 'shrunk' && atMs < END - 3 * DAY;
        if (!isLarge) return calm(group, metric, atMs);
        return { cpu: 41_000, capacity: 45_000 }[metric] ?? calm(group, metric, atMs);
      },
    });
    const { code, report, diagnostics } = await advise(workspace, '--write');
    const warning = ['warning', 'sizing-unit'];
    expect({ code, diagnostics }).toEqual({ code: 0, diagnostics: [warning, warning] });
    expect(report.diagnostics[1]).toMatchObject({
      summary:
        '`sizing.series.cpu` shows 3 for pipe cores, less than 0.2% of what its replicas may use: perhaps cores, and not millicores.',
      detail: '1 pipe without advice: cores',
    });
    expect(report.pipes.map(({ name, verdict }) => [name, verdict])).toEqual([
      ['cores', 'unknown'],
      ['idle', 'shrink'],
      ['orders', 'shrink'],
      ['shrunk', 'grow'],
      ['wrong', 'unknown'],
    ]);
  });

  test('prices of zero advise as no prices do', async () => {
    const { workspace } = await open({ pricing: { currency: 'USD', cpuHour: 0, memoryGbHour: 0 } });
    const [free] = (await advise(workspace)).report.pipes;
    const [unpriced] = (await advise((await open({ pricing: null })).workspace)).report.pipes;
    expect(free).toEqual({ ...unpriced, location: expect.anything(), cost: { now: 0, advised: 0 } });
  });

  test('without a group that is a pipe, names some, and with no `sizing`, sends nothing', async () => {
    const { workspace, queries } = await open({ groups: ['', 'kafka-1', 'kafka-2'] });
    const { code, report } = await advise(workspace);
    expect(code).toBe(1);
    expect(report.pipes).toMatchObject([{ verdict: 'unknown' }]);
    expect(report.diagnostics[0]?.summary).toContain('they are one without a name, kafka-1 and kafka-2');
    const before = queries.length;
    const { code: failed, stderr } = await (await openWorkspace()).run('recommend');
    expect({ failed, stderr }).toEqual({ failed: 1, stderr: expect.stringContaining('has no `sizing`') });
    expect(queries).toHaveLength(before);
  });

  test.each(METRICS.map((name) => [name]))(
    'warns of the series %s without a value, as when its metric is mistyped',
    async (name) => {
      const measure: Measure = (group, metric, atMs) => (metric === name ? null : calm(group, metric, atMs));
      const { report } = await advise((await open({ measure })).workspace);
      const summary = `\`sizing.series.${name}\` has no values.`;
      expect(report.diagnostics).toMatchObject([
        { severity: 'warning', summary, hint: expect.stringContaining('metric') },
      ]);
    },
  );

  test('gives no advice for a pipe with several groups, and names them', async () => {
    const { workspace } = await open({
      pipes: {
        orders: pipeOf(10),
        clicks: pipeOf(2),
        returns: pipeOf(3, { name: 'stock' }),
        stock: pipeOf(4, { name: 'parcels' }),
      },
      groups: ['orders', idOf(10), 'clicks', 'stock', 'parcels'],
    });
    const { code, report, diagnostics } = await advise(workspace);
    const warning = ['warning', 'sizing-groups'];
    expect({ code, diagnostics }).toEqual({ code: 0, diagnostics: [warning, warning] });
    expect(report.diagnostics[1]?.summary).toContain('may be several pipes, by their names');
    expect(report.diagnostics[1]?.summary).toContain(': stock (returns, stock).');
    expect(report.diagnostics[0]).toMatchObject({
      summary: `2 pipes have several groups of \`sizing.series\`: orders (${idOf(10)}, orders) and stock (parcels, stock).`,
      file: 'pipeform.yaml',
    });
    const several = 'Several groups of the series are this pipe.';
    const ambiguous = 'A group of the series may be this pipe or another one.';
    expect(report.pipes.map(({ name, verdict, reason }) => [name, verdict, reason])).toEqual([
      ['clicks', 'shrink', expect.any(String)],
      ['orders', 'unknown', several],
      ['returns', 'unknown', ambiguous],
      ['stock', 'unknown', ambiguous],
    ]);
    expect((await advise(workspace, 'clicks')).diagnostics).toEqual([]);
  });

  test('gives no advice for pipes with one live name, and none from rows without one value for the column', async () => {
    const pipes = { a: pipeOf(1, { name: 'orders' }), b: pipeOf(2, { name: 'orders' }), c: pipeOf(3) };
    const { workspace } = await open({ pipes, groups: ['orders', 'c'] });
    const { report, diagnostics } = await advise(workspace);
    expect(diagnostics).toEqual([['warning', 'sizing-groups']]);
    expect(report.diagnostics[0]?.summary).toContain('1 group of `sizing.series` may be several pipes');
    expect(report.diagnostics[0]?.summary).toContain(': orders (a, b).');
    expect(report.pipes.map(({ verdict }) => verdict)).toEqual(['unknown', 'unknown', 'shrink']);
    expect((await advise(workspace, 'c')).diagnostics).toEqual([]);

    const longer = await open({ more: [['orders', 'shard-1']] });
    expect(await advise(longer.workspace)).toMatchObject({ code: 0, diagnostics: [['warning', 'series-not-grouped']] });
  });

  test('150,000 groups that are no pipe take no memory, and are counted', async () => {
    const more = Array.from({ length: 150_000 }, (_, index) => [`s${index}`]);
    const { workspace } = await open({ metrics: ['cpu', 'capacity'], more });
    const { code, report } = await advise(workspace);
    expect(code).toBe(0);
    expect(report.diagnostics[0]?.summary).toContain('150,000 groups of `sizing.series` are no pipe');
  });

  test('--write leaves a file that changed since it was read, and writes the others', async () => {
    const changed = `pipes:\n  clicks: ${JSON.stringify(pipeOf(2, { scaling: { ...LARGE, replicas: 5 } }))}\n`;
    let isChanged = false;
    const { workspace } = await open({
      pipes: {},
      groups: ['orders', 'clicks'],
      measure: (...about) => {
        if (!isChanged) writeFileSync(join(workspace.folder, 'pipes/clicks.yaml'), changed);
        isChanged = true;
        return calm(...about);
      },
      rest: { include: ['pipes/*.yaml'] },
    });
    await workspace.write({
      'pipes/orders.yaml': `pipes:\n  orders: ${JSON.stringify(pipeOf(1))}\n`,
      'pipes/clicks.yaml': `pipes:\n  clicks: ${JSON.stringify(pipeOf(2))}\n`,
    });
    const { code, report } = await advise(workspace, '--write');
    expect(code).toBe(1);
    expect(report.files).toEqual([
      { file: 'pipes/clicks.yaml', status: 'failed' },
      { file: 'pipes/orders.yaml', status: 'written' },
    ]);
    expect(report.diagnostics).toMatchObject([{ severity: 'error', code: 'file-changed', file: 'pipes/clicks.yaml' }]);
    expect(await readFile(join(workspace.folder, 'pipes/clicks.yaml'), 'utf8')).toBe(changed);
    expect(await readFile(join(workspace.folder, 'pipes/orders.yaml'), 'utf8')).not.toContain('"replicas":4');
  });

  test('--write changes the sizes alone; a band, a preset and a variable are said', async () => {
    const { workspace } = await open({
      pipes: { orders: pipeOf(1), banded: pipeOf(2), preset: pipeOf(3), variable: pipeOf(4) },
      groups: ['orders', 'banded', 'preset', 'variable', 'beside'],
    });
    const head = (await readFile(join(workspace.folder, 'pipeform.yaml'), 'utf8')).split('\npipes:')[0];
    await workspace.write({
      'pipeform.yaml': `${head}
presets:
  large: { scaling: { replicas: 4, replicaCpuMillicores: 1000, replicaMemoryGb: 4 } }
include: [pipes/*.yaml]
`,
      'pipes/orders.yaml': `# Orders of all shops.
pipes:
  orders:
    service: analytics
    id: ${idOf(1)}
    source: kafka
    scaling:
      replicas: 4 # since the sale
      # Half a core was too little.
      replicaCpuMillicores: 1000
      replicaMemoryGb: 4
  banded: { service: analytics, id: ${idOf(2)}, source: kafka, scaling: { replicas: { min: 4, max: 8 }, replicaCpuMillicores: 1000, replicaMemoryGb: 4 } }
`,
      'pipes/others.yaml': `pipes:
  preset: { service: analytics, id: ${idOf(3)}, source: kafka, preset: large } # as all
`,
      'pipes/variable.yaml': `pipes:
  variable:
    service: analytics
    id: ${idOf(4)}
    source: kafka
    scaling:
      replicas: \${N:-4}
      replicaCpuMillicores: \${CPU:-1000}
      replicaMemoryGb: 4
  beside: { service: analytics, id: ${idOf(5)}, source: kafka, scaling: { replicas: 4, replicaCpuMillicores: 1000, replicaMemoryGb: 4 } }
`,
    });
    const { code, report } = await advise(workspace, '--write orders preset variable beside');
    expect(code).toBe(0);
    const { advised } = report.pipes.find(({ name }) => name === 'orders') ?? {};
    const read = (name: string) => readFile(join(workspace.folder, 'pipes', name), 'utf8');
    expect(advised).toMatchObject({ replicas: expect.any(Number) });
    expect(await read('orders.yaml')).toContain(`      replicas: ${advised?.replicas} # since the sale
      # Half a core was too little.
      replicaCpuMillicores: ${advised?.cpuMillicores}
      replicaMemoryGb: ${advised?.memoryGb}
  banded: `);
    expect(await read('others.yaml')).toContain('preset: large, scaling: {');
    expect(await read('others.yaml')).toContain('} # as all');
    const beside = await read('variable.yaml');
    expect(beside).toContain('${N:-4}');
    expect(beside.slice(beside.indexOf('beside'))).not.toContain('replicas: 4, replicaCpuMillicores: 1000,');
    expect(report.files).toEqual([
      { file: 'pipes/orders.yaml', status: 'written' },
      { file: 'pipes/others.yaml', status: 'written' },
      { file: 'pipes/variable.yaml', status: 'written' },
    ]);
    expect(report.diagnostics.map(({ severity, code: name, file }) => `${severity} ${name} ${file}`)).toEqual([
      'warning edit-by-hand pipes/variable.yaml',
      'note size-written-to-pipe pipeform.yaml',
    ]);
    const after = await advise(workspace, '--write --detailed-exitcode orders beside');
    expect(after).toMatchObject({ code: 0, report: { files: [] } });
  });

  test('--write writes a schedule that validates and plans, and that the next advice keeps', async () => {
    const { workspace } = await open({ pipes: {}, measure: daily });
    const head = (await readFile(join(workspace.folder, 'pipeform.yaml'), 'utf8')).split('\npipes:')[0];
    const { fleet } = workspace.sandbox;
    const { id } = fleet.pipes.find(({ name }) => name === 'orders-prod') ?? {};
    await workspace.write({
      'pipeform.yaml': `${head}
pipes:
  orders:
    service: analytics
    id: ${id}
    source: kafka
    scaling:
      replicas: 4 # since the sale
      replicaCpuMillicores: 1000
      replicaMemoryGb: 4 # as all
`,
    });
    const { report } = await advise(workspace, '--write');
    const [pipe] = report.pipes;
    expect(pipe).toMatchObject({ verdict: 'schedule', now: { replicas: 4 } });
    const written = await readFile(join(workspace.folder, 'pipeform.yaml'), 'utf8');
    expect(written.split('scaling:\n')[1]).toBe(`      replicas: 7 # since the sale
      replicaCpuMillicores: 500
      replicaMemoryGb: 2 # as all
      schedule:
        - { hours: "16:00-08:00", timezone: UTC, replicas: 2 }
`);
    expect(await workspace.run('validate')).toMatchObject({ code: 0 });
    const { code, stdout } = await workspace.run('plan --at 2026-11-20T12:00 --format json');
    expect(code).toBe(0);
    const plan = readDocument<{ pipes: readonly { cost: { after: number } }[] }>(stdout);
    expect(plan.pipes[0]?.cost.after).toBe(pipe?.cost?.advised);

    const after = await advise(workspace, '--write --detailed-exitcode');
    expect(after).toMatchObject({ code: 0, report: { files: [] } });
    const cost = { now: pipe?.cost?.advised, advised: pipe?.cost?.advised };
    const kept = { verdict: 'keep', advised: pipe?.advised, windowsNow: pipe?.windows, windows: [], cost };
    expect(after.report).toMatchObject({ pipes: [kept] });
    expect(after.report.pipes[0]?.week).toMatchObject({ now: pipe?.week?.advised, advised: pipe?.week?.advised });
    expect(await readFile(join(workspace.folder, 'pipeform.yaml'), 'utf8')).toBe(written);

    // The same sizes in other words are not written again; those of a larger window are.
    const declare = async (replicas: number, outside = 2) => {
      const opposite = written
        .replace('replicas: 7', `replicas: ${outside}`)
        .replace('"16:00-08:00", timezone: UTC, replicas: 2', `"08:00-16:00", timezone: UTC, replicas: ${replicas}`);
      await workspace.write({ 'pipeform.yaml': opposite });
    };
    await declare(7);
    expect((await advise(workspace, '--write')).report).toMatchObject({
      files: [],
      pipes: [{ verdict: 'keep', cost }],
    });
    await declare(10);
    const { stdout: text } = await workspace.run('recommend');
    expect(text.replaceAll(/ +/g, ' ')).toContain(
      ' ~ scaling.replicas 2 -> 7\n ~ scaling.schedule 10 replicas every day 08:00–16:00 UTC -> 2 replicas every day 16:00–08:00 UTC\n',
    );
    const large = (await advise(workspace, '--write')).report.pipes[0];
    expect(large).toMatchObject({ verdict: 'schedule', now: { replicas: 2 }, short: { now: 0 } });
    expect([0, 12].map((hour) => large?.week?.now?.[hour])).toEqual([1_000, 5_000]);
    expect(await readFile(join(workspace.folder, 'pipeform.yaml'), 'utf8')).toBe(written);

    // A dated window stays above what is advised for a usual week.
    const dated = '{ from: "2026-12-20", until: "2026-12-27", timezone: UTC, replicas: { min: 3, max: 9 } }';
    const withDated = written.replace('schedule:\n', `schedule:\n        - ${dated}\n`);
    await workspace.write({ 'pipeform.yaml': withDated });
    const usual = (await advise(workspace)).report.pipes;
    expect(usual).toMatchObject([{ verdict: 'keep', windowsNow: pipe?.windows, cost }]);
    await workspace.write({ 'pipeform.yaml': withDated.replace('replicas: 2 }', 'replicas: 5 }') });
    expect((await advise(workspace, '--write')).report.files).toMatchObject([{ status: 'written' }]);
    expect(await readFile(join(workspace.folder, 'pipeform.yaml'), 'utf8')).toBe(withDated);

    // Too small outside of the window, which a fixed size as large as in it would not be.
    await declare(7, 1);
    const short = (await advise(workspace)).report.pipes[0];
    expect(short).toMatchObject({
      verdict: 'schedule',
      isTooSmall: true,
      windows: pipe?.windows,
      short: { now: expect.any(Number) },
    });
    expect(short?.short.now).toBeGreaterThan(0.5);
    expect(short?.reason).toMatch(/it is short for .* of the time; the week repeats/);
  });

  test('a schedule costs the same as advice, in a plan and as declared, while the clocks change', async () => {
    const { workspace } = await open({
      pipes: { orders: pipe(fleet, 'orders-prod', { source: 'kafka', scaling: LARGE }) },
      measure: daily,
      nowMs: Date.parse('2026-10-23T12:07:00Z'),
      rest: { sizing: { ...sizingOf(METRICS), timezone: 'Europe/Berlin' } },
    });
    const [advised] = (await advise(workspace, '--write')).report.pipes;
    expect(advised?.windows).toMatchObject([{ timezone: 'Europe/Berlin' }]);
    const cost = advised?.cost?.advised;
    const { stdout } = await workspace.run('plan --at 2026-10-23T12:00 --format json');
    const plan = readDocument<{ pipes: readonly { cost: object }[] }>(stdout);
    expect(plan.pipes).toMatchObject([{ cost: { after: cost } }]);
    expect((await advise(workspace)).report.pipes).toMatchObject([{ verdict: 'keep', cost: { now: cost } }]);
  });

  test('object storage gets no advice, with the reason', async () => {
    const bucket = (index: number, about: object) => pipeOf(index, { scaling: { concurrency: 4 }, ...about });
    const pipes = { archive: bucket(4, { source: 'objectStorage' }), uploads: bucket(5, { source: undefined }) };
    const { workspace } = await open({ pipes, groups: ['uploads', 'archive'] });
    const { report } = await advise(workspace);
    const reason =
      'An object-storage pipe scales by concurrency, which has no price and whose effect is not known before it is tried.';
    expect(report.pipes.map((pipe) => [pipe.verdict, pipe.reason])).toEqual([
      ['unknown', reason],
      ['unknown', reason],
    ]);
    expect(workspace.takeRequests()).toEqual({});
  });

  const withWindow = (sizes: object) => ({ ...LARGE, replicas: 6, schedule: [{ hours: '08:00-16:00', ...sizes }] });

  test.each([
    ['', { ...LARGE, replicas: { min: 4, max: 8 } }, calm, 'shrink', '`replicas` is a band from 4 to 8'],
    [
      ' of a window',
      withWindow({ replicas: { min: 6, max: 9 } }),
      daily,
      'schedule',
      '`replicas` is a band from 6 to 9 in its schedule',
    ],
    [
      ' of the memory of a window',
      withWindow({ replicas: 8, replicaMemoryGb: { min: 4, max: 8 } }),
      daily,
      'schedule',
      '`replicaMemoryGb` is a band from 4 to 8 in its schedule',
    ],
  ])('--write leaves a band%s as it is, and says where it is', async (_, scaling, measure, verdict, words) => {
    const { workspace } = await open({ pipes: { orders: pipeOf(1, { scaling }) }, measure });
    const orders = workspace.sandbox.fleet.pipes.find(({ name }) => name === 'orders-prod');
    await workspace.write({
      'pipeform.yaml': (await readFile(join(workspace.folder, 'pipeform.yaml'), 'utf8')).replace(
        idOf(1),
        `${orders?.id}`,
      ),
    });
    await workspace.editLive('orders-prod', {
      scaling: { replicas: 6, replicaCpuMillicores: 1000, replicaMemoryGb: 4 },
    });
    const { report } = await advise(workspace, '--write');
    expect(report).toMatchObject({
      files: [],
      pipes: [{ verdict }],
      diagnostics: [
        {
          code: 'edit-by-hand',
          summary: `The size of pipe orders is not written: ${words}, which stays.`,
          file: 'pipeform.yaml',
        },
      ],
    });
  });
});

describe.concurrent('recommend --backtest', () => {
  const replay = async (workspace: Workspace, line = '') => {
    const { code, stdout, stderr } = await workspace.run(`recommend --backtest 21d --format json ${line}`);
    const report = readDocument<Backtest>(stdout);
    expect(findFaults('backtest', report)).toEqual([]);
    return { code, stderr, report };
  };

  test('reads the time that is asked for, counts it but for the first two weeks, and names what it leaves out', async () => {
    const { workspace, queries } = await open({
      pipes: { orders: pipeOf(1), payments: pipeOf(2), returns: pipeOf(3), young: pipeOf(4) },
      groups: ['orders', 'payments', 'young'],
      measure: (group, metric, atMs) =>
        group === 'young' && atMs < END - 10 * DAY ? null : daily(group, metric, atMs),
    });
    const { code, report } = await replay(workspace);
    expect({ code, reads: workspace.takeRequests() }).toEqual({ code: 0, reads: {} });
    expect(queries.at(-1)).toMatchObject({ startTime: END - 21 * DAY, endTime: END });
    expect(report).toMatchObject({
      ...{ currency: 'USD', pipes: 2, days: 2 * 7, unknown: 0 },
      skipped: [
        { name: 'returns', reason: 'The series have no group with its id or name.' },
        { name: 'young', reason: 'Less than three weeks of its demand are known.' },
      ],
    });
    expect(report.rows.map(({ sizes }) => sizes)).toEqual(['as-it-was', 'hindsight', 'advice']);
    const [was, best, advice] = report.rows;
    // 2 pipes, 7 days, and 4 replicas of 0.04 + 4 × 0.005 an hour.
    expect(was).toMatchObject({ cost: 80.64, short: 0, changesPerDay: 0 });
    expect(advice?.cost).toBeLessThan(best?.cost ?? 0);
    expect(report.worst.map(({ name }) => name)).toEqual(['orders', 'payments']);

    const alone = await replay(workspace, 'returns');
    expect(alone).toMatchObject({ code: 0, report: { pipes: 0, rows: [] } });
  });

  /** The queries for 40 pipes and 21 days. The first one shows the time of the service. */
  const QUERIES = 10;

  inCi('an interrupt ends it between two pipes', async () => {
    const pipes = Object.fromEntries(Array.from({ length: 40 }, (_, index) => [`pipe-${index}`, pipeOf(index)]));
    let arrive = () => {};
    const answered = new Promise<void>((resolve) => {
      arrive = resolve;
    });
    const onAnswer = (number: number) => {
      if (number === QUERIES) arrive();
    };
    const { workspace, queries } = await open({ pipes, groups: Object.keys(pipes), measure: daily, onAnswer });
    const running = workspace.start('recommend --backtest 21d --format json');
    await running.reaches(answered);
    running.signal('SIGINT');
    const { code, stdout } = await running.ended;
    expect(code).toBe(130);
    expect(queries).toHaveLength(QUERIES);
    expect(readDocument<Backtest>(stdout).pipes).toBeLessThan(40);
  });
});
