import type { SeriesCheck } from '../model/check.ts';

/** `pipe=orders, kind=kafka`; `the series` when it is not grouped. */
export function sayGroup({ series }: SeriesCheck, group: readonly string[]): string {
  if (series.groupBy.length === 0) return 'the series';
  return series.groupBy.map((column, index) => `${column}=${group[index] ?? ''}`).join(', ');
}
