import { isAbsolute, join, relative, sep } from 'node:path';
import pMap from 'p-map';
import { compareText } from '../../model/diagnostic.ts';
import { type GlobState, parseGlob } from '../../model/glob.ts';

/** An entry of a folder. Other kinds (a socket, a device) are left out. */
export interface TreeEntry {
  readonly name: string;
  readonly kind: 'file' | 'folder' | 'link';
}

/** The target of a link, all links resolved. */
interface LinkEnd {
  readonly kind: 'folder' | 'other';
  readonly real: string;
}

/** A file tree, on disk or at a commit. Paths are absolute and native. */
export interface FileTree {
  /** Empty when the folder cannot be listed. */
  list(folder: string): Promise<readonly TreeEntry[]>;
  /** null for a broken link. */
  follow(link: string): Promise<LinkEnd | null>;
  realPath(path: string): Promise<string | null>;
}

interface VisitedFolder {
  readonly path: string;
  readonly real: string;
  readonly state: GlobState;
}

const MAX_OPEN_FOLDERS = 32;

/** The searches for the patterns of one configuration. */
export interface GlobSearch {
  patterns: number;
  /** How many names were compared with a part of a pattern. */
  compared: number;
  /** The folders that were listed. */
  readonly listings: Map<string, readonly TreeEntry[]>;
}

const MAX_PATTERNS = 1_000;

/** 200,000 files stay below it for one pattern. Names of 255 characters and two stars take up to 12 seconds. */
const MAX_COMPARED = 250_000;

export function createGlobSearch(): GlobSearch {
  return { patterns: 0, compared: 0, listings: new Map() };
}

/**
 * The files in the folder that match an include pattern, as sorted absolute paths, on disk and at a commit alike. Links
 * are followed, but each real folder is entered only once for the same rest of the pattern, so that cycles of links
 * end. A link to a folder outside is not entered: it is returned in place of its content. Returns null when
 * there are too many patterns, or too many names below the folders that they can match.
 */
export async function globFiles(
  tree: FileTree,
  folder: string,
  pattern: string,
  search: GlobSearch,
): Promise<readonly string[] | null> {
  const glob = parseGlob(pattern);
  search.patterns += 1;
  const top = (await tree.realPath(folder)) ?? folder;
  const found: string[] = [];
  const entered = new Set<string>();
  const isNew = ({ real, state }: VisitedFolder): boolean => {
    const known = entered.size;
    return entered.add(`${[...state].sort()} ${real}`).size > known;
  };

  const isTooLarge = () => search.patterns > MAX_PATTERNS || search.compared > MAX_COMPARED;

  const list = async (path: string): Promise<readonly TreeEntry[]> => {
    const known = search.listings.get(path);
    if (known !== undefined) return known;
    const entries = await tree.list(path);
    search.listings.set(path, entries);
    return entries;
  };

  const visit = async ({ path, real, state }: VisitedFolder): Promise<readonly VisitedFolder[]> => {
    const below: VisitedFolder[] = [];
    for (const { name, kind } of isTooLarge() ? [] : await list(path)) {
      search.compared += state.size;
      if (isTooLarge()) break;
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
    const below = await pMap(level, visit, { concurrency: MAX_OPEN_FOLDERS });
    if (isTooLarge()) return null;
    // Sorted, so that a folder with two paths always gets the same one.
    level = below
      .flat()
      .sort((a, b) => compareText(a.path, b.path))
      .filter(isNew);
  }
  return isTooLarge() ? null : found.sort(compareText);
}

/** Whether a path is the folder or in it. Both are absolute, with links resolved. */
export function isInside(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}
