import { describe, expect, test } from 'vitest';
import { sample } from '../effort.ts';
import { KINDS } from './main.ts';

/** Between them, what can happen; `npm run chaos` plays hundreds. */
const SEEDS: readonly (readonly [keyof typeof KINDS, string, readonly number[]])[] = [
  // Kills, an interrupt, lost answers, edits of others, waves, saved plans, rollbacks, clock steps.
  ['apply', 'the ledger matches the service, and a second apply converges', [28, 41, 50, 74, 125, 269]],
  // A kill between two files, and services that cannot be read.
  ['pull', 'files are whole, and a second pull completes the first', [12, 31]],
];

// All seeds share the time of one process.
describe.concurrent.each(sample(SEEDS))('%s: %s', { timeout: 120_000 }, (kind, _, seeds) => {
  for (const seed of sample(seeds)) {
    test(`seed ${seed}`, async () => {
      const { violations, kept } = await KINDS[kind](seed);
      expect(violations, `kept in ${kept}; npm run chaos -- --kind ${kind} --seed ${seed}`).toEqual([]);
    });
  }
});
