import { dirname, join, resolve } from 'node:path';
import { type Diagnostic, diagnose } from '../../model/diagnostic.ts';
import type { FileSystem } from './file-system.ts';

const ROOT_NAME = 'pipeform.yaml';

/** The absolute path of the root document: the file that is named, or `pipeform.yaml` in the nearest folder; null when none has it. */
export async function findRootDocument(cwd: string, file: string | null, files: FileSystem): Promise<string | null> {
  return file === null ? findRoot(cwd, files) : resolve(cwd, file);
}

export function reportNoRoot(): Diagnostic {
  return diagnose('error', {
    code: 'config-not-found',
    summary: `There is no ${ROOT_NAME} in this folder or any folder above it.`,
    hint: 'Change to the right folder, or name the file with -c FILE. `pipeform init` writes a first one.',
  });
}

async function findRoot(cwd: string, files: FileSystem): Promise<string | null> {
  for (let folder = resolve(cwd); ; folder = dirname(folder)) {
    const path = join(folder, ROOT_NAME);
    if ((await files.realPath(path)) !== null) return path;
    if (folder === dirname(folder)) return null;
  }
}
