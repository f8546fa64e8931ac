import type { Granularity } from '../../model/series.ts';
import { sayInstant } from './series-cells.ts';
import { nameSeries, type SeriesReport } from './series-report.ts';

/** What `series --format json` prints (schema/series.schema.json). Times are ISO 8601 in UTC. */
export interface SeriesDocument {
  readonly kind: 'series';
  readonly formatVersion: 1;
  readonly query: {
    readonly from: string;
    readonly to: string;
    readonly granularity: Granularity;
    readonly groupBy: readonly string[];
    readonly series: readonly {
      readonly name: string;
      /** The check of the configuration that it is of, or null. */
      readonly check: string | null;
      readonly sourceId: string;
      readonly aggFn: string;
      readonly where: string;
      /** What its values count, or null when nobody said. */
      readonly unit: string | null;
    }[];
  };
  /** What the service answered, in order of time; a bucket that is not there is a gap. */
  readonly rows: readonly {
    readonly time: string;
    readonly group: readonly string[];
    /** In the order of the series. */
    readonly values: readonly (number | null)[];
  }[];
}

export function describeSeries(report: SeriesReport): SeriesDocument {
  const { query, asked, rows } = report;
  const names = nameSeries(asked);
  return {
    kind: 'series',
    formatVersion: 1,
    query: {
      from: sayInstant(query.startMs),
      to: sayInstant(query.endMs),
      granularity: query.granularity,
      groupBy: query.series[0]?.groupBy ?? [],
      series: asked.map(({ check, spec: { sourceId, aggFn, where }, unit }, index) => ({
        name: names[index] ?? aggFn,
        check,
        sourceId,
        aggFn,
        where,
        unit,
      })),
    },
    rows: rows.map(({ bucketMs, group, values }) => ({ time: sayInstant(bucketMs), group, values })),
  };
}
