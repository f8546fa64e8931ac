import type { ConfigNode } from '../config/yaml/node.ts';
import type { Word } from './format-tokens.ts';

/** Whether two trees say the same: equal values that are read in the same way, in lists of the same order. Keys have no order. */
export function saysTheSame(a: ConfigNode, b: ConfigNode): boolean {
  if (a.kind === 'map' && b.kind === 'map') {
    if (a.entries.size !== b.entries.size) return false;
    return [...a.entries].every(([key, { value }]) => {
      const other = b.entries.get(key);
      return other !== undefined && saysTheSame(value, other.value);
    });
  }
  if (a.kind === 'list' && b.kind === 'list') {
    if (a.items.length !== b.items.length) return false;
    return a.items.every((item, index) => {
      const other = b.items[index];
      return other !== undefined && saysTheSame(item, other);
    });
  }
  return a.kind === 'scalar' && b.kind === 'scalar' && Object.is(a.value, b.value) && a.style === b.style;
}

/** Whether the same words stand in both texts, each as often: values as they are spelled, comments, anchors, aliases. */
export function hasSameWords(before: readonly Word[], after: readonly Word[]): boolean {
  const counts = countWords(before);
  const others = countWords(after);
  return counts.size === others.size && [...counts].every(([word, count]) => others.get(word) === count);
}

function countWords(words: readonly Word[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { type, source } of words) {
    if (type === 'space' || type === 'newline') continue;
    const word = `${type} ${source.replace(/^[ \t]+|[ \t]+$/gm, '').trim()}`;
    counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  return counts;
}
