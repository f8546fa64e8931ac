import type { SeriesCheck } from '../model/check.ts';
import type { RequestFailure } from '../model/client.ts';
import {
  GRANULARITIES,
  type Granularity,
  type ObservabilityReader,
  type SeriesRow,
  stepMs,
} from '../model/observability/reader.ts';
import type { Result } from '../model/result.ts';

/** The evaluated buckets: `buckets` of `stepMs` milliseconds each, from `startMs` to `endMs`. */
export interface SeriesWindow {
  /** Never `auto`: complete buckets need a known size. */
  readonly granularity: Exclude<Granularity, 'auto'>;
  readonly stepMs: number;
  readonly startMs: number;
  readonly endMs: number;
  readonly buckets: number;
}

/** Ends with the last complete bucket, since the service returns partial edge buckets (field notes). */
export function findWindow(
  { granularity, windowMs }: Pick<SeriesCheck, 'granularity' | 'windowMs'>,
  nowMs: number,
): SeriesWindow {
  const step = stepMs(granularity, windowMs);
  const endMs = Math.floor(nowMs / step) * step;
  const buckets = Math.floor(windowMs / step);
  return { granularity: nameStep(step), stepMs: step, startMs: endMs - buckets * step, endMs, buckets };
}

export function keepWhole(rows: readonly SeriesRow[], window: SeriesWindow): readonly SeriesRow[] {
  return rows.filter(({ bucketMs }) => bucketMs >= window.startMs && bucketMs + window.stepMs <= window.endMs);
}

function nameStep(step: number): SeriesWindow['granularity'] {
  const isOfStep = (one: Granularity): one is SeriesWindow['granularity'] => one !== 'auto' && stepMs(one, 0) === step;
  return GRANULARITIES.find(isOfStep) ?? '30d';
}

/** The service may add a partial bucket at each end (field notes). */
const EDGE_BUCKETS = 2;

/** The local clock may be wrong, and the clock of the service may step once. */
const MAX_QUERIES = 3;

type WindowResult = Result<
  {
    /** The rows are those of the complete buckets. */
    readonly rows: readonly SeriesRow[];
    /** It counts the same as in `SeriesResult`, for all buckets. */
    readonly ungrouped: number;
    readonly window: SeriesWindow;
    /** The time of the service for this window. */
    readonly nowMs: number;
  },
  { readonly failure: RequestFailure }
>;

/**
 * Queries the window of a check. Only responses give the time of the service: if one moves the
 * clock by more than half a bucket and changes the window, it is queried again, at most twice. No query is sent for a
 * window without a complete bucket.
 */
export async function queryWindow(
  check: SeriesCheck,
  reader: ObservabilityReader,
  signal?: AbortSignal,
): Promise<WindowResult> {
  const query = async (nowMs: number): Promise<WindowResult> => {
    const window = findWindow(check, nowMs);
    if (window.buckets === 0) return { ok: true, rows: [], ungrouped: 0, window, nowMs };
    const { granularity, startMs, endMs } = window;
    const maxBuckets = window.buckets + EDGE_BUCKETS;
    const series = [check.series];
    const result = await reader.querySeries({ startMs, endMs, granularity, series, maxBuckets }, signal);
    if (!result.ok) return result;
    return { ok: true, rows: keepWhole(result.rows, window), ungrouped: result.ungrouped, window, nowMs };
  };
  let nowMs = reader.now();
  for (let queries = 1; ; queries += 1) {
    const result = await query(nowMs);
    const laterMs = reader.now();
    if (!result.ok || queries === MAX_QUERIES) return result;
    const hasJumped = Math.abs(laterMs - nowMs) > result.window.stepMs / 2;
    if (!hasJumped || findWindow(check, laterMs).endMs === result.window.endMs) return result;
    nowMs = laterMs;
  }
}
