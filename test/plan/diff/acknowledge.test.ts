import { describe, expect, it } from 'vitest';
import type { FieldPath } from '../../../src/model/field/field.ts';
import type { Acknowledgement, DesiredPipe } from '../../../src/model/fleet.ts';
import { isActive } from '../../../src/plan/diff/compare-pipe.ts';
import { findMovements } from '../../../src/plan/diff/snapshot.ts';
import {
  baseOf,
  codes,
  desiredPipe,
  driftOf as findDrift,
  livePipe,
  NOW,
  onlyPipe,
  pair,
  place,
  planOne,
} from '../samples.ts';

function known(path: FieldPath, until = '2026-12-01', reason = 'the sale'): Acknowledgement {
  return { path, until, reason, location: place(20) };
}

function driftOf(desired: DesiredPipe, live = livePipe(), now = NOW) {
  const drift = findDrift([pair(desired, live)], { now });
  return { drift, pipe: onlyPipe(drift) };
}

const PATH = 'settings.db_max_threads';
const desired = desiredPipe({
  settings: { db_max_threads: 8, db_max_insert_threads: 2 },
  acknowledge: [known(PATH)],
});
const live = livePipe({ settings: { db_max_threads: 4, db_max_insert_threads: 2 } });

describe('an acknowledged difference', () => {
  it('is shown with its reason, and a plan neither counts nor reverts it', () => {
    const pipe = planOne(desired, live);
    expect(pipe).toMatchObject({ status: 'unchanged', changes: [], requests: [], diagnostics: [] });
    expect(pipe.acknowledged).toMatchObject([
      { path: PATH, before: 4, after: 8, reason: 'the sale', until: '2026-12-01' },
    ]);
  });

  it('is shown by drift and not counted', () => {
    const { drift, pipe } = driftOf(desired, live);
    expect(pipe).toMatchObject({ status: 'acknowledged', changes: [] });
    expect(pipe.acknowledged).toHaveLength(1);
    expect(drift.summary).toMatchObject({ total: 1, acknowledged: 1, drifted: 0, 'in-sync': 0, changes: 0 });
  });

  it('does not hide drift of another field of the pipe, and keeps its live value in the update of that', () => {
    const moved = livePipe({ settings: { db_max_threads: 4, db_max_insert_threads: 3 } });
    expect(driftOf(desired, moved).pipe).toMatchObject({
      status: 'drifted',
      changes: [{ path: 'settings.db_max_insert_threads' }],
    });
    const { requests } = planOne(desired, moved);
    expect(requests).toMatchObject([{ method: 'PUT', body: { db_max_threads: 4, db_max_insert_threads: 2 } }]);
  });

  it('has an origin when there is a base, and no update of that origin has it', () => {
    const rules = { base: baseOf([desired]), selection: { onlyOrigin: ['drift' as const] } };
    const acknowledged = [{ origin: 'drift' }];
    expect(planOne(desired, live, rules)).toMatchObject({ status: 'unchanged', changes: [], acknowledged });
  });

  it('is not mentioned when there is no difference', () => {
    expect(
      driftOf(desired, livePipe({ settings: { db_max_threads: 8, db_max_insert_threads: 2 } })).pipe,
    ).toMatchObject({
      status: 'in-sync',
      acknowledged: [],
      diagnostics: [],
    });
  });
});

describe('CPU and memory are sent together', () => {
  const sized = desiredPipe({
    scaling: { replicas: 2, replicaCpuMillicores: 500, replicaMemoryGb: 2 },
    acknowledge: [known('scaling.replicaCpuMillicores')],
  });
  const shown = livePipe({ scaling: { replicas: 2, replicaCpuMillicores: 250, replicaMemoryGb: 1 } });

  it('an acknowledged CPU value is sent as it is live', () => {
    const pipe = planOne(sized, shown);
    expect(pipe.changes.map(({ path }) => path)).toEqual(['scaling.replicaMemoryGb']);
    expect(pipe.requests).toMatchObject([{ method: 'PATCH', body: { replicaCpuMillicores: 250, replicaMemoryGb: 2 } }]);
    expect(pipe.requests[0]?.body).not.toHaveProperty('replicas');
    expect(codes(pipe.diagnostics)).toEqual([]);
  });
});

