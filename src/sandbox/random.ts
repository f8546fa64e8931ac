export type Random = ReturnType<typeof createRandom>;

/**
 * A stream of random choices that depends only on the seed.
 * @param seed an integer; only its lowest 32 bits count.
 */
export function createRandom(seed: number) {
  let state = seed >>> 0;
  // The mulberry32 generator.
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  /** Both bounds are included. */
  const integer = (minimum: number, maximum: number) => minimum + Math.floor(next() * (maximum - minimum + 1));
  /** Lower-case hexadecimal digits. */
  const hex = (length: number) => Array.from({ length }, () => integer(0, 15).toString(16)).join('');
  return {
    integer,
    hex,
    pick: <Item>(items: readonly Item[]) => items[integer(0, items.length - 1)] as Item,
    chance: (probability: number) => next() < probability,
    /** Version 4. */
    uuid: () => `${hex(8)}-${hex(4)}-4${hex(3)}-${integer(8, 11).toString(16)}${hex(3)}-${hex(12)}`,
  };
}

/** FNV-1a, 32 bits. */
export function seedOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  return hash >>> 0;
}

/** A number from 0 to 1 (exclusive) for a seed and a position, mixed with MurmurHash3's finalizer. */
export function chanceAt(seed: number, position: number): number {
  let mixed = Math.imul(position ^ 0x9e3779b9, 0x85ebca6b) ^ seed;
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return ((mixed ^ (mixed >>> 16)) >>> 0) / 2 ** 32;
}

/** Does the same as `chanceAt`, but from -1 to 1. */
export function swingAt(seed: number, position: number): number {
  return chanceAt(seed, position) * 2 - 1;
}
