import { readdir, readFile, realpath, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { diagnoseCode } from '../../model/diagnose-code.ts';
import type { Diagnostic } from '../../model/diagnostic.ts';
import type { Result } from '../../model/result.ts';
import { type FileTree, type GlobSearch, globFiles } from './glob-files.ts';

/** The text of a file, or why there is none. */
export type FileContent = Result<
  { readonly bytes: Uint8Array },
  { readonly reason: 'missing' | 'folder' | 'not-a-file' | 'too-large' | 'refused' }
>;

/** The source of configuration files: the disk or a commit. Paths are absolute and native. */
export interface FileSystem {
  /** Does not read files larger than `limitBytes`. Never throws. */
  readFile(path: string, limitBytes: number): Promise<FileContent>;
  /** The path with symbolic links resolved, or null when it does not exist. */
  realPath(path: string): Promise<string | null>;
  /**
   * Absolute paths of the files in the folder that match a glob (relative, forward slashes), in any order. `search` is
   * the same for all patterns of a configuration; null when it has too many patterns, or compared too many names.
   */
  glob(folder: string, pattern: string, search: GlobSearch): Promise<readonly string[] | null>;
}

/** The root document of a configuration. */
export const ROOT_NAME = 'pipeform.yaml';

/** `file`, or pipeform.yaml in the nearest folder at or above `cwd`; null when there is none. Absolute. */
export async function findRootDocument(cwd: string, file: string | null, files: FileSystem): Promise<string | null> {
  if (file !== null) return resolve(cwd, file);
  for (let folder = resolve(cwd); ; folder = dirname(folder)) {
    const path = join(folder, ROOT_NAME);
    if ((await files.realPath(path)) !== null) return path;
    if (folder === dirname(folder)) return null;
  }
}

export function noRootProblem(): Diagnostic {
  return diagnoseCode('config-not-found', `There is no ${ROOT_NAME} in this folder or any folder above it.`);
}

/** Reads each file once: later reads return the same bytes even if the file changed. */
export function readOnce(files: FileSystem): FileSystem {
  const known = new Map<string, FileContent>();
  return {
    ...files,
    async readFile(path, limitBytes) {
      const content = known.get(path) ?? (await files.readFile(path, limitBytes));
      if (content.ok) known.set(path, content);
      return content;
    },
  };
}

export function createNodeFiles(): FileSystem {
  return {
    readFile: readRegularFile,
    realPath: DISK.realPath,
    glob: (folder, pattern, search) => globFiles(DISK, folder, pattern, search),
  };
}

const DISK: FileTree = {
  async list(folder) {
    const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
    return entries.flatMap((entry) => {
      const kind = entry.isFile() ? 'file' : entry.isDirectory() ? 'folder' : entry.isSymbolicLink() ? 'link' : null;
      return kind === null ? [] : { name: entry.name, kind };
    });
  },

  async follow(link) {
    const [status, real] = await Promise.all([stat(link).catch(() => null), DISK.realPath(link)]);
    return status === null || real === null ? null : { kind: status.isDirectory() ? 'folder' : 'other', real };
  },

  realPath: (path) => realpath(path).catch(() => null),
};

async function readRegularFile(path: string, limitBytes: number): Promise<FileContent> {
  try {
    // Before opening the file: opening a named pipe would wait for a writer.
    const status = await stat(path);
    if (status.isDirectory()) return { ok: false, reason: 'folder' };
    if (!status.isFile()) return { ok: false, reason: 'not-a-file' };
    if (status.size > limitBytes) return { ok: false, reason: 'too-large' };
    return { ok: true, bytes: await readFile(path) };
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : null;
    return { ok: false, reason: code === 'ENOENT' || code === 'ENOTDIR' ? 'missing' : 'refused' };
  }
}
