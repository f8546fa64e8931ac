import { dirname, join, resolve } from 'node:path';
import type { FileSystem } from './file-system.ts';

export const ROOT_NAME = 'pipeform.yaml';

/** The absolute path of `pipeform.yaml` in the folder or the nearest one above it, or null. */
export async function findRoot(cwd: string, files: FileSystem): Promise<string | null> {
  for (let folder = resolve(cwd); ; folder = dirname(folder)) {
    const path = join(folder, ROOT_NAME);
    if ((await files.realPath(path)) !== null) return path;
    if (folder === dirname(folder)) return null;
  }
}
