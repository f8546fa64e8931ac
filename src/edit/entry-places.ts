import { isMap, isScalar, isSeq, type Node, type Pair, type YAMLMap } from 'yaml';
import { rankAt } from './key-order.ts';
import { isSpread, type NewEntries } from './yaml-text.ts';

/** Where new entries of a block map go. */
interface EntryPlace {
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
  const rankOf = rankAt(path);
  const starts = pairs.map(({ key }) => key.range?.[0] ?? 0);
  const column = (starts[0] ?? 0) - lineStart(lines, starts[0] ?? 0);
  const isSpaced = isSpreadOut(lines, starts, path);
  const byPlace = new Map<number, NewEntries[number][]>();
  for (const entry of added) {
    const rank = rankOf(entry[0]);
    const index = pairs.findLastIndex(({ key }) => rankOf(textOf(key)) <= rank);
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

/** The entries of a map under their keys; keys that are no text are nobody's. */
export function readPairs(map: YAMLMap): ReadonlyMap<string, Pair<Node, Node | null>> {
  const pairs = new Map<string, Pair<Node, Node | null>>();
  for (const pair of map.items as Pair<Node, Node | null>[]) {
    if (isScalar(pair.key) && typeof pair.key.value === 'string') pairs.set(pair.key.value, pair);
  }
  return pairs;
}

/** The offset after the colon of a pair, or after its key where no colon follows. */
export function afterColon({ text }: Lines, pair: Pair<Node, Node | null>): number {
  const end = pair.key.range?.[1] ?? 0;
  let at = end;
  while (text[at] === ' ' || text[at] === '\t') at += 1;
  return text[at] === ':' ? at + 1 : end;
}

/** Where the last character of a pair stands that is no comment, nor blank: the offset after it. */
export function endOfPair(lines: Lines, pair: Pair<Node, Node | null>): number {
  const { value } = pair;
  if (value === null || (isScalar(value) && value.source === '')) return afterColon(lines, pair);
  return endOfNode(lines, value);
}

/** A block collection ends where its last part ends, not after the comments that follow. */
function endOfNode(lines: Lines, node: Node): number {
  const end = node.range?.[1] ?? 0;
  if (isMap(node) && node.flow !== true) {
    const last = node.items.at(-1) as Pair<Node, Node | null> | undefined;
    return last === undefined ? end : endOfPair(lines, last);
  }
  if (isSeq(node) && node.flow !== true) {
    const last = node.items.at(-1) as Node | undefined;
    return last === undefined || (isScalar(last) && last.source === '') ? end : endOfNode(lines, last);
  }
  return end;
}

/** A text and what is known of how its lines are made. */
export interface Lines {
  readonly text: string;
  /** What ends a line. */
  readonly end: '\n' | '\r\n';
}

export function readLines(text: string): Lines {
  const first = text.indexOf('\n');
  return { text, end: first > 0 && text[first - 1] === '\r' ? '\r\n' : '\n' };
}

/** The offset at which the line of an offset starts. */
export function lineStart({ text }: Lines, offset: number): number {
  return text.lastIndexOf('\n', offset - 1) + 1;
}

/** The offset just after the line break of the line that the characters before an offset end on; the end of the text without one. */
export function nextLine({ text }: Lines, offset: number): number {
  if (offset > 0 && text[offset - 1] === '\n') return offset;
  const found = text.indexOf('\n', offset);
  return found === -1 ? text.length : found + 1;
}

/** How far a line is indented, or null for one that holds something else than a comment. Blank lines are of any depth. */
function commentDepth(line: string): number {
  const depth = line.search(/[^ \t\r]/);
  if (depth === -1) return Number.POSITIVE_INFINITY;
  return line[depth] === '#' ? depth : -1;
}

/** The end of the comments from a line on that are indented as far as `column` at least; blank lines after them do not belong. */
export function skipComments(lines: Lines, from: number, column: number): number {
  let end = from;
  for (let at = from; at < lines.text.length; ) {
    const next = nextLine(lines, at + 1);
    const depth = commentDepth(lines.text.slice(at, next).replace(/\r?\n$/, ''));
    if (depth < column) break;
    if (depth !== Number.POSITIVE_INFINITY) end = next;
    at = next;
  }
  return end;
}

/** The start of the comments that stand directly above a line, without a blank line between. */
function startOfComments(lines: Lines, from: number): number {
  let start = from;
  while (start > 0) {
    const above = lineStart(lines, start - 1);
    const line = lines.text.slice(above, start);
    if (!/^[ \t]*#/.test(line)) break;
    start = above;
  }
  return start;
}

/** Whether the line before an offset, which starts one, is blank. */
function followsBlank(lines: Lines, start: number): boolean {
  if (start === 0) return false;
  return lines.text.slice(lineStart(lines, start - 1), start).trim() === '';
}

/** Whether the line that starts at an offset is blank. */
function startsBlank(lines: Lines, start: number): boolean {
  return lines.text.slice(start, nextLine(lines, start + 1)).trim() === '';
}
