import { isAbsolute, join, posix, relative, resolve, sep } from 'node:path';
import type { FileSystem } from '../config/resolve/file-system.ts';
import { type FileTree, globFiles, isInside } from '../config/resolve/glob-files.ts';
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
  const listing = await git.run(['ls-tree', '-r', '-t', '-z', '--full-tree', commit]);
  if (!listing.ok) return listing;
  const { root, links } = parseTree(listing.output);
  const objects = new Map<string, ObjectContent>();
  const load = async (oids: readonly string[]) => {
    const fresh = [...new Set(oids)].filter((oid) => !objects.has(oid));
    const contents = fresh.length === 0 ? [] : await readObjects(git, fresh);
    for (const [index, content] of contents.entries()) objects.set(fresh[index] ?? '', content);
  };
  await load(links);
  const skippedSubmodules = new Set<string>();
  let failure: GitFailure | null = null;

  const contentOf = (oid: string): Buffer | null => {
    const content = objects.get(oid);
    if (Buffer.isBuffer(content)) return content;
    failure ??= content ?? null;
    return null;
  };
  const find = (path: string) => resolvePath({ top, root, readLink: contentOf }, path);
  const realPath = async (path: string) => find(path)?.path ?? null;

  const files: GitFiles = {
    skippedSubmodules,
    failure: () => failure,
    realPath,

    async readFile(path, limitBytes) {
      const node = find(path)?.node;
      if (node === undefined) return { ok: false, reason: 'missing' };
      if (node.kind !== 'file') return { ok: false, reason: node.kind };
      await load([node.oid]);
      const bytes = contentOf(node.oid);
      if (bytes === null) return { ok: false, reason: 'refused' };
      if (bytes.length > limitBytes) return { ok: false, reason: 'too-large' };
      return isPointer(bytes) ? { ok: false, reason: 'lfs-pointer' } : { ok: true, bytes };
    },

    // What searches the disk searches the tree, so that a pattern means the same in both.
    async glob(folder, pattern) {
      const submodules: string[] = [];
      const tree: FileTree = {
        realPath,
        async list(path) {
          const found = find(path);
          if (found?.node.kind === 'submodule') submodules.push(found.path);
          if (found?.node.kind !== 'folder') return [];
          return [...found.node.children].map(([name, { kind }]) => ({
            name,
            kind: kind === 'submodule' ? 'folder' : kind,
          }));
        },
        async follow(link) {
          const found = find(link);
          return found === null ? null : { kind: found.node.kind === 'file' ? 'other' : 'folder', real: found.path };
        },
      };
      const paths = await globFiles(tree, folder, pattern);
      // A pattern that leads to nothing but submodules gives the submodules themselves, which cannot be read.
      if (paths.length === 0) return submodules;
      for (const submodule of submodules) skippedSubmodules.add(submodule);
      const nodes = paths.map((path) => find(path)?.node);
      await load(nodes.flatMap((node) => (node?.kind === 'file' ? node.oid : [])));
      return paths;
    },
  };
  return { ok: true, files };
}

function isPointer(bytes: Buffer): boolean {
  return bytes.length <= LONGEST_POINTER_BYTES && bytes.toString('latin1').startsWith(POINTER_START);
}

/** The bytes, or why git could not read them. */
type ObjectContent = Buffer | GitFailure;

// `NAME TYPE SIZE`; anything else (`NAME missing`) has no content.
const OBJECT_HEADER = /^[0-9a-f]+ [a-z]+ (\d+)$/;

/** Reads objects by their full names, in their order. The whole output is kept: at most as much as `GitPort` allows. */
async function readObjects(git: GitPort, oids: readonly string[]): Promise<readonly ObjectContent[]> {
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
    if (size !== undefined) return output.subarray(start, end);
    return { reason: 'refused', exitCode: null, words: `The object ${oid} is missing from the clone.` };
  });
}

