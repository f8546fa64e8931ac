import type { ReadAnswer } from './client.ts';
import type { SeriesQuery, SeriesRow } from './series.ts';

/** An alert as the service shows it; what it leaves out is null. Open sets are text as it came. */
export interface Alert {
  readonly id: string;
  readonly name: string | null;
  readonly message: string | null;
  /** `OK`, `ALERT`, `PENDING`, `INSUFFICIENT_DATA` and `DISABLED` have been seen. */
  readonly state: string | null;
  /** How often it is evaluated, as the service writes it: `1m` … `1d`. */
  readonly interval: string | null;
  readonly threshold: number | null;
  readonly thresholdType: string | null;
  readonly source: string | null;
  /** Only the type: a webhook's id is nobody's business here. */
  readonly channelType: string | null;
  readonly dashboard: string | null;
  readonly tileId: string | null;
  /** Of `executionErrors`: one text an error; empty when there are none. */
  readonly executionErrors: readonly string[];
  /** What `silenced` says, in words; null when the alert is not silenced. */
  readonly silenced: string | null;
  readonly note: string | null;
  /** As they came. */
  readonly createdAt: string | null;
  readonly updatedAt: string | null;
}

/** What asking for series came to: rows in order of time; those of one bucket and group are one row. */
export type SeriesResult = ReadAnswer<{ readonly rows: readonly SeriesRow[] }>;

/** What asking for an alert came to. */
export type AlertResult = ReadAnswer<{ readonly alert: Alert }>;

/** Asks the observability API. It has no method that writes; it retries what is safe to retry and never throws for a failure. */
export interface ObservabilityReader {
  /**
   * The service's time in epoch milliseconds: this machine's, put right by what the `Date` headers of answers have told. Ages
   * and windows are the service's, so that a clock that is wrong here does not judge the wrong minutes.
   */
  now(): number;
  querySeries(query: SeriesQuery, signal?: AbortSignal): Promise<SeriesResult>;
  readAlert(id: string, signal?: AbortSignal): Promise<AlertResult>;
}
