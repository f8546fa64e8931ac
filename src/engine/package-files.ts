import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A path within the package that is running, wherever it is installed. */
export function packagePath(...parts: readonly string[]): string {
  return join(PACKAGE, ...parts);
}

const PACKAGE = findPackage(dirname(fileURLToPath(import.meta.url)));

/** This module lies deeper in the sources than in what is built from them. */
function findPackage(folder: string): string {
  return existsSync(join(folder, 'package.json')) ? folder : findPackage(dirname(folder));
}
