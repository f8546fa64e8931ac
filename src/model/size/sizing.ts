import type { ScalingKey } from '../field/field.ts';
import type { Band } from '../fleet.ts';
import type { WeeklyWindow } from '../weekly-window.ts';

/** The size of a pipe: per replica, and how many. */
export interface Size {
  readonly replicas: number;
  readonly cpuMillicores: number;
  readonly memoryGb: number;
}

/** The field of each part of a size. */
export const SIZE_FIELDS = {
  replicas: 'replicas',
  cpuMillicores: 'replicaCpuMillicores',
  memoryGb: 'replicaMemoryGb',
} as const satisfies Record<keyof Size, ScalingKey>;

export const SIZE_PARTS = Object.keys(SIZE_FIELDS) as readonly (keyof Size)[];

/** Millicores that all replicas may use. */
export function capacityOf({ replicas, cpuMillicores }: Pick<Size, 'replicas' | 'cpuMillicores'>): number {
  return replicas * cpuMillicores;
}

/** What was measured of a pipe, oldest first, one value for each step of `stepMs`; NaN where there is none. */
export interface PipeHistory {
  readonly startMs: number;
  readonly stepMs: number;
  /** Millicores that all replicas used. */
  readonly cpu: Float32Array;
  /** GB of the largest replica. */
  readonly memory: Float32Array | null;
  /** Messages a second taken in (processed). */
  readonly rate: Float32Array | null;
  /** Messages waiting. */
  readonly lag: Float32Array | null;
  /** Millicores that all replicas may use; NaN where the size is not known. */
  readonly capacity: Float32Array;
}

/** What sizes are possible: the pipe's bands (or a fixed value) within the contract's ranges. */
export interface SizeLimits {
  readonly replicas: Band;
  readonly cpuMillicores: Band;
  readonly memoryGb: Band;
}

export interface SizingOptions {
  /** A share of the demand, such as 0.15. */
  readonly headroom: number;
  readonly limits: SizeLimits;
  /** Prices of an hour; without pricing, the usual ratio makes CPU the measure: 1, and 0 for memory. */
  readonly cpuHour: number;
  readonly memoryGbHour: number;
  /** The zone of proposed windows. */
  readonly timezone: string;
}

/** Replicas for days and hours, as an entry of `scaling.schedule`. */
export interface AdvisedWindow extends WeeklyWindow {
  readonly replicas: number;
}

export const VERDICTS_OF_SIZE = ['grow', 'shrink', 'schedule', 'keep', 'unknown'] as const;

/** `schedule`: other replicas by the clock. `keep`: the size is right. `unknown`: too little is known. */
export type SizeVerdict = (typeof VERDICTS_OF_SIZE)[number];

export interface Advice {
  readonly verdict: SizeVerdict;
  readonly now: Size;
  readonly advised: Size | null;
  readonly windows: readonly AdvisedWindow[];
  /** One sentence. */
  readonly reason: string;
  /** Limited downstream or by partitions: more capacity brings no throughput. */
  readonly isLimited: boolean;
  /** What the pipe has now is too small, also where a schedule is advised. Omitted when not. */
  readonly isTooSmall?: true;
  /** Share of the known history in which demand exceeds capacity, with the size now and with the advised one. */
  readonly short: { readonly now: number | null; readonly advised: number | null };
  /** Demand in millicores for the chart, one value a step, NaN unknown. */
  readonly demand: Float32Array;
}

/** A figure with its interval of 95%, by bootstrap over pipes. */
export interface Estimate {
  readonly value: number;
  readonly low: number;
  readonly high: number;
}

/** What a rule would have cost and done for all pipes. Shares are from 0 to 1. */
export interface BacktestFigures {
  /** In the unit of the prices, for the counted time. */
  readonly cost: number;
  /** Over that of the best fixed size in hindsight. */
  readonly relativeCost: Estimate;
  /** Share of the paid capacity that was not used. */
  readonly slack: number;
  /** Share of the counted time that was short of capacity or memory. */
  readonly short: Estimate;
  /** Changes of size for a pipe, in a day. */
  readonly changesPerDay: number;
  /** Share of the counted time in which memory ran out. */
  readonly outOfMemory: number;
  /** The pipe that cost the most over its best fixed size, and the one that was short for the longest. */
  readonly worst: {
    readonly cost: { readonly pipe: string; readonly relativeCost: number };
    readonly short: { readonly pipe: string; readonly share: number };
  };
}

/**
 * What a backtest compares: the size that was, the best fixed size that only hindsight knows, the rules of others, and ours, weekly as
 * `fixed` sizes and with `windows`.
 */
export type PolicyName = 'as-it-was' | 'hindsight' | 'vpa' | 'krr' | 'hpa' | 'flink' | 'fixed' | 'windows';

export interface BacktestRow {
  readonly policy: PolicyName;
  /**
   * The cheapest headroom with at most the target's share of time short. It is chosen by other pipes than those it is used for; two of
   * them where each half of the pipes chose for the other. None for a rule without headroom.
   */
  readonly headrooms: readonly number[];
  /** False when no headroom of the sweep kept to the target where it was chosen: then it is the one with the least time short. */
  readonly isWithinTarget: boolean;
  readonly figures: BacktestFigures;
  /** All headrooms of the sweep, for the front of cost and shortage. */
  readonly front: readonly { readonly headroom: number; readonly relativeCost: number; readonly short: number }[];
}

/** The past, replayed with the rules that one may size by. */
export interface BacktestReport {
  readonly pipes: number;
  /** Counted pipe-days, those of an unknown demand not among them. */
  readonly days: number;
  /** Share of the replayed time that is left out, since the demand is not known. */
  readonly unknown: number;
  /** The share of time short of capacity at which the rules are compared. */
  readonly target: number;
  readonly rows: readonly BacktestRow[];
}
