import { describe, expect, it } from 'vitest';
import type { Fleet } from '../../../src/model/fleet.ts';
import { findFleetRefusal, findLimits } from '../../../src/plan/policy/change-limit.ts';
import { NO_ALLOWANCES } from '../../../src/plan/policy/plan-policy.ts';
import { changingPipes, codes, desiredPipe, fleetOf, livePipe, planOf, planOne } from '../samples.ts';

const OVERRIDE = { force: true };

function refusalOf(fleet: Fleet, changed: number) {
  return findFleetRefusal({ fleet: fleet.pipes.length, ...findLimits(fleet, NO_ALLOWANCES) }, changed)[0] ?? null;
}

describe('maxChangedPipes', () => {
  const refuses = (
    total: number,
    changed: number,
    maxChangedPipes: { share: number } | { count: number },
    minPipes = 10,
  ): boolean => {
    const pipes = Array.from({ length: total }, (_, index) => desiredPipe({ name: `pipe-${index}` }));
    return refusalOf(fleetOf(pipes, { maxChangedPipes, minPipes }), changed) !== null;
  };

  it.each([
    ['at the count', 20, 5, { count: 5 }, false],
    ['above the count', 20, 6, { count: 5 }, true],
    ['a count of zero', 20, 1, { count: 0 }, true],
    ['nothing changes', 20, 0, { count: 0 }, false],
    ['as many pipes as minPipes', 10, 10, { share: 0.3 }, false],
    ['one pipe more than minPipes', 11, 4, { share: 0.3 }, true],
  ])('%s', (_, total, changed, rule, refused) => {
    expect(refuses(total, changed, rule)).toBe(refused);
  });

  it('counts whole percentages exactly', () => {
    for (let percent = 1; percent <= 100; percent++) {
      for (const total of [100, 200, 300, 400, 700, 1300]) {
        const allowed = Math.floor((percent * total) / 100);
        const rule = { share: percent / 100 };
        const fleet = fleetOf(new Array(total).fill(desiredPipe()), { maxChangedPipes: rule });
        expect(refusalOf(fleet, allowed), `${percent}% of ${total}`).toBeNull();
        expect(refusalOf(fleet, allowed + 1), `${percent}% of ${total}`).not.toBeNull();
      }
    }
  });

  it('refuses the whole plan and explains how to proceed', () => {
    const plan = planOf(changingPipes(11), { policy: { maxChangedPipes: { share: 0.3 } } });
    expect(plan.diagnostics).toMatchObject([{ severity: 'error', code: 'too-many-changes' }]);
    expect(plan.diagnostics[0]?.summary).toBe(
      'The plan changes 11 of 11 pipes; policy.maxChangedPipes allows 30% (3 of them).',
    );
    expect(plan.diagnostics[0]?.hint).toContain('--force');
  });

  it('is overridden by --force', () => {
    const policy = { maxChangedPipes: { count: 0 } };
    expect(planOf(changingPipes(1), { policy, allowances: OVERRIDE }).diagnostics).toEqual([]);
  });
});

describe('maxReplicaFactor', () => {
  const plan = (before: number | null, after: number, factor: number, allowances = {}) =>
    planOne(desiredPipe({ scaling: { replicas: after } }), livePipe({ scaling: { replicas: before } }), {
      policy: { maxReplicaFactor: factor },
      allowances,
    });

  it.each([
    [2, 6, 3, 'update'],
    [2, 7, 3, 'refused'],
    [6, 2, 3, 'update'],
    [7, 2, 3, 'refused'],
    [1, 10, 10, 'update'],
    [5, 7, 1.4, 'update'],
    [5, 8, 1.4, 'refused'],
    [1, 2, 1.5, 'refused'],
    [2, 3, 1.5, 'update'],
    [1, 2, 1, 'refused'],
    [100, 115, 1.15, 'update'],
    [null, 9, 2, 'update'],
  ] as const)('changes %s to %i under a factor of %d: %s', (before, after, factor, status) => {
    expect(plan(before, after, factor).status).toBe(status);
  });

  it('shows the refused change and sends nothing', () => {
    const pipe = plan(2, 9, 3);
    expect(pipe).toMatchObject({ requests: [], changes: [{ before: 2, after: 9 }] });
    // An apply may override it, so a saved plan records its basis.
    expect(pipe.live?.scaling).toEqual({ replicas: 2 });
    expect(codes(pipe.diagnostics)).toEqual(['replica-factor']);
    expect(pipe.diagnostics[0]?.line).toBe(pipe.changes[0]?.location.line);
  });

  it('refuses to unset replicas, since the service default is unknown', () => {
    const desired = desiredPipe({ scaling: { replicas: null } });
    const rules = { policy: { maxReplicaFactor: 3 } };
    const pipe = planOne(desired, livePipe({ scaling: { replicas: 2 } }), rules);
    expect(pipe).toMatchObject({ status: 'refused', changes: [{ before: 2, after: null }] });
    expect(pipe.diagnostics[0]?.summary).toContain("from 2 to the service's default, which is not known");
    expect(planOne(desired, livePipe(), rules).status).toBe('unchanged');
  });

  it('is overridden by --force, and ignores other keys', () => {
    expect(plan(2, 9, 3, OVERRIDE).status).toBe('update');
    const cpu = planOne(
      desiredPipe({ scaling: { replicaCpuMillicores: 2000 } }),
      livePipe({ scaling: { replicas: 1, replicaCpuMillicores: 125 } }),
      { policy: { maxReplicaFactor: 2 } },
    );
    expect(cpu.status).toBe('update');
  });
});

describe('protection', () => {
  const desired = desiredPipe({ protect: true, settings: { db_max_threads: 8 } });
  const live = livePipe({ settings: { db_max_threads: 4 } });

  it('refuses any change', () => {
    const pipe = planOne(desired, live);
    expect(pipe).toMatchObject({ status: 'refused', requests: [] });
    expect(pipe.changes).toHaveLength(1);
    expect(codes(pipe.diagnostics)).toEqual(['protected-pipe']);
    expect(pipe.diagnostics[0]?.hint).toContain('--allow-protected orders');
  });

  it('accepts a pipe that is in sync', () => {
    expect(planOne(desired, livePipe({ settings: { db_max_threads: 8 } })).status).toBe('unchanged');
  });

  it('is overridden by its own allowance only, not by --force', () => {
    expect(planOne(desired, live, { allowances: OVERRIDE }).status).toBe('refused');
    expect(planOne(desired, live, { allowances: { protectedPipes: new Set(['billing']) } }).status).toBe('refused');
    expect(planOne(desired, live, { allowances: { protectedPipes: new Set(['orders']) } }).status).toBe('update');
  });

  it('reports every reason at once', () => {
    const pipe = planOne(
      desiredPipe({ protect: true, scaling: { replicas: 9 } }),
      livePipe({ scaling: { replicas: 2 } }),
      { policy: { maxReplicaFactor: 2 } },
    );
    expect(codes(pipe.diagnostics)).toEqual(['protected-pipe', 'replica-factor']);
  });

  it('does not count toward maxChangedPipes', () => {
    const pairs = changingPipes(3).map(({ desired, read }, index) => ({
      desired: { ...desired, protect: index > 0 },
      read,
    }));
    const plan = planOf(pairs, { policy: { maxChangedPipes: { count: 1 }, minPipes: 0 } });
    expect(plan.summary).toMatchObject({ update: 1, refused: 2, changes: 1, requests: 1 });
    expect(plan.diagnostics).toEqual([]);
  });
});
