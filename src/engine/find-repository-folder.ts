import { existsSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';

/** The path from the git root to a folder, with forward slashes, for annotations and links; empty at the root, null outside of a repository. */
export function findRepositoryFolder(folder: string): string | null {
  for (let top = folder; ; top = dirname(top)) {
    if (existsSync(join(top, '.git'))) return relative(top, folder).split(sep).join('/');
    if (top === dirname(top)) return null;
  }
}
