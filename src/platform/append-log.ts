import { lstat, open, rename } from 'node:fs/promises';
import { dirname } from 'node:path';
import { syncFolder } from './folders.ts';

/** An append-only file of lines. Waiting lines are written together (group commit), in order. */
export interface AppendLog {
  /**
   * Resolves when the line is on disk at the path of the log and `apply` has run; `apply` runs in file order. A
   * function is called for its line when all earlier lines are on disk or in the same batch. Rejects when the write
   * fails, and with `FileLostError` when the file is no longer at its path; after that every line is rejected, since
   * the end of the file may be incomplete.
   */
  append(line: string | (() => string), apply?: () => void): Promise<void>;
  /** Renames the file after writing all waiting lines. Throws the system's error. */
  moveTo(file: string): Promise<void>;
  close(): Promise<void>;
}

interface Waiting {
  readonly line: string | (() => string);
  readonly apply: (() => void) | undefined;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

export interface AppendLogOptions {
  /** Awaited after each batch is on disk, before its lines count as written. */
  readonly afterBatch?: () => Promise<void>;
}

export class FileLostError extends Error {
  override readonly name = 'FileLostError';
}

/** Opens a file for appending; a new one is readable only by its owner. Throws the system's error. */
export async function openAppendLog(
  file: string,
  { afterBatch = async () => {} }: AppendLogOptions = {},
): Promise<AppendLog> {
  const handle = await open(file, 'a', 0o600);
  let path = file;
  let size = (await handle.stat()).size;
  let waiting: Waiting[] = [];
  let draining: Promise<void> | undefined;
  let broken: unknown;

  async function writeBatch(batch: readonly Waiting[]): Promise<void> {
    try {
      // After a failed write the end of the file may be incomplete, so nothing may follow.
      if (broken !== undefined) throw broken;
      const bytes = Buffer.from(batch.map(({ line }) => `${typeof line === 'string' ? line : line()}\n`).join(''));
      await handle.appendFile(bytes);
      await handle.datasync();
      size += bytes.length;
      // After the write, which may take time: the result must hold for the written line.
      await Promise.all([checkPath(), afterBatch()]);
    } catch (error) {
      broken = error;
      for (const { reject } of batch) reject(error);
      return;
    }
    for (const { apply, resolve, reject } of batch) {
      // After a written line that was not applied, the next one would build on wrong state.
      try {
        if (broken !== undefined) throw broken;
        apply?.();
        resolve();
      } catch (error) {
        broken ??= error;
        reject(error);
      }
    }
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

  async function drain(): Promise<void> {
    while (waiting.length > 0) {
      const batch = waiting;
      waiting = [];
      await writeBatch(batch);
    }
    // Synchronous after the last check: a line added in between would never be written.
    draining = undefined;
  }

  return {
    append: (line, apply) =>
      new Promise((resolve, reject) => {
        waiting.push({ line, apply, resolve, reject });
        draining ??= drain();
      }),
    async moveTo(target) {
      await draining;
      await rename(path, target);
      path = target;
      await syncFolder(dirname(target));
    },
    async close() {
      await draining;
      await handle.close();
    },
  };
}
