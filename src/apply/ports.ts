import type { Check } from '../model/check.ts';
import type { PipeAddress, PipeReader, PipeWriter } from '../model/client.ts';
import type { Clock } from '../model/clock.ts';
import { diagnoseCode } from '../model/diagnose-code.ts';
import type { Diagnostic } from '../model/diagnostic.ts';
import type { FieldPath } from '../model/field/field.ts';
import type { JournalEntry, JournalFailure } from '../model/journal.ts';
import type { ObservabilityReader } from '../model/observability/reader.ts';
import type { PlannedPipe } from '../model/plan.ts';
import type { Rollout } from '../model/rollout.ts';
import type { RunEvent, RunTrigger } from '../model/run.ts';
import type { ActiveFreeze } from '../plan/policy/freeze.ts';

/** Everything that `applyPlan` reads, writes and measures through. */
export interface ApplyPorts {
  readonly reader: PipeReader;
  readonly writer: PipeWriter;
  /** null without checks. */
  readonly observability: ObservabilityReader | null;
  readonly journal: RunJournal;
  readonly clock: Clock;
  /** Called for a bug in the work on one pipe or check. Returns one line for the run document, without secrets and without the stack. */
  readonly reportBug: (error: unknown) => string;
}

/** The record of a run on disk. After a failure, nothing more may be sent. */
export interface RunJournal {
  /**
   * Resolves to true once the line and all lines before it are on disk. Resolves to false when the line could not be written;
   * for an intent, also when the run lost the project lock. Other lines are still written then. Never throws.
   */
  write(entry: JournalEntry): Promise<boolean>;
  /** Why nothing more may be sent; null without a failure. */
  failure(): JournalFailure | null;
}

const FAILURE_SUMMARIES: Readonly<Record<JournalFailure['code'], string>> = {
  'journal-failed': 'The journal of this run could not be written, so nothing more was sent.',
  'journal-lost': 'The journal of this run was removed or changed during the run, so nothing more was sent.',
  'lock-lost': 'This run lost the lock of the project, so nothing more was sent.',
};

export function journalProblem({ code, detail }: JournalFailure): Diagnostic {
  return diagnoseCode(code, FAILURE_SUMMARIES[code], detail);
}

export interface Interrupts {
  /** Aborts at the first interrupt, with the signal's name as the reason: work in flight finishes, nothing more starts. */
  readonly stop: AbortSignal;
  /** Aborts at the second interrupt: requests in flight are canceled. */
  readonly abort: AbortSignal;
}

/** The rollout and the checks of an apply. */
export interface Guards {
  /** null to apply without waves. */
  readonly rollout: Rollout | null;
  /** The keys are the names of the checks. */
  readonly checks: ReadonlyMap<string, Check>;
  /** The names of each pipe's own checks, by the name of the pipe; only pipes with checks. */
  readonly ofPipe: ReadonlyMap<string, readonly string[]>;
}

/** For --no-rollout, and for a configuration without a rollout and checks. */
export const NO_GUARDS: Guards = { rollout: null, checks: new Map(), ofPipe: new Map() };

/** What policies say again before writes, since it may have changed since the plan. */
export interface WritePolicies {
  /** The freeze that holds now: it refuses the plan, and stops a run before its next pipe, a rollout before its next wave. */
  findFreeze(): ActiveFreeze | null;
  /** Whether the schedule of a pipe now specifies a different size than when the plan was made, for one of these keys. */
  hasWindowEnded(pipe: PipeAddress, keys: readonly string[]): boolean;
  /** Whether the configuration manages a field. */
  isManaged(pipe: PipeAddress, path: FieldPath): boolean;
  /** The refusals of pipes whose changes are not promoted now, by the name of the pipe. */
  findNotPromoted(pipes: readonly PlannedPipe[]): Promise<ReadonlyMap<string, readonly Diagnostic[]>>;
}

/** They refuse nothing, as for a rollback, which is about the fields of its plan alone. */
export const NO_WRITE_POLICIES: WritePolicies = {
  findFreeze: () => null,
  hasWindowEnded: () => false,
  isManaged: () => false,
  findNotPromoted: async () => new Map(),
};

/** How a plan is carried out. */
export interface ApplyPlanOptions extends Interrupts, Partial<RunTrigger> {
  readonly runId: string;
  /** The run that the plan rolls back, or null. */
  readonly rollsBack: string | null;
  /** Pipes in parallel. */
  readonly parallelism: number;
  /** Milliseconds to wait until a written value shows; 0 reads once. */
  readonly waitTimeoutMs: number;
  /** Whether no pipe is started after one has failed. */
  readonly failFast: boolean;
  readonly guards: Guards;
  readonly writePolicies: WritePolicies;
  readonly emit: (event: RunEvent) => void;
}
