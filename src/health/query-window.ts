import type { SeriesCheck } from '../model/check.ts';
import type { RequestFailure } from '../model/client.ts';
import type { ObservabilityReader } from '../model/observability.ts';
import type { SeriesRow } from '../model/series.ts';
import { extendBack, findWindow, keepWhole, type SeriesWindow } from './series-window.ts';

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
 * a first answer may tell that the window was the wrong one: when the time is then more than half a bucket from what it was
 * before, and that makes another window, the right one is asked for, once. Nothing is asked when no whole bucket fits into
 * the window.
 */
export async function queryWindow(
  check: SeriesCheck,
  beforeMs: number,
  reader: ObservabilityReader,
  signal?: AbortSignal,
): Promise<WindowAnswer> {
  const nowMs = reader.now();
  const first = await ask(check, beforeMs, nowMs, reader, signal);
  if (!first.ok) return first;
  const laterMs = reader.now();
  const hasJumped = Math.abs(laterMs - nowMs) > first.window.stepMs / 2;
  const isOther = findWindow(check, laterMs).endMs !== first.window.endMs;
  return hasJumped && isOther ? ask(check, beforeMs, laterMs, reader, signal) : first;
}

async function ask(
  check: SeriesCheck,
  beforeMs: number,
  nowMs: number,
  reader: ObservabilityReader,
  signal?: AbortSignal,
): Promise<WindowAnswer> {
  const window = findWindow(check, nowMs);
  if (window.buckets === 0) return { ok: true, rows: [], window, nowMs };
  const asked = extendBack(window, beforeMs);
  const { granularity, startMs, endMs } = asked;
  const maxBuckets = asked.buckets + EDGE_BUCKETS;
  const answer = await reader.querySeries({ startMs, endMs, granularity, series: [check.series], maxBuckets }, signal);
  if (!answer.ok) return answer;
  return { ok: true, rows: keepWhole(answer.rows, asked), window, nowMs };
}
