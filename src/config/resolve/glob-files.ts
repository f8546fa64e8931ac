import { isAbsolute, join, relative, sep } from 'node:path';
import pMap from 'p-map';
import { compareText } from '../../model/diagnostic.ts';
import { type GlobState, parseGlob } from './glob-pattern.ts';

/** One name in a folder. What is neither of these (a socket, a device) is left out. */
export interface TreeEntry {
  readonly name: string;
  readonly kind: 'file' | 'folder' | 'link';
}

/** Where a link leads in the end. */
interface LinkEnd {
  readonly kind: 'folder' | 'other';
  readonly real: string;
}

/** A tree of files, on the disk or at a commit. Paths are absolute, in the form of the machine. */
export interface FileTree {
  /** What is in a folder; empty when it cannot be listed. */
  list(folder: string): Promise<readonly TreeEntry[]>;
  /** null: nowhere. */
  follow(link: string): Promise<LinkEnd | null>;
  realPath(path: string): Promise<string | null>;
}

interface VisitedFolder {
  readonly path: string;
  readonly real: string;
  readonly state: GlobState;
}

/** Enough to keep the disk busy. */
const MOST_OPEN_FOLDERS = 32;

/**
 * What an include pattern means, on the disk and at a commit alike: the files under the folder that match, as absolute paths,
 * in order.
 * Links are followed, but a real folder is entered once only for the same rest of the pattern, so that links in circles cost
 * nothing. A link to a folder outside is not entered: it stands for all that is in it.
 */
export async function globFiles(tree: FileTree, folder: string, pattern: string): Promise<readonly string[]> {
  const glob = parseGlob(pattern);
  const top = (await tree.realPath(folder)) ?? folder;
  const found: string[] = [];
  const entered = new Set<string>();
  const isNew = ({ real, state }: VisitedFolder): boolean => {
    const known = entered.size;
    return entered.add(`${[...state].sort()} ${real}`).size > known;
  };

  const byPath = (a: string, b: string): number => compareText(relative(folder, a), relative(folder, b));

  const visit = async ({ path, real, state }: VisitedFolder): Promise<readonly VisitedFolder[]> => {
    const below: VisitedFolder[] = [];
    for (const { name, kind } of await tree.list(path)) {
      const next = glob.enter(state, name);
      if (next.size === 0) continue;
      const place = { path: join(path, name), real: join(real, name), state: next };
      const end = kind === 'link' ? await tree.follow(place.path) : null;
      if (kind === 'link' && end === null) continue;
      if (kind === 'folder') below.push(place);
      else if (end?.kind !== 'folder') {
        if (glob.accepts(next)) found.push(place.path);
      } else if (isInside(top, end.real)) below.push({ ...place, real: end.real });
      else found.push(place.path);
    }
    return below;
  };

  let level: readonly VisitedFolder[] = glob.start.size === 0 ? [] : [{ path: folder, real: top, state: glob.start }];
  while (level.length > 0) {
    const below = await pMap(level, visit, { concurrency: MOST_OPEN_FOLDERS });
    // In order of path, so that a folder with two ways to it has the same name each time.
    level = below
      .flat()
      .sort((a, b) => byPath(a.path, b.path))
      .filter(isNew);
  }
  // Folders are listed side by side: the order in which they are done tells nothing.
  return found.sort(byPath);
}

/** Whether a path is the folder or below it. Both are absolute and without links. */
export function isInside(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}
