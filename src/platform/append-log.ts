import { lstat, open, rename } from 'node:fs/promises';
import { dirname } from 'node:path';
import { syncFolder } from './folders.ts';
import { type Committable, createGroupCommit, type GatheringClock } from './group-commit.ts';

/** An append-only file of lines. Waiting lines are written together (group commit), in order. */
export interface AppendLog {
  /**
   * Resolves when the line is on disk at the path of the log and `apply` has run; `apply` runs in file order. A
   * function is called for its line when all earlier lines are on disk or in the same batch. Rejects when the write
   * fails, and with `FileLostError` when the file is no longer at its path; after that every line is rejected, since
   * the end of the file may be incomplete.
   */
  append(line: Line['text'], apply?: () => void): Promise<void>;
  /** The same for a line whose promise nobody awaits. With a slow disk, it shares the sync of the lines after it. */
  appendLater(line: Line['text']): Promise<void>;
  /** The same for a line that begins a batch: a function is called when all earlier lines are on disk. */
  appendAfterAll(line: Line['text']): Promise<void>;
  /** Renames the file after writing all waiting lines. Throws the system's error. */
  moveTo(file: string): Promise<void>;
  close(): Promise<void>;
}

interface Line extends Committable {
  readonly text: string | (() => string);
}

export interface AppendLogOptions {
  /** Awaited after each batch is on disk, before its lines count as written. */
  readonly afterBatch?: () => Promise<void>;
  /** With it, fewer syncs are needed on a slow disk. null: a line is never held back. */
  readonly clock?: GatheringClock | null;
}

export class FileLostError extends Error {
  override readonly name = 'FileLostError';
}

/** Opens a file for appending; a new one is readable only by its owner. Throws the system's error. */
export async function openAppendLog(
  file: string,
  { afterBatch = async () => {}, clock = null }: AppendLogOptions = {},
): Promise<AppendLog> {
  const handle = await open(file, 'a', 0o600);
  let path = file;
  let size = (await handle.stat()).size;

  async function writeBatch(batch: readonly Line[]): Promise<void> {
    const bytes = Buffer.from(batch.map(({ text }) => `${typeof text === 'string' ? text : text()}\n`).join(''));
    await handle.appendFile(bytes);
    await handle.datasync();
    size += bytes.length;
    // After the write, which may take time: the result must hold for the written line.
    await Promise.all([checkPath(), afterBatch()]);
  }

  /**
   * Throws `FileLostError` unless the open file is at the path. Some network file systems change inode numbers, so a
   * different number alone is no proof; another file does not have the size after the write.
   */
  async function checkPath(): Promise<void> {
    const [own, found] = await Promise.all([
      handle.stat({ bigint: true }),
      lstat(path, { bigint: true }).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT' || error.code === 'ENOTDIR') throw new FileLostError(`${path} was removed.`);
        throw error;
      }),
    ]);
    const isSame = (found.ino === own.ino && found.dev === own.dev) || found.size === own.size;
    if (!isSame) throw new FileLostError(`${path} was replaced by another file.`);
    if (own.size < size) throw new FileLostError(`${path} was cut short.`);
  }

  const lines = createGroupCommit(writeBatch, clock);
  return {
    append: (text, apply) => lines.add({ text, apply, isAwaited: true }),
    appendLater: (text) => lines.add({ text, isAwaited: false }),
    appendAfterAll: (text) => lines.add({ text, isAwaited: false, startsBatch: true }),
    async moveTo(target) {
      await lines.flush();
      await rename(path, target);
      path = target;
      await syncFolder(dirname(target));
    },
    async close() {
      await lines.flush();
      await handle.close();
    },
  };
}
