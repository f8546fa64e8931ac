import type { Trace } from '../model/size/workload.ts';
import { findBestFixed, fixedAt } from './policies/fixed.ts';
import type { Policy } from './policies/policy.ts';
import { createReplay, type ReplayOptions, type ReplayResult } from './replay.ts';

/** The share of time short of capacity at which rules are compared. */
export const TARGET_SHORT = 0.005;

/** The sums of a replay. */
export type Sums = Omit<ReplayResult, 'sizes'>;

/** All replays of one pipe. */
export interface PipeSweep {
  readonly pipe: string;
  /** From the first decision on, those left out as well. */
  readonly steps: number;
  /** The best fixed size in hindsight. */
  readonly best: Sums;
  readonly asItWas: Sums;
  /** By candidate, and then by headroom, in the order of both. */
  readonly policies: readonly (readonly Sums[])[];
}

/** A policy with the headrooms to try. */
export interface Candidate {
  readonly policy: Policy;
  readonly headrooms: readonly number[];
}

/** Replays a pipe with each candidate and headroom. */
export function sweepPipe(
  pipe: string,
  trace: Trace,
  candidates: readonly Candidate[],
  asItWas: Policy,
  options: ReplayOptions,
): PipeSweep {
  const run = createReplay(trace, options);
  const sumsOf = (policy: Policy, headroom: number) => {
    const { sizes: _, ...sums } = run(policy, headroom);
    return sums;
  };
  return {
    pipe,
    steps: trace.arrivals.length - options.from,
    best: sumsOf(fixedAt(findBestFixed(trace, options, TARGET_SHORT)), 0),
    asItWas: sumsOf(asItWas, 0),
    policies: candidates.map(({ policy, headrooms }) => headrooms.map((headroom) => sumsOf(policy, headroom))),
  };
}
