import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { findRepositoryFolder } from '../../engine/find-repository-folder.ts';

const SCHEMA = 'node_modules/pipeform/schema/config.schema.json';

/** The start of the comment that names the schema of a file to editors; its path follows. */
export const MODELINE = '# yaml-language-server: $schema=';

/**
 * The path from a folder to the schema of an installed package, with forward slashes, or null: editors report a missing schema as
 * a problem. Searches only within the repository, since a clone has nothing above it.
 */
export function findSchema(folder: string): string | null {
  const inRepository = findRepositoryFolder(folder) ?? '';
  const depth = inRepository === '' ? 0 : inRepository.split('/').length;
  const paths = Array.from({ length: depth + 1 }, (_, up) => (up === 0 ? './' : '../'.repeat(up)));
  const path = paths.find((up) => existsSync(join(folder, up, SCHEMA)));
  return path === undefined ? null : `${path}${SCHEMA}`;
}
