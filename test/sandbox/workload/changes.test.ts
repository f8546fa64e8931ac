import { describe, expect, test } from 'vitest';
import { type AbilityChange, addChanges } from '../../../src/sandbox/workload/simulation.ts';
import { TICK_MS } from './simulate.ts';

const SIZE = { replicas: 1, cpuMillicores: 500, memoryGb: 2 };
const at = (ticks: number, cost: number): AbilityChange => ({
  at: ticks * TICK_MS,
  ability: { mode: 'works', size: SIZE, cost, gatherSeconds: 1, errorShare: 0 },
});
const BEGUN = [at(0, 1)];
const costs = (changes: readonly AbilityChange[]) => changes.map(({ ability }) => ability.cost);

describe('the change history of a pipe', () => {
  test('keeps only the last change between two ticks', () => {
    let changes: readonly AbilityChange[] = BEGUN;
    for (const [moment, cost] of [
      [10, 2],
      [10.4, 3],
      [10.9, 4],
      [11, 5],
    ] as const) {
      changes = addChanges(changes, moment * TICK_MS, [at(moment, cost)], TICK_MS);
    }
    expect(costs(changes)).toEqual([1, 4, 5]);
  });

  test('replaces future changes with a later one', () => {
    const first = addChanges(BEGUN, 10 * TICK_MS, [at(10, 2), at(20, 3)], TICK_MS);
    expect(costs(addChanges(first, 15 * TICK_MS, [at(15, 4), at(25, 5)], TICK_MS))).toEqual([1, 2, 4, 5]);
  });
});
