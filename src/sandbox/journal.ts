import { open } from 'node:fs/promises';

/** An append-only file. Lines that wait together go to disk together, in order. */
interface Journal {
  /** Resolves once the line is on disk and `apply` has run; `apply` runs in the order of the file. */
  append(line: string, apply: () => void): Promise<void>;
  /** Writes what waits, then closes the file. */
  close(): Promise<void>;
}

interface Waiting {
  readonly line: string;
  readonly apply: () => void;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Opens `file` for appending.
 * @param onLarge is awaited between writes when the file has passed `largeBytes`; when it resolves, the file is emptied.
 */
export async function openJournal(
  file: string,
  { largeBytes, onLarge }: { largeBytes: number; onLarge: () => Promise<void> },
): Promise<Journal> {
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
    for (const { apply, resolve } of batch) {
      apply();
      resolve();
    }
  }

  async function drain(): Promise<void> {
    while (waiting.length > 0) {
      const batch = waiting;
      waiting = [];
      await writeBatch(batch);
      if (broken === undefined && size > largeBytes) {
        await onLarge();
        await handle.truncate(0);
        size = 0;
      }
    }
  }

  function startDraining(): void {
    draining ??= drain()
      .catch((error: unknown) => {
        broken = error;
        for (const { reject } of waiting) reject(error);
        waiting = [];
      })
      .finally(() => {
        draining = undefined;
      });
  }

  return {
    append: (line, apply) =>
      new Promise((resolve, reject) => {
        waiting.push({ line, apply, resolve, reject });
        startDraining();
      }),
    async close() {
      await draining;
      await handle.close();
    },
  };
}
