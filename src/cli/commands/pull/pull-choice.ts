import type { Drift } from '../../../model/drift.ts';
import type { Difference } from './pull-differences.ts';
import type { AskRefresh } from './pull-options.ts';
import type { Telling } from './pull-output.ts';

/** In whose favour each difference is settled. */
export interface Chosen {
  readonly differences: readonly Difference[];
  /** Whether a person chose, who is then asked before anything is written. */
  readonly asked: boolean;
}

/** As --accept says; else a person is asked where there is one; else all of it is live's, to be looked at. */
export async function chooseSides(
  { accept, writing }: AskRefresh,
  differences: readonly Difference[],
  drift: Drift,
  telling: Telling,
): Promise<Chosen | 'interrupted'> {
  const { options, context } = telling;
  if (accept === 'git') return { differences: differences.map((one) => ({ ...one, side: 'git' })), asked: false };
  const isWatched = context.stdin.isTTY === true && context.stderr.isTTY === true && options.format === 'text';
  const isOpen = differences.some(({ side }) => side === 'live');
  if (accept === 'live' || writing === 'left-out' || !isWatched || !isOpen) return { differences, asked: false };
  const { askDifferences } = await import('./pull-ask.ts');
  const sides = await askDifferences(differences, drift, telling);
  if (sides === 'interrupted') return sides;
  return { differences: differences.map((one) => ({ ...one, side: sides.get(one) ?? one.side })), asked: true };
}
