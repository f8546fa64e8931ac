import { createHash } from 'node:crypto';
import { constants, open, rm } from 'node:fs/promises';
import { describeJournalFailure, type RunJournal } from '../apply/ports.ts';
import type { ForgottenEntry, JournalEntry, JournalFailure, SettledEntry } from '../model/journal.ts';
import { parseJson } from '../model/json.ts';
import { safeJson } from '../model/text.ts';
import { type AppendLog, type AppendLogOptions, FileLostError, openAppendLog } from '../platform/append-log.ts';
import { journalFile, type ProjectFolder, UNFINISHED_SUFFIX } from './project-folder.ts';

export interface OpenJournal extends RunJournal {
  /** Waits for what is being written, then closes the file. Never throws. */
  close(): Promise<void>;
}

export interface JournalOptions {
  /** Puts a system error into words. */
  readonly explain: (error: unknown) => string;
  /** Says why the run does not hold the lock of the project any more; null while it does. Never throws. */
  readonly findLockLoss: () => Promise<string | null>;
}

/** What the system says of a file or a folder that is not there any more; the last one on a network file system. */
const MISSING: ReadonlySet<unknown> = new Set(['ENOENT', 'ENOTDIR', 'ESTALE']);

/**
 * The journal of one run. Its file is there from the first line on, which is whole or not there at all; every other line is
 * appended, and lines that wait together go to disk together. After each such group it looks whether the file is still at its
 * path and whether the run still holds the lock of the project.
 */
export function openJournal(
  folder: ProjectFolder,
  runId: string,
  { explain, findLockLoss }: JournalOptions,
): OpenJournal {
  const file = journalFile(folder, runId);
  const written = createHash('sha256');
  let log: AppendLog | null = null;
  let fileFailure: JournalFailure | null = null;
  let lockFailure: JournalFailure | null = null;
  /** Once the result is written nothing more is sent, so it does not matter who holds the lock. */
  let isEnding = false;

  async function afterBatch(): Promise<void> {
    if (isEnding || lockFailure !== null) return;
    const loss = await findLockLoss();
    if (loss !== null) lockFailure = { code: 'lock-lost', detail: loss };
  }

  /** A line as it goes into the file, once all lines before it are known to be there. */
  function finishLine(entry: JournalEntry): string {
    if (entry.type === 'result') isEnding = true;
    const line = toLine(addLockFailure(entry, lockFailure, () => `sha256:${written.copy().digest('hex')}`));
    written.update(`${line}\n`);
    return line;
  }

  function describeError(error: unknown): JournalFailure {
    if (error instanceof FileLostError) return { code: 'journal-lost', detail: error.message };
    if (error instanceof Error && 'code' in error && MISSING.has(error.code))
      return { code: 'journal-lost', detail: `${folder.path}, or the journal in it, was removed.` };
    return { code: 'journal-failed', detail: explain(error) };
  }

  return {
    async write(entry) {
      if (fileFailure !== null || (lockFailure !== null && entry.type === 'intent')) return false;
      try {
        if (log === null) log = await openWithFirstLine(file, () => finishLine(entry), { afterBatch });
        else await log.append(() => finishLine(entry));
      } catch (error) {
        fileFailure ??= describeError(error);
        return false;
      }
      return entry.type !== 'intent' || lockFailure === null;
    },
    failure: () => fileFailure ?? lockFailure,
    async close() {
      await log?.close().catch(() => {});
    },
  };
}

/** One line, without its end. Text of a live service in it can do nothing to a terminal that it is shown on. */
export function toLine(entry: JournalEntry): string {
  return safeJson(entry, 0);
}

/** The last lines say that the run lost the lock, and so did not go as planned. */
function addLockFailure(entry: JournalEntry, lockFailure: JournalFailure | null, digest: () => string): JournalEntry {
  if (entry.type === 'end') {
    const status = lockFailure !== null && entry.status === 'finished' ? 'failed' : entry.status;
    return { ...entry, status, digest: digest() };
  }
  if (entry.type !== 'result' || lockFailure === null) return entry;
  return { ...entry, diagnostics: [...entry.diagnostics, describeJournalFailure(lockFailure)] };
}

async function openWithFirstLine(file: string, line: () => string, options: AppendLogOptions): Promise<AppendLog> {
  const unfinished = `${file}${UNFINISHED_SUFFIX}`;
  const log = await openAppendLog(unfinished, options);
  try {
    await log.append(line);
    await log.moveTo(file);
    return log;
  } catch (error) {
    await log.close().catch(() => {});
    await rm(unfinished, { force: true });
    throw error;
  }
}

/**
 * Adds to the journal of a run that was cut off what became of it since. Half a line that the cut left behind is removed
 * first. The lock of the project must be held. The line is appended: a run that was only suspended and has
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
    // A line of which only the end is missing is complete.
    const isWhole = parseJson(text.toString('utf8', whole)) !== undefined;
    if (!isWhole && whole < text.length) await handle.truncate(whole);
    await handle.appendFile(`${isWhole ? '\n' : ''}${toLine(entry)}\n`);
    await handle.sync();
  } finally {
    await handle.close();
  }
}
