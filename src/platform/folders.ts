import { mkdir, open, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * Creates a folder and its missing parents. Not with `recursive` of Node: it never ends where the system answers ENOENT
 * although the parent exists (as in `/proc`).
 * @param mode of new folders.
 * @throws the system's error when a folder cannot be created, or its path is not a folder.
 */
export async function makeFolder(folder: string, mode: number): Promise<void> {
  if (await isFolder(folder)) return;
  if (dirname(folder) !== folder) await makeFolder(dirname(folder), mode);
  try {
    await mkdir(folder, { mode });
  } catch (error) {
    // Another process may have created it meanwhile.
    if (!(await isFolder(folder))) throw error;
  }
}

async function isFolder(path: string): Promise<boolean> {
  return (await stat(path).catch(() => null))?.isDirectory() === true;
}

/** Makes new, renamed and removed names of a folder durable. Throws the system's error. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  await handle.sync().finally(() => handle.close());
}
