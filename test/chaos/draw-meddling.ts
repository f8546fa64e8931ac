import fc, { type Arbitrary } from 'fast-check';
import type { Blow } from './draw-chaos.ts';

/** What somebody does to the files of the project while the apply works. */
export interface Meddling extends Pick<Blow, 'on' | 'number'> {
  /** What is removed; `other-lock`: the lock, and another process has it now. */
  readonly takes: 'folder' | 'runs' | 'journal' | 'lock' | 'other-lock';
}

const meddling: Arbitrary<Meddling> = fc.record({
  takes: fc.constantFrom('folder', 'runs', 'journal', 'lock', 'other-lock'),
  on: fc.constantFrom('request', 'write', 'write', 'write', 'commit', 'event'),
  number: fc.constantFrom(1, 1, 2, 2, 3, 4, 5, 8, 13, 21),
});

/** A quarter of the runs that no signal hits. Drawn apart from all else, so that the other draws of a seed stay as they are. */
export function drawMeddling(seed: number, blow: Blow | null): Meddling | null {
  if (blow !== null) return null;
  const seldom = fc.oneof({ weight: 3, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: meddling });
  const [drawn = null] = fc.sample(seldom, { seed: Math.imul(seed + 1, 0xc2b2ae35), numRuns: 1 });
  return drawn;
}

/** Whether what was written down is gone with it. */
export function losesJournal(meddled: Meddling | null): boolean {
  return meddled !== null && meddled.takes !== 'lock' && meddled.takes !== 'other-lock';
}
