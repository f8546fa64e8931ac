import { existsSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';

/**
 * Where a folder is in its git repository, with forward slashes; empty at the top of it, and outside of any. Annotations
 * and code scanning name files from the top.
 */
export function findRepositoryFolder(folder: string): string {
  for (let top = folder; ; top = dirname(top)) {
    if (existsSync(join(top, '.git'))) return relative(top, folder).split(sep).join('/');
    if (top === dirname(top)) return '';
  }
}
