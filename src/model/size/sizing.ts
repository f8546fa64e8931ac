import type { Band } from '../fleet.ts';
import type { WeeklyWindow } from '../weekly-window.ts';
import type { Size } from './size.ts';

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
  /** Shares of the known history that are short of capacity, with what the pipe has now and with the advice. */
  readonly short: { readonly now: number | null; readonly advised: number | null };
  /** Demand in millicores for the chart, one value a step, NaN unknown. */
  readonly demand: Float32Array;
}

/** What a pipe's sizes would have cost and done in the replayed time. */
export interface BacktestFigures {
  /** The cost is in the unit of the prices; core hours without them. */
  readonly cost: number;
  /** A share of the time of a known demand. */
  readonly short: number;
  /** Changes of size, those by windows included. */
  readonly changes: number;
}

/** The replayed weeks of one pipe. */
export interface PipeBacktest {
  readonly days: number;
  /** Steps with a known demand, and the others. */
  readonly steps: number;
  readonly unknownSteps: number;
  readonly asItWas: BacktestFigures;
  /** The cheapest fixed size that would have been short for at most 1% of the time, which only hindsight knows. */
  readonly hindsight: BacktestFigures;
  /** The advice of each week, as it was known before it. */
  readonly advice: BacktestFigures;
}
