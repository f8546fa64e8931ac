import { readFile, realpath, stat } from 'node:fs/promises';
import type { FileContent, FileSystem } from './file-system.ts';
import { globFiles } from './glob-files.ts';

/** The files of this machine. */
export function createNodeFiles(): FileSystem {
  return {
    readFile: readRegularFile,

    async realPath(path) {
      try {
        return await realpath(path);
      } catch {
        return null;
      }
    },

    async glob(folder, pattern) {
      return globFiles(folder, pattern);
    },
  };
}

async function readRegularFile(path: string, limitBytes: number): Promise<FileContent> {
  try {
    // Asked before the file is opened: opening a named pipe would wait for a writer that may never come.
    const status = await stat(path);
    if (status.isDirectory()) return { ok: false, reason: 'folder' };
    if (!status.isFile()) return { ok: false, reason: 'not-a-file' };
    if (status.size > limitBytes) return { ok: false, reason: 'too-large' };
    return { ok: true, bytes: await readFile(path) };
  } catch (error) {
    return { ok: false, reason: reasonOf(error) };
  }
}

function reasonOf(error: unknown): 'missing' | 'folder' | 'refused' {
  const code = error instanceof Error && 'code' in error ? error.code : null;
  if (code === 'ENOENT' || code === 'ENOTDIR') return 'missing';
  return code === 'EISDIR' ? 'folder' : 'refused';
}
