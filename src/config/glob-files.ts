import { type FileSystemAdapter, glob } from 'tinyglobby';

/** No path is longer; the glob library fails on patterns of a length that nobody means. */
const LONGEST_PATTERN = 4_096;

/**
 * What an include pattern means, on the disk and at a commit alike: the files under the folder that match, as absolute
 * paths in any order. `disk` replaces the functions of `node:fs` that are called back.
 */
export async function globFiles(
  folder: string,
  pattern: string,
  disk: FileSystemAdapter = {},
): Promise<readonly string[]> {
  if (pattern.length > LONGEST_PATTERN) return [];
  return glob(pattern, { cwd: folder, absolute: true, expandDirectories: false, onlyFiles: true, fs: disk });
}
