/** A number that stands for a text, the same on every machine: FNV-1a, 32 bits. */
export function seedOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  return hash >>> 0;
}

/**
 * Chance without a state: a number from 0 up to 1 for every seed and position, so that a moment can be looked at without
 * having been walked to. The mixing is MurmurHash3's finalizer.
 */
export function chanceAt(seed: number, position: number): number {
  let mixed = Math.imul(position ^ 0x9e3779b9, 0x85ebca6b) ^ seed;
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return ((mixed ^ (mixed >>> 16)) >>> 0) / 2 ** 32;
}

/** As `chanceAt`, from -1 up to 1. */
export function swingAt(seed: number, position: number): number {
  return chanceAt(seed, position) * 2 - 1;
}
