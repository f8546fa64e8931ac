import type { Condition } from '../../model/check.ts';
import type { SeriesQuery, SeriesRow, SeriesSpec } from '../../model/series.ts';

/** One series of a query: of a check of the configuration, or asked for on the command line. */
export interface AskedSeries {
  /** The name of the check, or null. */
  readonly check: string | null;
  readonly spec: SeriesSpec;
  /** What the check asks of it, or null. */
  readonly pass: Condition | null;
  /** What its values count, or null when nobody said. */
  readonly unit: string | null;
}

/** A query and its answer, as every format tells it. */
export interface SeriesReport {
  readonly query: SeriesQuery;
  /** In the order of the query's series. */
  readonly asked: readonly AskedSeries[];
  readonly rows: readonly SeriesRow[];
}

/**
 * What each series is called: its check, else its function, with what tells it from the others where that is not enough.
 * No two are the same, since they head the columns of a table.
 */
export function nameSeries(asked: readonly AskedSeries[]): readonly string[] {
  const specs = asked.map(({ spec }) => spec);
  const areWheresAlike = new Set(specs.map(({ where }) => where)).size <= 1;
  const areSourcesAlike = new Set(specs.map(({ sourceId }) => sourceId)).size <= 1;
  const names = asked.map(({ check, spec }) => {
    const where = areWheresAlike || spec.where === '' ? '' : ` where ${spec.where}`;
    return check ?? `${spec.aggFn}${where}${areSourcesAlike ? '' : ` of ${spec.sourceId}`}`;
  });
  return tellApart(names);
}

/** The names with their units, `max [ms]`: as different from each other. */
export function headSeries(asked: readonly AskedSeries[]): readonly string[] {
  const names = nameSeries(asked);
  return tellApart(asked.map(({ unit }, index) => `${names[index] ?? ''}${unit === null ? '' : ` [${unit}]`}`));
}

function tellApart(names: readonly string[]): readonly string[] {
  return names.map((name, index) => {
    const earlier = names.slice(0, index).filter((other) => other === name).length;
    return earlier === 0 ? name : `${name} (${earlier + 1})`;
  });
}

/** The columns that groups are told by, one for each value that any row has; a value without a column is numbered. */
export function nameGroups({ query, rows }: SeriesReport): readonly string[] {
  const columns = query.series[0]?.groupBy ?? [];
  const count = rows.reduce((most, { group }) => Math.max(most, group.length), columns.length);
  return Array.from({ length: count }, (_, index) => columns[index] ?? `group ${index + 1}`);
}
