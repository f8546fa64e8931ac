import type { JsonObject } from '../../model/json.ts';
import { chanceAt, seedOf } from '../simulation/noise.ts';
import type { Switches } from '../switches.ts';
import type { Cell, SeriesCells } from './run-query.ts';

type RowSwitches = Pick<Switches, 'counts' | 'gaps' | 'rowOrder' | 'emptyGroup'>;

// With `gaps`, one bucket in so many is missing.
const GAP_CHANCE = 0.1;

/**
 * The rows of the answer (contract, part 2). Field notes, seen: a row for each series, one series after the other, so not in
 * order of time; counts are texts; empty buckets are absent.
 */
export function renderColumns(series: readonly SeriesCells[], switches: RowSwitches): readonly JsonObject[] {
  const rows = series.flatMap(({ counts, cells }, index) =>
    thinOut(cells, switches).map((cell) => {
      const value = counts && switches.counts === 'string' ? String(cell.value) : cell.value;
      return renderRow(cell, `series_${index}.data`, value, switches);
    }),
  );
  if (switches.rowOrder === 'merged') return merge(rows);
  return switches.rowOrder === 'shuffled' ? shuffle(rows) : rows;
}

/** The first series over the second, where both have a row; what is not a number is null (field notes: NaN may be null). */
export function renderRatio([above, below]: readonly SeriesCells[], switches: RowSwitches): readonly JsonObject[] {
  const divisors = new Map(below?.cells.map((cell) => [keyOf(cell), cell.value]));
  const divided = (above?.cells ?? []).filter((cell) => divisors.has(keyOf(cell)));
  const rows = thinOut(divided, switches).map((cell) => {
    const ratio = cell.value / (divisors.get(keyOf(cell)) ?? Number.NaN);
    return renderRow(cell, 'series_0.data', Number.isFinite(ratio) ? ratio : null, switches);
  });
  return switches.rowOrder === 'shuffled' ? shuffle(rows) : rows;
}

function renderRow(
  { group, bucketMs }: Cell,
  name: string,
  value: number | string | null,
  { emptyGroup }: RowSwitches,
): JsonObject {
  const isAbsent = group.length === 0 && emptyGroup === 'absent';
  return { ...(!isAbsent && { group }), [name]: value, ts_bucket: bucketMs };
}

function thinOut(cells: readonly Cell[], { gaps }: RowSwitches): readonly Cell[] {
  if (gaps === 'none') return cells;
  return cells.filter((cell) => chanceAt(seedOf(keyOf(cell)), 0) >= GAP_CHANCE);
}

function keyOf({ group, bucketMs }: Cell): string {
  return [bucketMs, ...group].join('\0');
}

// One row for a bucket and group, in order of time.
function merge(rows: readonly JsonObject[]): readonly JsonObject[] {
  const merged = new Map<string, JsonObject>();
  for (const row of rows) {
    const key = JSON.stringify([row.ts_bucket, row.group ?? []]);
    merged.set(key, { ...merged.get(key), ...row });
  }
  return [...merged.values()].sort((a, b) => Number(a.ts_bucket) - Number(b.ts_bucket));
}

// The same answer every time: by chance, but by one that goes with the place.
function shuffle(rows: readonly JsonObject[]): readonly JsonObject[] {
  return rows
    .map((row, index) => ({ row, place: chanceAt(0x5eed, index) }))
    .sort((a, b) => a.place - b.place)
    .map(({ row }) => row);
}
