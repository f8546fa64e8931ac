import { describe, expect, test } from 'vitest';
import { runChaos } from './run-chaos.ts';

/**
 * Between them: kills, an interrupt, lost answers, edits of others, waves, saved plans, rollbacks, a lost journal, a lost lock
 * and wall clocks that step. `npm run chaos` plays hundreds.
 */
const SEEDS = [28, 41, 49, 50, 74, 125, 269];

describe.concurrent('the ledger matches the service, and a second apply converges', () => {
  for (const seed of SEEDS) {
    test(`seed ${seed}`, async () => {
      const { violations, kept } = await runChaos(seed);
      expect(violations, `kept in ${kept}; npm run chaos -- --seed ${seed}`).toEqual([]);
    });
  }
});
