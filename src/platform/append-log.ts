import { open } from 'node:fs/promises';

/** An append-only file of lines. Lines that wait together go to disk together (group commit), in order. */
export interface AppendLog {
  /**
   * Resolves once the line is on disk and `apply` has run; `apply` runs in the order of the file. Rejects when it cannot be
   * written; after that every line is refused, since the end of the file is not known to be whole.
   */
  append(line: string, apply?: () => void): Promise<void>;
  /** Writes what waits, then closes the file. */
  close(): Promise<void>;
}

interface Waiting {
  readonly line: string;
  readonly apply: (() => void) | undefined;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/** What keeps a log short: `onLarge` is awaited between writes past `largeBytes`; when it resolves, the file is emptied. */
export interface Compaction {
  readonly largeBytes: number;
  readonly onLarge: () => Promise<void>;
}

/** Opens `file` for appending, made readable to its owner only when it is missing. Throws the system's error. */
export async function openAppendLog(file: string, compaction: Compaction | null): Promise<AppendLog> {
  const handle = await open(file, 'a', 0o600);
  let size = (await handle.stat()).size;
  let waiting: Waiting[] = [];
  let draining: Promise<void> | undefined;
  let broken: unknown;

  async function writeBatch(batch: readonly Waiting[]): Promise<void> {
    try {
      // After a failed write the end of the file is not known to be whole, so nothing may follow it.
      if (broken !== undefined) throw broken;
      const bytes = Buffer.from(batch.map(({ line }) => `${line}\n`).join(''));
      await handle.appendFile(bytes);
      await handle.datasync();
      size += bytes.length;
    } catch (error) {
      broken = error;
      for (const { reject } of batch) reject(error);
      return;
    }
    for (const { apply, resolve, reject } of batch) {
      // What is on disk and could not be applied: whoever comes next would build on what is not so.
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

  async function drain(): Promise<void> {
    try {
      while (waiting.length > 0) {
        const batch = waiting;
        waiting = [];
        await writeBatch(batch);
        if (compaction !== null && broken === undefined && size > compaction.largeBytes) {
          await compaction.onLarge();
          await handle.truncate(0);
          size = 0;
        }
      }
    } catch (error) {
      broken = error;
      for (const { reject } of waiting) reject(error);
      waiting = [];
    } finally {
      // In the same breath as the last look: a line that came between the two would be waited for and never written.
      draining = undefined;
    }
  }

  return {
    append: (line, apply) =>
      new Promise((resolve, reject) => {
        waiting.push({ line, apply, resolve, reject });
        draining ??= drain();
      }),
    async close() {
      await draining;
      await handle.close();
    },
  };
}
