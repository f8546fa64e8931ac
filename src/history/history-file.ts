import { open, readlink, realpath } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import type { Clock } from '../model/clock.ts';
import type { HistoryEntry } from '../model/drift-history.ts';
import { type LockHolder, takeLock } from '../platform/lock-file.ts';
import { parseHistory, printHistoryLine, readHistoryBytes } from './history-lines.ts';

/** A writer needs milliseconds, but the lock of one that was killed on another machine lasts 30 seconds. */
const MAX_WAIT_MS = 60_000;

const FIRST_PAUSE_MS = 20;
const MAX_PAUSE_MS = 500;

export interface Waiting {
  readonly clock: Clock;
  /** Ends the wait. */
  readonly signal: AbortSignal;
}

/**
 * Adds an entry at the end of a history file, which it creates. Adds nothing when the file has the entry already. Writers
 * wait for each other, until `signal`, and each adds its line in one write. The incomplete line of a writer that was killed is
 * removed. Resolves when the line is on disk. Throws the system's error, or one whose message is for people.
 */
export function appendHistory(file: string, entry: HistoryEntry, waiting: Waiting): Promise<void> {
  return holdHistory(file, waiting, (append) => append(entry));
}

/** Calls `use` while no other writer adds to the file. `append` adds an entry. Throws like `appendHistory`. */
export function holdHistory<T>(
  file: string,
  waiting: Waiting,
  use: (append: (entry: HistoryEntry) => Promise<void>) => Promise<T>,
): Promise<T> {
  return withLock(file, 'lock', { ...waiting, waitMs: MAX_WAIT_MS }, () => use((entry) => appendLine(file, entry)));
}

async function appendLine(file: string, entry: HistoryEntry): Promise<void> {
  const bytes = await readHistoryBytes(file, 'empty');
  const text = bytes.toString();
  const { entries, isTorn } = parseHistory(text);
  if (entries.some(({ id }) => id === entry.id)) return;
  const start = isTorn || text === '' || text.endsWith('\n') ? '' : '\n';
  const handle = await open(file, 'a');
  try {
    // With a line below it, it would look like damage.
    if (isTorn) await handle.truncate(bytes.lastIndexOf('\n') + 1);
    await handle.appendFile(`${start}${printHistoryLine(entry, entries)}\n`);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

export interface Locking extends Waiting {
  readonly waitMs: number;
}

/** Calls `use` while this process has a lock beside the file. Throws like `appendHistory` when it cannot have it. */
export async function withLock<T>(
  file: string,
  suffix: 'lock' | 'publish.lock',
  { clock, waitMs, signal }: Locking,
  use: () => Promise<T>,
): Promise<T> {
  // Names of one file share a lock.
  const lock = `${await findTarget(file)}.${suffix}`;
  const deadlineMs = clock.monotonicMs() + waitMs;
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(2 * pauseMs, MAX_PAUSE_MS)) {
    const taken = await takeLock(lock, { purpose: 'history', now: new Date(clock.now()), signal });
    if (taken.ok) return await use().finally(() => taken.lock.release());
    if (signal.aborted || clock.monotonicMs() >= deadlineMs) throw new Error(describeLocked(taken.holder));
    await clock.sleep(pauseMs, signal);
  }
}

/** The file that a name leads to, which may be missing yet. */
async function findTarget(file: string): Promise<string> {
  try {
    return await realpath(file);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
    const folder = await realpath(dirname(file));
    const link = await readlink(file).catch(() => null);
    return link === null ? join(folder, basename(file)) : findTarget(resolve(folder, link));
  }
}

function describeLocked({ processId, host, since }: LockHolder): string {
  const who = `process ${processId} on ${host.split(' ')[0]}, since ${since}`;
  return `Another process writes to it: ${who}. Wait until it is done, or end it.`;
}
