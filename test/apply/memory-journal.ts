import type { RunJournal } from '../../src/apply/ports.ts';
import type { JournalEntry, JournalTrouble } from '../../src/model/journal.ts';

/** A journal in memory. */
export interface MemoryJournal extends RunJournal {
  readonly entries: readonly JournalEntry[];
  /** From now on every write fails. */
  fail(detail: string): void;
}

export function createMemoryJournal(): MemoryJournal {
  const entries: JournalEntry[] = [];
  let trouble: JournalTrouble | null = null;
  return {
    entries,
    write: async (entry) => {
      if (trouble === null) entries.push(entry);
      return trouble === null;
    },
    trouble: () => trouble,
    fail: (detail) => {
      trouble = { code: 'journal-failed', detail };
    },
  };
}