/** One thing in the tree of a commit. `oid` is the full name of the object that holds the content. */
type TreeNode = FolderNode | { readonly kind: 'file' | 'link' | 'submodule'; readonly oid: string };

interface FolderNode {
  readonly kind: 'folder';
  readonly children: Map<string, TreeNode>;
}

// MODE TYPE OID, a tab, and the path (gitformat of `ls-tree -z`: nothing in the path is quoted).
const ENTRY = /^(\d+) [a-z]+ ([0-9a-f]+)\t(.+)$/s;

/** A submodule is another repository's commit: what is in it is not part of this one. */
const KINDS: Readonly<Record<string, Exclude<TreeNode['kind'], 'file'>>> = {
  '040000': 'folder',
  '120000': 'link',
  '160000': 'submodule',
};

/** The tree that `git ls-tree -r -t -z --full-tree` prints, and the names of the objects that say where its links lead. */
function parseTree(listing: Buffer): { readonly root: FolderNode; readonly links: readonly string[] } {
  const root: FolderNode = { kind: 'folder', children: new Map() };
  const folders = new Map([['', root]]);
  const links: string[] = [];
  for (const line of listing.toString().split('\0')) {
    const [, mode = '', oid = '', path] = ENTRY.exec(line) ?? [];
    if (path === undefined) continue;
    const kind = KINDS[mode] ?? 'file';
    const node: TreeNode = kind === 'folder' ? { kind, children: new Map() } : { kind, oid };
    const { dir, base } = posix.parse(path);
    folders.get(dir)?.children.set(base, node);
    if (node.kind === 'folder') folders.set(path, node);
    if (kind === 'link') links.push(oid);
  }
  return { root, links };
}

interface Tree {
  /** The path of the root. */
  readonly top: string;
  readonly root: FolderNode;
  /** Where a link leads, or null when it cannot be read. */
  readLink(oid: string): Buffer | null;
}

/** What is at a path, and the path with its links resolved. In a submodule, the path is that of the submodule. */
interface FoundNode {
  readonly node: FolderNode | { readonly kind: 'file' | 'submodule'; readonly oid: string };
  readonly path: string;
}

/** As many as Linux follows in one path. */
const MOST_LINKS = 40;

/**
 * Walks a path of the tree, one name after the other, as an operating system would; null when it leads nowhere, out of the
 * tree or in circles.
 */
function resolvePath({ top, root, readLink }: Tree, path: string): FoundNode | null {
  const behind: { readonly name: string; readonly node: FoundNode['node'] }[] = [];
  const ahead: string[] = [];
  /** Goes on with another path: from the top if it is absolute, else from here. */
  const enter = (target: string): boolean => {
    const isFromTop = isAbsolute(target);
    if (isFromTop && !isInside(top, resolve(target))) return false;
    if (isFromTop) behind.length = 0;
    ahead.push(...(isFromTop ? relative(top, resolve(target)).split(sep) : target.split('/')).toReversed());
    return true;
  };
  if (!enter(path)) return null;
  let links = 0;
  for (let name = ahead.pop(); name !== undefined; name = ahead.pop()) {
    const folder = behind.at(-1)?.node ?? root;
    if (folder.kind !== 'folder') {
      if (folder.kind === 'submodule') break;
      return null;
    }
    if (name === '' || name === '.') continue;
    if (name === '..') {
      if (behind.pop() === undefined) return null;
      continue;
    }
    const node = folder.children.get(name);
    if (node === undefined) return null;
    if (node.kind === 'link') {
      links += 1;
      const target = links > MOST_LINKS ? null : readLink(node.oid);
      if (target === null || target.length > LONGEST_LINK_BYTES || !enter(target.toString())) return null;
    } else behind.push({ name, node: node as FoundNode['node'] });
  }
  return { node: behind.at(-1)?.node ?? root, path: join(top, ...behind.map(({ name }) => name)) };
}
