import type { SeriesCheck } from '../model/check.ts';
import type { RequestFailure } from '../model/client.ts';
import type { ObservabilityReader } from '../model/observability.ts';
import { GRANULARITIES, type Granularity, type SeriesRow, stepMs } from '../model/series.ts';

/** The whole buckets that are evaluated: `buckets` of `stepMs` milliseconds each, from `startMs` up to `endMs`. */
export interface SeriesWindow {
  /** Never `auto`: whole buckets can be told only when their size is known. */
  readonly granularity: Exclude<Granularity, 'auto'>;
  readonly stepMs: number;
  readonly startMs: number;
  readonly endMs: number;
  /** 0 when the window of the check is shorter than one bucket. */
  readonly buckets: number;
}

/**
 * The window of a check at a time of the service's clock. It ends where the last whole bucket ends, since the edge buckets
 * are partial (field notes), and what of the window is no whole bucket is dropped at its beginning.
 */
export function findWindow(
  { granularity, windowMs }: Pick<SeriesCheck, 'granularity' | 'windowMs'>,
  nowMs: number,
): SeriesWindow {
  const step = stepMs(granularity, windowMs);
  const endMs = Math.floor(nowMs / step) * step;
  const empty = { granularity: nameStep(step), stepMs: step, startMs: endMs, endMs, buckets: 0 };
  return extendBack(empty, windowMs);
}

/** The same window with as many whole buckets more before it as so many milliseconds hold. */
export function extendBack(window: SeriesWindow, milliseconds: number): SeriesWindow {
  const more = Math.floor(milliseconds / window.stepMs);
  return { ...window, startMs: window.startMs - more * window.stepMs, buckets: window.buckets + more };
}

/** The rows whose buckets are wholly inside of the window. */
export function keepWhole(rows: readonly SeriesRow[], window: SeriesWindow): readonly SeriesRow[] {
  return rows.filter(({ bucketMs }) => bucketMs >= window.startMs && bucketMs + window.stepMs <= window.endMs);
}

function nameStep(step: number): SeriesWindow['granularity'] {
  const isOfStep = (one: Granularity): one is SeriesWindow['granularity'] => one !== 'auto' && stepMs(one, 0) === step;
  return GRANULARITIES.find(isOfStep) ?? '30d';
}

/** The service may add a partial bucket at each edge (field notes). */
const EDGE_BUCKETS = 2;

export type WindowAnswer =
  | {
      readonly ok: true;
      /** Of the whole buckets of the range that was asked for. */
      readonly rows: readonly SeriesRow[];
      /** The check's window, without what was asked before it. */
      readonly window: SeriesWindow;
      /** The service's time that the window belongs to. */
      readonly nowMs: number;
    }
  | { readonly ok: false; readonly failure: RequestFailure };

/**
 * Asks for a check's window, and for so many milliseconds before it. The service's time is known only from its answers, so
 * the window may be the wrong one: when the time after the first answer is more than half a bucket from what it was before,
 * and makes another window, that one is asked for, once. Nothing is asked when no whole bucket fits into the window.
 */
export async function queryWindow(
  check: SeriesCheck,
  beforeMs: number,
  reader: ObservabilityReader,
  signal?: AbortSignal,
): Promise<WindowAnswer> {
  const ask = async (nowMs: number): Promise<WindowAnswer> => {
    const window = findWindow(check, nowMs);
    if (window.buckets === 0) return { ok: true, rows: [], window, nowMs };
    const asked = extendBack(window, beforeMs);
    const { granularity, startMs, endMs } = asked;
    const maxBuckets = asked.buckets + EDGE_BUCKETS;
    const query = { startMs, endMs, granularity, series: [check.series], maxBuckets };
    const answer = await reader.querySeries(query, signal);
    return answer.ok ? { ok: true, rows: keepWhole(answer.rows, asked), window, nowMs } : answer;
  };
  const nowMs = reader.now();
  const first = await ask(nowMs);
  if (!first.ok) return first;
  const laterMs = reader.now();
  const hasJumped = Math.abs(laterMs - nowMs) > first.window.stepMs / 2;
  const isOther = findWindow(check, laterMs).endMs !== first.window.endMs;
  return hasJumped && isOther ? ask(laterMs) : first;
}
