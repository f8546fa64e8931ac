import { relative, sep } from 'node:path';
import type { FileSystem } from '../config/resolve/file-system.ts';
import { parseGlob } from '../config/resolve/glob-pattern.ts';

/** The files of another file system, with these texts (by absolute path) in place of what it has, or beside it. */
export function overlayFiles(files: FileSystem, texts: ReadonlyMap<string, string>): FileSystem {
  return {
    async readFile(path, limitBytes) {
      const text = texts.get(path);
      if (text === undefined) return files.readFile(path, limitBytes);
      const bytes = new TextEncoder().encode(text);
      return bytes.length > limitBytes ? { ok: false, reason: 'too-large' } : { ok: true, bytes };
    },
    async realPath(path) {
      const real = await files.realPath(path);
      return real === null && texts.has(path) ? path : real;
    },
    async glob(folder, pattern) {
      const found = await files.glob(folder, pattern);
      const more = [...texts.keys()].filter((path) => matches(folder, pattern, path));
      return [...new Set([...found, ...more])];
    },
  };
}

function matches(folder: string, pattern: string, path: string): boolean {
  const names = relative(folder, path).split(sep);
  if (names[0] === '..') return false;
  const glob = parseGlob(pattern);
  return glob.accepts(names.reduce((state, name) => glob.enter(state, name), glob.start));
}
