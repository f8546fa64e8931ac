import { join, sep } from 'node:path';
import { type LoadResult, loadFleet } from '../../src/config/load-fleet.ts';
import type { FileSystem } from '../../src/config/resolve/file-system.ts';
import { type FileTree, globFiles } from '../../src/config/resolve/glob-files.ts';

export const FOLDER = '/fleet';

/** Files of a test by path relative to the folder. */
export type TestFiles = Readonly<Record<string, string | Uint8Array>>;

/** A disk with these files, by absolute path, without links. */
export function createDisk(contents: TestFiles): FileSystem {
  const files = new Map(Object.entries(contents));
  const below = (folder: string): string => join(folder, 'x').slice(0, -1);
  const tree: FileTree = {
    async list(folder) {
      const names = new Map<string, 'file' | 'folder'>();
      // Not in the order of their names, as on a disk.
      for (const path of [...files.keys()].reverse()) {
        if (!path.startsWith(below(folder))) continue;
        const [name = '', ...rest] = path.slice(below(folder).length).split(sep);
        names.set(name, rest.length > 0 ? 'folder' : 'file');
      }
      return [...names].map(([name, kind]) => ({ name, kind }));
    },
    follow: async () => null,
    realPath: async (path) => path,
  };
  return {
    async readFile(path, limitBytes) {
      const content = files.get(path);
      if (content === undefined) return { ok: false, reason: 'missing' };
      const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content;
      return bytes.length > limitBytes ? { ok: false, reason: 'too-large' } : { ok: true, bytes };
    },
    async realPath(path) {
      return files.has(path) || [...files.keys()].some((file) => file.startsWith(below(path))) ? path : null;
    },
    glob: (folder, pattern, search) => globFiles(tree, folder, pattern, search),
  };
}

export function memoryFiles(contents: TestFiles): FileSystem {
  return createDisk(Object.fromEntries(Object.entries(contents).map(([path, text]) => [join(FOLDER, path), text])));
}

export interface TestLoad {
  readonly environment?: string;
  readonly variables?: Readonly<Record<string, string>>;
  readonly file?: string | null;
}

/** Loads the files of a test; a single text is the root document. */
export function load(files: TestFiles | string, options: TestLoad = {}): Promise<LoadResult> {
  return loadFrom(memoryFiles(typeof files === 'string' ? { 'pipeform.yaml': files } : files), FOLDER, options);
}

export function loadFrom(files: FileSystem, cwd: string, options: TestLoad = {}): Promise<LoadResult> {
  const { file = null, environment = null, variables = {} } = options;
  return loadFleet({ cwd, file, environment, variables, files });
}

/** The required start of every configuration; tests add the rest. */
export const HEAD = `version: 1
api: { url: "http://127.0.0.1:4010", organization: 7c0e4a5e-6b0c-4a35-9a0f-0d8a3f2b9c11 }
services: { analytics: 1d52f7b0-58a4-4f6e-8a55-3a7a1f6f0c01 }
`;

export function pipeId(number: number): string {
  return `0b0c3a9e-2a64-4a4f-8a11-${String(number).padStart(12, '0')}`;
}
