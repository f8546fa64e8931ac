import { createHash } from 'node:crypto';
import { constants, open, rm } from 'node:fs/promises';
import { journalProblem, type RunJournal } from '../apply/ports.ts';
import type { ForgottenEntry, JournalEntry, JournalFailure, SettledEntry } from '../model/journal.ts';
import { parseJson } from '../model/json/json.ts';
import { safeJson } from '../model/text.ts';
import { type AppendLog, type AppendLogOptions, FileLostError, openAppendLog } from '../platform/append-log.ts';
import { journalFile, type ProjectFolder, UNFINISHED_SUFFIX } from './project-folder.ts';

export interface OpenJournal extends RunJournal {
  /** Waits for pending writes, then closes the file. Never throws. */
  close(): Promise<void>;
}

interface JournalOptions {
  /** Describes a system error. */
  readonly explain: (error: unknown) => string;
  /** Why the run lost the project lock; null while it holds it. Never throws. */
  readonly findLockLoss: () => Promise<string | null>;
}

/** Error codes of a removed file or folder; the last one on a network file system. */
const MISSING: ReadonlySet<unknown> = new Set(['ENOENT', 'ENOTDIR', 'ESTALE']);

/**
 * The journal of one run. The file appears with its complete first line; other lines are appended, and pending lines go to disk
 * as one batch. After each batch, the file must still be at its path and the run must still hold the project lock.
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
  /** Once the result is written nothing more is sent, so the lock no longer matters. */
  let isEnding = false;

  async function afterBatch(): Promise<void> {
    if (isEnding || lockFailure !== null) return;
    const loss = await findLockLoss();
    if (loss !== null) lockFailure = { code: 'lock-lost', detail: loss };
  }

  /** Called when all earlier lines are on disk, since the last line has their digest. */
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
    return { code: 'journal-failed', detail: `${file} cannot be written. ${explain(error)}` };
  }

  return {
    async write(entry) {
      if (fileFailure !== null || (lockFailure !== null && entry.type === 'intent')) return false;
      try {
        if (log === null) log = await openWithFirstLine(file, () => finishLine(entry), { afterBatch });
        // The lock is checked after the last outcome, since the result says whether it was lost.
        else if (entry.type === 'result') await log.appendAfterAll(() => finishLine(entry));
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

/** One line, without its newline. Control characters from a service are escaped, so it is safe to show on a terminal. */
export function toLine(entry: JournalEntry): string {
  return safeJson(entry, 0);
}

/** The last lines record the lost lock and the digest. */
function addLockFailure(entry: JournalEntry, lockFailure: JournalFailure | null, digest: () => string): JournalEntry {
  if (entry.type === 'end') {
    const status = lockFailure !== null && entry.status === 'finished' ? 'failed' : entry.status;
    return { ...entry, status, digest: digest() };
  }
  if (entry.type !== 'result' || lockFailure === null) return entry;
  return { ...entry, diagnostics: [...entry.diagnostics, journalProblem(lockFailure)] };
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
 * Adds a line to the journal of an unfinished run, after removing an incomplete last line. The project lock must be held. The
 * line is appended, since a suspended run that lost the lock may write its last line at the same time. Throws system errors.
 */
export async function settleJournal(
  folder: ProjectFolder,
  runId: string,
  entry: SettledEntry | ForgottenEntry,
): Promise<void> {
  const handle = await open(journalFile(folder, runId), constants.O_RDWR | constants.O_APPEND | constants.O_NOFOLLOW);
  try {
    const text = await handle.readFile();
    const lastLine = text.lastIndexOf(0x0a) + 1;
    // A line without only its newline is complete.
    const isComplete = parseJson(text.toString('utf8', lastLine)) !== undefined;
    if (!isComplete && lastLine < text.length) await handle.truncate(lastLine);
    await handle.appendFile(`${isComplete ? '\n' : ''}${toLine(entry)}\n`);
    await handle.sync();
  } finally {
    await handle.close();
  }
}
