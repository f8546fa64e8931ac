/** One of `total` parts of a fleet, divided by a stable hash of pipe ids. `index` starts at 1. */
export interface Shard {
  readonly index: number;
  readonly total: number;
}

/** More shards are a mistake, since no fleet has enough pipes for them. */
export const MAX_SHARDS = 10_000;
