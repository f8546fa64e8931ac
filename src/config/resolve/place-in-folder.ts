import { isAbsolute, relative, sep } from 'node:path';

/** Whether a path is the folder or below it. Both are absolute and without links. */
export function isInside(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}
