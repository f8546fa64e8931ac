import { describe, expect, test } from 'vitest';
import type { Ability } from '../../../src/sandbox/simulation/capacity.ts';
import { TICK_MS } from '../../../src/sandbox/simulation/clock.ts';
import { createHistory } from '../../../src/sandbox/simulation/record.ts';

const able = (capacity: number): Ability => ({ mode: 'works', capacity, gatherSeconds: 1, troubled: 0 });
const at = (ticks: number, capacity: number) => ({ at: ticks * TICK_MS, ability: able(capacity) });
const capacities = ({ turns }: ReturnType<typeof createHistory>) => turns.map(({ ability }) => ability.capacity);

describe('a history', () => {
  test('keeps the last of what happens between two ticks', () => {
    const history = createHistory(able(1));
    for (const [moment, capacity] of [
      [10, 2],
      [10.4, 3],
      [10.9, 4],
      [11, 5],
    ] as const) {
      history.note(moment * TICK_MS, [at(moment, capacity)]);
    }
    expect(capacities(history)).toEqual([1, 4, 5]);
  });

  test('puts what is to come in the place of what was to come', () => {
    const history = createHistory(able(1));
    history.note(10 * TICK_MS, [at(10, 2), at(20, 3)]);
    history.note(15 * TICK_MS, [at(15, 4), at(25, 5)]);
    expect(capacities(history)).toEqual([1, 2, 4, 5]);
  });

  test('folds what is decided, and goes on as before', () => {
    const history = createHistory(able(1));
    history.note(10 * TICK_MS, [at(10, 2)]);
    history.note(20 * TICK_MS, [at(20, 3)]);
    history.fold(15);
    expect(capacities(history)).toEqual([2, 3]);
    // A turn counts from the tick after it on.
    history.fold(19);
    expect(capacities(history)).toEqual([2, 3]);
    history.fold(20);
    expect(capacities(history)).toEqual([3]);
  });
});
