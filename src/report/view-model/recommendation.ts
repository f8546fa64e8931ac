import { formatNumber } from '../../model/number.ts';
import { isRefusedAsWhole } from '../../model/plan.ts';
import type { Recommendation } from '../../model/recommendation.ts';
import type { Report, ReportPipe } from '../../model/report.ts';
import { RUN_STATUSES } from '../../model/run.ts';
import { cutText } from '../text/fit-text.ts';
import { type Counted, countWords } from './count.ts';
import { STATUS_STYLES } from './status.ts';

/** The arithmetic is a sentence; of a longer one the beginning is shown. */
const LONGEST_REASON = 400;

/**
 * What becomes of a recommendation. `made`: its replicas are to be written, or were. `left`: they are not, and `words` and, in
 * short, `group` say what the difference is instead.
 */
type RecommendationOutcome =
  | { readonly of: 'made' | 'hold' | 'no-answer' }
  | { readonly of: 'left'; readonly words: string; readonly group: string };

/**
 * `replicas 2 → 5, as orders-lag asks: ceil(2 × 12,400 / 5,000) = 5; band 2 to 10`, where that is not what is done
 * `orders-lag asks for replicas 2 → 5 (refused): …`, or null when there is nothing to tell: no target, or no answer, of which a
 * warning of the pipe tells already.
 * @param arrow between the two numbers, as the format has it.
 */
export function describeRecommendation(pipe: ReportPipe, arrow: '→' | '->'): string | null {
  const { recommendation } = pipe;
  if (recommendation === null || recommendation.replicas === null) return null;
  const { check, current, replicas } = recommendation;
  const reason = cutText(recommendation.reason, LONGEST_REASON);
  const fate = findOutcome(pipe, recommendation);
  if (fate.of === 'hold') return `replicas stay at ${formatNumber(replicas)}, as ${check} asks: ${reason}`;
  const move = `replicas ${current === null ? 'not shown' : formatNumber(current)} ${arrow} ${formatNumber(replicas)}`;
  return fate.of === 'left'
    ? `${check} asks for ${move} (${fate.words}): ${reason}`
    : `${move}, as ${check} asks: ${reason}`;
}

/** `2 pipes to scale, 3 to hold, 1 acknowledged and 1 without an answer`; empty when no pipe has a target. */
export function summarizeTargets(report: Report): string {
  const pipes: readonly ReportPipe[] = report.pipes;
  const fates = pipes.flatMap((pipe) =>
    pipe.recommendation === null ? [] : [findOutcomeIn(report, pipe, pipe.recommendation)],
  );
  const count = (of: RecommendationOutcome['of'], words: string): Counted => ({
    number: fates.filter((fate) => fate.of === of).length,
    words,
  });
  const left = fates.flatMap((fate) => (fate.of === 'left' ? [fate.group] : []));
  const groups = [...new Set(left)].sort();
  return countWords('pipe', [
    count('made', report.kind === 'run' ? 'scaled' : 'to scale'),
    count('hold', report.kind === 'run' ? 'held' : 'to hold'),
    ...groups.map((words) => ({ number: left.filter((group) => group === words).length, words })),
    count('no-answer', 'without an answer'),
  ]);
}

/** In a plan that is refused as a whole nothing is to be written. */
function findOutcomeIn(report: Report, pipe: ReportPipe, recommendation: Recommendation): RecommendationOutcome {
  const fate = findOutcome(pipe, recommendation);
  const isRefused = report.kind === 'plan' && isRefusedAsWhole(report);
  return fate.of === 'made' && isRefused ? leave('refused') : fate;
}

function findOutcome(
  { status, changes, acknowledged }: ReportPipe,
  { verdict, replicas }: Recommendation,
): RecommendationOutcome {
  if (replicas === null) return { of: 'no-answer' };
  if (verdict === 'hold') return { of: 'hold' };
  const known = acknowledged.find(({ path }) => path === 'scaling.replicas');
  if (known !== undefined) return leave('acknowledged', `acknowledged until ${known.until}`);
  const change = changes.find(({ path }) => path === 'scaling.replicas');
  if (change === undefined) return leave('of another origin');
  if (status === 'update' || status === 'applied') return { of: 'made' };
  const outcome = RUN_STATUSES.find((one) => one === status);
  return leave(outcome === undefined ? status : STATUS_STYLES.run[outcome].label);
}

function leave(group: string, words = group): RecommendationOutcome {
  return { of: 'left', words, group };
}
