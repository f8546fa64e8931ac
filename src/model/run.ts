import type { CheckResult } from './check.ts';
import type { RateLimitWait } from './client.ts';
import type { Diagnostic } from './diagnostic.ts';
import type { DiagnosticCode } from './diagnostic-codes.ts';
import { sectionOf } from './field/field.ts';
import {
  type Change,
  countStatuses,
  type Plan,
  type PlannedPipe,
  type PlannedRequest,
  writtenSection,
} from './plan.ts';
import type { GateRecord, RolloutRecord, WaveVerdict } from './rollout.ts';

/**
 * The result for a pipe; a read confirmed `applied` and `rolled-back`. `failed`: rejected, unreadable, or not as
 * requested after the write. `unknown`: sent, but not confirmed by a read. `skipped`: not attempted.
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

/** `accepted`: a 2xx response, not confirmed. `found`: the response was lost, but a read showed the values. */
export type RequestOutcome = 'accepted' | 'found' | 'rejected' | 'unknown' | 'not-sent';

/** A request of a run and its outcome. */
export interface RequestRecord extends PlannedRequest {
  /** `update`: from the plan. `rollback`: restores the earlier values. */
  readonly purpose: 'update' | 'rollback';
  readonly outcome: RequestOutcome;
  /** The status is that of the last response; null without a response. */
  readonly httpStatus: number | null;
  readonly attempts: number;
  readonly requestId: string | null;
  readonly durationMs: number;
}

/** One pipe of a run: its planned changes and the result. */
export interface RunPipe extends Omit<PlannedPipe<RunStatus>, 'requests' | 'cost'> {
  readonly requests: readonly RequestRecord[];
}

/** The pipes of a run, counted by status. */
export type RunSummary = Readonly<Record<RunStatus, number>> & {
  readonly total: number;
  /** Sent requests, including those whose response was lost. */
  readonly requests: number;
};

/** The signal that stopped the run, or null. */
export type Interruption = 'SIGINT' | 'SIGTERM' | null;

/** The abort reason of `stop` is the name of the process signal. */
export function interruptedBy(stop: AbortSignal): Interruption {
  if (!stop.aborted) return null;
  return stop.reason === 'SIGTERM' || stop.reason === 'SIGINT' ? stop.reason : null;
}

/** What started a run. */
export interface RunTrigger {
  /** The commit that was checked out; null outside of git. Changes that were not committed may have been applied, too. */
  readonly commit: string | null;
  /** The user who started the CI job; null outside of CI. */
  readonly author: string | null;
}

/** The run document (`schema/run.schema.json`): what an apply did, pipe by pipe. */
export interface Run
  extends RunTrigger,
    Pick<
      Plan,
      'formatVersion' | 'tool' | 'environment' | 'project' | 'api' | 'base' | 'scope' | 'overrides' | 'diagnostics'
    > {
  readonly kind: 'run';
  readonly id: string;
  /** UTC, as `2026-11-20T10:00:00.000Z`; `finishedAt` likewise. */
  readonly startedAt: string;
  readonly finishedAt: string;
  readonly interrupted: Interruption;
  /** The run that this one rolls back, or null. */
  readonly rollsBack: string | null;
  readonly summary: RunSummary;
  /** Ordered by name. A run that is rebuilt from its journal omits unchanged pipes; `summary` still counts them. */
  readonly pipes: readonly RunPipe[];
  /** null without a rollout. */
  readonly rollout: RolloutRecord | null;
  /** Every check that guarded the run, in the order of first use. */
  readonly checks: readonly GateRecord[];
}

/** Known before the run starts. */
type RunHead = Pick<Run, 'id' | 'tool' | 'environment' | 'project' | 'api' | 'base' | 'scope' | 'rollsBack'>;

/** The keys in the order of the run document. */
export function buildRun(
  head: RunHead & Partial<RunTrigger & Pick<Run, 'overrides'>>,
  ended: Omit<Run, keyof (RunHead & RunTrigger) | 'overrides' | 'kind' | 'formatVersion'>,
): Run {
  const {
    id,
    tool,
    environment,
    project,
    commit = null,
    author = null,
    api,
    base,
    scope,
    rollsBack,
    overrides = [],
  } = head;
  const { startedAt, finishedAt, interrupted, summary, pipes, rollout, checks, diagnostics } = ended;
  const named = {
    kind: 'run',
    formatVersion: 1,
    id,
    startedAt,
    finishedAt,
    tool,
    environment,
  } as const;
  const place = project ? { ...named, project } : named;
  return {
    ...place,
    commit,
    author,
    api,
    base,
    scope,
    interrupted,
    rollsBack,
    overrides,
    summary,
    pipes,
    rollout,
    checks,
    diagnostics,
  };
}

