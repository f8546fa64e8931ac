import { join } from 'node:path';
import picomatch from 'picomatch';
import { type LoadResult, loadFleet } from '../../src/config/load-fleet.ts';
import type { FileSystem } from '../../src/config/resolve/file-system.ts';

export const FOLDER = '/fleet';

/** Files of a test by path relative to the folder. */
export type TestFiles = Readonly<Record<string, string | Uint8Array>>;

export function memoryFiles(contents: TestFiles): FileSystem {
  const byPath = new Map(Object.entries(contents).map(([path, content]) => [join(FOLDER, path), content]));
  return {
    async readFile(path, limitBytes) {
      const content = byPath.get(path);
      if (content === undefined) return { ok: false, reason: 'missing' };
      const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content;
      return bytes.length > limitBytes ? { ok: false, reason: 'too-large' } : { ok: true, bytes };
    },
    async realPath(path) {
      return path === FOLDER || byPath.has(path) ? path : null;
    },
    async glob(folder, pattern) {
      const matches = picomatch(pattern);
      return [...byPath.keys()].filter((path) => matches(path.slice(folder.length + 1))).reverse();
    },
  };
}

export interface TestLoad {
  readonly environment?: string;
  readonly variables?: Readonly<Record<string, string>>;
  readonly file?: string;
}

/** Loads the files of a test; a single text is the root document. */
export function load(files: TestFiles | string, options: TestLoad = {}): Promise<LoadResult> {
  return loadFleet({
    cwd: FOLDER,
    file: options.file ?? null,
    environment: options.environment ?? null,
    variables: options.variables ?? {},
    files: memoryFiles(typeof files === 'string' ? { 'pipeform.yaml': files } : files),
  });
}

/** The required start of every configuration; tests add the rest. */
export const HEAD = `version: 1
api: { url: "http://127.0.0.1:4010", organization: 7c0e4a5e-6b0c-4a35-9a0f-0d8a3f2b9c11 }
services: { analytics: 1d52f7b0-58a4-4f6e-8a55-3a7a1f6f0c01 }
`;

export function pipeId(number: number): string {
  return `0b0c3a9e-2a64-4a4f-8a11-${String(number).padStart(12, '0')}`;
}
