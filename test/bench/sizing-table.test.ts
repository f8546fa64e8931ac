import { expect, test } from 'vitest';
import { renderWorld } from '../../bench/sizing-table.ts';
import type { BacktestRow } from '../../src/model/size/sizing.ts';

const ROW: BacktestRow = {
  ...{ policy: 'krr', headrooms: [0.07], isWithinTarget: true },
  figures: {
    ...{ cost: 1_234, slack: 0.5, changesPerDay: 0.04, outOfMemory: 0.00002 },
    relativeCost: { value: 1.0412, low: 1.02, high: 1.07 },
    short: { value: 0.0021, low: 0.001, high: 0.0035 },
    worst: { cost: { pipe: 'seed 5030', relativeCost: 1.27 }, short: { pipe: 'seed 5039', share: 0.0074 } },
  },
  front: [
    { headroom: 0, relativeCost: 0.95, short: 0.0226 },
    { headroom: 0.07, relativeCost: 1.0412, short: 0.0021 },
  ],
};

test('a world is a table of its rules and their fronts; what missed the target is marked', () => {
  const missed: BacktestRow = { ...ROW, policy: 'hpa', headrooms: [2], isWithinTarget: false, front: [] };
  expect(renderWorld('daily', [ROW, missed])).toBe(`
## daily

| rule | headroom | cost | short | slack | changes a day | out of memory | worst cost | worst short |
| --- | --- | --- | --- | --- | --- | --- | --- | --- |
| krr | 7% | 1.041 (1.020 to 1.070) | 0.21% (0.10% to 0.35%) | 50% | 0.04 | 0.002% | 1.27 (seed 5030) | 0.74% (seed 5039) |
| hpa | 200% (target missed) | 1.041 (1.020 to 1.070) | 0.21% (0.10% to 0.35%) | 50% | 0.04 | 0.002% | 1.27 (seed 5030) | 0.74% (seed 5039) |

Fronts (headroom: cost at time short):

- krr: 0%: 0.95 at 2.26%; 7%: 1.04 at 0.21%
`);
});
