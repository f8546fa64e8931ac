import type { RunJournal } from '../../src/apply/ports.ts';
import type { JournalEntry, JournalFailure } from '../../src/model/journal.ts';

/** A journal in memory. */
export interface MemoryJournal extends RunJournal {
  readonly entries: readonly JournalEntry[];
  /** From now on every write fails. */
  fail(detail: string): void;
}

export function createMemoryJournal(): MemoryJournal {
  const entries: JournalEntry[] = [];
  let failure: JournalFailure | null = null;
  return {
    entries,
    write: async (entry) => {
      if (failure === null) entries.push(entry);
      return failure === null;
    },
    failure: () => failure,
    fail: (detail) => {
      failure = { code: 'journal-failed', detail };
    },
  };
}
