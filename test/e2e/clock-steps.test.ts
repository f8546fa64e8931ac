import { describe, expect, test } from 'vitest';
import type { Clock } from '../../src/model/clock.ts';
import type { Plan } from '../../src/model/plan.ts';
import type { Drift } from '../../src/model/report.ts';
import { MACHINE_CLOCK } from '../../src/platform/machine-clock.ts';
import { inCi, sample } from '../effort.ts';
import { editLive } from './control.ts';
import { fleet, manage, openWorkspace, pipe, readDocument } from './harness.ts';
import { type ClockStep, preload, stepClock } from './preload.ts';

/** The environment of a command whose wall clock steps. */
function steppedClock(steps: readonly ClockStep[]): Readonly<Record<string, string>> {
  return preload(stepClock(steps));
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

const wanted = manage(fleet, 'changeable', { settings: { db_max_threads: 6 } });

/** The clock of a machine whose wall clock is wrong from the start. */
function wrongClock(byMs: number): Clock {
  return { ...MACHINE_CLOCK, now: () => MACHINE_CLOCK.now() + byMs };
}

describe.concurrent('a wall clock that is wrong from the start', () => {
  test('does not change whether a size may still appear after an update', async () => {
    const orders = pipe(fleet, 'orders-prod', { scaling: { replicas: 2 } });
    const { run, sandbox, writes } = await openWorkspace({ document: { pipes: { orders } } });
    await editLive(sandbox.url, String(orders.id), { scaling: { replicas: null } });
    const clock = wrongClock(300_000);
    expect(await run('drift', {}, clock)).toMatchObject({ code: 0 });
    expect(await run('apply --auto-approve', {}, clock)).toMatchObject({ code: 0 });
    expect(writes()).toEqual([]);
  });

  test('does not change whether an acknowledgement or an exception is over', async () => {
    const until = new Date(Date.now() - 2 * DAY_MS).toISOString().slice(0, 10);
    const rule = { name: 'few', when: 'change.after > 5', level: 'refuse', message: 'Too many.' };
    const settings = (db_max_threads: number) => ({ settings: { db_max_threads } });
    const document = {
      policy: { rules: [{ ...rule, except: [{ pipe: 'orders', until, reason: 'sale' }] }] },
      pipes: {
        clicks: pipe(fleet, 'clickstream-prod', {
          ...settings(3),
          acknowledge: [{ path: 'settings.db_max_threads', reason: 'by hand', until }],
        }),
        orders: pipe(fleet, 'orders-prod', settings(6)),
      },
    };
    const { run, writes } = await openWorkspace({ document });
    const clock = wrongClock(-8 * DAY_MS);
    const drift = readDocument<Drift>((await run('drift --format json', {}, clock)).stdout);
    expect(drift.summary).toMatchObject({ acknowledged: 0, drifted: 2 });
    const plan = readDocument<Plan>((await run('plan --out plan.json --format json', {}, clock)).stdout);
    expect(plan.summary).toMatchObject({ refused: 1, update: 1 });
    expect(await run('apply plan.json', {}, clock)).toMatchObject({ code: 5 });
    expect(writes()).toEqual([expect.stringContaining('clickstream-prod PUT')]);
  });
});

describe.concurrent('a wall clock that steps while responses are pending', () => {
  test.each(
    sample(
      [-HOUR_MS, -20, -1_000, HOUR_MS].flatMap((byMs) => [
        [byMs, 'apply --auto-approve', 9] as const,
        [byMs, 'apply --auto-approve', 2] as const,
        [byMs, 'plan', 2] as const,
        [byMs, 'drift', 2] as const,
      ]),
    ),
  )('a step of %i ms does not change the result of %s: at request %i', async (byMs, line, afterRequests) => {
    const [still, stepped] = await Promise.all([
      openWorkspace({ document: wanted }),
      openWorkspace({ document: wanted }),
    ]);
    const { code } = await still.run(line);
    expect(await stepped.runBuilt(line, steppedClock([{ byMs, afterRequests }]))).toMatchObject({ code });
    expect(stepped.takeRequests()).toEqual(still.takeRequests());
  });

  inCi.each([2, 1, 3])('does not change what a command decides: three days later at request %i', async (nth) => {
    const dayIn = (days: number): string => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);
    const until = dayIn(1);
    const rule = { name: 'few', when: 'change.after > 5', level: 'refuse', message: 'Too many.' };
    const document = {
      policy: {
        freeze: [{ from: dayIn(2), until: dayIn(4), reason: 'audit' }],
        rules: [{ ...rule, except: [{ pipe: 'payments', until, reason: 'sale' }] }],
      },
      pipes: {
        clicks: pipe(fleet, 'clickstream-prod', {
          settings: { db_max_threads: 3 },
          acknowledge: [{ path: 'settings.db_max_threads', reason: 'by hand', until }],
        }),
        orders: pipe(fleet, 'orders-prod', { settings: { db_max_threads: 5 } }),
        payments: pipe(fleet, 'payments-prod', { settings: { db_max_threads: 6 } }),
      },
      rollout: { waves: [1, '100%'], bake: '1ms' },
    };
    const { runBuilt, writes } = await openWorkspace({ document });
    const stepped = steppedClock([{ byMs: 3 * DAY_MS, afterRequests: nth }]);
    const drift = readDocument<Drift>((await runBuilt('drift --format json', stepped)).stdout);
    expect(drift.summary).toMatchObject({ acknowledged: 1, drifted: 2 });
    const plan = readDocument<Plan>((await runBuilt('plan --out plan.json --format json', stepped)).stdout);
    expect(plan.summary).toMatchObject({ unchanged: 1, update: 2 });
    expect(plan.diagnostics).toEqual([]);
    for (const { createdAt } of [drift, plan]) expect(Date.parse(createdAt)).toBeLessThan(Date.now() + DAY_MS);
    expect(await runBuilt('apply plan.json', stepped)).toMatchObject({ code: 0 });
    expect(writes()).toHaveLength(2);
  });

  inCi('keeps to the configured rate limit and does not wait longer', async () => {
    const limit = { requests: 10, perMs: 500 };
    const { sandbox } = await openWorkspace({ document: wanted, switches: { rateLimit: limit } });
    const api = { url: sandbox.url, organization: fleet.organization, rateLimit: { requests: 10, per: '500ms' } };
    const { runBuilt: run } = await openWorkspace({ document: { ...wanted, api, services: fleet.services } });
    const steps = [HOUR_MS, -2 * HOUR_MS, 1_000].map((byMs, index) => ({ byMs, afterRequests: 4 + 5 * index }));
    expect(await run('apply --auto-approve', steppedClock(steps))).toMatchObject({ code: 0 });
    const requests = sandbox.requests();
    expect(requests.filter(({ status }) => status === 429)).toEqual([]);
    expect(requests.length).toBeGreaterThan(15);
  });
});
