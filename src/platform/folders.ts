import { mkdir, open, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * Creates a folder and its missing parents. Not with `recursive` of Node: it never ends where the system answers ENOENT
 * although the parent exists (as in `/proc`).
 * @param mode of new folders.
 * @throws the system's error when a folder cannot be created, or its path is not a folder.
 */
export async function makeFolder(folder: string, mode: number): Promise<void> {
  const refusal = await tryMake(folder, mode);
  if (refusal === undefined) return;
  if (refusal.code !== 'ENOENT' || dirname(folder) === folder) throw refusal;
  await makeFolder(dirname(folder), mode);
  const lastRefusal = await tryMake(folder, mode);
  if (lastRefusal !== undefined) throw lastRefusal;
}

/** Undefined when the folder exists. */
async function tryMake(folder: string, mode: number): Promise<NodeJS.ErrnoException | undefined> {
  try {
    await mkdir(folder, { mode });
    return undefined;
  } catch (error) {
    const found = await stat(folder).catch(() => undefined);
    return found?.isDirectory() ? undefined : (error as NodeJS.ErrnoException);
  }
}

/** Makes new, renamed and removed names of a folder durable. Throws the system's error. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  await handle.sync().finally(() => handle.close());
}
