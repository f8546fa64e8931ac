import fc, { type Arbitrary } from 'fast-check';

/** The n-th request or write received, the n-th commit or the n-th event on stdout. */
export interface Moment {
  readonly on: 'request' | 'write' | 'commit' | 'event';
  readonly number: number;
}

/** A change to the files of the project while the apply runs. */
export interface Meddling extends Moment {
  /** What is removed; `other-lock`: the lock, which another process then holds. */
  readonly takes: 'folder' | 'runs' | 'journal' | 'lock' | 'other-lock';
}

const meddling: Arbitrary<Meddling> = fc.record({
  takes: fc.constantFrom('folder', 'runs', 'journal', 'lock', 'other-lock'),
  on: fc.constantFrom('request', 'write', 'write', 'write', 'commit', 'event'),
  number: fc.constantFrom(1, 1, 2, 2, 3, 4, 5, 8, 13, 21),
});

/** A quarter of the runs without a signal. Drawn separately, so that the other draws of a seed do not change. */
export function drawMeddling(seed: number, blow: object | null): Meddling | null {
  if (blow !== null) return null;
  const seldom = fc.oneof({ weight: 3, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: meddling });
  const [drawn = null] = fc.sample(seldom, { seed: Math.imul(seed + 1, 0xc2b2ae35), numRuns: 1 });
  return drawn;
}

/** Whether the journal is removed with it. */
export function losesJournal(meddled: Meddling | null): boolean {
  return meddled !== null && meddled.takes !== 'lock' && meddled.takes !== 'other-lock';
}
