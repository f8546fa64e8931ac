import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../ci/shell.ts';

/** Folders without pages: third-party, generated, or test samples. */
const LEFT_OUT = ['.git', '.pipeform', 'dist', 'node_modules', 'test'];

/** Every page of the repository, relative to its root. */
export function listPages(): readonly string[] {
  return pagesIn('.')
    .map((page) => page.replaceAll('\\', '/'))
    .sort();
}

function pagesIn(folder: string): readonly string[] {
  return readdirSync(join(ROOT, folder), { withFileTypes: true }).flatMap((entry) => {
    if (LEFT_OUT.includes(entry.name)) return [];
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return pagesIn(path);
    return /\.(md|mdx|markdown)$/i.test(entry.name) ? [path] : [];
  });
}
