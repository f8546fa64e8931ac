import { describe, expect, it } from 'vitest';
import type { DesiredPipe } from '../../src/model/fleet.ts';
import type { JsonValue } from '../../src/model/json/json.ts';
import type { LivePipe } from '../../src/model/live-pipe.ts';
import type { Origin } from '../../src/model/origin.ts';
import { createBaseState } from '../../src/plan/attribute-changes.ts';
import { listReviewed } from '../../src/plan/saved/reviewed.ts';
import {
  attributed,
  BASE,
  baseOf,
  codes,
  desiredPipe,
  idOf,
  livePipe,
  onlyPipe,
  originsOf,
  pair,
  place,
  planOf,
  planOne,
} from './samples.ts';

// Which origin a difference has is a property of any pipe and any base (`attribute-properties.test.ts`).
describe('CPU that is not shown yet and goes with a change of memory', () => {
  const sized = (replicaMemoryGb: number) => desiredPipe({ scaling: { replicaCpuMillicores: 1000, replicaMemoryGb } });
  const settling = (replicaMemoryGb: number) => livePipe({ state: 'Modifying', scaling: { replicaMemoryGb } });
  const base = baseOf([sized(4)]);
  const both = [{ replicaCpuMillicores: 1000, replicaMemoryGb: 8 }];

  it.each<[Origin, DesiredPipe, LivePipe]>([
    ['config', sized(8), settling(4)],
    ['drift', sized(4), settling(2)],
    ['conflict', sized(8), settling(2)],
  ])('has the origin of that change: %s', (origin, desired, live) => {
    const { changes } = planOne(desired, live, { base });
    expect(changes).toMatchObject([
      { path: 'scaling.replicaCpuMillicores', origin },
      { path: 'scaling.replicaMemoryGb', origin },
    ]);
    expect(changes.map((change) => change.base)).toEqual(origin === 'conflict' ? [1000, 4] : [undefined, undefined]);
  });

  it('is sent when the change is selected, and is not listed when it is not', () => {
    const only = (onlyOrigin: readonly Origin[]) => planOne(sized(8), settling(4), { base, selection: { onlyOrigin } });
    expect(only(['config']).requests.map(({ body }) => body)).toEqual(both);
    expect(only(['drift'])).toMatchObject({
      status: 'unchanged',
      changes: [],
      notSelected: [{ path: 'scaling.replicaMemoryGb' }],
    });
  });

  it('is sent when the change was reviewed', () => {
    const plan = planOf([pair(sized(8), livePipe({ scaling: { replicaCpuMillicores: 1000, replicaMemoryGb: 4 } }))]);
    const pipe = planOne(sized(8), settling(4), { reviewed: listReviewed([{ plan }]) });
    expect(pipe.requests.map(({ body }) => body)).toEqual(both);
    expect(pipe).not.toHaveProperty('notReviewed');
  });

  it('is sent when the change is restored, and does not count as drift', () => {
    const fields = ['scaling.replicaMemoryGb'] as const;
    const bounds = { fields, maxPipes: { count: 0, location: place(32, 3) }, perPipe: null };
    const plan = (desired: DesiredPipe, live: LivePipe) =>
      planOf([pair(desired, live)], { base, remediation: { bounds, past: new Map() } });
    expect(onlyPipe(plan(sized(4), settling(2))).changes).toHaveLength(2);
    expect(codes(plan(sized(8), settling(4)).diagnostics)).toEqual([]);
  });
});

describe('the value of the base', () => {
  const threads = (value: number | null) => ({ settings: { db_max_threads: value } });
  const replicas = <T>(value: T) => ({ scaling: { replicas: value } });
  const findChanges = (was: DesiredPipe, desired: DesiredPipe, live: LivePipe) =>
    planOne(desired, live, { base: baseOf([was]) }).changes;

  it.each<[string, DesiredPipe, DesiredPipe, LivePipe, JsonValue]>([
    ['a number', desiredPipe(threads(4)), desiredPipe(threads(8)), livePipe(threads(6)), 4],
    ['unset', desiredPipe(threads(null)), desiredPipe(threads(8)), livePipe(threads(0)), null],
    [
      'a band',
      desiredPipe(replicas({ min: 2, max: 6 })),
      desiredPipe(replicas(8)),
      livePipe(replicas(7)),
      { min: 2, max: 6 },
    ],
    [
      'a band of one value',
      desiredPipe(replicas({ min: 2, max: 2 })),
      desiredPipe(replicas(8)),
      livePipe(replicas(7)),
      2,
    ],
  ])('is with a conflict: %s', (_, was, desired, live, base) => {
    expect(findChanges(was, desired, live)).toMatchObject([{ origin: 'conflict', base }]);
  });
});

