import { open } from 'node:fs/promises';

/** A new, renamed or removed name is on disk only once its folder is. Throws the system's error. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  await handle.sync().finally(() => handle.close());
}
