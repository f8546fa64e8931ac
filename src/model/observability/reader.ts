import type { ReadResult } from '../client.ts';
import { parseDuration } from '../field/units.ts';

const STEPS = ['30s', '1m', '5m', '10m', '15m', '30m', '1h', '2h', '6h', '12h', '1d', '2d', '7d', '30d'] as const;

/** The bucket sizes of the contract (observability API, part 2). */
export const GRANULARITIES = [...STEPS, 'auto'] as const;

/** The size of a bucket (observability API, `granularity`). */
export type Granularity = (typeof GRANULARITIES)[number];

/** Field notes, seen: `auto` picks the smallest step that gives at most this many buckets. */
const MAX_AUTO_BUCKETS = 60;

/** The contract's limit for one query. */
export const MAX_SERIES = 5;

export const SERIES_RETURN_TYPES = ['ratio', 'column'] as const;

/** How the service shapes its rows (observability API, `seriesReturnType`). Live services keep the shape of the contract without it. */
export type SeriesReturnType = (typeof SERIES_RETURN_TYPES)[number];

/** One series of a query. `where` is the service's filter expression; empty for no filter. All keys are sent as they are. */
export interface SeriesSpec {
  readonly sourceId: string;
  /** An open set: avg, count, count_distinct, last_value, max, min, quantile and sum have been seen. */
  readonly aggFn: string;
  readonly where: string;
  /** Names of columns; the same for all series of a query (field notes). */
  readonly groupBy: readonly string[];
  /** The language of `where`. The contract does not name it; the field notes do, as the following. */
  readonly whereLanguage?: string | undefined;
  /** What is aggregated; for a source of metrics, the name of the metric. */
  readonly field?: string | undefined;
  readonly metricName?: string | undefined;
  readonly metricDataType?: string | undefined;
  /** Which quantile, such as 0.95. */
  readonly level?: number | undefined;
}

/** A series query; times in epoch milliseconds. */
export interface SeriesQuery {
  readonly startMs: number;
  readonly endMs: number;
  readonly granularity: Granularity;
  readonly series: readonly SeriesSpec[];
  /** A query with more buckets than this is not sent. */
  readonly maxBuckets: number;
}

/** One group in one bucket. */
export interface SeriesRow {
  /** The values of the `groupBy` columns; empty when not grouped. */
  readonly group: readonly string[];
  /** Start of the bucket, epoch milliseconds. */
  readonly bucketMs: number;
  /** One value for each series of the query; null where the service shows nothing, null or NaN. */
  readonly values: readonly (number | null)[];
}

/** Milliseconds of one bucket. For `auto`, what the service picks for the range (field notes). */
export function stepMs(granularity: Granularity, rangeMs: number): number {
  if (granularity !== 'auto') return lengthOf(granularity);
  return STEPS.map(lengthOf).find((step) => rangeMs / step <= MAX_AUTO_BUCKETS) ?? lengthOf('30d');
}

function lengthOf(granularity: (typeof STEPS)[number]): number {
  const duration = parseDuration(granularity);
  return duration.ok ? duration.value : 0;
}

/** An alert as the service shows it, unescaped; null for a missing value. */
export interface Alert {
  readonly id: string;
  readonly name: string | null;
  readonly message: string | null;
  /** An open set; `OK`, `ALERT`, `PENDING`, `INSUFFICIENT_DATA` and `DISABLED` have been seen. */
  readonly state: string | null;
  /** Time between evaluations, as the service writes it: `1m` … `1d`. */
  readonly interval: string | null;
  readonly threshold: number | null;
  /** The upper end of `between` and `not_between`. */
  readonly thresholdMax: number | null;
  readonly thresholdType: string | null;
  readonly source: string | null;
  readonly channelType: string | null;
  readonly dashboard: string | null;
  readonly tileId: string | null;
  readonly executionErrors: readonly string[];
  /** A description of the silence; null when the alert is not silenced. */
  readonly silenced: string | null;
  readonly note: string | null;
  readonly createdAt: string | null;
  readonly updatedAt: string | null;
}

/** The result of a series query: rows ordered by time, one for each bucket and group. */
export type SeriesResult = ReadResult<{
  readonly rows: readonly SeriesRow[];
  /** Rows that are left out, since their group does not have a value for each column of `groupBy`. */
  readonly ungrouped: number;
}>;

/** The result of reading an alert. */
export type AlertResult = ReadResult<{ readonly alert: Alert }>;

/** A read-only client of the observability API. It retries safe requests and never throws for a failure. */
export interface ObservabilityReader {
  /** The address of the service, for messages. */
  readonly url: string;
  /** Epoch milliseconds, corrected by the `Date` headers of responses: ages and windows follow the service's clock. */
  now(): number;
  querySeries(query: SeriesQuery, signal?: AbortSignal): Promise<SeriesResult>;
  readAlert(id: string, signal?: AbortSignal): Promise<AlertResult>;
}
