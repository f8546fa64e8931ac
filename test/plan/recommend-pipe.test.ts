import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { REPLICAS } from '../../src/model/field/field.ts';
import type { Band, DesiredPipe } from '../../src/model/fleet.ts';
import { addDigest } from '../../src/model/json/document.ts';
import type { LivePipe } from '../../src/model/live-pipe.ts';
import { findMovements } from '../../src/plan/diff/snapshot.ts';
import { findDrift } from '../../src/plan/find-drift.ts';
import { hashConfiguration } from '../../src/plan/policy/scope.ts';
import { findFaults } from '../apply/schemas.ts';
import { checkProperty } from '../effort.ts';
import { pairs } from './arbitraries.ts';
import {
  attributed,
  baseOf,
  codes,
  desiredPipe,
  failure,
  fleetOf,
  livePipe,
  measured,
  NOW,
  onlyPipe,
  originsOf,
  type PlanRules,
  pair,
  place,
  planOf,
  planOne,
  steeredPipe,
  TARGET,
  TOOL,
} from './samples.ts';
import { reviewed } from './saved/review.ts';

const BAND: Band = { min: 2, max: 10 };
const STEERED = steeredPipe(BAND);
const ASKS_FOR_5 = measured([12_400]);
const ASKS_FOR_NOTHING = measured([null]);

function having(replicas: number | null): LivePipe {
  return livePipe({ scaling: { replicas } });
}

function plan(desired: DesiredPipe, replicas: number | null, rules: PlanRules = {}) {
  return planOne(desired, having(replicas), { recommendations: ASKS_FOR_5, ...rules });
}

describe('a scaling target', () => {
  it('changes replicas within their band, and shows the calculation', () => {
    const pipe = plan(STEERED, 2);
    expect(pipe).toMatchObject({
      status: 'update',
      changes: [{ path: 'scaling.replicas', before: 2, after: 5, band: BAND, location: place(9, 7) }],
      requests: [{ method: 'PATCH', body: { replicas: 5 } }],
      recommendation: { check: 'orders-lag', verdict: 'scale', current: 2, replicas: 5 },
      diagnostics: [],
    });
    expect(findFaults('plan', addDigest(planOf([pair(STEERED, having(2))], { recommendations: ASKS_FOR_5 })))).toEqual(
      [],
    );
  });

  it('is part of the basis where it changes something, so that later replica changes are not overwritten', () => {
    const { live } = plan(STEERED, 2);
    expect(live?.scaling).toEqual({ replicas: 2 });
    if (live === null) throw new Error('an update has a basis');
    expect(findMovements(live, having(3))).toEqual([{ section: 'scaling', key: 'replicas', expected: 2, found: 3 }]);
  });

  it('changes nothing when it recommends the live value, and nothing relies on it', () => {
    const settings = { db_max_threads: 8 };
    const pipe = plan(steeredPipe(BAND, {}, { settings }), 4, { recommendations: measured([5000]) });
    expect(pipe.changes.map(({ path }) => path)).toEqual(['settings.db_max_threads']);
    expect(pipe.recommendation).toMatchObject({ verdict: 'hold', replicas: 4 });
    expect(pipe.live?.scaling).toEqual({});
  });

  it.each([
    ['without --recommend', STEERED, null],
    ['without a target', desiredPipe({ scaling: { replicas: BAND } }), ASKS_FOR_5],
    ['without a band', desiredPipe({ scaling: { replicas: 2 } }), ASKS_FOR_5],
    ['where replicas are not managed', desiredPipe(), ASKS_FOR_5],
  ])('is not queried %s', (_, desired, recommendations) => {
    expect(plan(desired, 2, { recommendations })).toMatchObject({ status: 'unchanged', recommendation: null });
  });

  it('moves replicas outside their band to the recommendation, not to the nearest limit', () => {
    expect(plan(STEERED, 1, { recommendations: measured([20_000]) }).changes).toMatchObject([{ before: 1, after: 4 }]);
  });

  it('is not mentioned for a pipe that cannot be read or compared', () => {
    expect(planOne(STEERED, failure('server'), { recommendations: ASKS_FOR_5 }).recommendation).toBeNull();
    const misnamed = { ...STEERED, liveName: 'orders-prod' };
    expect(plan(misnamed, 2)).toMatchObject({ status: 'refused', recommendation: null });
  });
});