describe('what makes a plan stale', () => {
  const both = desiredPipe({
    settings: { db_max_threads: 8 },
    scaling: { replicas: 2, replicaCpuMillicores: 250 },
    acknowledge: [known('scaling.replicas'), known(PATH)],
  });
  const shown = livePipe({ settings: { db_max_threads: 4 }, scaling: { replicas: 5, replicaCpuMillicores: 500 } });
  const basis = planOne(both, shown).live;

  it('a changed acknowledged scaling value does not', () => {
    if (basis === null) throw new Error('the plan has nothing to update');
    expect(basis.scaling).toEqual({ replicaCpuMillicores: 500 });
    expect(findMovements(basis, { ...shown, scaling: { ...shown.scaling, replicas: 7 } })).toEqual([]);
  });

  it('a changed acknowledged setting does, since an update replaces all settings', () => {
    if (basis === null) throw new Error('the plan has nothing to update');
    const moved = findMovements(basis, livePipe({ ...shown, settings: { db_max_threads: 5 } }));
    expect(moved).toEqual([{ section: 'settings', key: 'db_max_threads', expected: 4, found: 5 }]);
  });
});

describe('the last day of an acknowledgement', () => {
  it.each<[string, string, boolean]>([
    ['2026-12-01', '2026-12-01T23:59:59.999Z', true],
    ['2026-12-31', '2027-01-01T00:00:00.000Z', false],
    ['2028-02-29', '2028-02-29T23:59:59.999Z', true],
    ['2028-02-29', '2028-03-01T00:00:00.000Z', false],
  ])('%s at %s', (until, time, holds) => {
    expect(isActive({ until }, Date.parse(time))).toBe(holds);
  });

  it('the difference counts again when it ends, with a note at the acknowledgement', () => {
    const over = new Date('2026-12-02T00:00:00.000Z');
    const pipe = planOne(desired, live, { now: over });
    expect(pipe).toMatchObject({ status: 'update', acknowledged: [] });
    expect(pipe.changes.map(({ path }) => path)).toEqual([PATH]);
    expect(pipe.diagnostics).toMatchObject([
      { severity: 'warning', code: 'acknowledgement-expired', file: 'pipes/orders.yaml', line: 20 },
    ]);
    expect(pipe.diagnostics[0]?.detail).toContain('the sale');
    expect(driftOf(desired, live, over).pipe).toMatchObject({ status: 'drifted', acknowledged: [] });
  });

  it('an expired acknowledgement is not mentioned for a field that is in sync', () => {
    const synced = livePipe({ settings: { db_max_threads: 8, db_max_insert_threads: 2 } });
    expect(planOne(desired, synced, { now: new Date('2026-12-02T00:00:00.000Z') }).diagnostics).toEqual([]);
  });
});

describe('several acknowledgements', () => {
  const of = (...acknowledge: readonly Acknowledgement[]): DesiredPipe => ({ ...desired, acknowledge });

  it('of one field: one in force is enough, in any order', () => {
    const over = known(PATH, '2026-11-01', 'earlier');
    const holds = known(PATH, '2026-11-20', 'now');
    for (const wanted of [of(over, holds), of(holds, over)]) {
      const pipe = planOne(wanted, live);
      expect(pipe).toMatchObject({ status: 'unchanged', changes: [], diagnostics: [] });
      expect(pipe.acknowledged).toMatchObject([{ reason: 'now', until: '2026-11-20' }]);
    }
  });

  it('of one field: all expired ones are named', () => {
    const pipe = planOne(of(known(PATH, '2026-11-01', 'first'), known(PATH, '2026-11-19', 'second')), live);
    expect(codes(pipe.diagnostics)).toEqual(['acknowledgement-expired', 'acknowledgement-expired']);
    expect(pipe.changes).toHaveLength(1);
  });
});
