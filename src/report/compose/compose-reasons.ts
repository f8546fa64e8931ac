import { groupBy } from '../../model/group-by.ts';
import { capitalize, withoutPeriod } from '../../model/text.ts';
import type { Block } from '../block.ts';
import type { ReportPipe } from '../view-model/report-pipe.ts';
import { composeNames } from './compose-entry.ts';

const MAX_REASONS = 20;

/** Pipes with a reason each: the names by reason, those of most pipes first. */
export function composeReasons(
  pipes: readonly (Pick<ReportPipe, 'name' | 'service'> & { readonly reason: string })[],
): readonly Block[] {
  const byReason = [...groupBy(pipes, ({ reason }) => reason)].sort(([, a], [, b]) => b.length - a.length);
  const rest = byReason.slice(MAX_REASONS).flatMap(([, alike]) => alike);
  return [
    ...byReason
      .slice(0, MAX_REASONS)
      .map(([reason, alike]) => composeNames(alike, capitalize(withoutPeriod(reason)), '', true)),
    ...(rest.length === 0 ? [] : [composeNames(rest, 'Other reasons', '', true)]),
  ];
}
