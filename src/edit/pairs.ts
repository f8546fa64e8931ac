import { isMap, isScalar, isSeq, type Node, type Pair, type YAMLMap } from 'yaml';
import type { Lines } from './lines.ts';

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
