import fc from 'fast-check';
import { expect, test } from 'vitest';

const { CI, FC_SEED, FC_EFFORT } = process.env;

/** Whether every example is tried, as in CI, or what takes long only as a sample. */
export const WHOLE = CI !== undefined && CI !== '';

/** Constant, so that a test fails because of a change, not at random. */
const SEED = FC_SEED === undefined ? 20_261_120 : Number(FC_SEED);

/** The part of the runs that a property makes: a tenth, all of them every night, and more than 1 for a long search. */
const EFFORT = Number(FC_EFFORT ?? 0.1);

/**
 * `fc.assert` with the same seed and effort for all properties. `numRuns` is the number of runs with `npm run test:all`; the examples are always
 * tried. A failure prints the `seed` and `path` that, added to the parameters, run its counterexample alone.
 */
export const checkProperty = ((property: fc.IRawProperty<unknown>, parameters: fc.Parameters<unknown> = {}) => {
  const { numRuns = 100, examples = [] } = parameters;
  const runs = Math.max(examples.length, 1, Math.round(numRuns * EFFORT));
  return fc.assert(property as fc.IProperty<unknown>, { seed: SEED, ...parameters, numRuns: runs });
}) as typeof fc.assert;

/** Counts the cases in which a property asserts what it is about: one that returns early in all of them shows nothing. */
export function countCases() {
  let seen = 0;
  return {
    add() {
      seen += 1;
    },
    expectSome: (least = 1) => expect(seen).toBeGreaterThanOrEqual(least),
  };
}

/** All rows of a table when everything is tried, otherwise the first `count`. */
export function sample<Row>(rows: readonly Row[], count = 1): readonly Row[] {
  return WHOLE ? rows : rows.slice(0, count);
}

/** A test that takes seconds, and is left out where not everything is tried; what it shows is also tried in short by others. */
export const inCi = test.runIf(WHOLE);
