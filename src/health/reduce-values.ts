import type { Condition, Reduction } from '../model/check.ts';
import { groupBy } from '../model/group-by.ts';
import type { SeriesRow } from '../model/observability/reader.ts';

const REDUCE: Readonly<Record<Reduction, (values: readonly number[]) => number>> = {
  min: (values) => values.reduce((least, value) => Math.min(least, value)),
  max: (values) => values.reduce((most, value) => Math.max(most, value)),
  sum: addUp,
  avg: (values) => addUp(values) / values.length,
  last: (values) => values.at(-1) ?? Number.NaN,
};

/** null without values. Sums are floating-point, in order of time: 0.1 + 0.2 is not 0.3, so use `==` for integers. */
export function reduceValues(values: readonly number[], reduction: Reduction): number | null {
  return values.length === 0 ? null : REDUCE[reduction](values);
}

/** Whether a value is nearer to failing, or fails by more; false for == and !=. */
export function isWorse(value: number, other: number, { comparator }: Condition): boolean {
  if (comparator === '<' || comparator === '<=') return value > other;
  if (comparator === '>' || comparator === '>=') return value < other;
  return false;
}

/** The values of one group by bucket start, in order of time; null for a bucket without a number. */
export interface GroupedValues {
  readonly group: readonly string[];
  readonly values: ReadonlyMap<number, number | null>;
}

/** Groups the rows of a query with one series, in order of first appearance. */
export function groupRows(rows: readonly SeriesRow[]): readonly GroupedValues[] {
  const sorted = rows.toSorted((one, other) => one.bucketMs - other.bucketMs);
  return [...groupBy(sorted, ({ group }) => JSON.stringify(group)).values()].map((inGroup) => ({
    group: inGroup[0]?.group ?? [],
    values: new Map(inGroup.map(({ bucketMs, values }) => [bucketMs, values[0] ?? null])),
  }));
}

function addUp(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}
