import { isCollection, isMap, isScalar, type Node, type Pair, type YAMLMap } from 'yaml';
import { createSourceFile, locate, type SourceFile } from '../config/yaml/source-file.ts';
import { groupBy } from '../model/group-by.ts';
import { rankAt } from './key-order.ts';
import { type Edits, isSpread } from './yaml-text.ts';

export type YamlPair = Pair<Node, Node | null>;

interface EntryPlace {
  /** The index of the following line; the number of lines at the end. */
  readonly line: number;
  readonly entries: Edits;
  readonly column: number;
  readonly spacing: Spacing;
}

export type Spacing = 'close' | 'before' | 'after' | 'around';

/**
 * Each new entry goes after the last entry that precedes it in the canonical order, and after the comments of that
 * entry; at the end of the map these are all comments of its depth.
 */
export function findEntryPlaces(
  lines: SourceLines,
  map: YAMLMap,
  added: Edits,
  path: readonly string[],
): readonly EntryPlace[] {
  const pairs = map.items as YamlPair[];
  const rankOf = rankAt(path);
  const [first = { line: 0, column: 0 }, ...others] = pairs.map(({ key }) => placeOf(lines, key));
  const { column } = first;
  const isSpaced =
    others.length === 0 ? isSpread(path) : others.some(({ line }) => isBlank(lines, startOfComments(lines, line) - 1));
  const byIndex = groupBy(added, ([name]) => pairs.findLastIndex(({ key }) => rankOf(textOf(key)) <= rankOf(name)));
  return [...byIndex].map(([index, group]) => {
    const entries: Edits = new Map(group);
    const pair = pairs[index];
    if (pair === undefined) {
      // Comments above the first entry belong to it, except at the start of the file.
      const comments = startOfComments(lines, first.line);
      const line = path.length === 0 && comments === 0 ? first.line : comments;
      return { line, entries, column, spacing: isSpaced ? 'after' : 'close' };
    }
    const isLast = index === pairs.length - 1;
    const line = skipComments(lines, lineAfter(lines, endOfPair(lines, pair)), isLast ? column : column + 1);
    const isTight = !isLast && !isBlank(lines, line);
    return { line, entries, column, spacing: !isSpaced ? 'close' : isTight ? 'around' : 'before' };
  });
}

function textOf(key: Node): string | null {
  return isScalar(key) && typeof key.value === 'string' ? key.value : null;
}

/** The entries of a map by key; null for keys that are not text. */
export function readPairs(map: YAMLMap): ReadonlyMap<string | null, YamlPair> {
  return new Map((map.items as YamlPair[]).map((pair) => [textOf(pair.key), pair]));
}

/** The offset after the colon of a pair, or after its key if no colon follows. */
export function afterColon({ source: { text } }: SourceLines, { key }: YamlPair): number {
  const end = key.range?.[1] ?? 0;
  return end + (/^[ \t]*:/.exec(text.slice(end, text.indexOf(':', end) + 1))?.[0].length ?? 0);
}

/** The offset after the last character of a pair, without blanks and comments. */
export function endOfPair(lines: SourceLines, pair: YamlPair): number {
  const { value } = pair;
  if (value === null || (isScalar(value) && value.source === '')) return afterColon(lines, pair);
  return endOfNode(lines, value);
}

/** A block collection ends with its last part, before the comments that follow. */
function endOfNode(lines: SourceLines, node: Node): number {
  const end = node.range?.[1] ?? 0;
  const last = isCollection(node) && node.flow !== true ? node.items.at(-1) : undefined;
  if (last === undefined) return end;
  if (isMap(node)) return endOfPair(lines, last as YamlPair);
  return isScalar(last) && last.source === '' ? end : endOfNode(lines, last as Node);
}

export interface SourceLines {
  readonly source: SourceFile;
  readonly rows: readonly string[];
  readonly end: '\n' | '\r\n';
}

export function readLines(text: string): SourceLines {
  const end = /^[^\n]*\r\n/.test(text) ? '\r\n' : '\n';
  return { source: createSourceFile('', text), rows: text.split('\n'), end };
}

/** 0-based. */
export function placeOf({ source }: SourceLines, { range }: Node): { readonly line: number; readonly column: number } {
  const start = range?.[0] ?? 0;
  const { line, column } = locate({ source, start, end: start });
  return { line: line - 1, column: column - 1 };
}

/** The 0-based line after the line of the character before an offset. */
export function lineAfter({ source }: SourceLines, offset: number): number {
  return locate({ source, start: offset - 1, end: offset }).line;
}

/** The line after the comments that follow and are indented by at least `column`, without blank lines. */
export function skipComments(lines: SourceLines, from: number, column: number): number {
  let end = from;
  for (let line = from; line < lines.rows.length; line += 1) {
    const depth = lines.rows[line]?.search(/\S/) ?? -1;
    if (depth === -1) continue;
    if (depth < column || lines.rows[line]?.[depth] !== '#') break;
    end = line + 1;
  }
  return end;
}

/** The first line of the comments directly above a line. */
function startOfComments({ rows }: SourceLines, from: number): number {
  let start = from;
  while (/^[ \t]*#/.test(rows[start - 1] ?? '')) start -= 1;
  return start;
}

function isBlank({ rows }: SourceLines, line: number): boolean {
  return rows[line]?.trim() === '';
}
