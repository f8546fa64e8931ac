import fc, { type IAsyncProperty } from 'fast-check';

/** The default seed: CI must fail because of the change, not at random. */
const USUAL_SEED = 20_261_120;

/** The default number of runs; set FC_EFFORT for a longer search. */
const USUAL_EFFORT = 0.4;

/**
 * Checks a property. The seed is constant, so that a run can be repeated; `FC_SEED` sets another, `FC_PATH`
 * runs a single counterexample (of one test: add `-t`), and `FC_EFFORT` multiplies the number of runs for a long search.
 */
export async function check<T>(property: IAsyncProperty<T>, runs: number): Promise<void> {
  const { FC_SEED, FC_PATH, FC_EFFORT } = process.env;
  const seed = FC_SEED === undefined ? USUAL_SEED : Number(FC_SEED);
  const path = FC_PATH === undefined ? {} : { path: FC_PATH };
  const numRuns = Math.ceil(runs * Number(FC_EFFORT ?? USUAL_EFFORT));
  const outcome = await fc.check(property, { seed, ...path, numRuns, includeErrorInReport: true });
  if (!outcome.failed) return;
  const replay = `Replay it with FC_SEED=${outcome.seed} FC_PATH=${outcome.counterexamplePath ?? ''}`;
  throw new Error(`${replay}\n${fc.defaultReportMessage(outcome) ?? ''}`);
}
