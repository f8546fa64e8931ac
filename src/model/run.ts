import type { Diagnostic } from './diagnostic.ts';
import type { DiagnosticCode } from './diagnostic-codes.ts';
import type { ApiPlace, Base, Change, PlannedPipe, PlannedRequest, Scope, ToolVersion } from './plan.ts';
import type { GateRecord, RolloutRecord } from './rollout.ts';

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
  return changes.filter(({ path }) => methods.has(path.startsWith('settings.') ? 'PUT' : 'PATCH'));
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
