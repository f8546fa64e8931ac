import { describe, expect, test } from 'vitest';
import type { Clock } from '../../src/model/clock.ts';
import type { Plan } from '../../src/model/plan.ts';
import type { Drift } from '../../src/model/report.ts';
import { MACHINE_CLOCK } from '../../src/platform/machine-clock.ts';
import { inCi } from '../effort.ts';
import { editLive } from './control.ts';
import { fleet, openWorkspace, pipe, readDocument } from './harness.ts';
import { type ClockStep, preload, stepClock } from './preload.ts';

/** The environment of a command whose wall clock steps. */
function steppedClock(steps: readonly ClockStep[]): Readonly<Record<string, string>> {
  return preload(stepClock(steps));
}

const DAY_MS = 86_400_000;

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

// That a step changes neither the requests nor the waits of a run is in test/properties/wall-steps.test.ts.
describe.concurrent('a wall clock that steps while responses are pending', () => {
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
});
