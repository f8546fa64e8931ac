import type { SeriesRow } from '../../model/series.ts';
import { bucketTimes } from './bucket-times.ts';
import { headSeries, nameGroups, type SeriesReport } from './series-report.ts';

/** One group in one bucket, whether the service has a row for it or not. */
export interface CellRow {
  readonly bucketMs: number;
  readonly group: readonly string[];
  /** null for a gap. */
  readonly values: readonly (number | null)[];
}

export interface SeriesCells {
  /** Heads of the columns of groups, and of those of values. */
  readonly groups: readonly string[];
  readonly series: readonly string[];
  readonly rows: readonly CellRow[];
}

/** Many groups of few rows each would be millions of gaps, more than memory holds. */
const MOST_FILLED = 500_000;

/**
 * An answer as a whole table: every group in every bucket of the range, in order of time, so that no gap is overlooked. When
 * that is more than 500,000 rows, only those that came.
 */
export function fillCells(report: SeriesReport): SeriesCells {
  const byGroup = new Map<string, Map<number, SeriesRow>>();
  for (const row of report.rows) {
    const key = JSON.stringify(row.group);
    const own = byGroup.get(key) ?? new Map<number, SeriesRow>();
    own.set(row.bucketMs, row);
    byGroup.set(key, own);
  }
  const heads = nameGroups(report);
  const series = headSeries(report.asked);
  const known = [...byGroup.values()].map((rows) => ({ rows, group: [...rows.values()][0]?.group ?? [] }));
  const toCells = (bucketMs: number, group: readonly string[], values: SeriesRow['values']): CellRow => ({
    bucketMs,
    group: heads.map((_, index) => group[index] ?? ''),
    values: series.map((_, index) => values[index] ?? null),
  });
  const times = bucketTimes(report.query, report.rows);
  const rows =
    times.length * known.length > MOST_FILLED
      ? report.rows.map(({ bucketMs, group, values }) => toCells(bucketMs, group, values))
      : times.flatMap((bucketMs) =>
          known.map(({ rows: own, group }) => toCells(bucketMs, group, own.get(bucketMs)?.values ?? [])),
        );
  return { groups: heads, series, rows };
}

/** ISO 8601 in UTC; what is no time of the calendar stays the number that came. */
export function sayInstant(timeMs: number): string {
  const date = new Date(timeMs);
  return Number.isNaN(date.getTime()) ? `${timeMs}` : date.toISOString();
}
