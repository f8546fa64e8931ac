import { describe, expect, it } from 'vitest';
import { planFleet } from '../../../src/plan/plan-fleet.ts';
import { NO_ALLOWANCES } from '../../../src/plan/policy/policy.ts';
import { desiredPipe, fleetOf, livePipe, NOW, pair, TOOL } from '../samples.ts';

/** The warnings when db_max_threads should be 8 and the live pipe has these settings. */
function warnings(settings: Readonly<Record<string, number | boolean | null>>): readonly string[] {
  const reads = [pair(desiredPipe({ settings: { db_max_threads: 8 } }), livePipe({ settings }))];
  const fleet = fleetOf(reads.map(({ desired }) => desired));
  const plan = planFleet(fleet, reads, { now: NOW, tool: TOOL, allowances: NO_ALLOWANCES });
  return plan.pipes.flatMap(({ diagnostics }) => diagnostics.map(({ code, hint }) => `${code}: ${hint}`));
}

describe('a deployment that seems to use other setting names', () => {
  it('gives a warning with the likely prefix', () => {
    expect(warnings({ warehouse_max_threads: 4, warehouse_max_insert_threads: 2 })).toEqual([
      'other-naming: If this deployment uses the prefix warehouse_ instead of db_, write api.naming: { settingPrefix: warehouse_ }.',
    ]);
  });

  it.each([
    ['the setting is live under its own name', { db_max_threads: 4, warehouse_max_threads: 4 }],
    ['another setting has another prefix', { warehouse_max_insert_threads: 4 }],
    ['there are several prefixes', { a_max_threads: 4, b_max_threads: 4 }],
    ['unknown settings have unrelated names', { kafka_extra: true }],
    ['nothing is set', {}],
  ])('gives no warning when %s', (_, settings) => {
    expect(warnings(settings)).toEqual([]);
  });
});
