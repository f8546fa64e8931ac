import type { Check, CheckResult } from '../model/check.ts';
import type { ObservabilityReader } from '../model/observability/reader.ts';
import { describeReadFailure } from './describe-failure.ts';
import { evaluateAlert } from './evaluate-alert.ts';
import { type Evaluation, evaluateSeries } from './evaluate-series.ts';
import { queryWindow } from './series-window.ts';

/** Sends one request, or two when the first response corrects the clock. Never throws: a failure is `error`. */
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
  if (check.kind === 'series') {
    const result = await queryWindow(check, reader, signal);
    return result.ok
      ? finish(evaluateSeries(check, result, result.window), result.nowMs)
      : finish({ ...blank, reason: describeReadFailure(result.failure, reader.url) }, reader.now());
  }
  const result = await reader.readAlert(check.alert, signal);
  // After the response, which may have corrected the clock.
  const nowMs = reader.now();
  return result.ok
    ? finish(evaluateAlert(check, result.alert, nowMs), nowMs)
    : finish({ ...blank, reason: describeReadFailure(result.failure, reader.url) }, nowMs);
}
