import { formatNumber } from '../../model/number.ts';
import type { Base } from '../../model/plan.ts';
import type { Report } from '../../model/report.ts';
import { safeText } from '../../model/safe-text.ts';
import { count } from '../view-model/count.ts';
import { ORIGIN_WORDS, originsIn } from '../view-model/origin-words.ts';
import { shortCommit } from '../view-model/short-commit.ts';
import { cutText } from './cut-text.ts';

const LONGEST_REF = 80;
const MERGE_BASE = /\.\.\.$/;

/** What a report was attributed against, and what the words of its changes mean; nothing without a base. */
export function renderAttribution(report: Report): readonly string[] {
  if (report.base === null) return [];
  const origins = originsIn(report.pipes.flatMap(({ changes, acknowledged }) => [...changes, ...acknowledged]));
  const meanings = origins.map((origin) => `${origin} = ${ORIGIN_WORDS[origin].short}`);
  return [sayBase(report.base), ...(meanings.length === 0 ? [] : [`Origin: ${meanings.join(', ')}.`])];
}

/** `Shard 2 of 4: 250 of 1,000 pipes.`; nothing when the report is not of a shard. */
export function renderShard({ scope, summary }: Report): readonly string[] {
  if (scope === null || scope.shard === null) return [];
  const { index, total } = scope.shard;
  return [`Shard ${index} of ${total}: ${formatNumber(summary.total)} of ${count(scope.fleet, 'pipe')}.`];
}

function sayBase({ ref, commit }: Base): string {
  const name = safeText(cutText(ref.replace(MERGE_BASE, ''), LONGEST_REF));
  const which = MERGE_BASE.test(ref) ? `the merge base with ${name}` : name;
  return `Compared with ${which} (${safeText(shortCommit(commit))}).`;
}
