import { formatNumber } from '../model/number.ts';
import type { Recommendation } from '../model/recommendation.ts';
import type { ReportPipe } from '../model/report.ts';
import { countWords } from './count.ts';
import { cutText } from './cut-text.ts';

/** The arithmetic is a sentence; of a longer one the beginning is shown. */
const LONGEST_REASON = 400;

/**
 * `replicas 2 → 5, as orders-lag asks: ceil(2 × 12,400 / 5,000) = 5; band 2 to 10`, or null when there is nothing to tell:
 * no target, or no answer, of which a warning of the pipe tells already.
 * @param arrow between the two numbers, as the format has it.
 */
export function sayRecommendation(recommendation: Recommendation | null, arrow: '→' | '->'): string | null {
  if (recommendation === null || recommendation.replicas === null) return null;
  const { check, verdict, current, replicas, reason } = recommendation;
  const from = current === null ? 'not shown' : formatNumber(current);
  const move = verdict === 'hold' ? `stay at ${formatNumber(replicas)}` : `${from} ${arrow} ${formatNumber(replicas)}`;
  return `replicas ${move}, as ${check} asks: ${cutText(reason, LONGEST_REASON)}`;
}

/** `2 pipes to scale, 3 to hold and 1 without an answer`; empty when no pipe has a target. */
export function tellTargets(pipes: readonly ReportPipe[]): string {
  const verdicts = pipes.flatMap(({ recommendation }) => (recommendation === null ? [] : [recommendation.verdict]));
  const scale = verdicts.filter((verdict) => verdict === 'scale').length;
  const hold = verdicts.filter((verdict) => verdict === 'hold').length;
  return countWords('pipe', [
    { number: scale, words: 'to scale' },
    { number: hold, words: 'to hold' },
    { number: verdicts.length - scale - hold, words: 'without an answer' },
  ]);
}
