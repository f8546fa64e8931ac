/** What happened, in order: the latest `capacity` entries. */
export interface BoundedLog<Entry> {
  add(entry: Entry): void;
  entries(): readonly Entry[];
  /** How many of the oldest entries were dropped to stay within the capacity. */
  dropped(): number;
  clear(): void;
}

const CAPACITY = 50_000;

export function createBoundedLog<Entry>(capacity: number = CAPACITY): BoundedLog<Entry> {
  let kept: Entry[] = [];
  let dropped = 0;
  return {
    add(entry) {
      // Dropping a tenth at a time keeps the cost of an entry constant.
      if (kept.length >= capacity) dropped += kept.splice(0, Math.ceil(capacity / 10)).length;
      kept.push(entry);
    },
    entries: () => kept.slice(),
    dropped: () => dropped,
    clear() {
      kept = [];
      dropped = 0;
    },
  };
}
