import type { FileSystemAdapter } from 'tinyglobby';
import { globFiles } from '../config/glob-files.ts';
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
 * The files at a commit that match an include pattern: the very library that searches the disk searches the tree, so that
 * a pattern means the same in both. A pattern that leads to nothing but submodules gives the submodules themselves.
 */
export async function globTree(tree: TreeAccess, folder: string, pattern: string): Promise<TreeMatches> {
  const submodules: string[] = [];
  const list = async (path: string) => {
    const found = await tree.find(path);
    if (found?.node.kind === 'submodule') submodules.push(tree.locate(found));
    if (found?.node.kind !== 'folder') throw new Error('no folder');
    return [...found.node.children].map(([name, node]) => describeEntry(name, node));
  };
  const locate = async (path: string) => {
    const found = await tree.find(path);
    if (found === null) throw new Error('nothing there');
    return tree.locate(found);
  };
  const describe = async (path: string) => {
    const found = await tree.find(path);
    if (found === null) throw new Error('nothing there');
    return describeEntry('', found.node);
  };
  const paths = await globFiles(folder, pattern, createDisk(list, locate, describe));
  return paths.length === 0 ? { paths: submodules, submodules: [] } : { paths, submodules };
}

interface Entry {
  readonly name: string;
  isFile(): boolean;
  isDirectory(): boolean;
  isSymbolicLink(): boolean;
}

function describeEntry(name: string, { kind }: TreeNode): Entry {
  return {
    name,
    isFile: () => kind === 'file',
    isDirectory: () => kind === 'folder' || kind === 'submodule',
    isSymbolicLink: () => kind === 'link',
  };
}

type Callback<T> = (error: Error | null, value?: T) => void;

/** The functions of `node:fs` that the glob library calls, in the one form in which it calls them. */
function createDisk(
  list: (path: string) => Promise<Entry[]>,
  locate: (path: string) => Promise<string>,
  describe: (path: string) => Promise<Entry>,
): FileSystemAdapter {
  const disk = {
    readdir: (path: string, _options: unknown, done: Callback<Entry[]>) => answer(list(path), done),
    realpath: (path: string, done: Callback<string>) => answer(locate(path), done),
    stat: (path: string, done: Callback<Entry>) => answer(describe(path), done),
  };
  // The types of `node:fs` list every overload; the library uses these.
  return disk as unknown as FileSystemAdapter;
}

function answer<T>(promise: Promise<T>, done: Callback<T>): void {
  promise.then(
    (value) => done(null, value),
    (error: Error) => done(error),
  );
}
