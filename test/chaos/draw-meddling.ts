import fc, { type Arbitrary } from 'fast-check';
import type { Blow } from './draw-chaos.ts';

/** A change to the files of the project while the apply runs. */
export interface Meddling extends Pick<Blow, 'on' | 'number'> {
  /** What is removed; `other-lock`: the lock, which another process then holds. */
  readonly takes: 'folder' | 'runs' | 'journal' | 'lock' | 'other-lock';
}

const meddling: Arbitrary<Meddling> = fc.record({
  takes: fc.constantFrom('folder', 'runs', 'journal', 'lock', 'other-lock'),
  on: fc.constantFrom('request', 'write', 'write', 'write', 'commit', 'event'),
  number: fc.constantFrom(1, 1, 2, 2, 3, 4, 5, 8, 13, 21),
});

/** A quarter of the runs without a signal. Drawn separately, so that the other draws of a seed do not change. */
export function drawMeddling(seed: number, blow: Blow | null): Meddling | null {
  if (blow !== null) return null;
  const seldom = fc.oneof({ weight: 3, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: meddling });
  const [drawn = null] = fc.sample(seldom, { seed: Math.imul(seed + 1, 0xc2b2ae35), numRuns: 1 });
  return drawn;
}

/** Whether the journal is removed with it. */
export function losesJournal(meddled: Meddling | null): boolean {
  return meddled !== null && meddled.takes !== 'lock' && meddled.takes !== 'other-lock';
}
