import type { ReadResult } from './client.ts';
import type { SeriesQuery, SeriesRow } from './series.ts';

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
export type SeriesResult = ReadResult<{ readonly rows: readonly SeriesRow[] }>;

/** The result of reading an alert. */
export type AlertResult = ReadResult<{ readonly alert: Alert }>;

/** A read-only client of the observability API. It retries safe requests and never throws for a failure. */
export interface ObservabilityReader {
  /** Epoch milliseconds, corrected by the `Date` headers of responses: ages and windows follow the service's clock. */
  now(): number;
  querySeries(query: SeriesQuery, signal?: AbortSignal): Promise<SeriesResult>;
  readAlert(id: string, signal?: AbortSignal): Promise<AlertResult>;
}
