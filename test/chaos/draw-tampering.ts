import fc, { type Arbitrary } from 'fast-check';

/** The n-th request or write received, the n-th commit or the n-th event on stdout. */
export interface Moment {
  readonly on: 'request' | 'write' | 'commit' | 'event';
  readonly number: number;
}

/** A change to the files of the project while the apply runs. */
export interface Tampering extends Moment {
  /** What is removed; `other-lock`: the lock, which another process then holds. */
  readonly target: 'folder' | 'runs' | 'journal' | 'lock' | 'other-lock';
}

const tampering: Arbitrary<Tampering> = fc.record({
  target: fc.constantFrom('folder', 'runs', 'journal', 'lock', 'other-lock'),
  on: fc.constantFrom('request', 'write', 'write', 'write', 'commit', 'event'),
  number: fc.constantFrom(1, 1, 2, 2, 3, 4, 5, 8, 13, 21),
});

/** A quarter of the runs without a signal. Drawn separately, so that the other draws of a seed do not change. */
export function drawTampering(seed: number, blow: object | null): Tampering | null {
  if (blow !== null) return null;
  const seldom = fc.oneof({ weight: 3, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: tampering });
  const [drawn = null] = fc.sample(seldom, { seed: Math.imul(seed + 1, 0xc2b2ae35), numRuns: 1 });
  return drawn;
}

/** Whether the journal is removed with it. */
export function losesJournal(tampering: Tampering | null): boolean {
  return tampering !== null && tampering.target !== 'lock' && tampering.target !== 'other-lock';
}
