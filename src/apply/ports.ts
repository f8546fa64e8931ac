import type { PipeReader, PipeWriter } from '../model/client.ts';
import type { Clock } from '../model/clock.ts';
import type { JournalEntry } from '../model/journal.ts';
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

/** Where a run is written down. Once a line could not be written none follows it, and nothing more may be sent. */
export interface RunJournal {
  /** True once the line, and every one before it, is on disk; false when it could not be written. Never throws. */
  write(entry: JournalEntry): Promise<boolean>;
  /** Why nothing can be written any more, for a person; null while all is well. */
  trouble(): string | null;
}

/** What an interrupt means: the first one asks to finish, the second one to stop now. */
export interface Interrupts {
  /** Aborts at the first, with the signal's name as the reason: finish what is in flight, start nothing more. */
  readonly stop: AbortSignal;
  /** Aborts at the second: what is in flight is broken off. */
  readonly abort: AbortSignal;
}
