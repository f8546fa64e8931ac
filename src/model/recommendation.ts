/** What a band's `target` asks for: replicas such that the check's value comes to `value`. */
export interface ReplicaTarget {
  /** Name of a series check. */
  readonly check: string;
  /** In the unit of the check's series; above 0. */
  readonly value: number;
  /** No change while the value is within this share of the target, such as 0.1. */
  readonly tolerance: number;
  /** Milliseconds: replicas go down only as far as the whole of this time would have allowed. */
  readonly stabilizationMs: number;
}

/** The check's value at the ends of buckets, oldest first; null where a window had a gap. */
export type TargetHistory =
  | { readonly ok: true; readonly points: readonly { readonly atMs: number; readonly value: number | null }[] }
  | { readonly ok: false; readonly reason: string };

/** How many replicas a series asks for, with the arithmetic that leads there. */
export interface Recommendation {
  readonly check: string;
  readonly verdict: 'scale' | 'hold' | 'no-data' | 'error';
  /** Live replicas; null when they are not shown. */
  readonly current: number | null;
  /** The check's newest value. */
  readonly value: number | null;
  readonly target: number;
  /** `value / target`. */
  readonly ratio: number | null;
  readonly tolerance: number;
  readonly stabilizationMs: number;
  /** `ceil(current × ratio)`, or `current` within the tolerance. */
  readonly wanted: number | null;
  /** The highest that the stabilization time asked for when replicas would go down; else `wanted`. */
  readonly stabilized: number | null;
  /** What is planned: `stabilized` inside the band, as far as policy allows in one apply; null when nothing can be said. */
  readonly replicas: number | null;
  /** The arithmetic in words, or why there is none. */
  readonly reason: string;
}
