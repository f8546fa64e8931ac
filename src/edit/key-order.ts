import { DOCUMENT, type Shape } from './key-order.generated.ts';

/** The shape of the value of a key; null for a key that is not text. */
export function shapeUnder({ keys, each }: Shape, key: string | null): Shape {
  return (key === null ? null : (keys?.get(key) ?? each)) ?? {};
}

export function rankAt(path: readonly string[]): (key: string | null) => number {
  return rankIn(path.reduce(shapeUnder, DOCUMENT));
}

/** Merge keys come first; unknown keys come last, with equal rank. */
export function rankIn({ keys }: Shape): (key: string | null) => number {
  if (keys === undefined) return () => 0;
  const ranks = new Map([...keys.keys()].map((key, rank) => [key, rank] as const));
  return (key) => (key === '<<' ? -1 : (ranks.get(key ?? '') ?? keys.size));
}
