import { DOCUMENT, shapeUnder } from './format-order.ts';

/** Where each key of the map at a path belongs among the others; a name that people choose has no place. */
export type KeyOrder = ReadonlyMap<string, number>;

/** The canonical order of the keys of the map at a path. */
export function keyOrder(path: readonly string[]): KeyOrder {
  const { keys } = path.reduce(shapeUnder, DOCUMENT);
  return new Map([...(keys?.keys() ?? [])].map((key, rank) => [key, rank] as const));
}

/** The last for a key that has no place. */
export function rankOf(key: string, order: KeyOrder): number {
  return order.get(key) ?? Number.MAX_SAFE_INTEGER;
}
