import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../ci/shell.ts';

/** Every page of the repository that people read, from its root. */
export function listPages(): readonly string[] {
  const within = (folder: string, depth: 'deep' | 'shallow'): readonly string[] =>
    readdirSync(join(ROOT, folder), { recursive: depth === 'deep', encoding: 'utf8' })
      .filter((name) => name.endsWith('.md') && !name.includes('node_modules'))
      .map((name) => join(folder, name).replaceAll('\\', '/'));
  return [
    ...within('.', 'shallow'),
    ...within('bench', 'shallow'),
    ...within('docs', 'deep'),
    ...within('examples', 'deep'),
  ].sort();
}
