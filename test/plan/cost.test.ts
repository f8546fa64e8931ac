import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ScheduledSize } from '../../src/model/fleet.ts';
import { addDigest } from '../../src/model/json/document.ts';
import type { Origin } from '../../src/model/origin.ts';
import type { Plan } from '../../src/model/plan.ts';
import { toCents } from '../../src/model/price.ts';
import type { Selection } from '../../src/plan/policy/scope.ts';
import { schedulePipe } from '../../src/plan/schedule-fleet.ts';
import { findFaults } from '../apply/schemas.ts';
import { checkProperty } from '../effort.ts';
import { fleets } from './arbitraries.ts';
import {
  baseOf,
  codes,
  desiredPipe,
  driftOf,
  fleetOf,
  livePipe,
  onlyPipe,
  type Pair,
  PRICING,
  pair,
  place,
  planOf,
} from './samples.ts';
import { reviewed } from './saved/review.ts';

/** A pipe of replicas of a core and 4 GB, which cost 175.20 a month each. */
function sized(name: string, before: number, after: number, about: { protect?: boolean } = {}): Pair {
  const size = { replicaCpuMillicores: 1000, replicaMemoryGb: 4 };
  return pair(
    desiredPipe({ name, scaling: { replicas: after }, ...about }),
    livePipe({ name, scaling: { replicas: before, ...size } }),
  );
}

const costsOf = ({ pipes }: Plan) => Object.fromEntries(pipes.map(({ name, cost }) => [name, cost]));

describe('the cost of a plan', () => {
  it('is that of its pipes, with and without their changes', () => {
    const plan = planOf([sized('a', 2, 3), sized('b', 1, 1)], { pricing: PRICING });
    expect(costsOf(plan)).toEqual({ a: { before: 350.4, after: 525.6 }, b: { before: 175.2, after: 175.2 } });
    expect(plan.cost).toEqual({ currency: 'USD', before: 525.6, after: 700.8 });
    const drift = driftOf([sized('a', 2, 3), sized('b', 1, 1)], { pricing: PRICING });
    expect(drift.cost).toEqual(plan.cost);
    expect(findFaults('drift', addDigest(drift))).toEqual([]);
  });

  it('leaves out the changes of a refused pipe, which has the cost that they would have', () => {
    const plan = planOf([sized('a', 2, 3, { protect: true }), sized('b', 1, 2)], { pricing: PRICING });
    expect(costsOf(plan)).toMatchObject({ a: { before: 350.4, after: 525.6 } });
    expect(plan.cost).toMatchObject({ before: 525.6, after: 700.8 });
  });

  it.each([
    ['no size', { replicas: null, replicaCpuMillicores: null, replicaMemoryGb: null }, {}, undefined],
    ['a reset to the default', { replicas: 2, replicaCpuMillicores: 1000 }, { replicas: null }, undefined],
    [
      'memory that is not shown',
      { replicas: 2, replicaCpuMillicores: 1000 },
      { replicas: 3 },
      { before: 292, after: 438 },
    ],
    ['a size without replicas', { replicaCpuMillicores: 1000 }, { replicas: 2 }, { before: 0, after: 292 }],
  ])('counts as the capacity does: %s', (_, scaling, desired, expected) => {
    const plan = planOf([pair(desiredPipe({ scaling: desired }), livePipe({ scaling }))], { pricing: PRICING });
    expect(onlyPipe(plan).cost).toEqual(expected);
    expect(plan.cost).toEqual({ currency: 'USD', before: 0, after: 0, ...expected });
  });

  it('is the exact sum of its pipes, and without pricing there is none', () => {
    const price = fc.constantFrom(0, 0.04, 0.0333, 1e-7, 12.345678, 1e6);
    checkProperty(
      fc.property(fleets(8), price, price, fc.boolean(), (pairs, cpuHour, memoryGbHour, isDrift) => {
        const pricing = { ...PRICING, cpuHour, memoryGbHour };
        const make = isDrift ? driftOf : planOf;
        const { cost: total, ...report } = make(pairs, { pricing });
        const pipes: readonly (Plan['pipes'][number] | (typeof report.pipes)[number])[] = report.pipes;
        const sum = (key: 'before' | 'after') =>
          pipes.reduce((cents, { status, cost }) => {
            return cents + toCents(cost?.[status === 'refused' ? 'before' : key] ?? 0);
          }, 0);
        expect(total).toEqual({ currency: 'USD', before: sum('before') / 100, after: sum('after') / 100 });
        for (const { cost } of pipes)
          for (const amount of Object.values(cost ?? {})) expect(`${amount}`).toMatch(/^\d+(\.\d\d?)?$/);
        expect(findFaults(report.kind, addDigest({ ...report, cost: total }))).toEqual([]);

        const without = make(pairs);
        expect(JSON.stringify(without)).not.toMatch(/"cost(Limit)?"/);
        const bare = pipes.map(({ cost: _, ...pipe }) => pipe);
        const { scope, ...same } = { ...report, pipes: bare };
        expect(without).toEqual({
          ...same,
          scope: { ...scope, configuration: without.scope?.configuration },
        });
      }),
    );
  });
});

