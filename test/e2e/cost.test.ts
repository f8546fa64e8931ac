import { describe, expect, test } from 'vitest';
import { fleet, openWorkspace, pipe } from './harness.ts';

const SIZE = { replicaCpuMillicores: 1000, replicaMemoryGb: 4 };

/** Live are two replicas of a quarter of a core for 21.90 a month, and three of half a core for 65.70. */
function document(limit: number, [orders, payments]: readonly [number, number] = [4, 3]) {
  return {
    pricing: { currency: 'EUR', cpuHour: 0.04, memoryGbHour: 0.005 },
    policy: { maxMonthlyIncrease: limit },
    pipes: {
      orders: pipe(fleet, 'orders-prod', { scaling: { replicas: orders, ...SIZE } }),
      payments: pipe(fleet, 'payments-prod', { scaling: { replicas: payments } }),
    },
  };
}

describe.concurrent('pricing', () => {
  test('a plan that raises the cost too much is refused, and --force overrides it', async () => {
    const workspace = await openWorkspace({ document: document(100) });
    const live = workspace.live('orders-prod').scaling;
    expect(live).toMatchObject({ replicas: 2, replicaCpuMillicores: 250, replicaMemoryGb: 1 });
    for (const line of ['plan --out plan.json', 'apply --auto-approve', 'apply plan.json']) {
      const { code, stdout } = await workspace.run(line);
      expect(code).toBe(5);
      expect(stdout).toContain(
        'error[cost-increase]: The plan raises the cost a month by EUR 153.30; policy.maxMonthlyIncrease allows EUR 100.00.',
      );
    }
    expect(workspace.writes()).toEqual([]);
    expect((await workspace.run('apply plan.json --force')).code).toBe(0);
    expect(workspace.writes()).toEqual([
      'orders-prod PATCH scaling {"replicas":4,"replicaCpuMillicores":1000,"replicaMemoryGb":4}',
    ]);
  });

  test('a rollback costs what its apply did, the other way round, and no limit of costs refuses it', async () => {
    // One replica in half of the week and two in the other half, in place of three.
    const week = { days: ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'], hours: '00:00-12:00', replicas: 1 };
    const scaling = { replicas: 2, schedule: [week, { ...week, hours: '12:00-24:00', replicas: 2 }] };
    const written = { ...document(0), pipes: { payments: pipe(fleet, 'payments-prod', { scaling }) } };
    const workspace = await openWorkspace({ document: written });
    const applied = await workspace.run('apply --auto-approve');
    expect([applied.code, applied.stdout]).toEqual([0, expect.stringContaining('65.70 -> 32.85 EUR a month (-32.85)')]);
    const back = await workspace.run('rollback latest --auto-approve');
    expect([back.code, back.stdout]).toEqual([0, expect.stringContaining('32.85 -> 65.70 EUR a month (+32.85)')]);
    expect(workspace.live('payments-prod').scaling.replicas).toBe(3);
  });
});
