import { constants, open } from 'node:fs/promises';
import type { ForgottenEntry, SettledEntry } from '../model/journal.ts';
import { journalFile } from './list-journals.ts';
import { toLine } from './open-journal.ts';
import type { ProjectFolder } from './project-folder.ts';

/**
 * Adds to the journal of a run that was cut off what became of it since. Half a line that the cut left behind is removed
 * first: it tells nothing. The lock of the project must be held. The line is appended: a run that was only suspended and has
 * lost the lock may write a last line of its own at the same time, and neither takes the place of the other. Throws the
 * system's error.
 */
export async function settleJournal(
  folder: ProjectFolder,
  runId: string,
  entry: SettledEntry | ForgottenEntry,
): Promise<void> {
  const handle = await open(journalFile(folder, runId), constants.O_RDWR | constants.O_APPEND | constants.O_NOFOLLOW);
  try {
    const text = await handle.readFile();
    const whole = text.lastIndexOf(0x0a) + 1;
    // A line of which only the end is missing tells all that it was to tell.
    const isTold = isJson(text.toString('utf8', whole));
    if (!isTold && whole < text.length) await handle.truncate(whole);
    await handle.appendFile(`${isTold ? '\n' : ''}${toLine(entry)}\n`);
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