describe('matching a pipe to the base', () => {
  const settings = { db_max_threads: 8 };
  const live = livePipe({ settings: { db_max_threads: 4 } });

  it('uses the id, whatever the name was', () => {
    const was = desiredPipe({ name: 'old-name', id: idOf('orders'), settings });
    const plan = planOf([pair(desiredPipe({ settings }), live)], { base: baseOf([was]) });
    expect(plan.pipes.map(originsOf)).toEqual([{ 'settings.db_max_threads': 'drift' }]);
    expect(plan.diagnostics).toEqual([]);
  });

  it('treats another id as another pipe: it is new, and the previous one stays as it is', () => {
    const was = desiredPipe({ id: idOf('other'), settings });
    const plan = planOf([pair(desiredPipe({ settings }), live)], { base: baseOf([was]) });
    expect(plan.pipes.map(originsOf)).toEqual([{ 'settings.db_max_threads': 'config' }]);
    expect(plan.diagnostics).toMatchObject([{ severity: 'note', code: 'no-longer-managed' }]);
    expect(plan.diagnostics[0]?.detail).toContain(idOf('other'));
  });

  it('treats the same id in another service as another pipe', () => {
    const was = desiredPipe({ serviceId: 'another-service', settings });
    expect(attributed(was, desiredPipe({ settings }), live)).toEqual({ 'settings.db_max_threads': 'config' });
  });

  it('does not call a change of the branch what an incomplete base may have', () => {
    const plan = planOf([pair(desiredPipe({ settings }), live)], { base: createBaseState(BASE, [], false) });
    expect(plan.pipes.map(originsOf)).toEqual([{ 'settings.db_max_threads': 'conflict' }]);
  });
});

describe('a field that is no longer managed', () => {
  const notes = (base: DesiredPipe, desired: DesiredPipe, live: LivePipe): readonly string[] => {
    const { diagnostics } = planOne(desired, live, { base: baseOf([base]) });
    return diagnostics.filter(({ code }) => code === 'no-longer-managed').map(({ summary }) => summary);
  };

  it('is noted with its live value, in the order of the field table', () => {
    const base = desiredPipe({
      settings: { db_parallel_view_processing: true, db_max_threads: 8 },
      scaling: { replicas: { min: 2, max: 6 }, replicaMemoryGb: 1 },
    });
    const live = livePipe({ settings: { db_parallel_view_processing: false }, scaling: { replicas: 3 } });
    expect(notes(base, desiredPipe({ scaling: { replicaMemoryGb: 1 } }), live)).toEqual([
      'settings.db_max_threads of pipe orders is no longer managed; its live value (unset) stays.',
      'settings.db_parallel_view_processing of pipe orders is no longer managed; its live value false stays.',
      'scaling.replicas of pipe orders is no longer managed; its live value 3 stays.',
    ]);
  });

  it('is not reported as unset when the service shows nothing', () => {
    const base = desiredPipe({ settings: { db_max_threads: 8 }, scaling: { replicas: 2 } });
    const [setting, scaling] = notes(base, desiredPipe(), livePipe({ settings: null }));
    expect(setting).not.toContain('unset');
    expect(scaling).toContain('scaling.replicas');
  });

  it('is noted when a key is now ignored, and changes nothing', () => {
    const base = desiredPipe({ settings: { db_max_threads: 8 } });
    const desired = desiredPipe({ ignore: ['settings.db_max_threads'] });
    const pipe = planOne(desired, livePipe({ settings: { db_max_threads: 4 } }), { base: baseOf([base]) });
    expect(pipe).toMatchObject({ status: 'unchanged', changes: [], requests: [] });
    expect(codes(pipe.diagnostics)).toEqual(['no-longer-managed']);
  });

  it('is not noted for a key that is now null, which is managed', () => {
    const base = desiredPipe({ settings: { db_max_threads: 8 } });
    const desired = desiredPipe({ settings: { db_max_threads: null } });
    expect(notes(base, desired, livePipe({ settings: { db_max_threads: 8 } }))).toEqual([]);
  });

  it('is noted for a removed pipe, even if another pipe now has its name', () => {
    const gone = desiredPipe({ name: 'gone', settings: { db_max_threads: 8 } });
    const plan = planOf([pair(desiredPipe(), livePipe())], { base: baseOf([gone, desiredPipe()]) });
    expect(plan.diagnostics.map(({ severity, code, summary }) => ({ severity, code, summary }))).toEqual([
      {
        severity: 'note',
        code: 'no-longer-managed',
        summary: 'Pipe gone is no longer in the configuration; the live pipe is not changed.',
      },
    ]);
  });

  it('is not noted without a base', () => {
    expect(planOne(desiredPipe(), livePipe({ settings: { db_max_threads: 8 } })).diagnostics).toEqual([]);
  });
});
