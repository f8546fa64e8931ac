import type { CheckResult, Condition, Verdict } from './check.ts';

/** The size of a wave: a number of pipes, or the share (0 to 1) of all changed pipes that is done after the wave. */
export type WaveSize = { readonly pipes: number } | { readonly share: number };

/** The waves of an apply and the checks that guard them. Limits are as in the analysis of Argo Rollouts. */
export interface Rollout {
  readonly waves: readonly WaveSize[];
  /** Checks that must pass before the first write. */
  readonly before: readonly string[];
  /** Checks that are evaluated while each wave bakes. */
  readonly after: readonly string[];
  readonly bakeMs: number;
  /** Milliseconds between two measurements of a bake. */
  readonly intervalMs: number;
  /** Measurements of each check in a bake; null for one per interval. */
  readonly count: number | null;
  /** A wave fails when a check fails more often than this. */
  readonly failureLimit: number;
  /** A wave fails when a check has no data (Argo: inconclusive) more often than this. */
  readonly inconclusiveLimit: number;
  /** A wave fails after more consecutive errors of a check than this. */
  readonly consecutiveErrorLimit: number;
  readonly onFailure: 'stop' | 'rollback';
}

/** When a check guards: before the first write, while a wave bakes, or around the update of one pipe. */
export type GateMoment = 'before' | 'after' | 'pipe-before' | 'pipe-after';

/** A check at one moment of a rollout. */
export interface GateKey {
  readonly name: string;
  readonly moment: GateMoment;
  /** From 1; null outside of waves. */
  readonly wave: number | null;
  /** The pipe that declares the check, or null. */
  readonly pipe: string | null;
}

/** The result of a guarding check over all its measurements. */
export interface GateRecord extends GateKey {
  /** `open`: updates may continue. `closed`: the check stopped them. */
  readonly gate: 'open' | 'closed';
  readonly counts: Readonly<Record<Verdict, number>>;
  readonly last: CheckResult;
  /** The latest values, at most 60, oldest first; null for a gap. */
  readonly values: readonly (number | null)[];
  /** What the values of a series must be; omitted for an alert. */
  readonly pass?: Condition | undefined;
}

/** How a wave ended. */
export type WaveVerdict = 'passed' | 'failed' | 'interrupted' | 'not-started';

/** The result of one wave. */
export interface WaveRecord {
  /** From 1. */
  readonly wave: number;
  /** Names in starting order. */
  readonly pipes: readonly string[];
  readonly verdict: WaveVerdict;
  /** Why it did not pass, or null. */
  readonly reason: string | null;
  readonly bakedMs: number;
}

/** The result of a guarded rollout. `blocked`: a check did not pass before the first wave, so nothing was written. */
export interface RolloutRecord {
  readonly status: 'passed' | 'failed' | 'blocked' | 'interrupted';
  readonly onFailure: Rollout['onFailure'];
  readonly waves: readonly WaveRecord[];
}
