import type { PipeReader, PipeWriter } from '../model/client.ts';
import type { Clock } from '../model/clock.ts';
import type { JournalEntry, JournalTrouble } from '../model/journal.ts';
import type { ObservabilityReader } from '../model/observability.ts';

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
  trouble(): JournalTrouble | null;
}

/** What an interrupt means: the first one asks to finish, the second one to stop now. */
export interface Interrupts {
  /** Aborts at the first, with the signal's name as the reason: finish what is in flight, start nothing more. */
  readonly stop: AbortSignal;
  /** Aborts at the second: what is in flight is broken off. */
  readonly abort: AbortSignal;
}
