import type { CheckResult, Verdict } from './check.ts';

/** The size of a wave: so many pipes more, or up to a share (0 to 1) of all that change, counted from the start. */
export type WaveSize = { readonly pipes: number } | { readonly share: number };

/**
 * How updates are spread over the fleet and which checks guard them (config.md). Counting verdicts follows the analysis of
 * Argo Rollouts: `fail` is its failure, `no-data` its inconclusive, `error` its error.
 */
export interface Rollout {
  readonly waves: readonly WaveSize[];
  /** Names of checks that must pass before anything is written. */
  readonly before: readonly string[];
  /** Names of checks that are watched while each wave bakes. */
  readonly after: readonly string[];
  /** Milliseconds. */
  readonly bakeMs: number;
  /** Milliseconds between two measurements of a bake. */
  readonly intervalMs: number;
  /** Measurements of each check in a bake; null for as many as the bake has intervals. */
  readonly count: number | null;
  /** A wave fails when a check fails more often than this. */
  readonly failureLimit: number;
  /** A wave fails when a check has no data more often than this. */
  readonly inconclusiveLimit: number;
  /** A wave fails when a check cannot be asked more often than this in a row. */
  readonly consecutiveErrorLimit: number;
  readonly onFailure: 'stop' | 'rollback';
}

/** When a check guards: before anything is written, while a wave bakes, or around the update of one pipe. */
export type GateMoment = 'before' | 'after' | 'pipe-before' | 'pipe-after';

/** Which check guards what. */
export interface GateKey {
  readonly name: string;
  readonly moment: GateMoment;
  /** Number of the wave, from 1; null outside of waves. */
  readonly wave: number | null;
  /** The pipe whose own check it is, or null. */
  readonly pipe: string | null;
}

/** What a check that guarded came to over all its measurements. */
export interface GateRecord extends GateKey {
  /** `open`: updates may go on. `closed`: it stopped them. */
  readonly gate: 'open' | 'closed';
  readonly counts: Readonly<Record<Verdict, number>>;
  readonly last: CheckResult;
  /** The latest values in order of time, at most 60; null where there was none. */
  readonly values: readonly (number | null)[];
}

/** How a wave ended. */
export type WaveVerdict = 'passed' | 'failed' | 'interrupted' | 'not-started';

/** What became of one wave. */
export interface WaveRecord {
  /** From 1. */
  readonly wave: number;
  /** Names of the pipes, in the order in which they start. */
  readonly pipes: readonly string[];
  readonly verdict: WaveVerdict;
  /** Why it did not pass, or null. */
  readonly reason: string | null;
  /** Milliseconds that it baked. */
  readonly bakedMs: number;
}

/** What became of a guarded rollout. `blocked`: a check did not pass before the first wave, so nothing was written. */
export interface RolloutRecord {
  readonly status: 'passed' | 'failed' | 'blocked' | 'interrupted';
  readonly onFailure: Rollout['onFailure'];
  readonly waves: readonly WaveRecord[];
}