/** Six replicas instead of two in half of the week: from Monday to Wednesday, and on Thursday morning. */
const HALF_A_WEEK: readonly Omit<ScheduledSize, 'scaling'>[] = [
  { timezone: 'UTC', days: [1, 2, 3], hours: null, location: place(2) },
  { timezone: 'UTC', days: [4], hours: { from: '00:00', until: '12:00' }, location: place(3) },
];

describe('the cost of a schedule', () => {
  const [inside, outside] = [Date.UTC(2026, 10, 16, 10), Date.UTC(2026, 10, 20, 10)];
  const constant = desiredPipe({ name: 'a', scaling: { replicas: 2 } });
  const windows = HALF_A_WEEK.map((window) => ({
    ...window,
    scaling: desiredPipe({ scaling: { replicas: 6 } }).scaling,
  }));
  const scheduled = { ...constant, schedule: windows };
  const { scaling: four } = desiredPipe({ scaling: { replicas: 4 } });
  const narrow = { ...scheduled, schedule: windows.map((window) => ({ ...window, scaling: four })) };

  it.each([
    ['as it is desired', 6, inside, 'none', { before: 700.8, after: 700.8 }],
    ['of the window that just ended', 6, outside, 'none', { before: 1051.2, after: 700.8 }],
    ['of the window that just ended, by the clock alone', 6, outside, scheduled, { before: 700.8, after: 700.8 }],
    ['of the window that just began', 2, inside, 'none', { before: 350.4, after: 700.8 }],
    ['of the window that just began, by the clock alone', 2, inside, scheduled, { before: 350.4, after: 700.8 }],
    ['that somebody changed', 5, inside, 'none', { before: 876, after: 700.8 }],
    ['that somebody changed since the base', 5, inside, scheduled, { before: 876, after: 700.8 }],
    ['that the branch adds, with no change that is due', 2, outside, constant, { before: 700.8, after: 700.8 }],
    ['that the branch adds, with a change that is due', 2, inside, constant, { before: 350.4, after: 700.8 }],
    ['whose window the branch widens', 4, inside, narrow, { before: 525.6, after: 700.8 }],
    ['that the base has, too', 2, outside, scheduled, { before: 700.8, after: 700.8 }],
    ['of a new pipe', 2, inside, null, { before: 350.4, after: 700.8 }],
  ] as const)('is the mean of a week: %s', (_, live, atMs, base, expected) => {
    const size = { replicas: live, replicaCpuMillicores: 1000, replicaMemoryGb: 4 };
    const reads = [pair(schedulePipe(scheduled, atMs), livePipe({ name: 'a', scaling: size }))];
    const atBase = base === 'none' ? null : baseOf(base === null ? [] : [schedulePipe(base, atMs)]);
    const { cost, diagnostics } = onlyPipe(planOf(reads, { pricing: PRICING, base: atBase }));
    expect(cost).toEqual(expected);
    expect(codes(diagnostics)).toEqual(base === constant || base === narrow ? ['schedule-changed'] : []);
  });

  it.each([0, 1, 17 * 3_600_000 + 1])('is the same %d ms later, with half a cent rounded up', (laterMs) => {
    const hour = { timezone: 'UTC', days: [1, 2, 3, 4, 5, 6, 7], hours: { from: '07:00', until: '08:00' } };
    const window = { ...hour, scaling: desiredPipe({ scaling: { replicas: 1 } }).scaling, location: place(2) };
    const desired = schedulePipe({ ...constant, schedule: [window] }, inside + laterMs);
    const size = { replicas: 2, replicaCpuMillicores: 1000, replicaMemoryGb: 4 };
    const reads = [pair(desired, livePipe({ name: 'a', scaling: size }))];
    const pricing = { ...PRICING, cpuHour: 0.04, memoryGbHour: 0.005 };
    // 23 hours of 87.60 and one of 43.80.
    expect(onlyPipe(planOf(reads, { pricing })).cost).toEqual({ before: 85.78, after: 85.78 });
  });
});

