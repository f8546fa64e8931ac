import type { ObservabilityOptions } from '../../src/api/index.ts';
import type { RequestFailure } from '../../src/model/client.ts';
import type { SeriesQuery } from '../../src/model/series.ts';
import { observerOf, type Reply, reply } from './local-service.ts';

export const ALERT = '65f4000000000000000000b1';
export const ALERT_PATH = `/api/v2/alerts/${ALERT}`;
export const SERIES_PATH = '/api/v2/charts/series';
export const START = Date.parse('2026-11-20T10:00:00Z');
export const SPEC = { sourceId: '65f4000000000000000000a1', aggFn: 'max', where: 'metric:lag', groupBy: ['pipe'] };
export const QUERY: SeriesQuery = {
  startMs: START,
  endMs: START + 3_600_000,
  granularity: '1m',
  series: [SPEC],
  maxBuckets: 1_000,
};

export const rows: Reply = reply(200, { data: [{ group: ['orders'], 'series_0.data': '42', ts_bucket: START }] });
export const alert: Reply = reply(200, { data: { id: ALERT, state: 'OK' } });

/** What a query that must fail came to. */
export async function seriesFailure(url: string, changes: Partial<ObservabilityOptions> = {}): Promise<RequestFailure> {
  const result = await observerOf(url, changes).querySeries(QUERY);
  if (result.ok) throw new Error('the query was expected to fail');
  return result.failure;
}

/** What the read of an alert that must fail came to. */
export async function alertFailure(url: string, id = ALERT): Promise<RequestFailure> {
  const result = await observerOf(url).readAlert(id);
  if (result.ok) throw new Error('the read was expected to fail');
  return result.failure;
}
