import type { SeriesCheck } from '../model/check.ts';

/** `pipe=orders, kind=kafka`; `the series` when it is not grouped. */
export function sayGroup({ series }: SeriesCheck, group: readonly string[]): string {
  if (series.groupBy.length === 0) return 'the series';
  if (group.length === 0) return 'rows without a group';
  return series.groupBy.map((column, index) => `${column}=${group[index] ?? ''}`).join(', ');
}
