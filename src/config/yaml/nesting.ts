import type { CST } from 'yaml';

/** How deep maps and lists may be nested. The configuration needs ten levels at most. */
export const DEEPEST_NESTING = 100;

interface Level {
  readonly token: CST.Token;
  readonly depth: number;
}

/** The offset of the first collection that is nested deeper than the limit, or null. Keeps its own stack. */
export function findDeepNesting(tokens: readonly CST.Token[], limit: number): number | null {
  const stack: Level[] = tokens.map((token) => ({ token, depth: 0 }));
  let found: number | null = null;
  for (let level = stack.pop(); level !== undefined; level = stack.pop()) {
    const { token, depth } = level;
    if (depth > limit) {
      found = Math.min(found ?? token.offset, token.offset);
      continue;
    }
    if (token.type === 'document') {
      if (token.value !== undefined) stack.push({ token: token.value, depth });
    } else if ('items' in token) {
      for (const item of token.items) {
        if (item.key != null) stack.push({ token: item.key, depth: depth + 1 });
        if (item.value !== undefined) stack.push({ token: item.value, depth: depth + 1 });
      }
    }
  }
  return found;
}
