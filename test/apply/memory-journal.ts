import type { RunJournal } from '../../src/apply/ports.ts';
import type { JournalEntry } from '../../src/model/journal.ts';

/** A journal that is only remembered. */
export interface MemoryJournal extends RunJournal {
  readonly entries: readonly JournalEntry[];
  /** From now on nothing can be written. */
  fail(trouble: string): void;
}

export function createMemoryJournal(): MemoryJournal {
  const entries: JournalEntry[] = [];
  let trouble: string | null = null;
  return {
    entries,
    write: async (entry) => {
      if (trouble === null) entries.push(entry);
      return trouble === null;
    },
    trouble: () => trouble,
    fail: (words) => {
      trouble = words;
    },
  };
}
