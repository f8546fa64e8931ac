import { mkdir, open, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * Makes a folder, and those above it that are missing. Not with Node's `recursive`: that never ends, and cannot be
 * interrupted, where the system answers "no such folder" although the parent is there (as in `/proc`).
 * @param mode of the folders made.
 * @throws the system's error when a folder cannot be made, or something that is not a folder is in its place.
 */
export async function makeFolder(folder: string, mode: number): Promise<void> {
  const refusal = await tryMake(folder, mode);
  if (refusal === undefined) return;
  if (refusal.code !== 'ENOENT' || dirname(folder) === folder) throw refusal;
  await makeFolder(dirname(folder), mode);
  const lastRefusal = await tryMake(folder, mode);
  if (lastRefusal !== undefined) throw lastRefusal;
}

/** Undefined when the folder is there now. */
async function tryMake(folder: string, mode: number): Promise<NodeJS.ErrnoException | undefined> {
  try {
    await mkdir(folder, { mode });
    return undefined;
  } catch (error) {
    const found = await stat(folder).catch(() => undefined);
    return found?.isDirectory() ? undefined : (error as NodeJS.ErrnoException);
  }
}

/** A new, renamed or removed name is on disk only once its folder is. Throws the system's error. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  await handle.sync().finally(() => handle.close());
}
