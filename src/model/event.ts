import type { CheckResult } from './check.ts';
import type { Diagnostic } from './diagnostic.ts';
import type { GateMoment, WaveVerdict } from './rollout.ts';
import type { Run, RunStatus } from './run.ts';

/**
 * What an apply says while it works: the lines of `apply --format json`, and what the progress view is drawn from. `at` is the
 * time in UTC, as `2026-11-20T10:00:00.000Z`; `pipe` the name in the configuration.
 */
export type RunEvent =
  | {
      readonly type: 'run_start';
      readonly at: string;
      readonly run: string;
      /** Pipes that the plan wants to update; the others are done before they start. */
      readonly pipes: number;
      readonly requests: number;
    }
  | { readonly type: 'pipe_start'; readonly at: string; readonly pipe: string }
  | {
      readonly type: 'request';
      readonly at: string;
      readonly pipe: string;
      readonly method: 'GET' | 'PUT' | 'PATCH';
      readonly path: string;
      /** HTTP status, or null when no answer came. */
      readonly status: number | null;
      readonly attempt: number;
    }
  | { readonly type: 'pipe_done'; readonly at: string; readonly pipe: string; readonly status: RunStatus }
  | {
      readonly type: 'wave_start';
      readonly at: string;
      /** From 1. */
      readonly wave: number;
      readonly waves: number;
      /** Names, in the order in which they start. */
      readonly pipes: readonly string[];
    }
  | {
      /** All pipes of the wave are done and its checks are watched. */
      readonly type: 'bake_start';
      readonly at: string;
      readonly wave: number;
      readonly bakeMs: number;
      /** Names of the checks that are watched. */
      readonly checks: readonly string[];
      /** How often each is asked. */
      readonly measurements: number;
    }
  | {
      readonly type: 'wave_done';
      readonly at: string;
      readonly wave: number;
      readonly verdict: WaveVerdict;
      readonly reason: string | null;
    }
  | ({
      readonly type: 'check';
      readonly at: string;
      readonly moment: GateMoment;
      /** null outside of waves. */
      readonly wave: number | null;
      /** The pipe whose own check it is, or null. */
      readonly pipe: string | null;
    } & CheckResult)
  | {
      /** What this run wrote is put back, the latest first. */
      readonly type: 'rollback_start';
      readonly at: string;
      readonly pipes: readonly string[];
    }
  | { readonly type: 'diagnostic'; readonly at: string; readonly pipe: string | null; readonly diagnostic: Diagnostic }
  | { readonly type: 'run_done'; readonly at: string; readonly run: Run };

/** What reading a fleet says while it works. */
export interface ReadProgress {
  readonly done: number;
  readonly total: number;
  readonly failed: number;
}
