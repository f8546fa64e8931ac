import type { SeriesRow } from '../model/series.ts';

/** What the service shows of one group, by the start of the bucket in order of time; null where it shows no number. */
export interface GroupedValues {
  readonly group: readonly string[];
  readonly values: ReadonlyMap<number, number | null>;
}

/**
 * The rows of a query with one series, by group, in the order in which the groups first appear.
 */
export function groupRows(rows: readonly SeriesRow[]): readonly GroupedValues[] {
  const groups = new Map<string, { readonly group: readonly string[]; readonly values: [number, number | null][] }>();
  for (const { group, bucketMs, values } of rows) {
    const key = JSON.stringify(group);
    const known = groups.get(key) ?? { group, values: [] };
    groups.set(key, known);
    known.values.push([bucketMs, values[0] ?? null]);
  }
  return [...groups.values()].map(({ group, values }) => ({
    group,
    values: new Map(values.sort(([one], [other]) => one - other)),
  }));
}
