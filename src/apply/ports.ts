import type { Check } from '../model/check.ts';
import type { PipeReader, PipeWriter } from '../model/client.ts';
import type { Clock } from '../model/clock.ts';
import { type Diagnostic, diagnoseCode } from '../model/diagnostic.ts';
import type { JournalEntry, JournalFailure } from '../model/journal.ts';
import type { ObservabilityReader } from '../model/observability.ts';
import type { Rollout } from '../model/rollout.ts';
import type { RunEvent } from '../model/run.ts';

/** The world as apply sees it. */
export interface ApplyPorts {
  readonly reader: PipeReader;
  readonly writer: PipeWriter;
  /** For the checks that guard; null when none does. */
  readonly observability: ObservabilityReader | null;
  readonly journal: RunJournal;
  readonly clock: Clock;
}

/** Where a run is written down, and what decides whether it may go on. Once there is trouble, nothing more may be sent. */
export interface RunJournal {
  /**
   * True once the line, and every one before it, is on disk, and what it announces may be done; false when the line could not
   * be written, and for an intent also when the run has lost the lock of the project. Lines about what was sent before the
   * lock was lost are still written. Never throws.
   */
  write(entry: JournalEntry): Promise<boolean>;
  /** Why nothing more may be sent; null while all is well. */
  failure(): JournalFailure | null;
}

const FAILURE_SUMMARIES: Readonly<Record<JournalFailure['code'], string>> = {
  'journal-failed': 'The journal of this run could not be written, so nothing more was sent.',
  'journal-lost': 'The journal of this run was removed or changed during the run, so nothing more was sent.',
  'lock-lost': 'This run lost the lock of the project, so nothing more was sent.',
};

export function describeJournalFailure({ code, detail }: JournalFailure): Diagnostic {
  return diagnoseCode(code, FAILURE_SUMMARIES[code], detail);
}

/** What an interrupt means: the first one asks to finish, the second one to stop now. */
export interface Interrupts {
  /** Aborts at the first, with the signal's name as the reason: finish what is in flight, start nothing more. */
  readonly stop: AbortSignal;
  /** Aborts at the second: what is in flight is broken off. */
  readonly abort: AbortSignal;
}

/** What guards an apply. */
export interface Guards {
  /** null to apply in one go. */
  readonly rollout: Rollout | null;
  /** Every check that a guard names, by name. */
  readonly checks: ReadonlyMap<string, Check>;
  /** The names of the checks around the update of a pipe, by the pipe's name; pipes without checks are not in it. */
  readonly ofPipe: ReadonlyMap<string, readonly string[]>;
}

/** With --no-rollout, or when the configuration has neither a rollout nor checks. */
export const NO_GUARDS: Guards = { rollout: null, checks: new Map(), ofPipe: new Map() };

/** How a plan is carried out through ports. */
export interface ApplyPlanOptions extends Interrupts {
  readonly runId: string;
  /** The run that the plan puts back, or null. */
  readonly rollsBack: string | null;
  /** Pipes that are worked on at once. */
  readonly parallelism: number;
  /** Milliseconds to read until a written value shows; 0 reads once. */
  readonly waitTimeoutMs: number;
  /** What a pipe that fails means for those not started yet. */
  readonly onFailure: 'continue' | 'stop';
  readonly guards: Guards;
  readonly emit: (event: RunEvent) => void;
}
