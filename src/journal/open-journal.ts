import { open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { RunJournal } from '../apply/ports.ts';
import type { JournalEntry } from '../model/journal.ts';
import { safeJson } from '../model/safe-json.ts';
import { type AppendLog, openAppendLog } from '../platform/append-log.ts';
import { syncFolder } from '../platform/sync-folder.ts';
import { journalFile, UNFINISHED_SUFFIX } from './list-journals.ts';
import type { ProjectFolder } from './project-folder.ts';

export interface OpenJournal extends RunJournal {
  /** Waits for what is being written, then closes the file. Never throws. */
  close(): Promise<void>;
}

/**
 * The journal of one run. Its file is there from the first line on, which is whole or not there at all; every other line is
 * appended, and lines that wait together go to disk together. @param explain puts a system error into words.
 */
export function openJournal(folder: ProjectFolder, runId: string, explain: (error: unknown) => string): OpenJournal {
  const file = journalFile(folder, runId);
  let log: AppendLog | null = null;
  let trouble: string | null = null;

  return {
    async write(entry) {
      if (trouble !== null) return false;
      try {
        if (log === null) {
          await writeFirst(file, toLine(entry));
          log = await openAppendLog(file, null);
        } else {
          await log.append(toLine(entry));
        }
        return true;
      } catch (error) {
        trouble ??= explain(error);
        return false;
      }
    },
    trouble: () => trouble,
    async close() {
      await log?.close().catch(() => {});
    },
  };
}

/** One line, without its end. Text of a live service in it can do nothing to a terminal that it is shown on. */
export function toLine(entry: JournalEntry): string {
  return safeJson(entry, 0);
}

async function writeFirst(file: string, line: string): Promise<void> {
  const unfinished = `${file}${UNFINISHED_SUFFIX}`;
  const handle = await open(unfinished, 'w', 0o600);
  try {
    await handle.writeFile(`${line}\n`);
    await handle.sync();
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  } finally {
    await handle.close();
  }
  await rename(unfinished, file);
  await syncFolder(dirname(file));
}
