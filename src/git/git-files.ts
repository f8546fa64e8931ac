import { isAbsolute, join, relative, resolve, sep } from 'node:path';
import type { FileSystem } from '../config/resolve/file-system.ts';
import { type FileTree, globFiles } from '../config/resolve/glob-files.ts';
import type { GitFailure, GitPort } from './git.ts';

/** No path is longer on any system. */
const LONGEST_LINK_BYTES = 4_096;

/** A pointer is shorter by far, and starts with these words (the specification of Git LFS, version 1). */
const LONGEST_POINTER_BYTES = 1_024;
const POINTER_START = 'version https://git-lfs.github.com/spec/';

interface GitFilesOptions {
  readonly git: GitPort;
  /** The full name of the commit. */
  readonly commit: string;
  /** The absolute path of the top of the work tree, links resolved: where the files would be if they were checked out. */
  readonly top: string;
}

/** The files of a commit. */
export interface GitFiles extends FileSystem {
  /** Absolute paths of the submodules that a pattern may have reached into; their files are left out. */
  readonly skippedSubmodules: ReadonlySet<string>;
  /** What kept git from reading a file that the commit has, or null. */
  failure(): GitFailure | null;
}

type GitFilesResult =
  | { readonly ok: true; readonly files: GitFiles }
  | { readonly ok: false; readonly failure: GitFailure };

/** Lists the tree of a commit once. The files that a pattern matches are read together, by one process. */
export async function createGitFiles({ git, commit, top }: GitFilesOptions): Promise<GitFilesResult> {
  const listing = await git.run(['ls-tree', '-r', '-z', '--full-tree', commit]);
  if (!listing.ok) return listing;
  const tree = parseTree(listing.output);
  const readObjects = createObjectReader(git);
  const links = new Map<string, ObjectContent>();
  for (const [index, content] of (await readObjects(tree.links)).entries()) links.set(tree.links[index] ?? '', content);
  const skippedSubmodules = new Set<string>();
  let failure: GitFailure | null = null;

  const readLink = (oid: string): LinkTarget | null => {
    const content = links.get(oid);
    if (Buffer.isBuffer(content))
      return content.length > LONGEST_LINK_BYTES ? null : parseLink(top, content.toString());
    failure ??= content ?? null;
    return null;
  };
  const find = (path: string): FoundNode | null => {
    const names = splitPath(top, path);
    return names === null ? null : resolvePath(tree.root, names, readLink);
  };
  const locate = ({ path }: FoundNode): string => join(top, ...path);
  const realPath = async (path: string) => {
    const found = find(path);
    return found === null ? null : locate(found);
  };

  const files: GitFiles = {
    skippedSubmodules,
    failure: () => failure,
    realPath,

    async readFile(path, limitBytes) {
      const node = find(path)?.node;
      if (node === undefined) return { ok: false, reason: 'missing' };
      if (node.kind !== 'file') return { ok: false, reason: node.kind };
      const [content] = await readObjects([node.oid]);
      if (!Buffer.isBuffer(content)) {
        failure ??= content ?? null;
        return { ok: false, reason: 'refused' };
      }
      if (content.length > limitBytes) return { ok: false, reason: 'too-large' };
      return isPointer(content) ? { ok: false, reason: 'lfs-pointer' } : { ok: true, bytes: content };
    },

    // What searches the disk searches the tree, so that a pattern means the same in both.
    async glob(folder, pattern) {
      const submodules: string[] = [];
      const search: FileTree = {
        realPath,
        async list(path) {
          const found = find(path);
          if (found?.node.kind === 'submodule') submodules.push(locate(found));
          if (found?.node.kind !== 'folder') return [];
          return [...found.node.children].map(([name, { kind }]) => ({
            name,
            kind: kind === 'submodule' ? 'folder' : kind,
          }));
        },
        async follow(link) {
          const found = find(link);
          return found === null ? null : { kind: found.node.kind === 'file' ? 'other' : 'folder', real: locate(found) };
        },
      };
      const paths = await globFiles(search, folder, pattern);
      // A pattern that leads to nothing but submodules gives the submodules themselves, which cannot be read.
      if (paths.length === 0) return submodules;
      for (const submodule of submodules) skippedSubmodules.add(submodule);
      const nodes = paths.map((path) => find(path)?.node);
      await readObjects(nodes.flatMap((node) => (node?.kind === 'file' ? node.oid : [])));
      return paths;
    },
  };
  return { ok: true, files };
}

/** The names from the top of the work tree to a path, or null when it is outside. */
function splitPath(top: string, path: string): readonly string[] | null {
  const way = relative(top, path);
  if (way === '..' || way.startsWith(`..${sep}`) || isAbsolute(way)) return null;
  return way.split(sep);
}

function isPointer(bytes: Buffer): boolean {
  return bytes.length <= LONGEST_POINTER_BYTES && bytes.toString('latin1').startsWith(POINTER_START);
}

/** The bytes, or why git could not read them. */
type ObjectContent = Buffer | GitFailure;

// `NAME TYPE SIZE`; anything else (`NAME missing`) has no content.
const OBJECT_HEADER = /^[0-9a-f]+ [a-z]+ (\d+)$/;

/**
 * Reads objects by their full names, in their order, each once. What is asked for together is read by one `git cat-file --batch`,
 * whose whole output is kept: at most as much as `GitPort` allows.
 */
