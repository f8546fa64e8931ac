import type { CheckResult } from './check.ts';
import type { RateLimitWait } from './client.ts';
import type { Diagnostic } from './diagnostic.ts';
import type { DiagnosticCode } from './diagnostic-codes.ts';
import { parseField } from './field.ts';
import { type Change, countStatuses, type Plan, type PlannedPipe, type PlannedRequest } from './plan.ts';
import type { GateRecord, RolloutRecord, WaveVerdict } from './rollout.ts';

/**
 * What became of a pipe. `failed`: refused by the service, not readable, or not as asked after the write. `unknown`: sent,
 * and no read could tell. `skipped`: not attempted. Only `applied` and `rolled-back` were confirmed by a read.
 */
export type RunStatus = (typeof RUN_STATUSES)[number];

export const RUN_STATUSES = [
  'applied',
  'unchanged',
  'failed',
  'unknown',
  'stale',
  'refused',
  'skipped',
  'rolled-back',
] as const;

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
export interface Run
  extends Pick<Plan, 'formatVersion' | 'tool' | 'environment' | 'api' | 'base' | 'scope' | 'diagnostics'> {
  readonly kind: 'run';
  readonly id: string;
  /** In UTC, as `2026-11-20T10:00:00.000Z`; `finishedAt` likewise. */
  readonly startedAt: string;
  readonly finishedAt: string;
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
}

/** What is known of a run before it begins. */
type RunHead = Pick<Run, 'id' | 'tool' | 'environment' | 'api' | 'base' | 'scope' | 'rollsBack'>;

/** The keys in the order of cli.md, "The run document". */
export function buildRun(head: RunHead, ended: Omit<Run, keyof RunHead | 'kind' | 'formatVersion'>): Run {
  const { id, tool, environment, api, base, scope, rollsBack } = head;
  const { startedAt, finishedAt, interrupted, summary, pipes, rollout, checks, diagnostics } = ended;
  const place = { kind: 'run', formatVersion: 1, id, startedAt, finishedAt, tool, environment, api } as const;
  return { ...place, base, scope, interrupted, rollsBack, summary, pipes, rollout, checks, diagnostics };
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
  const requests = pipes.flatMap((pipe) => pipe.requests).reduce((sum, { attempts }) => sum + attempts, 0);
  return { total: pipes.length, ...countStatuses(RUN_STATUSES, pipes), requests };
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

/** What each type of event says, beside its `type` and `at`. `pipe` is the name in the configuration. */
export interface EventDetails {
  /** `pipes`, `requests`: what the plan wants to update; the other pipes are done before they start. */
  run_start: { readonly run: string; readonly pipes: number; readonly requests: number };
  pipe_start: { readonly pipe: string };
  request: {
    readonly pipe: string;
    readonly method: 'GET' | 'PUT' | 'PATCH';
    readonly path: string;
    /** HTTP status, or null when no answer came. */
    readonly status: number | null;
    readonly attempt: number;
  };
  pipe_done: { readonly pipe: string; readonly status: RunStatus };
  /** `wave` counts from 1; `pipes` are names, in the order in which they start. */
  wave_start: { readonly wave: number; readonly waves: number; readonly pipes: readonly string[] };
  /** All pipes of the wave are done and its checks are watched. */
  bake_start: {
    readonly wave: number;
    readonly bakeMs: number;
    /** Names of the checks that are watched. */
    readonly checks: readonly string[];
    /** How often each is asked. */
    readonly measurements: number;
  };
  wave_done: { readonly wave: number; readonly verdict: WaveVerdict; readonly reason: string | null };
  check: Pick<GateRecord, 'moment' | 'wave' | 'pipe'> & CheckResult;
  /** What this run wrote is put back, the latest first. */
  rollback_start: { readonly pipes: readonly string[] };
  /** Requests wait for a rate limit. Sent every ten seconds at most. */
  rate_limit: RateLimitWait;
  diagnostic: { readonly pipe: string | null; readonly diagnostic: Diagnostic };
  run_done: { readonly run: Run };
}

/**
 * What an apply says while it works: the lines of `apply --format json`, and what the progress view is drawn from. `at` is the
 * time in UTC, as `2026-11-20T10:00:00.000Z`.
 */
export type RunEvent = {
  [Type in keyof EventDetails]: { readonly type: Type; readonly at: string } & EventDetails[Type];
}[keyof EventDetails];

/** What reading a fleet says while it works. */
export interface ReadProgress {
  readonly done: number;
  readonly total: number;
  readonly failed: number;
  /** Set while requests wait for a rate limit, every ten seconds at most. */
  readonly rateLimit?: RateLimitWait | undefined;
}
