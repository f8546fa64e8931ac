import fc from 'fast-check';
import { expect, it } from 'vitest';
import { planMeasurements } from '../../../src/apply/rollout/plan-waves.ts';
import { checkProperty } from '../../effort.ts';

const plan = (bakeMs: number, intervalMs: number, count: number | null) => {
  const { offsetsMs, ...times } = planMeasurements({ bakeMs, intervalMs, count });
  return { ...times, offsets: [...offsetsMs] };
};

it.each<[string, [number, number, number | null], ReturnType<typeof plan>]>([
  ['every interval and the end', [90, 30, null], { bakeMs: 90, measurements: 3, offsets: [30, 60, 90] }],
  ['the end when it is not a multiple', [100, 30, null], { bakeMs: 100, measurements: 4, offsets: [30, 60, 90, 100] }],
  ['only the end of a short bake', [10, 30, null], { bakeMs: 10, measurements: 1, offsets: [10] }],
  ['immediately without a bake', [0, 30, null], { bakeMs: 0, measurements: 1, offsets: [0] }],
  ['a count within the bake', [100, 30, 2], { bakeMs: 100, measurements: 2, offsets: [30, 60] }],
  ['a count beyond the bake', [100, 30, 5], { bakeMs: 150, measurements: 5, offsets: [30, 60, 90, 120, 150] }],
  ['a count without a bake', [0, 30, 1], { bakeMs: 30, measurements: 1, offsets: [30] }],
])('measures %s', (_, [bakeMs, intervalMs, count], expected) => {
  expect(plan(bakeMs, intervalMs, count)).toEqual(expected);
});

it('are increasing, inside the bake, and as many as announced', () => {
  const counts = fc.option(fc.integer({ min: 1, max: 50 }));
  checkProperty(
    fc.property(fc.nat(2_000), fc.integer({ min: 7, max: 500 }), counts, (bakeMs, intervalMs, count) => {
      const { offsets, ...times } = plan(bakeMs, intervalMs, count);
      expect(offsets).toHaveLength(times.measurements);
      expect(offsets.at(-1)).toBeLessThanOrEqual(times.bakeMs);
      if (count === null) expect(offsets.at(-1)).toBe(bakeMs);
      expect(offsets.every((offset, index) => offset > (offsets[index - 1] ?? -1))).toBe(true);
      expect(offsets.slice(0, -1).every((offset, index) => offset === (index + 1) * intervalMs)).toBe(true);
    }),
  );
});
