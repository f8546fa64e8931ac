import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../src/model/json/json.ts';
import type { Plan } from '../../src/model/plan.ts';
import { findFaults } from '../apply/schemas.ts';
import { fleet, openWorkspace, pipe, readDocument, type Workspace } from './harness.ts';

function openRuled(when: string, more: JsonObject = {}): Promise<Workspace> {
  const rule = { name: 'slow', when, level: 'refuse', message: 'Do it in two steps.', ...more };
  return openWorkspace({
    document: {
      policy: { rules: [rule] },
      pipes: {
        orders: pipe(fleet, 'orders-prod', { settings: { db_max_threads: 16 } }),
        payments: pipe(fleet, 'payments-prod', { settings: { db_max_threads: 5 } }),
      },
    },
  });
}

describe('a rule of policy.rules', () => {
  test('refuses a pipe at plan and apply with exit code 5, and the others are applied', async () => {
    const { run, writes } = await openRuled('change.after > 2 * change.before');
    const planned = await run('plan --format json');
    expect(planned.code).toBe(5);
    const plan = readDocument<Plan>(planned.stdout);
    expect(findFaults('plan', plan)).toEqual([]);
    expect(plan.pipes).toMatchObject([
      { name: 'orders', status: 'refused', diagnostics: [{ code: 'policy-rule', line: expect.any(Number) }] },
      { name: 'payments', status: 'update' },
    ]);
    const applied = await run('apply --auto-approve');
    expect(applied.code).toBe(5);
    expect(applied.stdout).toContain('Do it in two steps.');
    expect(writes()).toHaveLength(1);
    expect(writes()[0]).toContain('payments-prod');
  });

  test('is asked again when a saved plan is applied', async () => {
    const { run, edit, writes } = await openRuled('false');
    expect((await run('plan --out plan.json')).code).toBe(0);
    await edit('when: "false"', 'when: "true"');
    expect((await run('apply plan.json --force')).code).toBe(5);
    expect(writes()).toEqual([]);
  });

  test('that an exception lifts is noted once in the review of a saved plan', async () => {
    const except = [{ pipe: 'orders', until: '2999-12-31', reason: 'sale' }];
    const { run } = await openRuled('change.after > 2 * change.before', { except });
    const planned = await run('plan --out plan.json');
    expect([planned.code, planned.stdout]).toEqual([0, expect.stringContaining('until 2999-12-31: sale')]);
    const { stdout } = await run('apply plan.json --format json');
    expect(stdout.match(/policy-rule/g)).toHaveLength(1);
  });

  test('holds for a rollback, like other policies', async () => {
    const { run, live } = await openRuled('pipe.name == "orders" && change.after < change.before');
    expect((await run('apply --auto-approve')).code).toBe(0);
    expect((await run('rollback latest --auto-approve')).code).toBe(5);
    expect(live('orders-prod').settings).toMatchObject({ db_max_threads: 16 });
  });
});
