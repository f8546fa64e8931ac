import { describe, expect, it } from 'vitest';
import type { HistoryEntry, RunEntry } from '../../../src/model/drift-history.ts';
import type { Fleet, Promotion } from '../../../src/model/fleet.ts';
import { hasWork } from '../../../src/model/plan.ts';
import { compareReads, type PlanFleetOptions, planFleet } from '../../../src/plan/plan-fleet.ts';
import type { RemediationOptions } from '../../../src/plan/policy/plan-policy.ts';
import { NO_ALLOWANCES } from '../../../src/plan/policy/plan-policy.ts';
import { findSources } from '../../../src/plan/policy/promotion.ts';
import { listRestored, refuseReturningDrift } from '../../../src/plan/policy/remediation.ts';
import {
  baseOf,
  codes,
  desiredPipe,
  failure,
  fleetOf,
  livePipe,
  NOW,
  type Pair,
  pair,
  place,
  planOf,
  TOOL,
} from '../samples.ts';

const HOUR = 3_600_000;
const ago = (hours: number): string => new Date(NOW.getTime() - hours * HOUR).toISOString();

function remediation(maxPipes: number, past: RemediationOptions['past'] = new Map()): RemediationOptions {
  const perPipe = { times: 2, perMs: 24 * HOUR, location: place(33, 3) };
  const fields = ['settings.db_max_threads'] as const;
  return { bounds: { fields, maxPipes: { count: maxPipes, location: place(32, 3) }, perPipe }, past };
}

/** A pipe that somebody gave 2 threads and 9 replicas. */
function drifted(name: string, protect = false): Pair {
  const desired = desiredPipe({ name, protect, settings: { db_max_threads: 8 }, scaling: { replicas: 3 } });
  return pair(desired, livePipe({ name, settings: { db_max_threads: 2 }, scaling: { replicas: 9 } }));
}

const PAIRS = [drifted('clicks'), drifted('orders'), drifted('payments', true)];
const BASE = baseOf(PAIRS.map(({ desired }) => desired));

