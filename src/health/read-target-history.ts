import type { SeriesCheck } from '../model/check.ts';
import type { ObservabilityReader } from '../model/observability/reader.ts';
import type { TargetHistory } from '../model/recommendation.ts';
import { describeReadFailure } from './describe-failure.ts';
import { type GroupedValues, groupRows, reduceValues } from './reduce-values.ts';
import { queryWindow } from './series-window.ts';

/**
 * The value of a check at the end of each bucket of the stabilization time, oldest first, from one query. A point is
 * null when its window has a gap (a bucket without values, or a group that lacks a value), since nothing is recommended
 * on missing data. The largest group counts, as in the Kubernetes horizontal pod autoscaler.
 */
export async function readTargetHistory(
  check: SeriesCheck,
  stabilizationMs: number,
  reader: ObservabilityReader,
  signal?: AbortSignal,
): Promise<TargetHistory> {
  const result = await queryWindow(check, stabilizationMs, reader, signal);
  if (!result.ok) return { ok: false, reason: describeReadFailure(result.failure, reader.url) };
  const { window } = result;
  const groups = groupRows(result.rows);
  const steps = Math.floor(stabilizationMs / window.stepMs);
  const points = Array.from({ length: steps + 1 }, (_, index) => {
    const atMs = window.endMs - (steps - index) * window.stepMs;
    const buckets = Array.from({ length: window.buckets }, (_, i) => atMs - (window.buckets - i) * window.stepMs);
    return { atMs, value: reduceWindow(check, groups, buckets) };
  });
  return { ok: true, points };
}

/** `buckets` are the start times in ascending order. null for a gap. */
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
