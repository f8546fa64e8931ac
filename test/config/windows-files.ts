import { join } from 'node:path';
import { type LoadResult, loadFleet } from '../../src/config/load-fleet.ts';
import type { FileSystem } from '../../src/config/resolve/file-system.ts';
import { type FileTree, globFiles } from '../../src/config/resolve/glob-files.ts';

// Loaded by windows.test.ts with `node:path` as it is on Windows.

/** A disk with these files, by absolute path, without links. */
function createDisk(contents: Readonly<Record<string, string>>): FileSystem {
  const files = new Map(Object.entries(contents));
  const tree: FileTree = {
    async list(folder) {
      const names = new Map<string, 'file' | 'folder'>();
      for (const path of files.keys()) {
        if (!path.startsWith(join(folder, 'x').slice(0, -1))) continue;
        const [name = '', ...below] = path.slice(join(folder, 'x').length - 1).split('\\');
        names.set(name, below.length > 0 ? 'folder' : 'file');
      }
      return [...names].map(([name, kind]) => ({ name, kind }));
    },
    follow: async () => null,
    realPath: async (path) => path,
  };
  return {
    async readFile(path) {
      const content = files.get(path);
      return content === undefined
        ? { ok: false, reason: 'missing' }
        : { ok: true, bytes: new TextEncoder().encode(content) };
    },
    async realPath(path) {
      return files.has(path) || [...files.keys()].some((file) => file.startsWith(`${path}\\`)) ? path : null;
    },
    glob: (folder, pattern, search) => globFiles(tree, folder, pattern, search),
  };
}

export function loadOnWindows(
  contents: Readonly<Record<string, string>>,
  cwd: string,
  file: string | null = null,
): Promise<LoadResult> {
  return loadFleet({ cwd, file, environment: null, variables: {}, files: createDisk(contents) });
}