describe('a remediation', () => {
  it('that too many pipes would need is refused, also when policies refuse some of them', () => {
    const refused = planOf(PAIRS, { base: BASE, remediation: remediation(2) });
    expect(refused.diagnostics).toMatchObject([
      {
        code: 'too-much-drift',
        summary: '3 pipes drifted; remediation.maxPipes allows 2 to be restored. Nothing was written.',
        detail: 'This much drift usually means an incident or a wrong base commit.',
        hint: 'Find the cause first. To restore all values, apply with --only-origin drift instead of --remediate, or raise remediation.maxPipes.',
      },
    ]);
    expect(hasWork(refused)).toBe(false);
    const forced = { force: true, protectedPipes: new Set(['payments']) } as const;
    const plan = planOf(PAIRS, { base: BASE, remediation: remediation(2), allowances: forced });
    expect(plan.diagnostics).toMatchObject([{ code: 'too-much-drift', severity: 'error', line: 32 }]);
  });

  it('is refused when pipes that could not be read or compared may have drifted beyond its bound', () => {
    const [clicks = drifted('clicks'), orders = drifted('orders'), payments = drifted('payments')] = PAIRS;
    const reads = [
      clicks,
      pair(orders.desired, failure('server')),
      pair(payments.desired, livePipe({ name: 'payments', source: 'postgres' })),
    ];
    const mismatched = reads.map((one) => ({ ...one, desired: { ...one.desired, source: 'kafka' as const } }));
    const plan = planOf(mismatched, { base: BASE, remediation: remediation(2) });
    expect(plan.diagnostics.map(({ summary }) => summary)).toEqual([
      '1 pipe drifted and 2 could not be read or compared; remediation.maxPipes allows 2 to be restored. Nothing was written.',
    ]);
    expect(hasWork(plan)).toBe(false);
    expect(hasWork(planOf(mismatched, { base: BASE, remediation: remediation(3) }))).toBe(true);
  });

  it('leaves a pipe alone that was restored as often as it may be, says since when, and keeps protection', () => {
    const past = new Map([
      ['orders', [ago(3), ago(20), ago(30)].map(Date.parse)],
      ['clicks', [ago(3), ago(24)].map(Date.parse)],
    ]);
    const plan = planOf(PAIRS, { base: BASE, remediation: remediation(3, past) });
    const [, orders, payments] = plan.pipes;
    expect(orders).toMatchObject({ status: 'refused', requests: [] });
    expect(orders?.diagnostics[0]).toMatchObject({
      code: 'drift-returns',
      line: 33,
      summary:
        'Pipe orders was restored 2 times since 2026-11-19T14:00:00Z and drifted again; this time it is not restored.',
      detail: 'remediation.perPipe allows 2 in 1d. It was last updated at 2026-11-01T08:00:00Z.',
    });
    expect(orders?.diagnostics[1]).toMatchObject({
      code: 'not-selected',
      summary: 'Pipe orders has differences that are not restored: scaling.replicas (drift).',
      hint: 'Only drift of `remediation.fields` is restored. Apply without --remediate to change the rest, or add the field.',
    });
    expect(codes(payments?.diagnostics ?? [])).toEqual(['protected-pipe', 'not-selected']);
    expect(plan).toMatchObject({ summary: { update: 1, refused: 2 }, scope: { onlyOrigin: ['drift'] } });
  });

  it('refuses of its plan only pipes that other runs have restored as often as they may be since', () => {
    const allowed = new Map([['clicks', [Date.parse(ago(3))]]]);
    const plan = planOf(PAIRS, { base: BASE, remediation: remediation(3, allowed) });
    const since = new Map([...allowed, ['orders', [Date.parse(ago(3)), NOW.getTime() + 5]]]);
    expect(refuseReturningDrift(plan, remediation(3, allowed))).toEqual(plan.pipes);
    const [clicks, orders, payments] = refuseReturningDrift(plan, remediation(3, since));
    expect([clicks, payments]).toEqual([plan.pipes[0], plan.pipes[2]]);
    expect(orders).toMatchObject({ status: 'refused', requests: [] });
    expect(codes(orders?.diagnostics ?? [])).toEqual(['drift-returns', ...codes(plan.pipes[1]?.diagnostics ?? [])]);
  });

  it('holds to a promotion, and reads in the other environment only the pipes that it would change', () => {
    const there = fleetOf(PAIRS.map(({ desired }) => ({ ...desired, id: desired.id.replace('0b', '0c') })));
    const about = { from: 'staging', soakMs: 0, except: [], missing: 'refuse', location: place(40) } as const;
    const promotion: Promotion = { ...about, source: there };
    const inSync = pair(desiredPipe({ name: 'returns', settings: { db_max_threads: 8 } }), {
      ...livePipe({ name: 'returns', settings: { db_max_threads: 8 } }),
    });
    const replicas = drifted('replicas');
    const onlyReplicas = { ...replicas, desired: { ...replicas.desired, settings: {} } };
    const reads = [drifted('clicks'), inSync, onlyReplicas];
    const pipes = reads.map(({ desired }) => desired);
    const fleet: Fleet = { ...fleetOf(pipes), environment: 'production', promotion };
    const options: PlanFleetOptions = {
      ...{ now: NOW, tool: TOOL, allowances: NO_ALLOWANCES, base: baseOf(pipes) },
      remediation: remediation(3),
    };
    expect(
      findSources(
        fleet,
        compareReads(fleet, reads, options).map(({ compared }) => compared.pipe),
      ).map(({ name }) => name),
    ).toEqual(['clicks']);
    const plan = planFleet(fleet, reads, options);
    expect(plan.pipes.map(({ status }) => status)).toEqual(['refused', 'unchanged', 'unchanged']);
  });
});

it('reads from the history when pipes of the environment were restored', () => {
  const run = (about: Partial<RunEntry>): HistoryEntry => ({
    ...{ id: 'a', at: ago(1), command: 'apply', environment: 'production', pipes: 3, remediation: true },
    changed: [{ name: 'orders', fields: ['settings.db_max_threads'] }],
    ...about,
  });
  const entries = [
    run({}),
    run({ at: ago(2), changed: [{ name: 'clicks', fields: [] }] }),
    run({ at: ago(3), unconfirmed: ['payments'] }),
    // The start of a run that ended, and of one that was killed.
    run({ id: 'a-start', at: ago(2), changed: [], unconfirmed: ['orders', 'returns'] }),
    run({ id: 'b-start', at: ago(4), changed: [], unconfirmed: ['returns'] }),
    run({ remediation: false }),
    run({ command: 'rollback' }),
    run({ environment: null }),
  ];
  expect(listRestored(entries, 'production')).toEqual(
    new Map([
      ['orders', [ago(1), ago(3)].map(Date.parse)],
      ['clicks', [Date.parse(ago(2))]],
      ['payments', [Date.parse(ago(3))]],
      ['returns', [Date.parse(ago(4))]],
    ]),
  );
  expect(listRestored(entries, null)).toEqual(new Map([['orders', [Date.parse(ago(1))]]]));
});
