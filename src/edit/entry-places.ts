import type { Node, Pair, YAMLMap } from 'yaml';
import { keyOrder, rankOf } from './key-order.ts';
import { followsBlank, type Lines, lineStart, nextLine, skipComments, startOfComments, startsBlank } from './lines.ts';
import { endOfPair } from './pairs.ts';
import { isSpread, type NewEntries } from './write-entries.ts';

/** Where new entries of a block map go. */
export interface EntryPlace {
  /** An offset at which a line starts, or the end of the text. */
  readonly at: number;
  readonly entries: NewEntries;
  /** Of their keys. */
  readonly column: number;
  readonly spacing: Spacing;
}

/** Where new lines get blank lines beside them. */
export type Spacing = 'close' | 'before' | 'after' | 'around';

/**
 * Each new entry goes after the last one that belongs before it, and after the comments that belong to that one; at the end
 * of the map that is every comment of its depth.
 */
export function findEntryPlaces(
  lines: Lines,
  map: YAMLMap,
  added: NewEntries,
  path: readonly string[],
): readonly EntryPlace[] {
  const pairs = map.items as Pair<Node, Node | null>[];
  const order = keyOrder(path);
  const starts = pairs.map(({ key }) => key.range?.[0] ?? 0);
  const column = (starts[0] ?? 0) - lineStart(lines, starts[0] ?? 0);
  const isSpaced = isSpreadOut(lines, starts, path);
  const byPlace = new Map<number, NewEntries[number][]>();
  for (const entry of added) {
    const rank = rankOf(entry[0], order);
    const index = pairs.findLastIndex(({ key }) => rankOf(textOf(key), order) <= rank);
    byPlace.set(index, [...(byPlace.get(index) ?? []), entry]);
  }
  return [...byPlace].map(([index, entries]) => {
    const pair = pairs[index];
    if (pair === undefined) {
      return { at: beforeFirst(lines, starts[0] ?? 0, path), entries, column, spacing: isSpaced ? 'after' : 'close' };
    }
    const isLast = index === pairs.length - 1;
    const end = nextLine(lines, endOfPair(lines, pair));
    const at = skipComments(lines, end, isLast ? column : column + 1);
    const isTight = !isLast && !startsBlank(lines, at);
    return { at, entries, column, spacing: !isSpaced ? 'close' : isTight ? 'around' : 'before' };
  });
}

/** The comments above the first entry belong to it, but for those that a file begins with. */
function beforeFirst(lines: Lines, first: number, path: readonly string[]): number {
  const start = lineStart(lines, first);
  const comments = startOfComments(lines, start);
  return path.length === 0 && comments === 0 ? start : comments;
}

/** Whether blank lines part the entries of a map. */
function isSpreadOut(lines: Lines, starts: readonly number[], path: readonly string[]): boolean {
  const others = starts.slice(1);
  if (others.length === 0) return isSpread(path);
  return others.some((start) => followsBlank(lines, startOfComments(lines, lineStart(lines, start))));
}

function textOf(key: Node): string {
  return 'value' in key && typeof key.value === 'string' ? key.value : '';
}
