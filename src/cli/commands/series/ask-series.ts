import type { Clock } from '../../../model/clock.ts';
import type { ObservabilityReader, SeriesResult } from '../../../model/observability.ts';
import { type SeriesQuery, stepMs } from '../../../model/series.ts';
import { type PlannedSeries, queryAt } from './plan-series.ts';

export interface AnsweredSeries {
  readonly query: SeriesQuery;
  readonly answer: SeriesResult;
}

/**
 * Asks once. The service's time is known only from its answers: when the first one shows that the last hour was another one
 * by more than half a bucket, that one is asked for, once.
 */
export async function askSeries(
  planned: PlannedSeries,
  reader: ObservabilityReader,
  clock: Pick<Clock, 'monotonicMs'>,
  signal: AbortSignal,
): Promise<AnsweredSeries> {
  const offsetMs = (): number => reader.now() - clock.monotonicMs();
  const before = offsetMs();
  const query = queryAt(planned, reader.now());
  const answer = await reader.querySeries(query, signal);
  const learntMs = Math.abs(offsetMs() - before);
  const isRight = learntMs <= stepMs(query.granularity, query.endMs - query.startMs) / 2;
  if (!answer.ok || planned.time.of === 'range' || isRight) return { query, answer };
  const again = queryAt(planned, reader.now());
  return { query: again, answer: await reader.querySeries(again, signal) };
}
