import { writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../src/model/json/json.ts';
import type { Plan } from '../../src/model/plan.ts';
import type { Backtest } from '../../src/model/size/backtest-report.ts';
import { MACHINE_CLOCK } from '../../src/platform/machine-clock.ts';
import { findFaults } from '../apply/schemas.ts';
import { inCi } from '../effort.ts';
import { createLatch } from './gate.ts';
import { fleet, openWorkspace, pipe, readDocument, type Workspace } from './harness.ts';
import {
  advise,
  calm,
  calmBut,
  DAY,
  daily,
  END,
  idOf,
  LARGE,
  METRICS,
  type Measure,
  openSizing,
  pipeOf,
} from './sizing.ts';

const STEP = DAY / 96;

/** A live pipe of the service with its declared sizes. */
const ordersWith = (scaling: object) => ({ orders: { ...pipe(fleet, 'orders-prod'), source: 'kafka', scaling } });
const manyPipes = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`pipe-${index}`, pipeOf(index)]));
const readIn = ({ folder }: Pick<Workspace, 'folder'>, name: string) => readFile(join(folder, name), 'utf8');

describe.concurrent('recommend', () => {
  test('250 pipes and 35 days take 84 queries of all series, and no other request', async () => {
    const groups = ['pipe-7', idOf(8)];
    const { queries, ...workspace } = await openSizing({ pipes: manyPipes(250), groups, history: '35d' });
    // With the clock of this machine, the first query only shows the time of the service.
    const { code, report } = await advise({ run: (line) => workspace.run(line, {}, MACHINE_CLOCK) });
    expect({ code, reads: workspace.takeRequests() }).toEqual({ code: 0, reads: {} });
    expect(report.summary).toMatchObject({ total: 250, shrink: 2, unknown: 248 });
    expect(report.cost?.advised).toBeLessThan(report.cost?.now ?? 0);

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
    const pipes = {
      declared: pipeOf(1),
      banded: { ...ordersWith({ ...LARGE, replicas: { min: 1, max: 9 } }).orders },
      archive: pipeOf(4, { source: 'objectStorage', scaling: { concurrency: 4 } }),
      uploads: pipeOf(5, { source: undefined, scaling: { concurrency: 4 } }),
    };
    const workspace = await openSizing({ pipes, groups: ['orders-prod', 'declared', 'uploads', 'stranger'] });
    const { report, diagnostics } = await advise(workspace);
    expect(workspace.takeRequests()).toEqual({ 'orders-prod': ['GET'] });
    const ofStorage =
      'An object-storage pipe scales by concurrency, which has no price and whose effect is not known before it is tried.';
    expect(report.pipes.map(({ name, verdict, reason }) => [name, verdict, reason])).toEqual([
      ['archive', 'unknown', ofStorage],
      ['banded', expect.stringMatching(/^(?:keep|grow|shrink)$/), expect.any(String)],
      ['declared', 'shrink', expect.any(String)],
      ['uploads', 'unknown', ofStorage],
    ]);
    expect(diagnostics).toEqual([['note', 'sizing-series']]);
    expect(report.diagnostics[0]?.summary).toContain('stranger');
    expect((await advise(workspace, 'declared')).report.pipes.map(({ name }) => name)).toEqual(['declared']);
  });

  test('a part that cannot be read is missing data, and is said; the first part is an error', async () => {
    const some = await openSizing({ pipes: manyPipes(100), groups: ['pipe-1'], history: '28d', failing: 3 });
    const { code, report, diagnostics } = await advise(some);
    expect({ code, diagnostics }).toEqual({ code: 0, diagnostics: [['warning', 'observability-failed']] });
    expect(report.pipes.find(({ name }) => name === 'pipe-1')?.verdict).toMatch(/^(?:keep|shrink)$/);

    const none = await openSizing({ failing: 1 });
    expect(await advise(none)).toMatchObject({ code: 1, diagnostics: [['error', 'observability-failed']] });
    expect(none.queries).toHaveLength(1);
  });

  test('impossible values of one pipe are a warning beside the advice for others', async () => {
    const workspace = await openSizing({
      pipes: { orders: pipeOf(1), wrong: pipeOf(2), shrunk: pipeOf(3), idle: pipeOf(5) },
      groups: ['orders', 'wrong', 'shrunk', 'idle'],
      measure: (group, metric, atMs) => {
        if (group === 'idle') return metric === 'capacity' ? 4_000 : 0;
        if (group === 'wrong' && metric === 'cpu') return -3;
        // Before, it had five times the replicas, and twice the CPU for each.
        const isLarge = group === 'shrunk' && atMs < END - 3 * DAY;
        return (isLarge ? calmBut({ cpu: 41_000, capacity: 45_000 }) : calm)(group, metric, atMs);
      },
    });
    const { code, report, diagnostics } = await advise(workspace, '--write');
    expect({ code, diagnostics }).toEqual({ code: 0, diagnostics: [['warning', 'sizing-series']] });
    expect(report.pipes).toMatchObject([
      { name: 'idle', verdict: 'shrink' },
      { name: 'orders', verdict: 'shrink' },
      { name: 'shrunk', verdict: 'grow' },
      { name: 'wrong', verdict: 'unknown', reason: 'Its series have values that are not possible.' },
    ]);
    // Each problem is said once: beside the text, or in the document.
    const timesIn = (text: string) => text.split('It takes the millicores').length - 1;
    const text = await workspace.run('recommend');
    const markdown = await workspace.run('recommend --format markdown');
    expect([text.stdout, text.stderr, markdown.stdout].map(timesIn)).toEqual([0, 1, 1]);
  });

  test('prices of zero advise as no prices do', async () => {
    const [free] = (await advise(await openSizing({ pricing: { currency: 'USD', cpuHour: 0, memoryGbHour: 0 } })))
      .report.pipes;
    const [unpriced] = (await advise(await openSizing({ pricing: null }))).report.pipes;
    expect(free).toEqual({ ...unpriced, location: expect.anything(), cost: { now: 0, advised: 0 } });
  });

  test('without a value, or a group that is a pipe, advises nothing, and with no `sizing`, sends nothing', async () => {
    for (const [setup, words] of [
      [{ measure: () => null }, 'The series of `sizing` have no values.'],
      [{ groups: ['', 'kafka-1', 'kafka-2'] }, 'they are one without a name, kafka-1 and kafka-2'],
    ] as const) {
      const { code, report } = await advise(await openSizing(setup));
      expect(code).toBe(1);
      expect(report.pipes).toMatchObject([{ verdict: 'unknown', advised: null }]);
      expect(report.diagnostics).toMatchObject([{ severity: 'error', summary: expect.stringContaining(words) }]);
    }
    const without = await openWorkspace();
    const { code, stderr } = await without.run('recommend');
    expect([code, stderr, without.takeRequests()]).toEqual([1, expect.stringContaining('has no `sizing`'), {}]);
  });

  test.each([[['cpu']], [['memory', 'rate', 'lag', 'capacity']]])(
    'warns of the series %s without a value, as when its metric is mistyped',
    async (missing) => {
      const measure = calmBut(Object.fromEntries(missing.map((name) => [name, null])));
      const { report } = await advise(await openSizing({ measure }));
      const hint = expect.stringContaining('metric');
      expect(report.diagnostics).toMatchObject(
        missing.map((name) => ({ severity: 'warning', summary: `\`sizing.series.${name}\` has no values.`, hint })),
      );
    },
  );

  test('gives no advice for a pipe with several groups, with the live name of another, or from longer groups', async () => {
    const pipes = {
      ...{ orders: pipeOf(10), clicks: pipeOf(2), a: pipeOf(5, { name: 'both' }), b: pipeOf(6, { name: 'both' }) },
      ...{ returns: pipeOf(3, { name: 'stock' }), stock: pipeOf(4, { name: 'parcels' }) },
    };
    const groups = ['orders', idOf(10), 'clicks', 'stock', 'parcels', 'both'];
    const workspace = await openSizing({ pipes, groups, more: [['orders', 'shard-1']] });
    const { code, report } = await advise(workspace);
    expect(code).toBe(0);
    const warning = { severity: 'warning', file: 'pipeform.yaml' };
    expect(report.diagnostics).toMatchObject([
      { ...warning, code: 'series-not-grouped' },
      {
        ...{ ...warning, code: 'sizing-series' },
        summary: `2 pipes have several groups of \`sizing.series\`: orders (${idOf(10)}, orders) and stock (parcels, stock).`,
      },
      {
        ...{ ...warning, code: 'sizing-series' },
        summary:
          '2 groups of `sizing.series` may be several pipes, by their names in the configuration or in the service: both (a, b) and stock (returns, stock).',
      },
    ]);
    const several = 'Several groups of the series are this pipe.';
    const ambiguous = 'A group of the series may be this pipe or another one.';
    expect(report.pipes.map(({ name, verdict, reason }) => [name, verdict, reason])).toEqual([
      ['a', 'unknown', ambiguous],
      ['b', 'unknown', ambiguous],
      ['clicks', 'shrink', expect.any(String)],
      ['orders', 'unknown', several],
      ['returns', 'unknown', ambiguous],
      ['stock', 'unknown', ambiguous],
    ]);
    expect((await advise(workspace, 'clicks')).diagnostics).toEqual([['warning', 'series-not-grouped']]);
  });

  test('150,000 groups that are no pipe take no memory, and are counted', async () => {
    const more = Array.from({ length: 150_000 }, (_, index) => [`s${index}`]);
    const { code, report } = await advise(await openSizing({ metrics: ['cpu', 'capacity'], more }));
    expect(code).toBe(0);
    expect(report.diagnostics[0]?.summary).toContain('150,000 groups of `sizing.series` are no pipe');
  });

  test('--write leaves a file that changed since it was read, and writes the others', async () => {
    const changed = `pipes:\n  clicks: ${JSON.stringify(pipeOf(2, { scaling: { ...LARGE, replicas: 5 } }))}\n`;
    let isChanged = false;
    const workspace = await openSizing({
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
    expect(await readIn(workspace, 'pipes/clicks.yaml')).toBe(changed);
    expect(await readIn(workspace, 'pipes/orders.yaml')).not.toContain('"replicas":4');
  });

  test('--write changes the sizes alone; a preset and a variable are said', async () => {
    const workspace = await openSizing({
      pipes: {},
      groups: ['orders', 'preset', 'variable', 'beside'],
      rest: { include: ['pipes/*.yaml'], presets: { large: { scaling: LARGE } } },
    });
    const sizes = 'scaling: { replicas: 4, replicaCpuMillicores: 1000, replicaMemoryGb: 4 }';
    const about = (index: number) => `service: analytics, id: ${idOf(index)}, source: kafka`;
    await workspace.write({
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
  unselected: { ${about(2)}, ${sizes} }
`,
      'pipes/others.yaml': `pipes:\n  preset: { ${about(3)}, preset: large } # as all\n`,
      'pipes/variable.yaml': `pipes:
  variable:
    service: analytics
    id: ${idOf(4)}
    source: kafka
    scaling:
      replicas: \${N:-4}
      replicaCpuMillicores: \${CPU:-1000}
      replicaMemoryGb: 4
  beside: { ${about(5)}, ${sizes} }
`,
    });
    const { code, report } = await advise(workspace, '--write orders preset variable beside');
    expect(code).toBe(0);
    const { advised } = report.pipes.find(({ name }) => name === 'orders') ?? {};
    expect(advised).toMatchObject({ replicas: expect.any(Number) });
    expect(
      await readIn(workspace, 'pipes/orders.yaml'),
    ).toContain(`      replicas: ${advised?.replicas} # since the sale
      # Half a core was too little.
      replicaCpuMillicores: ${advised?.cpuMillicores}
      replicaMemoryGb: ${advised?.memoryGb}
  unselected: { ${about(2)}, ${sizes} }
`);
    expect(await readIn(workspace, 'pipes/others.yaml')).toMatch(/preset: large, scaling: \{.*\} # as all\n/);
    const beside = await readIn(workspace, 'pipes/variable.yaml');
    expect(beside).toContain('${N:-4}');
    expect(beside.slice(beside.indexOf('beside'))).not.toContain('replicas: 4, replicaCpuMillicores: 1000,');
    expect(report.files).toEqual(
      ['orders', 'others', 'variable'].map((name) => ({ file: `pipes/${name}.yaml`, status: 'written' })),
    );
    expect(report.diagnostics.map(({ severity, code: name, file }) => `${severity} ${name} ${file}`)).toEqual([
      'warning edit-by-hand pipes/variable.yaml',
      'note size-written-to-pipe pipeform.yaml',
    ]);
    const after = await advise(workspace, '--write --detailed-exitcode orders beside');
    expect(after).toMatchObject({ code: 0, report: { files: [] } });
  });

  test('--write writes a schedule that validates and plans, and that the next advice keeps', async () => {
    const workspace = await openSizing({ pipes: {}, measure: daily, rest: { include: ['orders.yaml'] } });
    const declare = (text: string) => workspace.write({ 'orders.yaml': text });
    const readFleet = () => readIn(workspace, 'orders.yaml');
    await declare(`pipes:
  orders:
    service: analytics
    id: ${pipe(fleet, 'orders-prod').id}
    source: kafka
    scaling:
      replicas: 4 # since the sale
      replicaCpuMillicores: 1000
      replicaMemoryGb: 4 # as all
`);
    const [first] = (await advise(workspace, '--write')).report.pipes;
    expect(first).toMatchObject({ verdict: 'schedule', now: { replicas: 4 } });
    const written = await readFleet();
    expect(written.split('scaling:\n')[1]).toBe(`      replicas: 7 # since the sale
      replicaCpuMillicores: 500
      replicaMemoryGb: 2 # as all
      schedule:
        - { hours: "16:00-08:00", timezone: UTC, replicas: 2 }
`);
    expect(await workspace.run('validate')).toMatchObject({ code: 0 });
    const { stdout } = await workspace.run('plan --at 2026-11-20T12:00 --format json');
    expect(readDocument<Plan>(stdout).pipes[0]?.cost?.after).toBe(first?.cost?.advised);

    const cost = { now: first?.cost?.advised, advised: first?.cost?.advised };
    const week = { now: first?.week?.advised, advised: first?.week?.advised };
    const kept = { verdict: 'keep', advised: first?.advised, windowsNow: first?.windows, windows: [], cost, week };
    const after = await advise(workspace, '--write --detailed-exitcode');
    expect(after).toMatchObject({ code: 0, report: { files: [], pipes: [kept] } });
    expect(await readFleet()).toBe(written);

    // The same sizes in other words are not written again; those of a larger window are.
    const declareDay = (replicas: number, outside = 2) =>
      declare(
        written
          .replace('replicas: 7', `replicas: ${outside}`)
          .replace('"16:00-08:00", timezone: UTC, replicas: 2', `"08:00-16:00", timezone: UTC, replicas: ${replicas}`),
      );
    await declareDay(7);
    const same = await advise(workspace, '--write');
    expect(same.report).toMatchObject({ files: [], pipes: [{ verdict: 'keep', cost }] });
    await declareDay(10);
    const { stdout: text } = await workspace.run('recommend');
    expect(text.replaceAll(/ +/g, ' ')).toContain(
      ' ~ scaling.replicas 2 -> 7\n ~ scaling.schedule 10 replicas every day 08:00–16:00 UTC -> 2 replicas every day 16:00–08:00 UTC\n',
    );
    const [large] = (await advise(workspace, '--write')).report.pipes;
    expect(large).toMatchObject({ verdict: 'schedule', now: { replicas: 2 }, short: { now: 0 } });
    expect([0, 12].map((hour) => large?.week?.now?.[hour])).toEqual([1_000, 5_000]);
    expect(await readFleet()).toBe(written);

    // A dated window stays above what is advised for a usual week.
    const dated = '{ from: "2026-12-20", until: "2026-12-27", timezone: UTC, replicas: { min: 3, max: 9 } }';
    const withDated = written.replace('schedule:\n', `schedule:\n        - ${dated}\n`);
    await declare(withDated);
    const usual = (await advise(workspace)).report.pipes;
    expect(usual).toMatchObject([{ verdict: 'keep', windowsNow: first?.windows, cost }]);
    await declare(withDated.replace('replicas: 2 }', 'replicas: 5 }'));
    expect((await advise(workspace, '--write')).report.files).toMatchObject([{ status: 'written' }]);
    expect(await readFleet()).toBe(withDated);

    // Too small outside of the window, which a fixed size as large as in it would not be.
    await declareDay(7, 1);
    const [short] = (await advise(workspace)).report.pipes;
    expect(short).toMatchObject({ verdict: 'schedule', isTooSmall: true, windows: first?.windows });
    expect(short?.short.now).toBeGreaterThan(0.5);
    expect(short?.reason).toMatch(/it is short for .* of the time; the week repeats/);
  });

  test('a schedule costs the same as advice, in a plan and as declared, while the clocks change', async () => {
    const workspace = await openSizing({
      pipes: ordersWith(LARGE),
      measure: daily,
      nowMs: Date.parse('2026-10-23T12:07:00Z'),
      timezone: 'Europe/Berlin',
    });
    const [advised] = (await advise(workspace, '--write')).report.pipes;
    expect(advised?.windows).toMatchObject([{ timezone: 'Europe/Berlin' }]);
    const cost = advised?.cost?.advised;
    const { stdout } = await workspace.run('plan --at 2026-10-23T12:00 --format json');
    expect(readDocument<Plan>(stdout).pipes).toMatchObject([{ cost: { after: cost } }]);
    expect((await advise(workspace)).report.pipes).toMatchObject([{ verdict: 'keep', cost: { now: cost } }]);
  });

  const withWindow = (sizes: object) => ({ ...LARGE, replicas: 6, schedule: [{ hours: '08:00-16:00', ...sizes }] });

  test.each([
    ['', { ...LARGE, replicas: { min: 4, max: 8 } }, calm, '`replicas` is a band from 4 to 8'],
    [
      ' of a window',
      withWindow({ replicas: { min: 6, max: 9 } }),
      daily,
      '`replicas` is a band from 6 to 9 in its schedule',
    ],
    [
      ' of the memory of a window',
      withWindow({ replicas: 8, replicaMemoryGb: { min: 4, max: 8 } }),
      daily,
      '`replicaMemoryGb` is a band from 4 to 8 in its schedule',
    ],
  ])('--write leaves a band%s as it is, and says where it is', async (_, scaling, measure, words) => {
    const workspace = await openSizing({ pipes: ordersWith(scaling), measure });
    await workspace.editLive('orders-prod', { scaling: { ...LARGE, replicas: 6 } });
    const { report } = await advise(workspace, '--write');
    const summary = `The size of pipe orders is not written: ${words}, which stays.`;
    expect(report).toMatchObject({
      files: [],
      pipes: [{ verdict: measure === daily ? 'schedule' : 'shrink' }],
      diagnostics: [{ code: 'edit-by-hand', summary, file: 'pipeform.yaml' }],
    });
  });

  /** What a busy morning uses, of what may be used. */
  const morning: Measure = (_, metric, atMs) =>
    ({ cpu: atMs % DAY < DAY / 3 ? 400 : 50, memory: 0.5, capacity: 500 })[metric] ?? null;
  const live = { replicas: 2, replicaCpuMillicores: 250, replicaMemoryGb: 1 };
  const night = { hours: '18:00-06:00', timezone: 'Europe/Berlin', replicas: 1 };
  const inEuros = (scaling: JsonObject, metrics: readonly string[] = ['cpu', 'memory', 'capacity']) =>
    openSizing({
      pipes: ordersWith(scaling),
      metrics,
      measure: morning,
      pricing: { currency: 'EUR', cpuHour: 0.04, memoryGbHour: 0.005 },
    });

  test.each([
    ['an unchanged size', live, 21.9, 'declared cost: 7.30 of 21.90 EUR a month'],
    ['a changed size', LARGE, 21.9, 'declared cost: 160.60 of 175.20 EUR a month'],
    [
      'an unchanged schedule',
      { ...live, schedule: [night] },
      16.43,
      'declared cost: 1.83 of 16.43 EUR a month in the mean of its schedule',
    ],
    [
      'a changed schedule',
      { ...LARGE, schedule: [night] },
      21.9,
      'declared cost: 94.90 of 109.50 EUR a month in the mean of its schedule',
    ],
    ['a changed size of a pipe that is read', LARGE, 21.9, 'cost now: 7.30 of 21.90 EUR a month', ['cpu', 'memory']],
  ])(
    'has the cost of now of a plan, or says whose it is: %s',
    async (_, scaling, planned, words, metrics = undefined) => {
      const { run } = await inEuros(scaling, metrics);
      const plan = readDocument<Plan>((await run('plan --at 2026-11-20T10:07 --format json')).stdout);
      expect(plan.pipes[0]?.cost?.before).toBe(planned);
      const { stdout } = await run('recommend');
      expect(stdout).toContain(`its ${words}  pipeform.yaml`);
      const ofDeclared = / Cost .*, of declared sizes, where a plan has the live ones$/m.test(stdout);
      expect(ofDeclared).toBe(words.startsWith('declared'));
    },
  );

  test('--write says what is next, and that a schedule needs a job', async () => {
    const { run } = await inEuros(live);
    const { code, stderr } = await run('recommend --write -c pipeform.yaml');
    expect(code).toBe(0);
    expect(stderr.split('\n').slice(-4, -1)).toEqual([
      'Wrote the size of 1 pipe to 1 file.',
      'Next: run `pipeform plan -c pipeform.yaml`, and open a pull request with the changed file.',
      'A schedule needs a job that runs `pipeform apply` at its edges: `pipeform init --ci github` or `gitlab` adds it.',
    ]);
    expect((await run('recommend --write')).stderr).toContain('Nothing to write.');
  });
});

describe.concurrent('recommend --backtest', () => {
  const replay = async ({ run }: Pick<Workspace, 'run'>, line = '') => {
    const { code, stdout } = await run(`recommend --backtest 21d --format json ${line}`);
    const report = readDocument<Backtest>(stdout);
    expect(findFaults('backtest', report)).toEqual([]);
    return { code, report };
  };

  test('reads the time that is asked for, counts it but for the first two weeks, and names what it leaves out', async () => {
    const workspace = await openSizing({
      pipes: { orders: pipeOf(1), payments: pipeOf(2), returns: pipeOf(3), young: pipeOf(4) },
      groups: ['orders', 'payments', 'young'],
      measure: (group, metric, atMs) =>
        group === 'young' && atMs < END - 10 * DAY ? null : daily(group, metric, atMs),
    });
    const { code, report } = await replay(workspace);
    expect({ code, reads: workspace.takeRequests() }).toEqual({ code: 0, reads: {} });
    expect(workspace.queries.at(-1)).toMatchObject({ startTime: END - 21 * DAY, endTime: END });
    expect(report).toMatchObject({
      ...{ currency: 'USD', pipes: 2, days: 2 * 7, unknown: 0 },
      skipped: [
        { name: 'returns', reason: 'The series have no group with its id or name.' },
        { name: 'young', reason: 'Less than three weeks of its demand are known.' },
      ],
    });
    // 2 pipes, 7 days, and 4 replicas of 0.04 + 4 × 0.005 an hour.
    expect(report.rows).toMatchObject([
      { sizes: 'as-it-was', cost: 80.64, short: 0, changesPerDay: 0 },
      { sizes: 'hindsight' },
      { sizes: 'advice', changesPerDay: 2 },
    ]);
    expect(report.worst.map(({ name }) => name)).toEqual(['orders', 'payments']);
    expect(await replay(workspace, 'returns')).toMatchObject({ code: 0, report: { pipes: 0, rows: [] } });
  });

  /** The queries for 40 pipes and 21 days. The first one shows the time of the service. */
  const QUERIES = 10;

  inCi('an interrupt ends it between two pipes', async () => {
    const pipes = manyPipes(40);
    const answered = createLatch();
    const onAnswer = (number: number) => {
      if (number === QUERIES) answered.open();
    };
    const workspace = await openSizing({ pipes, groups: Object.keys(pipes), measure: daily, onAnswer });
    const running = workspace.start('recommend --backtest 21d --format json');
    await running.reaches(answered.passed);
    running.signal('SIGINT');
    const { code, stdout } = await running.ended;
    expect(code).toBe(130);
    expect(workspace.queries).toHaveLength(QUERIES);
    expect(readDocument<Backtest>(stdout).pipes).toBeLessThan(40);
  });
});
