import type { AlertCheck, CheckResult, SeriesCheck, Verdict } from '../../src/model/check.ts';
import type { RequestFailure } from '../../src/model/client.ts';
import type { FailureKind } from '../../src/model/failure-kinds.ts';
import type { Location } from '../../src/model/location.ts';
import type {
  Alert,
  AlertResult,
  ObservabilityReader,
  SeriesQuery,
  SeriesResult,
  SeriesRow,
} from '../../src/model/observability/reader.ts';

export const MINUTE = 60_000;
/** 20 seconds into a minute, so that the last whole minute ended 20 seconds ago. */
export const NOW_MS = Date.parse('2026-11-20T10:00:20.000Z');
export const END_MS = Date.parse('2026-11-20T10:00:00.000Z');

/** As the service writes it. */
export const ago = (milliseconds: number): string => new Date(NOW_MS - milliseconds).toISOString();

const LOCATION: Location = { file: 'pipeform.yaml', line: 9, column: 3, endLine: 9, endColumn: 14 };

export function seriesCheck(wanted: Partial<SeriesCheck> = {}): SeriesCheck {
  return {
    kind: 'series',
    name: 'orders-lag',
    series: { sourceId: '65f4000000000000000000a1', aggFn: 'max', where: 'pipe:orders', groupBy: [] },
    windowMs: 15 * MINUTE,
    granularity: '1m',
    reduce: 'max',
    pass: { comparator: '<', value: 10_000 },
    absent: null,
    unit: null,
    location: LOCATION,
    ...wanted,
  };
}

/** A check on a series that is grouped by pipe. */
export function groupedCheck(wanted: Partial<SeriesCheck> = {}): SeriesCheck {
  return seriesCheck({ series: { ...seriesCheck().series, groupBy: ['pipe'] }, ...wanted });
}

export function alertCheck(wanted: Partial<AlertCheck> = {}): AlertCheck {
  const alert = '65f4000000000000000000b2';
  return { kind: 'alert', name: 'orders-alert', alert, state: 'OK', definition: null, location: LOCATION, ...wanted };
}

/** Updated 20 seconds before NOW_MS, evaluated every minute. */
export function alertOf(shown: Partial<Alert> = {}): Alert {
  return {
    id: '65f4000000000000000000b2',
    name: 'Lag of orders',
    message: null,
    state: 'OK',
    interval: '1m',
    threshold: 10_000,
    thresholdMax: null,
    thresholdType: 'above',
    source: null,
    channelType: null,
    dashboard: null,
    tileId: null,
    executionErrors: [],
    silenced: null,
    note: null,
    createdAt: '2026-11-01T08:00:00.000Z',
    updatedAt: '2026-11-20T10:00:00.000Z',
    ...shown,
  };
}

/** One row per value, the last in the bucket that ends at `endMs`; `undefined` gives no row. */
export function rowsOf(
  values: readonly (number | null | undefined)[],
  { group = [], endMs = END_MS, step = MINUTE }: { group?: readonly string[]; endMs?: number; step?: number } = {},
): readonly SeriesRow[] {
  return values.flatMap((value, index) =>
    value === undefined ? [] : { group, bucketMs: endMs - (values.length - index) * step, values: [value] },
  );
}

export const OBSERVABILITY_URL = 'https://observe.example.test';

export function failureOf(kind: FailureKind, about: Partial<RequestFailure> = {}): RequestFailure {
  const path = '/api/v2/charts/series';
  return { kind, method: 'POST', path, status: null, message: '', requestId: null, attempts: 1, ...about };
}

export function answerRows(rows: readonly SeriesRow[]): SeriesResult {
  return { ok: true, rows, ungrouped: 0, attempts: 1 };
}

export function answerAlert(alert: Alert): AlertResult {
  return { ok: true, alert, attempts: 1 };
}

export interface FakeReader extends ObservabilityReader {
  readonly queries: SeriesQuery[];
  readonly alertReads: string[];
  /** Sets the time of the service, like the `Date` header of an answer. */
  learn(nowMs: number): void;
}

interface Answers {
  readonly series?: (query: SeriesQuery, signal: AbortSignal | undefined) => SeriesResult | Promise<SeriesResult>;
  readonly alert?: (id: string, signal: AbortSignal | undefined) => AlertResult | Promise<AlertResult>;
  readonly now?: () => number;
}

/** A reader at NOW_MS with the given answers; it records its requests. */
export function fakeReader({ series, alert, now }: Answers = {}): FakeReader {
  let nowMs = NOW_MS;
  const unexpected = { ok: false, failure: failureOf('rejected', { message: 'not expected by the test' }) } as const;
  const reader: FakeReader = {
    queries: [],
    alertReads: [],
    learn: (learned) => {
      nowMs = learned;
    },
    url: OBSERVABILITY_URL,
    now: now ?? (() => nowMs),
    querySeries: async (query, signal) => {
      reader.queries.push(query);
      return series?.(query, signal) ?? unexpected;
    },
    readAlert: async (id, signal) => {
      reader.alertReads.push(id);
      return alert?.(id, signal) ?? unexpected;
    },
  };
  return reader;
}

export function resultOf(verdict: Verdict, value: CheckResult['value'] = null): CheckResult {
  const reason = `said ${verdict}`;
  return {
    name: 'orders-lag',
    verdict,
    value,
    reason,
    samples: 0,
    newest: null,
    groups: [],
    asOf: '2026-11-20T10:00:20.000Z',
  };
}
