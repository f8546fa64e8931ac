/** The `target` of a band: the value of a series check to reach by changing replicas. */
export interface ReplicaTarget {
  readonly check: string;
  /** In the unit of the check's series; above 0. */
  readonly value: number;
  /** No change while the value is within this share of the target, such as 0.1. */
  readonly tolerance: number;
  /** Replicas decrease only to the highest number that was recommended in this time. */
  readonly stabilizationMs: number;
}

/** The check's value at the ends of buckets, oldest first; null for a window with a gap. */
export type TargetHistory =
  | { readonly ok: true; readonly points: readonly { readonly atMs: number; readonly value: number | null }[] }
  | { readonly ok: false; readonly reason: string };

/** The number of replicas that a target recommends, with its calculation. */
export interface Recommendation {
  readonly check: string;
  readonly verdict: 'scale' | 'hold' | 'no-data' | 'error';
  /** Live replicas; null when not shown. */
  readonly current: number | null;
  /** The newest value of the check. */
  readonly value: number | null;
  readonly target: number;
  /** `value / target`. */
  readonly ratio: number | null;
  readonly tolerance: number;
  readonly stabilizationMs: number;
  /** `ceil(current × ratio)`, or `current` within the tolerance. */
  readonly wanted: number | null;
  /** `wanted`, or when it is a decrease, the highest number of the stabilization time. */
  readonly stabilized: number | null;
  /** The planned number: `stabilized`, limited by the band and the policy; null without a recommendation. */
  readonly replicas: number | null;
  /** The calculation in words, or why there is none. */
  readonly reason: string;
}
