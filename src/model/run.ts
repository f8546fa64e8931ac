import type { CheckResult } from './check.ts';
import type { RateLimitWait } from './client.ts';
import type { Diagnostic } from './diagnostic.ts';
import type { DiagnosticCode } from './diagnostic-codes.ts';
import { parseField } from './field.ts';
import type { ApiPlace, Base, Change, PlannedPipe, PlannedRequest, Scope, ToolVersion } from './plan.ts';
import type { GateMoment, GateRecord, RolloutRecord, WaveVerdict } from './rollout.ts';

/**
 * What became of a pipe. `failed`: refused by the service, not readable, or not as asked after the write. `unknown`: sent,
 * and no read could tell. `skipped`: not attempted. Only `applied` and `rolled-back` were confirmed by a read.
 */
export type RunStatus =
  | 'applied'
  | 'unchanged'
  | 'failed'
  | 'unknown'
  | 'stale'
  | 'refused'
  | 'skipped'
  | 'rolled-back';

export const RUN_STATUSES: readonly RunStatus[] = [
  'applied',
  'unchanged',
  'failed',
  'unknown',
  'stale',
  'refused',
  'skipped',
  'rolled-back',
];

/** `accepted` is the service's word only; `found` means that a read showed the values after the answer was lost. */
export type RequestOutcome = 'accepted' | 'found' | 'rejected' | 'unknown' | 'not-sent';

/** A request of a run, and what is known of it. */
export interface RequestRecord extends PlannedRequest {
  /** `update`: the plan's. `rollback`: sent to restore what was there before. */
  readonly purpose: 'update' | 'rollback';
  readonly outcome: RequestOutcome;
  /** HTTP status of the last answer, or null when none came. */
  readonly httpStatus: number | null;
  /** How many times it was sent. */
  readonly attempts: number;
  readonly requestId: string | null;
  readonly durationMs: number;
}

/** One pipe of a run: what of it was to move, and what became of it. */
export interface RunPipe extends Omit<PlannedPipe, 'status' | 'requests'> {
  readonly status: RunStatus;
  readonly requests: readonly RequestRecord[];
}

/** The pipes of a run, counted by status. */
export type RunSummary = Readonly<Record<RunStatus, number>> & {
  readonly total: number;
  /** Requests that were sent, lost answers included. */
  readonly requests: number;
};

/** The signal that asked to stop, or null when none did. */
export type Interruption = 'SIGINT' | 'SIGTERM' | null;

/** Reads the interruption from a signal that aborts with the name of the process's signal as its reason. */
export function interruptedBy(stop: AbortSignal): Interruption {
  if (!stop.aborted) return null;
  return stop.reason === 'SIGTERM' || stop.reason === 'SIGINT' ? stop.reason : null;
}

/** What an apply did, pipe by pipe: the `run_done` event carries it. */
export interface Run {
  readonly kind: 'run';
  readonly formatVersion: 1;
  readonly id: string;
  /** In UTC, as `2026-11-20T10:00:00.000Z`; `finishedAt` likewise. */
  readonly startedAt: string;
  readonly finishedAt: string;
  readonly tool: ToolVersion;
  readonly environment: string | null;
  readonly api: ApiPlace | null;
  /** null without `--base`. */
  readonly base: Base | null;
  /** null when the configuration could not be loaded. */
  readonly scope: Scope | null;
  readonly interrupted: Interruption;
  /** The run that this one puts back (`pipeform rollback`), or null. */
  readonly rollsBack: string | null;
  readonly summary: RunSummary;
  /** In order of name. Of a run that is shown from its journal, without those that needed nothing; `summary` counts them. */
  readonly pipes: readonly RunPipe[];
  /** null without a rollout. */
  readonly rollout: RolloutRecord | null;
  /** Every check that guarded, in the order in which they were first asked. */
  readonly checks: readonly GateRecord[];
  readonly diagnostics: readonly Diagnostic[];
}

/** Whether a health check stopped updates, or did not pass after one. */
export function hasClosedGate({ checks }: Pick<Run, 'checks'>): boolean {
  return checks.some(({ gate }) => gate === 'closed');
}

/** Whether the request took effect, or may have. */
export function wasSent({ outcome }: Pick<RequestRecord, 'outcome'>): boolean {
  return outcome !== 'rejected' && outcome !== 'not-sent';
}

/** Whether anything was, or may have been, written to the pipe. */
export function mayHaveWritten({ requests }: Pick<RunPipe, 'requests'>): boolean {
  return requests.some(wasSent);
}

/** The changes of the plan that were sent, or may have been. */
export function listWritten({ changes, requests }: Pick<RunPipe, 'changes' | 'requests'>): readonly Change[] {
  const methods = new Set(requests.filter(wasSent).map(({ method }) => method));
  return changes.filter(({ path }) => methods.has(parseField(path).section === 'settings' ? 'PUT' : 'PATCH'));
}

export function summarizeRun(pipes: readonly RunPipe[]): RunSummary {
  const counts = Object.fromEntries(RUN_STATUSES.map((status) => [status, 0])) as Record<RunPipe['status'], number>;
  let requests = 0;
  for (const pipe of pipes) {
    counts[pipe.status] += 1;
    for (const request of pipe.requests) requests += request.attempts;
  }
  return { total: pipes.length, ...counts, requests };
}

/** The codes of warnings about other runs of the project. */
const RUN_CODES: ReadonlySet<string> = new Set<DiagnosticCode>([
  'unfinished-run',
  'apply-running',
  'journal-unreadable',
  'journal-version',
  'rollback-against-configuration',
]);

/** Whether it is a warning about a run, which a report tells itself: loading the configuration does not. */
export function isAboutRuns({ severity, code }: Diagnostic): boolean {
  return severity === 'warning' && RUN_CODES.has(code);
}

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
  /** Requests wait for a rate limit. Sent every ten seconds at most. */
  | ({ readonly type: 'rate_limit'; readonly at: string } & RateLimitWait)
  | { readonly type: 'diagnostic'; readonly at: string; readonly pipe: string | null; readonly diagnostic: Diagnostic }
  | { readonly type: 'run_done'; readonly at: string; readonly run: Run };

/** What reading a fleet says while it works. */
export interface ReadProgress {
  readonly done: number;
  readonly total: number;
  readonly failed: number;
  /** Set while requests wait for a rate limit, every ten seconds at most. */
  readonly rateLimit?: RateLimitWait | undefined;
}
