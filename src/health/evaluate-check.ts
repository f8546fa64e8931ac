import type { AlertCheck, Check, CheckResult, SeriesCheck } from '../model/check.ts';
import type { RequestFailure } from '../model/client.ts';
import type { ObservabilityReader } from '../model/observability.ts';
import { describeReadFailure } from './failure-words.ts';
import { judgeAlert } from './judge-alert.ts';
import { type Judgement, judgeSeries } from './judge-series.ts';
import { queryWindow } from './query-window.ts';

/**
 * Asks the service once (twice when its first answer shows that the clock here was wrong) and judges what it says. Never
 * throws for what a service answers: a failure is the verdict `error`.
 */
export async function evaluateCheck(
  check: Check,
  reader: ObservabilityReader,
  signal?: AbortSignal,
): Promise<CheckResult> {
  return check.of === 'series' ? evaluateSeries(check, reader, signal) : evaluateAlert(check, reader, signal);
}

async function evaluateSeries(
  check: SeriesCheck,
  reader: ObservabilityReader,
  signal?: AbortSignal,
): Promise<CheckResult> {
  const answer = await queryWindow(check, 0, reader, signal);
  if (!answer.ok) return finish(check, describeError(answer.failure), reader.now());
  return finish(check, judgeSeries(check, answer.rows, answer.window), answer.nowMs);
}

async function evaluateAlert(
  check: AlertCheck,
  reader: ObservabilityReader,
  signal?: AbortSignal,
): Promise<CheckResult> {
  const answer = await reader.readAlert(check.alert, signal);
  // Only now: the answer may have put the clock right.
  const nowMs = reader.now();
  return finish(check, answer.ok ? judgeAlert(check, answer.alert, nowMs) : describeError(answer.failure), nowMs);
}

function describeError(failure: RequestFailure): Judgement {
  return { verdict: 'error', value: null, reason: describeReadFailure(failure), samples: 0, newest: null, groups: [] };
}

function finish({ name }: Check, judgement: Judgement, nowMs: number): CheckResult {
  return { name, ...judgement, asOf: new Date(nowMs).toISOString() };
}