function createObjectReader(git: GitPort): (oids: readonly string[]) => Promise<readonly ObjectContent[]> {
  const known = new Map<string, Promise<ObjectContent>>();
  return (oids) => {
    const fresh = [...new Set(oids)].filter((oid) => !known.has(oid));
    if (fresh.length > 0) {
      const batch = readBatch(git, fresh);
      for (const [index, oid] of fresh.entries())
        known.set(
          oid,
          batch.then((contents) => contents[index] ?? missing(oid)),
        );
    }
    return Promise.all(oids.map((oid) => known.get(oid) ?? missing(oid)));
  };
}

async function readBatch(git: GitPort, oids: readonly string[]): Promise<readonly ObjectContent[]> {
  const result = await git.run(['cat-file', '--batch'], oids.map((oid) => `${oid}\n`).join(''));
  if (!result.ok) return oids.map(() => result.failure);
  const { output } = result;
  let at = 0;
  return oids.map((oid) => {
    const lineFeed = output.indexOf('\n', at);
    const headerEnd = lineFeed === -1 ? output.length : lineFeed;
    const size = OBJECT_HEADER.exec(output.toString('latin1', at, headerEnd))?.[1];
    const start = headerEnd + 1;
    const end = start + Number(size ?? 0);
    // A line feed follows the content.
    at = size === undefined ? start : end + 1;
    return size === undefined ? missing(oid) : output.subarray(start, end);
  });
}

function missing(oid: string): GitFailure {
  return { reason: 'refused', exitCode: null, words: `The object ${oid} is missing from the clone.` };
}

/** One thing in the tree of a commit. `oid` is the full name of the object that holds the content. */
type TreeNode =
  | { readonly kind: 'file'; readonly oid: string }
  | { readonly kind: 'link'; readonly oid: string }
  /** Another repository's commit: what is in it is not part of this one. */
  | { readonly kind: 'submodule' }
  | FolderNode;

interface FolderNode {
  readonly kind: 'folder';
  readonly children: Map<string, TreeNode>;
}

// MODE TYPE OID, a tab, and the path (gitformat of `ls-tree -z`: nothing in the path is quoted).
const ENTRY = /^(\d+) [a-z]+ ([0-9a-f]+)\t/;

const LINK_MODE = '120000';
const SUBMODULE_MODE = '160000';

/** The tree that `git ls-tree -r -z --full-tree` prints, and the names of the objects that say where its links lead. */
function parseTree(listing: Buffer): { readonly root: FolderNode; readonly links: readonly string[] } {
  const root: FolderNode = { kind: 'folder', children: new Map() };
  const links: string[] = [];
  for (const line of listing.toString().split('\0')) {
    const [start = '', mode = '', oid = ''] = ENTRY.exec(line) ?? [];
    if (start === '') continue;
    const names = line.slice(start.length).split('/');
    const name = names.pop() ?? '';
    let { children } = root;
    for (const folder of names) {
      const node = children.get(folder);
      const next: FolderNode = node?.kind === 'folder' ? node : { kind: 'folder', children: new Map() };
      children.set(folder, next);
      ({ children } = next);
    }
    if (mode === SUBMODULE_MODE) children.set(name, { kind: 'submodule' });
    else children.set(name, { kind: mode === LINK_MODE ? 'link' : 'file', oid });
    if (mode === LINK_MODE) links.push(oid);
  }
  return { root, links };
}

/** What is at a path, and the path with its links resolved. In a submodule, the path is that of the submodule. */
interface FoundNode {
  readonly node: Exclude<TreeNode, { kind: 'link' }>;
  readonly path: readonly string[];
}

/** The names that a link stands for, and where they start. */
interface LinkTarget {
  readonly from: 'here' | 'top';
  readonly names: readonly string[];
}

function parseLink(top: string, target: string): LinkTarget | null {
  if (!isAbsolute(target)) return { from: 'here', names: target.split('/') };
  const names = splitPath(top, resolve(target));
  return names === null ? null : { from: 'top', names };
}

/** As many as Linux follows in one path. */
const MOST_LINKS = 40;

/**
 * Walks a path of the tree, one name after the other, as an operating system would; null when it leads nowhere, out of the
 * tree or in circles.
 */
function resolvePath(
  root: FolderNode,
  path: readonly string[],
  readLink: (oid: string) => LinkTarget | null,
): FoundNode | null {
  const ahead = [...path].reverse();
  const behind: { readonly name: string; readonly node: FoundNode['node'] }[] = [];
  let links = 0;
  for (let name = ahead.pop(); name !== undefined; name = ahead.pop()) {
    const folder = behind.at(-1)?.node ?? root;
    if (folder.kind === 'submodule') break;
    if (folder.kind === 'file') return null;
    if (name === '' || name === '.') continue;
    if (name === '..') {
      if (behind.pop() === undefined) return null;
      continue;
    }
    const node = folder.children.get(name);
    if (node === undefined) return null;
    if (node.kind !== 'link') {
      behind.push({ name, node });
      continue;
    }
    links += 1;
    const target = links > MOST_LINKS ? null : readLink(node.oid);
    if (target === null) return null;
    if (target.from === 'top') behind.length = 0;
    ahead.push(...target.names.toReversed());
  }
  return { node: behind.at(-1)?.node ?? root, path: behind.map(({ name }) => name) };
}
