import { describe, expect, test } from 'vitest';
import { TICK_MS } from '../../../src/sandbox/simulation/clock.ts';
import { type AbilityChange, addChanges } from '../../../src/sandbox/simulation/simulation.ts';

const at = (ticks: number, capacity: number): AbilityChange => ({
  at: ticks * TICK_MS,
  ability: { mode: 'works', capacity, gatherSeconds: 1, errorShare: 0 },
});
const BEGUN = [at(0, 1)];
const capacities = (changes: readonly AbilityChange[]) => changes.map(({ ability }) => ability.capacity);

describe('the change history of a pipe', () => {
  test('keeps only the last change between two ticks', () => {
    let changes: readonly AbilityChange[] = BEGUN;
    for (const [moment, capacity] of [
      [10, 2],
      [10.4, 3],
      [10.9, 4],
      [11, 5],
    ] as const) {
      changes = addChanges(changes, moment * TICK_MS, [at(moment, capacity)]);
    }
    expect(capacities(changes)).toEqual([1, 4, 5]);
  });

  test('replaces future changes with a later one', () => {
    const first = addChanges(BEGUN, 10 * TICK_MS, [at(10, 2), at(20, 3)]);
    expect(capacities(addChanges(first, 15 * TICK_MS, [at(15, 4), at(25, 5)]))).toEqual([1, 2, 4, 5]);
  });
});
