import type { SeriesCheck } from '../model/check.ts';
import { GRANULARITIES, type Granularity, type SeriesRow, stepMs } from '../model/series.ts';

/** The whole buckets that are judged: `buckets` of `stepMs` milliseconds each, from `startMs` up to `endMs`. */
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
