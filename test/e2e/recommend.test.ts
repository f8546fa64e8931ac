import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../src/model/json/json.ts';
import type { Plan } from '../../src/model/plan.ts';
import type { Drift } from '../../src/model/report.ts';
import { alertIdOf, createQuickstartFleet, METRICS_SOURCE_ID } from '../../src/sandbox/index.ts';
import { advanceTime } from './control.ts';
import { openWorkspace, pipe, readDocument, type WorkspaceOptions } from './harness.ts';

const MIDDAY = Date.parse('2026-06-01T12:00:00Z');
const fleet = createQuickstartFleet();
const observability = { url: '${PIPEFORM_API_URL}' };
const band = (target: JsonObject | null): JsonObject => ({
  scaling: { replicas: { min: 1, max: 10, ...(target !== null && { target }) } },
});
const steered = (rest: JsonObject = {}): JsonObject => ({
  observability,
  checks: {
    lag: {
      series: { sourceId: METRICS_SOURCE_ID, aggFn: 'max', where: 'pipe:"orders-prod" AND metric:lag' },
      window: '2m',
      granularity: '1m',
      reduce: 'avg',
      pass: '< 10000',
    },
  },
  pipes: { orders: pipe(fleet, 'orders-prod', band({ check: 'lag', value: 5000 })) },
  ...rest,
});

/** One replica handles half of the load, so that after 15 minutes the lag is far above the target. */
async function openOverloaded(document: JsonObject = steered(), switches: WorkspaceOptions['switches'] = {}) {
  const workspace = await openWorkspace({ document, speed: 0, startAt: MIDDAY, switches });
  await workspace.editLive('orders-prod', { scaling: { replicas: 1 } });
  await advanceTime(workspace.sandbox.url, '15m');
  return workspace;
}

describe.concurrent('plan --recommend', () => {
  test('sets replicas from the series, shows the arithmetic, and stays in the range', async () => {
    const { run, writes, live } = await openOverloaded();
    expect((await run('plan --detailed-exitcode')).code).toBe(0);

    const { code, stdout } = await run('plan --recommend --detailed-exitcode --out plan.json');
    expect(code).toBe(2);
    expect(stdout).toMatch(/scaling\.replicas +1 -> 10/);
    expect(stdout).toMatch(/ceil\(1 × [\d,.]+ \/ 5,000\) = \d+/);
    const [planned] = readDocument<Plan>((await run('show plan.json --format json')).stdout).pipes;
    expect(planned?.recommendation).toMatchObject({
      check: 'lag',
      verdict: 'scale',
      current: 1,
      target: 5000,
      replicas: 10,
    });

    expect((await run('apply plan.json')).code).toBe(0);
    expect(writes()).toEqual(['orders-prod PATCH scaling {"replicas":10}']);
    expect(live('orders-prod').scaling).toMatchObject({ replicas: 10 });
  });

  test.each([
    ['5m', 'scale'],
    ['2h', 'hold'],
  ])('scales down only as far as the whole stabilization window allows: %s', async (stabilizationWindow, verdict) => {
    const target = { check: 'lag', value: 5000, stabilizationWindow };
    const { run, sandbox, editLive } = await openOverloaded(
      steered({ pipes: { orders: pipe(fleet, 'orders-prod', band(target)) } }),
    );
    await editLive('orders-prod', { scaling: { replicas: 10 } });
    await advanceTime(sandbox.url, '30m');
    const { stdout } = await run('plan --recommend --format json');
    const [planned] = readDocument<Plan>(stdout).pipes;
    expect(planned?.recommendation).toMatchObject({ current: 10, verdict });
    expect(planned?.recommendation?.replicas).toBe(verdict === 'hold' ? 10 : planned?.changes[0]?.after);
  });

  test('applies policy to its recommendations', async () => {
    const { run, writes } = await openOverloaded(steered({ policy: { maxReplicaFactor: 3 } }));
    const { code, stdout } = await run('apply --recommend --auto-approve');
    expect({ code, writes: writes() }).toEqual({ code: 0, writes: ['orders-prod PATCH scaling {"replicas":3}'] });
    expect(stdout).toContain('3 for now: policy.maxReplicaFactor 3 allows no more in one apply');
  });

  test('does nothing without data, and reports it', async () => {
    const workspace = await openOverloaded(
      steered({
        checks: {
          lag: {
            series: { sourceId: METRICS_SOURCE_ID, aggFn: 'max', where: 'pipe:nobody AND metric:lag' },
            window: '2m',
            granularity: '1m',
            reduce: 'avg',
            pass: '< 10000',
          },
        },
      }),
    );
    const { code, stdout } = await workspace.run('plan --recommend --detailed-exitcode');
    expect(code).toBe(0);
    expect(stdout).toContain('warning[target-without-data]');
  });

  test('needs the token; a plan without --recommend does not', async () => {
    const { run, takeRequests } = await openOverloaded();
    const missing = await run('plan --recommend', { PIPEFORM_ACCESS_TOKEN: '' });
    expect(missing.code).toBe(1);
    expect(missing.stderr).toContain('PIPEFORM_ACCESS_TOKEN');
    expect(takeRequests()).toEqual({});
    expect((await run('plan', { PIPEFORM_ACCESS_TOKEN: '' })).code).toBe(0);
  });
});

describe.concurrent('the declared definition of an alert', () => {
  const orders = fleet.pipes.find(({ name }) => name === 'orders-prod')?.id ?? '';
  const declared = (definition: JsonObject): JsonObject => ({
    observability,
    checks: { alert: { alert: alertIdOf(orders), state: 'OK', definition } },
    pipes: { orders: pipe(fleet, 'orders-prod', { settings: { db_max_threads: 4 } }) },
  });

  test('equal on the service: in sync', async () => {
    const { run } = await openWorkspace({
      document: declared({ threshold: 10000, thresholdType: 'above', interval: '60s' }),
    });
    const { code, stdout } = await run('drift --format json');
    expect(code).toBe(0);
    expect(readDocument<Drift>(stdout).checks).toMatchObject([{ name: 'alert', status: 'in-sync', changes: [] }]);
  });

  test('different on the service: drift exits with 2, plan shows it and has nothing to send', async () => {
    const { run, writes } = await openWorkspace({ document: declared({ threshold: 9000 }) });
    const drift = await run('drift');
    expect(drift.code).toBe(2);
    expect(drift.stdout).toMatch(/threshold +10,?000 -> 9,?000|threshold/);
    const plan = await run('plan --detailed-exitcode');
    expect(plan.code).toBe(0);
    expect(plan.stdout).toContain('threshold');
    expect((await run('apply --auto-approve')).code).toBe(0);
    expect(writes()).toEqual([]);
  });

  test.each([
    ['without a token', { PIPEFORM_ACCESS_TOKEN: '' }],
    ['with a token that is not taken', { PIPEFORM_ACCESS_TOKEN: 'wrong' }],
  ])('%s: not reported as in sync', async (_, env) => {
    const { run } = await openWorkspace({ document: declared({ threshold: 10000 }) });
    const { code, stdout } = await run('drift --format json', env);
    expect(code).toBe(1);
    expect(readDocument<Drift>(stdout).checks).toMatchObject([{ name: 'alert', status: 'error' }]);
    expect(stdout).not.toContain('wrong"');
    expect((await run('plan', env)).code).toBe(0);
  });
});
