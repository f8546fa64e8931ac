import { formatNumber } from '../../model/number.ts';
import { changesReplicas, isRefusedAsWhole } from '../../model/plan.ts';
import type { Recommendation } from '../../model/recommendation.ts';
import type { Report, ReportPipe } from '../../model/report.ts';
import { RUN_STATUSES } from '../../model/run.ts';
import { countWords } from './count.ts';
import { cutText } from './format.ts';
import { STATUS_STYLES } from './status.ts';

const LONGEST_REASON = 400;

/** `made`: the replicas are or will be written. `left`: they are not; `words` and, in short, `group` say why. */
type Outcome =
  | { readonly kind: 'made' | 'hold' | 'no-data' }
  | { readonly kind: 'left'; readonly words: string; readonly group: string };

/**
 * `replicas 2 → 5, as orders-lag recommends: ceil(2 × 12,400 / 5,000) = 5; band 2 to 10`, or `orders-lag recommends replicas 2 → 5
 * (refused): …` when they are not written. null without a target or data; a warning of the pipe reports missing data.
 */
export function describeRecommendation(pipe: ReportPipe, arrow: '→' | '->'): string | null {
  const { recommendation } = pipe;
  if (recommendation === null || recommendation.replicas === null) return null;
  const { check, current, replicas } = recommendation;
  const reason = cutText(recommendation.reason, LONGEST_REASON);
  const outcome = findOutcome(pipe, recommendation);
  if (outcome.kind === 'hold') return `replicas stay at ${formatNumber(replicas)}, as ${check} recommends: ${reason}`;
  const move = `replicas ${current === null ? 'unknown' : formatNumber(current)} ${arrow} ${formatNumber(replicas)}`;
  return outcome.kind === 'left'
    ? `${check} recommends ${move} (${outcome.words}): ${reason}`
    : `${move}, as ${check} recommends: ${reason}`;
}

/** `2 pipes to scale, 3 to hold, 1 acknowledged and 1 without data`; empty when no pipe has a target. */
export function summarizeTargets(report: Report): string {
  const pipes: readonly ReportPipe[] = report.pipes;
  const isRun = report.kind === 'run';
  const made = isRun ? 'scaled' : isRefusedAsWhole(report) ? 'refused' : 'to scale';
  const held = isRun ? 'held' : 'to hold';
  const names = { made, hold: held, 'no-data': 'without data' };
  const counts = new Map<string, number>();
  for (const pipe of pipes) {
    if (pipe.recommendation === null) continue;
    const outcome = findOutcome(pipe, pipe.recommendation);
    const group = outcome.kind === 'left' ? outcome.group : names[outcome.kind];
    counts.set(group, (counts.get(group) ?? 0) + 1);
  }
  const ranks = ['scaled', 'to scale', held, null, names['no-data']];
  const rankOf = (group: string): number => ranks.indexOf(ranks.includes(group) ? group : null);
  const groups = [...counts].map(([words, number]) => ({ words, number }));
  groups.sort((one, other) => rankOf(one.words) - rankOf(other.words) || (one.words < other.words ? -1 : 1));
  return countWords('pipe', groups);
}

function findOutcome({ status, changes, acknowledged }: ReportPipe, { verdict, replicas }: Recommendation): Outcome {
  if (replicas === null) return { kind: 'no-data' };
  if (verdict === 'hold') return { kind: 'hold' };
  const leave = (group: string, words = group): Outcome => ({ kind: 'left', words, group });
  const known = acknowledged.find(changesReplicas);
  if (known !== undefined) return leave('acknowledged', `acknowledged until ${known.until}`);
  if (!changes.some(changesReplicas)) return leave('of another origin');
  if (status === 'update' || status === 'applied') return { kind: 'made' };
  const outcome = RUN_STATUSES.find((one) => one === status);
  return leave(outcome === undefined ? status : STATUS_STYLES.run[outcome].label);
}
