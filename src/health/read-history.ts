import type { SeriesCheck } from '../model/check.ts';
import type { ObservabilityReader } from '../model/observability.ts';
import type { TargetHistory } from '../model/recommendation.ts';
import { describeReadFailure } from './describe-read-failure.ts';
import { type GroupedValues, groupRows, reduceValues } from './reduce-values.ts';
import { queryWindow } from './series-window.ts';

/**
 * What a check would have come to at the end of each bucket of the stabilization time, oldest first; the newest is what it
 * comes to now. One query. A point is null when its window has a gap, since nothing is done on missing data: a bucket
 * in which no group has a value, or one in which a group has none that is shown elsewhere in that window. Of several groups the
 * largest value counts, as the horizontal autoscaler takes the largest of its metrics.
 */
export async function readTargetHistory(
  check: SeriesCheck,
  stabilizationMs: number,
  reader: ObservabilityReader,
  signal?: AbortSignal,
): Promise<TargetHistory> {
  const answer = await queryWindow(check, stabilizationMs, reader, signal);
  if (!answer.ok) return { ok: false, reason: describeReadFailure(answer.failure) };
  const { window } = answer;
  const groups = groupRows(answer.rows);
  const steps = Math.floor(stabilizationMs / window.stepMs);
  const points = Array.from({ length: steps + 1 }, (_, index) => {
    const atMs = window.endMs - (steps - index) * window.stepMs;
    const buckets = Array.from({ length: window.buckets }, (_, i) => atMs - (window.buckets - i) * window.stepMs);
    return { atMs, value: reduceWindow(check, groups, buckets) };
  });
  return { ok: true, points };
}

/** The value of a window, given by the starts of its buckets in order of time; null when it has a gap. */
function reduceWindow(check: SeriesCheck, groups: readonly GroupedValues[], buckets: readonly number[]): number | null {
  let largest: number | null = null;
  for (const { values } of groups) {
    if (!buckets.some((bucket) => values.has(bucket))) continue;
    const present = buckets.flatMap((bucket) => values.get(bucket) ?? []);
    if (present.length < buckets.length) return null;
    const value = reduceValues(present, check.reduce);
    if (value !== null && (largest === null || value > largest)) largest = value;
  }
  return largest;
}
