import { lstat, open, rename } from 'node:fs/promises';
import { dirname } from 'node:path';
import { syncFolder } from './folders.ts';

/** An append-only file of lines. Lines that are given while others are written to disk are written together, in order, after those. */
export interface AppendLog {
  /**
   * Resolves when the line is on disk at the path of the log. A function is called for its line when all earlier lines are on
   * disk or in the same batch. Rejects when the write fails, and with `FileLostError` when the file is no longer at its path;
   * after that every line is rejected, since the end of the file may be incomplete.
   */
  append(line: Line['text']): Promise<void>;
  /** The same for a line that begins a batch: a function is called when all earlier lines are on disk. */
  appendAfterAll(line: Line['text']): Promise<void>;
  /** Renames the file after writing all waiting lines. Throws the system's error. */
  moveTo(file: string): Promise<void>;
  close(): Promise<void>;
}

interface Line {
  readonly text: string | (() => string);
  readonly startsBatch: boolean;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

export class FileLostError extends Error {
  override readonly name = 'FileLostError';
}

export interface AppendLogOptions {
  /** Awaited after each batch is on disk, before its lines count as written. */
  readonly afterBatch?: () => Promise<void>;
}

/** Opens a file for appending; a new one is readable only by its owner. Throws the system's error. */
export async function openAppendLog(
  file: string,
  { afterBatch = async () => {} }: AppendLogOptions = {},
): Promise<AppendLog> {
  const handle = await open(file, 'a', 0o600);
  let path = file;
  let size = (await handle.stat()).size;
  const waiting: Line[] = [];
  let writing: Promise<void> | null = null;
  let failure: { readonly error: unknown } | null = null;

  async function writeWaiting(): Promise<void> {
    while (waiting.length > 0) {
      const next = waiting.findIndex(({ startsBatch }, index) => index > 0 && startsBatch);
      const batch = waiting.splice(0, next === -1 ? waiting.length : next);
      try {
        await writeBatch(batch);
        for (const { resolve } of batch) resolve();
      } catch (error) {
        failure = { error };
        for (const { reject } of [...batch, ...waiting.splice(0)]) reject(error);
      }
    }
    // Right after the last check: a line that is given in between would never be written.
    writing = null;
  }

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
    const [opened, found] = await Promise.all([
      handle.stat({ bigint: true }),
      lstat(path, { bigint: true }).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT' || error.code === 'ENOTDIR') throw new FileLostError(`${path} was removed.`);
        throw error;
      }),
    ]);
    const isSame = (found.ino === opened.ino && found.dev === opened.dev) || found.size === opened.size;
    if (!isSame) throw new FileLostError(`${path} was replaced by another file.`);
    if (opened.size < size) throw new FileLostError(`${path} was cut short.`);
  }

  const add = (text: Line['text'], startsBatch: boolean): Promise<void> =>
    new Promise((resolve, reject) => {
      if (failure !== null) return reject(failure.error);
      waiting.push({ text, startsBatch, resolve, reject });
      writing ??= writeWaiting();
    });
  return {
    append: (text) => add(text, false),
    appendAfterAll: (text) => add(text, true),
    async moveTo(target) {
      await writing;
      await rename(path, target);
      path = target;
      await syncFolder(dirname(target));
    },
    async close() {
      await writing;
      await handle.close();
    },
  };
}
