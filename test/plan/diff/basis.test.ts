import { describe, expect, it } from 'vitest';
import { findMovements, hashLiveValues, takeSnapshot } from '../../../src/plan/diff/snapshot.ts';
import { orderLiveValues } from '../../../src/plan/plan-fleet.ts';
import { desiredPipe, livePipe, planOne, valuesOf } from '../samples.ts';

const live = livePipe({
  settings: { db_max_threads: 4, db_max_insert_threads: null, future_switch: { deep: [1, 2] } },
  scaling: { replicas: 2, replicaCpuMillicores: 250 },
});
const basis = takeSnapshot(live, { replicas: 2 });

describe('the basis of a plan', () => {
  it('holds every setting that is not null, and the scaling that was compared', () => {
    expect(basis).toEqual({
      settings: { db_max_threads: 4, future_switch: { deep: [1, 2] } },
      scaling: { replicas: 2 },
    });
  });

  it('is the same bytes for any order of live keys', () => {
    const turned = livePipe({
      ...live,
      settings: { future_switch: { deep: [1, 2] }, db_max_insert_threads: null, db_max_threads: 4 },
    });
    const shown = orderLiveValues(takeSnapshot(turned, { replicas: 2 }));
    expect(JSON.stringify(shown)).toBe(JSON.stringify(orderLiveValues(basis)));
    expect(hashLiveValues(takeSnapshot(turned, { replicas: 2 }))).toBe(hashLiveValues(basis));
  });

  it('has a hash that changes with any difference', () => {
    expect(hashLiveValues(basis)).toMatch(/^sha256:[0-9a-f]{64}$/);
    const others = [
      takeSnapshot(live, { replicas: 3 }),
      takeSnapshot(live, {}),
      takeSnapshot(livePipe({ settings: { db_max_threads: 4 } }), { replicas: 2 }),
      takeSnapshot(livePipe({ settings: { db_max_threads: 4, future_switch: { deep: [2, 1] } } }), { replicas: 2 }),
    ];
    expect(new Set([basis, ...others].map(hashLiveValues)).size).toBe(others.length + 1);
  });

  it('includes an unchanged scaling key that is managed, and none that is not', () => {
    const pipe = planOne(desiredPipe({ settings: { db_max_threads: 8 }, scaling: { replicas: 2 } }), live);
    expect(pipe.live?.scaling).toEqual({ replicas: 2 });
  });
});

describe('changes since the basis was taken', () => {
  const moved = (settings: Parameters<typeof livePipe>[0], scaling = {}) =>
    findMovements(basis, livePipe({ ...live, ...settings, scaling: { ...live.scaling, ...scaling } }));

  it('are empty when only nulls appear or disappear', () => {
    expect(moved({ settings: { ...valuesOf(live), other: null } })).toEqual([]);
    const { db_max_insert_threads: _, ...absent } = valuesOf(live);
    expect(moved({ settings: absent })).toEqual([]);
  });

  it.each([
    ['a value changed', { db_max_threads: 5 }, 'db_max_threads', 4, 5],
    ['a value became null', { db_max_threads: null }, 'db_max_threads', 4, null],
    ['a null became a value', { db_max_insert_threads: 0 }, 'db_max_insert_threads', null, 0],
    ['a key appeared', { another: true }, 'another', null, true],
    ['inside an unknown key', { future_switch: { deep: [1] } }, 'future_switch', { deep: [1, 2] }, { deep: [1] }],
  ])('%s', (_, settings, key, expected, found) => {
    expect(moved({ settings: { ...valuesOf(live), ...settings } })).toEqual([
      { section: 'settings', key, expected, found },
    ]);
  });

  it.each([
    [null, 'the service returned none'],
    [{ status: 'unusable' } as const, 'the service returned something that is not an object'],
  ])('are all settings when they cannot be read: %j', (settings, unreadable) => {
    const { settings: expected } = basis;
    expect(moved({ settings })).toEqual([{ section: 'settings', key: null, expected, found: null, unreadable }]);
    const empty = takeSnapshot(livePipe({ settings: { db_max_threads: null } }), {});
    expect(findMovements(empty, livePipe({ settings }))).toEqual([
      { section: 'settings', key: null, expected: {}, found: null, unreadable },
    ]);
  });

  it('do not include settings that the plan could not read and does not rely on', () => {
    expect(findMovements(takeSnapshot(livePipe({ settings: null }), {}), live)).toEqual([]);
  });

  it('include scaling that can no longer be read', () => {
    const found = livePipe({
      ...live,
      scaling: { ...live.scaling, replicas: 'unreadable' },
      unreadable: [{ path: 'scaling.replicas', found: 'abc' }],
    });
    expect(findMovements(basis, found)).toEqual([
      { section: 'scaling', key: 'replicas', expected: 2, found: null, unreadable: 'the service returned "abc"' },
    ]);
  });

  it('include only the scaling that was compared', () => {
    expect(moved({}, { replicas: 3, replicaCpuMillicores: 500 })).toEqual([
      { section: 'scaling', key: 'replicas', expected: 2, found: 3 },
    ]);
    expect(moved({}, { replicas: 0 })).toEqual([{ section: 'scaling', key: 'replicas', expected: 2, found: null }]);
  });
});