/** Whether a health check stopped updates, or failed after one. */
export function hasClosedGate({ checks }: Pick<Run, 'checks'>): boolean {
  return checks.some(({ gate }) => gate === 'closed');
}

/** Whether the request took effect or may have. */
export function wasSent({ outcome }: Pick<RequestRecord, 'outcome'>): boolean {
  return outcome !== 'rejected' && outcome !== 'not-sent';
}

export function mayHaveWritten({ requests }: Pick<RunPipe, 'requests'>): boolean {
  return requests.some(wasSent);
}

/** The changes that were written or may have been. */
export function listWritten({ changes, requests }: Pick<RunPipe, 'changes' | 'requests'>): readonly Change[] {
  const sections = new Set(requests.filter(wasSent).map(({ method }) => writtenSection(method)));
  return changes.filter(({ path }) => sections.has(sectionOf(path)));
}

export function summarizeRun(pipes: readonly RunPipe[]): RunSummary {
  const requests = pipes.flatMap((pipe) => pipe.requests).reduce((sum, { attempts }) => sum + attempts, 0);
  return { total: pipes.length, ...countStatuses(RUN_STATUSES, pipes), requests };
}

/** Warnings about other runs of the project. */
const RUN_CODES: ReadonlySet<string> = new Set<DiagnosticCode>([
  'unfinished-run',
  'apply-locked',
  'journal-unreadable',
  'rollback-against-configuration',
]);

/** Whether a diagnostic is a warning about other runs of the project. */
export function isAboutRuns({ severity, code }: Diagnostic): boolean {
  return severity === 'warning' && RUN_CODES.has(code);
}

/** The fields of each type of event, besides `type` and `at`. `pipe` is the name in the configuration. */
export interface EventDetails {
  /** `pipes` and `requests` count planned updates only. */
  run_start: { readonly run: string; readonly pipes: number; readonly requests: number };
  pipe_start: { readonly pipe: string };
  request: {
    readonly pipe: string;
    readonly method: 'GET' | 'PUT' | 'PATCH';
    readonly path: string;
    /** HTTP status; null without a response. */
    readonly status: number | null;
    readonly attempt: number;
  };
  /** A write was refused for now, and is sent again later. At most every ten seconds for a write, and only for waits of a second or more. */
  pipe_wait: {
    readonly pipe: string;
    /** HTTP status of the refusal. */
    readonly status: number | null;
    /** The words of the service. */
    readonly reason: string;
    /** The time until the pipe is read and the write is sent again. */
    readonly waitMs: number;
    /** When that is, by the wall clock, in UTC. */
    readonly until: string;
  };
  pipe_done: { readonly pipe: string; readonly status: RunStatus };
  /** `wave` starts at 1; `pipes` are names in starting order. */
  wave_start: { readonly wave: number; readonly waves: number; readonly pipes: readonly string[] };
  /** All pipes of the wave are done; `checks` are evaluated `measurements` times each. */
  bake_start: {
    readonly wave: number;
    readonly bakeMs: number;
    readonly checks: readonly string[];
    readonly measurements: number;
  };
  wave_done: { readonly wave: number; readonly verdict: WaveVerdict; readonly reason: string | null };
  check: Pick<GateRecord, 'moment' | 'wave' | 'pipe' | 'pass'> & CheckResult;
  /** The run restores what it wrote, the latest first. */
  rollback_start: { readonly pipes: readonly string[] };
  /** Sent at most every ten seconds while requests wait. */
  rate_limit: RateLimitWait;
  diagnostic: { readonly pipe: string | null; readonly diagnostic: Diagnostic };
  run_done: { readonly run: Run };
}

/** An event of an apply: a line of `apply --format json`. `at` is in UTC, as `2026-11-20T10:00:00.000Z`. */
export type RunEvent = {
  [Type in keyof EventDetails]: { readonly type: Type; readonly at: string } & EventDetails[Type];
}[keyof EventDetails];

/** The progress of reading a fleet. */
export interface ReadProgress {
  readonly done: number;
  readonly total: number;
  readonly failed: number;
  /** What is counted; `replay`: pipes whose past is replayed. Default: pipes that are read. */
  readonly unit?: 'pipe' | 'day' | 'replay' | undefined;
  /** Set at most every ten seconds while requests wait. */
  readonly rateLimit?: RateLimitWait | undefined;
}