describe('a target without data', () => {
  it.each([
    [
      'without a newest value',
      ASKS_FOR_NOTHING,
      'no-data',
      'target-without-data',
      'orders-lag has no value for its newest window',
    ],
    ['that was not queried', new Map(), 'error', 'target-without-data', 'orders-lag was not queried'],
    [
      'that could not be queried',
      new Map([[TARGET.check, { ok: false, reason: 'the service said no' } as const]]),
      'error',
      'target-without-data',
      'the service said no',
    ],
  ])('changes nothing and warns: one %s', (_, recommendations, verdict, code, detail) => {
    const pipe = plan(STEERED, 4, { recommendations });
    expect(pipe).toMatchObject({ status: 'unchanged', recommendation: { verdict, replicas: null } });
    expect(pipe.diagnostics).toMatchObject([{ severity: 'warning', code, detail, line: 9 }]);
  });

  it.each([
    [1, 2],
    [12, 10],
  ])('clamps to the band only: %i becomes %i', (before, after) => {
    expect(plan(STEERED, before, { recommendations: ASKS_FOR_NOTHING }).changes).toMatchObject([{ before, after }]);
  });

  it('is reported where replicas are not shown', () => {
    const settling = livePipe({ state: 'Modifying', scaling: { replicas: 0 } });
    const pipe = planOne(STEERED, settling, { recommendations: ASKS_FOR_5 });
    expect(pipe).toMatchObject({ status: 'unchanged', recommendation: { verdict: 'no-data', current: null } });
    expect(codes(pipe.diagnostics)).toEqual(['pipe-in-transition', 'target-without-data', 'pipe-in-transition']);
  });
});

describe('the usual rules apply to a recommended change', () => {
  it('protection', () => {
    expect(plan({ ...STEERED, protect: true }, 2)).toMatchObject({
      status: 'refused',
      recommendation: { replicas: 5 },
    });
  });

  it('policy.maxReplicaFactor', () => {
    const policy = { maxReplicaFactor: 2 };
    const capped = plan(STEERED, 2, { policy });
    expect(capped).toMatchObject({ status: 'update', changes: [{ before: 2, after: 4 }], diagnostics: [] });
    expect(capped.recommendation).toMatchObject({ wanted: 5, stabilized: 5, replicas: 4 });
    expect(plan(STEERED, 2, { policy, allowances: { force: true } }).changes).toMatchObject([{ after: 5 }]);
    expect(plan(STEERED, 2, { policy: { maxReplicaFactor: 3 } }).changes).toMatchObject([{ after: 5 }]);
  });

  it('policy.maxReplicaFactor where the band is out of reach', () => {
    const pipe = plan(steeredPipe({ min: 6, max: 10 }), 2, { policy: { maxReplicaFactor: 2 } });
    expect(codes(pipe.diagnostics)).toEqual(['replica-factor']);
  });

  it('an acknowledgement', () => {
    const known = {
      field: REPLICAS,
      reason: 'a test of load',
      until: '2026-12-01',
      location: place(9),
    } as const;
    const pipe = plan({ ...STEERED, acknowledge: [known] }, 2);
    expect(pipe).toMatchObject({ status: 'unchanged', changes: [], recommendation: { verdict: 'scale', replicas: 5 } });
    expect(pipe.acknowledged).toMatchObject([{ before: 2, after: 5 }]);
  });

  it('an ignored replica count is not managed, so nothing is scaled', () => {
    expect(plan(desiredPipe({ ignore: [REPLICAS] }), 2).recommendation).toBeNull();
  });
});

describe('the origin of a recommended change', () => {
  const originOf = (base: DesiredPipe | null, replicas: number, desired: DesiredPipe = STEERED) =>
    originsOf(plan(desired, replicas, { base: baseOf(base === null ? [] : [base]) }))['scaling.replicas'];

  it.each<[string, DesiredPipe | null, number, string]>([
    ['config inside the band, even if the configuration did not change', STEERED, 2, 'config'],
    ['config when the target is new', desiredPipe({ scaling: { replicas: BAND } }), 2, 'config'],
    ['config when the band moved over the live value', steeredPipe({ min: 8, max: 9 }), 2, 'config'],
    ['drift when live is outside the band', STEERED, 12, 'drift'],
    ['conflict when live is outside the band and the band changed', steeredPipe({ min: 2, max: 9 }), 12, 'conflict'],
    ['config when this branch adds it', desiredPipe(), 2, 'config'],
  ])('is %s', (_, base, replicas, origin) => {
    expect(originOf(base, replicas)).toBe(origin);
  });

  it('does not change for a band without a recommendation', () => {
    expect(attributed(STEERED, STEERED, having(12))).toEqual({ 'scaling.replicas': 'drift' });
  });

  it('excludes it with --only-origin drift, and it is still shown', () => {
    const pipe = plan(STEERED, 2, { base: baseOf([STEERED]), selection: { onlyOrigin: ['drift'] } });
    expect(pipe).toMatchObject({ status: 'unchanged', changes: [], recommendation: { verdict: 'scale', replicas: 5 } });
    expect(codes(pipe.diagnostics)).toEqual(['not-selected']);
  });
});

