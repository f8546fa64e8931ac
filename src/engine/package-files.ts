import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A path in the installed package. */
export function packagePath(...parts: readonly string[]): string {
  return join(PACKAGE, ...parts);
}

const PACKAGE = findPackage(dirname(fileURLToPath(import.meta.url)));

/** The depth of this module differs between `src` and `dist`. */
function findPackage(folder: string): string {
  return existsSync(join(folder, 'package.json')) ? folder : findPackage(dirname(folder));
}
