import { open, truncate } from 'node:fs/promises';
import type { SettledEntry } from '../model/journal.ts';
import { journalFile } from './list-journals.ts';
import { toLine } from './open-journal.ts';
import type { ProjectFolder } from './project-folder.ts';

/**
 * Adds to the journal of a run that was cut off what a later run found of it. Half a line that the cut left behind is removed
 * first: it tells nothing. The lock of the project must be held. Throws the system's error.
 */
export async function settleJournal(folder: ProjectFolder, runId: string, entry: SettledEntry): Promise<void> {
  const file = journalFile(folder, runId);
  const handle = await open(file, 'r+');
  try {
    const text = await handle.readFile();
    const whole = text.lastIndexOf(0x0a) + 1;
    // A line of which only the end is missing tells all that it was to tell.
    const isTold = isJson(text.toString('utf8', whole));
    if (!isTold && whole < text.length) await truncate(file, whole);
    await handle.write(`${isTold ? '\n' : ''}${toLine(entry)}\n`, isTold ? text.length : whole);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