describe('maxMonthlyIncrease', () => {
  const plan = (limit: number, pairs: readonly Pair[], force = false) =>
    planOf(pairs, { pricing: PRICING, policy: { maxMonthlyIncrease: limit }, allowances: { force } });

  it.each([
    ['of the limit', 175.2, [sized('a', 2, 3)], []],
    ['of a cent more', 175.19, [sized('a', 2, 3)], ['cost-increase']],
    ['that another pipe saves', 0, [sized('a', 2, 3), sized('b', 2, 1)], []],
    ['of a refused pipe', 0, [sized('a', 2, 3, { protect: true })], []],
    ['of nothing', 0, [sized('a', 2, 2)], []],
  ])('allows or refuses an increase %s', (_, limit, pairs, expected) => {
    expect(codes(plan(limit, pairs).diagnostics)).toEqual(expected);
    expect(plan(limit, pairs, true).diagnostics).toEqual([]);
  });

  it('says how much more the pipes would cost', () => {
    const [refusal] = plan(100, [sized('a', 2, 3), sized('b', 10, 10)]).diagnostics;
    expect(refusal).toMatchObject({
      summary: 'The plan raises the cost a month by USD 175.20; policy.maxMonthlyIncrease allows USD 100.00.',
      detail: 'The pipes of the plan cost USD 2,102.40 a month now, and USD 2,277.60 with its changes.',
    });
  });
});

describe('the review of a saved plan', () => {
  const pairs = [sized('a', 2, 3), sized('b', 4, 2)];
  const plan = planOf(pairs, { pricing: PRICING });

  const desired = pairs.map((one) => one.desired);
  const review = (from: Plan, limit: number | null, selection: Partial<Selection> = {}, pricing = PRICING) =>
    reviewed(from, { ...fleetOf(desired, { maxMonthlyIncrease: limit }), pricing }, { selection });
  const errors = ({ diagnostics }: Pick<Plan, 'diagnostics'>) =>
    codes(diagnostics.filter(({ severity }) => severity === 'error'));

  it('counts the selected pipes, and of a shard the complete plan', () => {
    expect(review(plan, 0)).toMatchObject({ cost: plan.cost, scope: { costLimit: 0 } });
    expect(errors(review(plan, 0))).toEqual([]);
    expect(errors(review(plan, 100, { target: ['a'] }))).toEqual(['cost-increase']);
    expect(errors(review(plan, 100, { target: ['b'] }))).toEqual([]);
    const shards = [1, 2].map((index) => review(plan, 0, { shard: { index, total: 2 } }));
    expect(shards.map(errors)).toEqual([[], []]);
    const [first, second] = shards.map(({ cost }) => cost);
    expect(toCents(first?.after ?? 0) + toCents(second?.after ?? 0)).toBe(toCents(plan.cost?.after ?? 0));
  });

  it('refuses what it does not know the cost of', () => {
    expect(errors(review(planOf(pairs), 1_000))).toEqual(['cost-increase']);
    expect(errors(review(plan, 1_000, {}, { ...PRICING, currency: 'EUR' }))).toEqual(['cost-increase']);
    expect(errors(review(planOf(pairs), null))).toEqual([]);
  });

  it('refuses a shard that was planned alone, which does not see what other pipes save', () => {
    const part = planOf(pairs.slice(0, 1), { pricing: PRICING, selection: { shard: { index: 1, total: 2 } } });
    expect(codes(review(part, 1_000).diagnostics)).toContain('fleet-not-seen');
  });

  it('has the limit of the configuration, not of the plan', () => {
    const limited = planOf(pairs, { pricing: PRICING, policy: { maxMonthlyIncrease: 1 } });
    expect(review(limited, null).scope).not.toHaveProperty('costLimit');
  });

  it('refuses some of the changes of a size, whose cost it does not know', () => {
    const wanted = desiredPipe({ scaling: { replicas: 3, replicaCpuMillicores: 2000 } });
    const live = livePipe({ scaling: { replicas: 2, replicaCpuMillicores: 1000, replicaMemoryGb: 4 } });
    // Replicas are changed by the branch, CPU is drift.
    const base = baseOf([desiredPipe({ scaling: { replicas: 2, replicaCpuMillicores: 2000 } })]);
    const saved = planOf([pair(wanted, live)], { pricing: PRICING, base });
    const fleet = { ...fleetOf([wanted], { maxMonthlyIncrease: 10_000 }), pricing: PRICING };
    const reviewFor = (onlyOrigin: readonly Origin[] | null) => {
      const { cost, ...rest } = reviewed(saved, fleet, { selection: { onlyOrigin } });
      return { cost, errors: errors(rest) };
    };
    expect(saved.pipes[0]?.changes.map(({ origin }) => origin)).toEqual(['config', 'drift']);
    expect(reviewFor(null)).toEqual({ cost: saved.cost, errors: [] });
    expect(reviewFor(['config'])).toEqual({ cost: undefined, errors: ['cost-increase'] });
    const left = { currency: 'USD', before: saved.cost?.before, after: saved.cost?.before };
    expect(reviewFor(['conflict'])).toEqual({ cost: left, errors: [] });
  });
});
