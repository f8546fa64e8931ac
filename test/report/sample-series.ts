import type { Condition } from '../../src/model/check.ts';
import type { Granularity, SeriesRow } from '../../src/model/observability/reader.ts';
import type { RequestedSeries, SeriesReport } from '../../src/report/chart/series-report.ts';

export const START_MS = Date.parse('2026-11-20T10:00:00Z');
const MINUTE_MS = 60_000;

export interface SampleOptions {
  readonly buckets?: number;
  readonly stepMs?: number;
  readonly granularity?: Granularity;
  /** Values of `pipe`; without them the series is not grouped. */
  readonly groups?: readonly string[];
  /** Series by their functions. */
  readonly functions?: readonly string[];
  readonly check?: { readonly name: string; readonly pass: Condition };
  readonly where?: string;
  /** One per series, in order; missing ones have none. */
  readonly units?: readonly (string | null)[];
  /** The value of a bucket; undefined for a missing bucket. */
  readonly valueAt?: (bucket: number, group: number, series: number) => number | null | undefined;
}

/** A wave that is identical on every machine. */
export function wave(bucket: number, group = 0): number {
  return Math.round(4_000 + 3_000 * Math.sin(bucket / 9 + group) + group * 900);
}

export function sampleReport(options: SampleOptions = {}): SeriesReport {
  const { buckets = 60, stepMs = MINUTE_MS, granularity = '1m', groups, functions = ['max'], valueAt = wave } = options;
  const spec = { sourceId: '65f4000000000000000000a1', where: options.where ?? 'metric:lag' };
  const groupBy = groups === undefined ? [] : ['pipe'];
  const requested = functions.map(
    (aggFn, index): RequestedSeries => ({
      check: options.check?.name ?? null,
      spec: { ...spec, aggFn, groupBy },
      pass: options.check?.pass ?? null,
      unit: options.units?.[index] ?? null,
    }),
  );
  const rows = Array.from({ length: buckets }, (_, bucket) =>
    (groups ?? [null]).flatMap((group, index): SeriesRow[] => {
      const values = functions.map((_, series) => valueAt(bucket, index, series));
      if (values.every((value) => value === undefined)) return [];
      const bucketMs = START_MS + bucket * stepMs;
      return [{ group: group === null ? [] : [group], bucketMs, values: values.map((value) => value ?? null) }];
    }),
  ).flat();
  const series = requested.map((each) => each.spec);
  const query = { startMs: START_MS, endMs: START_MS + buckets * stepMs, granularity, series, maxBuckets: 1_000 };
  return { query, requested, rows };
}

export const withGaps = (bucket: number, group = 0): number | undefined =>
  (bucket > 20 && bucket < 27) || bucket === 40 ? undefined : wave(bucket, group);
