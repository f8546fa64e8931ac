import { groupBy } from '../../model/group-by.ts';
import { capitalize, withoutPeriod } from '../../model/text.ts';
import type { Block } from '../block.ts';
import { composeNames, type NamedPipe } from './compose-entry.ts';

/** Pipes with a reason each: the names by reason, those of most pipes first. */
export function composeReasons(
  pipes: readonly (NamedPipe & { readonly reason: string })[],
  most: number,
  isFolded: boolean,
): readonly Block[] {
  const byReason = [...groupBy(pipes, ({ reason }) => reason)].sort(([, a], [, b]) => b.length - a.length);
  return byReason
    .slice(0, most)
    .map(([reason, own]) => composeNames(own, capitalize(withoutPeriod(reason)), '', isFolded));
}
