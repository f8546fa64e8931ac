import { globFiles, type TreeEntry } from '../config/resolve/glob-files.ts';
import type { Found } from './resolve-path.ts';
import type { TreeNode } from './tree.ts';

/** The tree of a commit, by the absolute paths that it would have in the work tree. */
export interface TreeAccess {
  find(path: string): Promise<Found | null>;
  /** The absolute path of something found. */
  locate(found: Found): string;
}

export interface TreeMatches {
  readonly paths: readonly string[];
  /** Absolute paths of the submodules that the pattern may reach into. */
  readonly submodules: readonly string[];
}

/**
 * The files at a commit that match an include pattern: what searches the disk searches the tree, so that a pattern means the
 * same in both. A pattern that leads to nothing but submodules gives the submodules themselves.
 */
export async function globTree(tree: TreeAccess, folder: string, pattern: string): Promise<TreeMatches> {
  const submodules: string[] = [];
  const realPath = async (path: string): Promise<string | null> => {
    const found = await tree.find(path);
    return found === null ? null : tree.locate(found);
  };
  const list = async (path: string): Promise<readonly TreeEntry[]> => {
    const found = await tree.find(path);
    if (found?.node.kind === 'submodule') submodules.push(tree.locate(found));
    return found?.node.kind === 'folder' ? [...found.node.children].map(describeEntry) : [];
  };
  const follow = async (link: string) => {
    const found = await tree.find(link);
    if (found === null) return null;
    return { kind: found.node.kind === 'file' ? 'other' : 'folder', real: tree.locate(found) } as const;
  };
  const paths = await globFiles({ list, follow, realPath }, folder, pattern);
  return paths.length === 0 ? { paths: submodules, submodules: [] } : { paths, submodules };
}

function describeEntry([name, { kind }]: readonly [string, TreeNode]): TreeEntry {
  return { name, kind: kind === 'submodule' ? 'folder' : kind };
}
