import type { FileContent, FileSystem } from './file-system.ts';

/** The same files, each of them read once: whoever asks again gets what was read, although the file has changed since. */
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
