import type { Check, CheckResult } from '../model/check.ts';
import type { ObservabilityReader } from '../model/observability.ts';
import { describeReadFailure } from './describe-read-failure.ts';
import { evaluateAlert } from './evaluate-alert.ts';
import { type Evaluation, evaluateSeries } from './evaluate-series.ts';
import { queryWindow } from './series-window.ts';

/**
 * Asks the service once (twice when its first answer shows that the clock here was wrong) and evaluates the answer. Never
 * throws for what a service answers: a failure is the verdict `error`.
 */
export async function evaluateCheck(
  check: Check,
  reader: ObservabilityReader,
  signal?: AbortSignal,
): Promise<CheckResult> {
  const finish = (evaluation: Evaluation, nowMs: number): CheckResult => ({
    name: check.name,
    ...evaluation,
    asOf: new Date(nowMs).toISOString(),
  });
  const blank = { verdict: 'error', value: null, samples: 0, newest: null, groups: [] } as const;
  if (check.of === 'series') {
    const answer = await queryWindow(check, 0, reader, signal);
    return answer.ok
      ? finish(evaluateSeries(check, answer.rows, answer.window), answer.nowMs)
      : finish({ ...blank, reason: describeReadFailure(answer.failure) }, reader.now());
  }
  const answer = await reader.readAlert(check.alert, signal);
  // Only now: the answer may have put the clock right.
  const nowMs = reader.now();
  const reason = answer.ok ? '' : describeReadFailure(answer.failure);
  return finish(answer.ok ? evaluateAlert(check, answer.alert, nowMs) : { ...blank, reason }, nowMs);
}
