import { lstat, open, rename } from 'node:fs/promises';
import { dirname } from 'node:path';
import { syncFolder } from './folders.ts';

/** An append-only file of lines. Lines that wait together go to disk together (group commit), in order. */
export interface AppendLog {
  /**
   * Resolves once the line is on disk, in the file at the path of the log, and `apply` has run; `apply` runs in the order of
   * the file. A line that is given as a function is asked for when its turn comes, after all lines before it are on disk or in
   * the same group. Rejects when the line cannot be written, and with `FileLostError` when the file is not at its path any
   * more; after that every line is refused, since the end of the file is not known to be whole.
   */
  append(line: string | (() => string), apply?: () => void): Promise<void>;
  /** Renames the file, once everything that waits is written. Throws the system's error. */
  moveTo(file: string): Promise<void>;
  /** Writes what waits, then closes the file. */
  close(): Promise<void>;
}

interface Waiting {
  readonly line: string | (() => string);
  readonly apply: (() => void) | undefined;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

export interface AppendLogOptions {
  /** Awaited once for all lines that went to disk together, before any of them counts as written. */
  readonly afterBatch?: () => Promise<void>;
}

/** What is written is not where anybody would look for it. */
export class FileLostError extends Error {
  override readonly name = 'FileLostError';
}

/** Opens `file` for appending, made readable to its owner only when it is missing. Throws the system's error. */
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
      // After a failed write the end of the file is not known to be whole, so nothing may follow it.
      if (broken !== undefined) throw broken;
      const bytes = Buffer.from(batch.map(({ line }) => `${typeof line === 'string' ? line : line()}\n`).join(''));
      await handle.appendFile(bytes);
      await handle.datasync();
      size += bytes.length;
      // After the write, since the disk may take its time: what is found now holds for the line that was just written.
      await Promise.all([findAtPath(), afterBatch()]);
    } catch (error) {
      broken = error;
      for (const { reject } of batch) reject(error);
      return;
    }
    for (const { apply, resolve, reject } of batch) {
      // A line that is on disk and could not be applied: the next one would build on what is not so.
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
   * Throws `FileLostError` when the file that is written to is not the one at the path. Some network file systems give one file
   * a new number each time, so another number alone is no proof: another file does not have the bytes that were just written.
   */
  async function findAtPath(): Promise<void> {
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
    // In the same breath as the last look: a line that came between the two would be waited for and never written.
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
