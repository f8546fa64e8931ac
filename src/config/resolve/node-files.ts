import type { Dirent } from 'node:fs';
import { readdir, readFile, realpath, stat } from 'node:fs/promises';
import type { FileContent, FileSystem } from './file-system.ts';
import { type FileTree, globFiles, type TreeEntry } from './glob-files.ts';

/** The files of this machine. */
export function createNodeFiles(): FileSystem {
  return {
    readFile: readRegularFile,
    realPath: DISK.realPath,
    glob: (folder, pattern) => globFiles(DISK, folder, pattern),
  };
}

const DISK: FileTree = {
  async list(folder) {
    const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
    return entries.flatMap(describeEntry);
  },

  async follow(link) {
    const [status, real] = await Promise.all([stat(link).catch(() => null), DISK.realPath(link)]);
    return status === null || real === null ? null : { kind: status.isDirectory() ? 'folder' : 'other', real };
  },

  realPath: (path) => realpath(path).catch(() => null),
};

function describeEntry(entry: Dirent): readonly TreeEntry[] {
  const { name } = entry;
  if (entry.isFile()) return [{ name, kind: 'file' }];
  if (entry.isDirectory()) return [{ name, kind: 'folder' }];
  return entry.isSymbolicLink() ? [{ name, kind: 'link' }] : [];
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
