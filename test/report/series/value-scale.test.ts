import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { scaleValues } from '../../../src/report/chart/axes.ts';

const TINY = Number.MIN_VALUE;

describe('scaleValues', () => {
  it.each([
    [-4 * TINY, 6 * TINY],
    [0, TINY],
    [-TINY, 0],
    [3e-310, 8e-310],
    [1e-300, 1.000001e-300],
  ])('comes to an end for %d to %d, of which a computer knows hardly a digit', (lowest, highest) => {
    const { rows, ticks } = scaleValues(lowest, highest, 19);
    expect(rows).toBeLessThanOrEqual(19);
    expect(ticks.size).toBeGreaterThan(1);
  });

  it('fits any two numbers into its rows, the higher one above', () => {
    // Near zero are most of the numbers that there are, and few that are drawn by chance.
    const near = fc.integer({ min: -50, max: 50 }).map((count) => count * TINY);
    const value = fc.oneof(near, fc.double({ noNaN: true, noDefaultInfinity: true }));
    fc.assert(
      fc.property(value, value, fc.integer({ min: 3, max: 40 }), (one, other, mostRows) => {
        const [lowest, highest] = [Math.min(one, other), Math.max(one, other)];
        const { rows, rowOf } = scaleValues(lowest, highest, mostRows);
        expect(rows).toBeGreaterThan(1);
        expect(rows).toBeLessThanOrEqual(mostRows);
        expect(rowOf(highest)).toBeLessThanOrEqual(rowOf(lowest));
        expect(rowOf(lowest)).toBeLessThan(rows);
      }),
    );
  });
});
