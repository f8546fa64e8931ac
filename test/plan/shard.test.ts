import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isInShard } from '../../src/plan/policy/scope.ts';
import { checkProperty, WHOLE } from '../effort.ts';
import { idOf } from './samples.ts';

/** The index of every shard of `total` that has the pipe. */
function ownersOf(id: string, total: number): readonly number[] {
  const all = Array.from({ length: total }, (_, i) => i + 1);
  return all.filter((index) => isInShard(id, { index, total }));
}

describe('shards', () => {
  it('contain every pipe exactly once', () => {
    checkProperty(
      fc.property(
        fc.oneof(fc.uuid(), fc.string({ unit: 'grapheme' })),
        fc.integer({ min: 1, max: 40 }),
        (id, total) => {
          expect(ownersOf(id, total)).toHaveLength(1);
        },
      ),
    );
  });

  it('are the same on every machine and in every version', () => {
    const owners = ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => ownersOf(idOf(name), 4)[0]);
    expect(owners).toEqual([2, 3, 1, 2, 2, 1]);
  });

  it.each([
    [
      'random ids',
      (index: number) => `0b0c3a9e-2a64-4a4f-8a11-${(index * 2_654_435_761).toString(16).padStart(12, '0')}`,
    ],
    ['sequential ids', (index: number) => `0b0c3a9e-2a64-4a4f-8a11-${index.toString(16).padStart(12, '0')}`],
    ['ids in even steps', (index: number) => `0b0c3a9e-2a64-4a4f-8a11-${(index * 16).toString(16).padStart(12, '0')}`],
  ])('are evenly sized: %s', (_, idAt) => {
    const [pipes, total] = [WHOLE ? 4_000 : 1_000, 16];
    const counts = new Array<number>(total).fill(0);
    for (let index = 0; index < pipes; index++) {
      const owner = (ownersOf(idAt(index), total)[0] ?? 0) - 1;
      counts[owner] = (counts[owner] ?? 0) + 1;
    }
    const expected = pipes / total;
    const chiSquare = counts.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0);
    // With 15 degrees of freedom an even split exceeds this once in a hundred thousand.
    expect(chiSquare).toBeLessThan(50);
  });
});
