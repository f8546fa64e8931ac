import { expect, test } from 'vitest';
import type { Rollout } from '../../src/model/rollout.ts';
import { describeRollout } from '../../src/report/view-model/rollout.ts';

const rollout: Rollout = {
  waves: [{ share: 1 }],
  before: ['alert'],
  after: ['lag', 'alert'],
  bakeMs: 300_000,
  intervalMs: 30_000,
  count: null,
  failureLimit: 0,
  inconclusiveLimit: 0,
  consecutiveErrorLimit: 4,
  onFailure: 'rollback',
};

test.each<[string, Partial<Rollout>, readonly number[], readonly string[]]>([
  [
    'everything',
    {},
    [1, 24, 1_200],
    [
      'Guarded rollout: 3 waves of 1, 24 and 1,200 pipes',
      '  before the first: alert',
      '  after each: lag, alert, asked every 30s for 5m',
      '  a wave that fails: stops, and what this run wrote is put back',
    ],
  ],
  [
    'a count, in a longer bake',
    { count: 3, before: [], after: ['lag'], onFailure: 'stop' },
    [1],
    [
      'Guarded rollout: 1 wave of 1 pipe',
      '  after each: lag, asked every 30s, 3 times, in a bake of 5m',
      '  a wave that fails: stops the rollout',
    ],
  ],
  [
    'no bake',
    { before: [], after: ['lag'], bakeMs: 0 },
    [2, 2],
    [
      'Guarded rollout: 2 waves of 2 and 2 pipes',
      '  after each: lag, asked once',
      '  a wave that fails: stops, and what this run wrote is put back',
    ],
  ],
  [
    'no checks, and many waves',
    { before: [], after: [], onFailure: 'stop' },
    [1, 2, 3, 4, 5, 6, 7, 8, 9, 10],
    [
      'Guarded rollout: 10 waves of 1, 2, 3, 4, 5, 6, 7, 8 and 2 waves more',
      '  after each: 5m of baking, no check',
      '  a wave that fails: stops the rollout',
    ],
  ],
])('%s', (_, changed, sizes, lines) => {
  expect(describeRollout({ ...rollout, ...changed }, sizes)).toBe(`${lines.join('\n')}\n`);
});