describe('a saved plan with a recommendation', () => {
  const saved = planOf([pair(STEERED, having(2))], { recommendations: ASKS_FOR_5 });
  const statusBy = (desired: DesiredPipe, plan = saved) => onlyPipe(reviewed(plan, fleetOf([desired]))).status;

  it('is applied as approved, without a new query', () => {
    expect(onlyPipe(reviewed(saved, fleetOf([STEERED])))).toEqual(onlyPipe(saved));
  });

  it.each<[string, DesiredPipe]>([
    ['the target was removed', desiredPipe({ scaling: { replicas: BAND } })],
    ['another check', steeredPipe(BAND, { check: 'orders-load' })],
    ['another target value', steeredPipe(BAND, { value: 1000 })],
    ['another tolerance', steeredPipe(BAND, { tolerance: 0.2 })],
    ['another stabilization time', steeredPipe(BAND, { stabilizationMs: 60_000 })],
    ['a band that does not include it', steeredPipe({ min: 2, max: 4 })],
    ['a fixed value', desiredPipe({ scaling: { replicas: 4 } })],
  ])('is stale when the configuration changed: %s', (_, desired) => {
    expect(statusBy(desired)).toBe('stale');
  });

  it('with a step allowed by policy is applied under that policy and refused under a stricter one', () => {
    const stepped = planOf([pair(STEERED, having(2))], {
      policy: { maxReplicaFactor: 2 },
      recommendations: ASKS_FOR_5,
    });
    const statusUnder = (maxReplicaFactor: number) =>
      onlyPipe(reviewed(stepped, fleetOf([STEERED], { maxReplicaFactor }))).status;
    expect([statusUnder(2), statusUnder(1.2)]).toEqual(['update', 'refused']);
  });

  it('still applies when the band moved around it', () => {
    expect(statusBy(steeredPipe({ min: 1, max: 6 }))).toBe('update');
  });

  it('cannot have replicas other than the recommended ones', () => {
    const edited = saved.pipes.map((pipe) => ({
      ...pipe,
      changes: pipe.changes.map((change) => ({ ...change, after: 6 })),
    }));
    expect(statusBy(STEERED, { ...saved, pipes: edited })).toBe('stale');
  });

  it('handles a value clamped to the band as before', () => {
    const clamped = planOf([pair(STEERED, having(12))], { recommendations: ASKS_FOR_NOTHING });
    expect(statusBy(STEERED, clamped)).toBe('update');
  });
});

describe('other commands with a target', () => {
  it('drift compares with the band only', () => {
    const drift = findDrift(fleetOf([STEERED]), [pair(STEERED, having(2))], { now: NOW, tool: TOOL });
    expect(drift.pipes).toMatchObject([{ status: 'in-sync', recommendation: null, diagnostics: [] }]);
  });

  it('another target changes the digest of the configuration', () => {
    const hashOf = (desired: DesiredPipe): string => hashConfiguration(fleetOf([desired]));
    const others = [
      desiredPipe({ scaling: { replicas: BAND } }),
      steeredPipe(BAND, { check: 'orders-load' }),
      steeredPipe(BAND, { value: 1 }),
      steeredPipe(BAND, { tolerance: 0 }),
      steeredPipe(BAND, { stabilizationMs: 0 }),
    ];
    expect(new Set([STEERED, ...others].map(hashOf)).size).toBe(6);
    expect(hashOf(steeredPipe(BAND))).toBe(hashOf(STEERED));
  });
});

describe('for any fleet', () => {
  const RUNS = { numRuns: 150 };
  const values = fc.array(fc.option(fc.integer({ min: 0, max: 20_000 })), { maxLength: 7 });

  /** The same pipe with a target on its band, if it has one. */
  function steer(desired: DesiredPipe): DesiredPipe {
    const replicas = desired.scaling.replicas;
    if (replicas === undefined || typeof replicas.value !== 'object') return desired;
    return { ...desired, scaling: { ...desired.scaling, replicas: { ...replicas, target: TARGET } } };
  }

  it('targets change nothing without recommendations', () => {
    checkProperty(
      fc.property(pairs('orders'), ({ desired, live }) => {
        expect(planOne(steer(desired), live)).toEqual(planOne(desired, live));
      }),
      RUNS,
    );
  });

  it('equal inputs give equal plans that match the schema', () => {
    checkProperty(
      fc.property(pairs('orders'), values, ({ desired, live }, points) => {
        const make = () => planOf([pair(steer(desired), live)], { recommendations: measured(points) });
        expect(JSON.stringify(make())).toBe(JSON.stringify(make()));
        expect(findFaults('plan', addDigest(make()))).toEqual([]);
      }),
      RUNS,
    );
  });

  it('only the replicas of a band with a target differ, and they stay in the band', () => {
    checkProperty(
      fc.property(pairs('orders'), values, ({ desired, live }, points) => {
        const pipe = planOne(steer(desired), live, { recommendations: measured(points) });
        const others = (of: typeof pipe) => of.changes.filter(({ path }) => path !== 'scaling.replicas');
        expect(others(pipe)).toEqual(others(planOne(desired, live)));
        const moved = pipe.changes.find(({ path }) => path === 'scaling.replicas');
        if (moved?.band == null || typeof moved.after !== 'number') return;
        expect(moved.after).toBeGreaterThanOrEqual(moved.band.min);
        expect(moved.after).toBeLessThanOrEqual(moved.band.max);
        expect(moved.after).toBe(
          pipe.recommendation?.replicas ??
            planOne(desired, live).changes.find(({ path }) => path === moved.path)?.after,
        );
      }),
      RUNS,
    );
  });
});
