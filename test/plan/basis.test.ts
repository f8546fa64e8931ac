import { describe, expect, it } from 'vitest';
import { findMovements, hashBasis, takeSnapshot } from '../../src/plan/diff/basis.ts';
import { desiredPipe, livePipe, planOne, valuesOf } from './samples.ts';

const live = livePipe({
  settings: { db_max_threads: 4, db_max_insert_threads: null, future_switch: { deep: [1, 2] } },
  scaling: { replicas: 2, replicaCpuMillicores: 250 },
});
const basis = takeSnapshot(live, { replicas: 2 });

describe('the basis of a plan', () => {
  it('holds every setting that is not null, and the scaling that was weighed', () => {
    expect(basis).toEqual({
      settings: { db_max_threads: 4, future_switch: { deep: [1, 2] } },
      scaling: { replicas: 2 },
    });
  });

  it('is the same bytes whatever the order in which the service shows keys', () => {
    const turned = livePipe({
      ...live,
      settings: { future_switch: { deep: [1, 2] }, db_max_insert_threads: null, db_max_threads: 4 },
    });
    expect(JSON.stringify(takeSnapshot(turned, { replicas: 2 }))).toBe(JSON.stringify(basis));
    expect(hashBasis(takeSnapshot(turned, { replicas: 2 }))).toBe(hashBasis(basis));
  });

  it('has a hash that tells any difference', () => {
    expect(hashBasis(basis)).toMatch(/^sha256:[0-9a-f]{64}$/);
    const others = [
      takeSnapshot(live, { replicas: 3 }),
      takeSnapshot(live, {}),
      takeSnapshot(livePipe({ settings: { db_max_threads: 4 } }), { replicas: 2 }),
      takeSnapshot(livePipe({ settings: { db_max_threads: 4, future_switch: { deep: [2, 1] } } }), { replicas: 2 }),
    ];
    expect(new Set([basis, ...others].map(hashBasis)).size).toBe(others.length + 1);
  });

  it('takes in an unchanged scaling key that is managed, and none that is not', () => {
    const pipe = planOne(desiredPipe({ settings: { db_max_threads: 8 }, scaling: { replicas: 2 } }), live);
    expect(pipe.live?.scaling).toEqual({ replicas: 2 });
  });
});

describe('movements since the basis was taken', () => {
  const moved = (settings: Parameters<typeof livePipe>[0], scaling = {}) =>
    findMovements(basis, livePipe({ ...live, ...settings, scaling: { ...live.scaling, ...scaling } }));

  it('are none when only null comes or goes', () => {
    expect(moved({ settings: { ...valuesOf(live), other: null } })).toEqual([]);
    const { db_max_insert_threads: _, ...absent } = valuesOf(live);
    expect(moved({ settings: absent })).toEqual([]);
  });

  it.each([
    ['a value changed', { db_max_threads: 5 }, 'settings.db_max_threads', 4, 5],
    ['a value became null', { db_max_threads: null }, 'settings.db_max_threads', 4, null],
    ['a null became a value', { db_max_insert_threads: 0 }, 'settings.db_max_insert_threads', null, 0],
    ['a key appeared', { another: true }, 'settings.another', null, true],
    [
      'inside an unknown key',
      { future_switch: { deep: [1] } },
      'settings.future_switch',
      { deep: [1, 2] },
      { deep: [1] },
    ],
  ])('%s', (_, settings, path, expected, found) => {
    expect(moved({ settings: { ...valuesOf(live), ...settings } })).toEqual([{ path, expected, found }]);
  });

  it.each([
    [null, 'the service shows none'],
    [{ status: 'unusable' } as const, 'the service shows something that is no object'],
  ])('are all settings when they cannot be read: %j', (settings, unreadable) => {
    const { settings: expected } = basis;
    expect(moved({ settings })).toEqual([{ path: 'settings', expected, found: null, unreadable }]);
    const empty = takeSnapshot(livePipe({ settings: { db_max_threads: null } }), {});
    expect(findMovements(empty, livePipe({ settings }))).toEqual([
      { path: 'settings', expected: {}, found: null, unreadable },
    ]);
  });

  it('are none of settings that the plan could not read: it does not rely on them', () => {
    expect(findMovements(takeSnapshot(livePipe({ settings: null }), {}), live)).toEqual([]);
  });

  it('see scaling that cannot be read any more', () => {
    const found = livePipe({
      ...live,
      scaling: { ...live.scaling, replicas: 'unreadable' },
      unreadable: [{ path: 'scaling.replicas', found: 'abc' }],
    });
    expect(findMovements(basis, found)).toEqual([
      { path: 'scaling.replicas', expected: 2, found: null, unreadable: 'the service shows "abc"' },
    ]);
  });

  it('see the scaling that was weighed, and no other', () => {
    expect(moved({}, { replicas: 3, replicaCpuMillicores: 500 })).toEqual([
      { path: 'scaling.replicas', expected: 2, found: 3 },
    ]);
    expect(moved({}, { replicas: 0 })).toEqual([{ path: 'scaling.replicas', expected: 2, found: null }]);
  });
});
