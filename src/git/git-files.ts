import { isAbsolute, join, relative, resolve, sep } from 'node:path';
import type { FileContent, FileSystem } from '../config/resolve/file-system.ts';
import { globFiles, type TreeEntry } from '../config/resolve/glob-files.ts';
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
  /** Absolute paths of the submodules that a pattern may have reached into; they were passed over. */
  readonly passedOver: ReadonlySet<string>;
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
  const { root, links: linkOids } = parseTree(listing.output);
  const readObject = createObjectReader(git);
  const links = new Map<string, Promise<LinkTarget | null>>();
  const passedOver = new Set<string>();
  let failure: GitFailure | null = null;

  const readBlob = async (oid: string, limitBytes: number): Promise<FileContent> => {
    const content = await readObject(oid);
    if (content.ok && content.bytes.length > limitBytes) return { ok: false, reason: 'too-large' };
    if (content.ok) return content;
    failure ??= content.failure;
    return { ok: false, reason: 'refused' };
  };
  const readLink = ({ oid }: LinkNode): Promise<LinkTarget | null> => {
    // All links of the tree are read with the first of them: one leads to another.
    if (links.size === 0) for (const other of linkOids) void readObject(other);
    const target =
      links.get(oid) ??
      readBlob(oid, LONGEST_LINK_BYTES).then((content) =>
        content.ok ? parseLink(top, Buffer.from(content.bytes).toString()) : null,
      );
    links.set(oid, target);
    return target;
  };
  const find = async (path: string): Promise<FoundNode | null> => {
    const names = splitPath(top, path);
    return names === null ? null : resolvePath(root, names, readLink);
  };
  const locate = ({ path }: FoundNode): string => join(top, ...path);

  const files: GitFiles = {
    passedOver,
    failure: () => failure,

    async readFile(path, limitBytes) {
      const node = (await find(path))?.node;
      if (node === undefined) return { ok: false, reason: 'missing' };
      if (node.kind !== 'file') return { ok: false, reason: node.kind };
      const content = await readBlob(node.oid, limitBytes);
      return content.ok && isPointer(content.bytes) ? { ok: false, reason: 'lfs-pointer' } : content;
    },

    async realPath(path) {
      const found = await find(path);
      return found === null ? null : locate(found);
    },

    async glob(folder, pattern) {
      const { paths, submodules } = await globTree({ find, locate }, folder, pattern);
      for (const submodule of submodules) passedOver.add(submodule);
      const found = await Promise.all(paths.map(find));
      await Promise.all(found.map((match) => (match?.node.kind === 'file' ? readObject(match.node.oid) : null)));
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

function parseLink(top: string, target: string): LinkTarget | null {
  if (!isAbsolute(target)) return { from: 'here', names: target.split('/') };
  const names = splitPath(top, resolve(target));
  return names === null ? null : { from: 'top', names };
}

function isPointer(bytes: Uint8Array): boolean {
  if (bytes.length > LONGEST_POINTER_BYTES) return false;
  return Buffer.from(bytes).toString('latin1').startsWith(POINTER_START);
}

type ObjectContent =
  | { readonly ok: true; readonly bytes: Buffer }
  | { readonly ok: false; readonly failure: GitFailure };

/**
 * Reads objects by their full names, each once. What is asked for in one turn of the event loop is read by one
 * `git cat-file --batch`, whose whole output is kept: at most as much as `GitPort` allows.
 */
function createObjectReader(git: GitPort): (oid: string) => Promise<ObjectContent> {
  const known = new Map<string, Promise<ObjectContent>>();
  let batch: { readonly oids: string[]; readonly contents: Promise<readonly ObjectContent[]> } | null = null;
  const open = () => {
    const oids: string[] = [];
    const contents = new Promise((settle) => setImmediate(settle)).then(() => {
      batch = null;
      return readObjects(git, oids);
    });
    return { oids, contents };
  };
  return (oid) => {
    const content = known.get(oid);
    if (content !== undefined) return content;
    batch ??= open();
    const place = batch.oids.push(oid) - 1;
    const read = batch.contents.then((contents) => contents[place] ?? missing(oid));
    known.set(oid, read);
    return read;
  };
}

// `NAME TYPE SIZE`; anything else (`NAME missing`) has no content.
const OBJECT_HEADER = /^[0-9a-f]+ [a-z]+ (\d+)$/;

async function readObjects(git: GitPort, oids: readonly string[]): Promise<readonly ObjectContent[]> {
  const result = await git.run(['cat-file', '--batch'], oids.map((oid) => `${oid}\n`).join(''));
  if (!result.ok) return oids.map(() => result);
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
    return size === undefined ? missing(oid) : { ok: true, bytes: output.subarray(start, end) };
  });
}

function missing(oid: string): ObjectContent {
  const words = `The object ${oid} is missing from the clone.`;
  return { ok: false, failure: { reason: 'refused', exitCode: null, words } };
}

/** The tree of a commit, by the absolute paths that it would have in the work tree. */
interface TreeAccess {
  find(path: string): Promise<FoundNode | null>;
  /** The absolute path of something found. */
  locate(found: FoundNode): string;
}

interface TreeMatches {
  readonly paths: readonly string[];
  /** Absolute paths of the submodules that the pattern may reach into. */
  readonly submodules: readonly string[];
}

/**
 * The files at a commit that match an include pattern: what searches the disk searches the tree, so that a pattern means the
 * same in both. A pattern that leads to nothing but submodules gives the submodules themselves.
 */
async function globTree(tree: TreeAccess, folder: string, pattern: string): Promise<TreeMatches> {
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

/** What is at a path, and the path with its links resolved. In a submodule, the path is that of the submodule. */
interface FoundNode {
  readonly node: FileNode | FolderNode | SubmoduleNode;
  readonly path: readonly string[];
}

/** As many as Linux follows in one path. */
const MOST_LINKS = 40;

/**
 * Walks a path of the tree, one name after the other, as an operating system would; null when it leads nowhere, out of the
 * tree or in circles. `readLink` gives the names that a link stands for, and where they start; null when that is outside.
 */
async function resolvePath(
  root: FolderNode,
  path: readonly string[],
  readLink: (link: LinkNode) => Promise<LinkTarget | null>,
): Promise<FoundNode | null> {
  const ahead = [...path].reverse();
  const behind: { readonly name: string; readonly node: FileNode | FolderNode }[] = [];
  const names = () => behind.map(({ name }) => name);
  let links = 0;
  for (let name = ahead.pop(); name !== undefined; name = ahead.pop()) {
    const folder = behind.at(-1)?.node ?? root;
    if (folder.kind !== 'folder') return null;
    if (name === '' || name === '.') continue;
    if (name === '..') {
      if (behind.pop() === undefined) return null;
      continue;
    }
    const node: TreeNode | undefined = folder.children.get(name);
    if (node === undefined) return null;
    if (node.kind === 'submodule') return { node, path: [...names(), name] };
    if (node.kind !== 'link') {
      behind.push({ name, node });
      continue;
    }
    links += 1;
    const target = links > MOST_LINKS ? null : await readLink(node);
    if (target === null) return null;
    if (target.from === 'top') behind.length = 0;
    ahead.push(...[...target.names].reverse());
  }
  return { node: behind.at(-1)?.node ?? root, path: names() };
}

interface LinkTarget {
  readonly from: 'here' | 'top';
  readonly names: readonly string[];
}

/** One thing in the tree of a commit. `oid` is the full name of the object that holds the content. */
type TreeNode = FileNode | LinkNode | SubmoduleNode | FolderNode;

interface FileNode {
  readonly kind: 'file';
  readonly oid: string;
}

interface LinkNode {
  readonly kind: 'link';
  /** Names the object that holds where the link leads. */
  readonly oid: string;
}

/** Another repository's commit: what is in it is not part of this one. */
interface SubmoduleNode {
  readonly kind: 'submodule';
}

interface FolderNode {
  readonly kind: 'folder';
  readonly children: ReadonlyMap<string, TreeNode>;
}

interface OpenFolder extends FolderNode {
  readonly children: Map<string, TreeNode>;
}

// MODE TYPE OID, a tab, and the path (gitformat of `ls-tree -z`: nothing in the path is quoted).
const ENTRY = /^(\d+) [a-z]+ ([0-9a-f]+)\t/;

const LINK_MODE = '120000';
const SUBMODULE_MODE = '160000';

/** The tree that `git ls-tree -r -z --full-tree` prints. */
function parseTree(listing: Buffer): { readonly root: FolderNode; readonly links: readonly string[] } {
  const root = openFolder();
  const links: string[] = [];
  const folders = new Map<string, OpenFolder>([['', root]]);
  for (const line of listing.toString().split('\0')) {
    const [start = '', mode = '', oid = ''] = ENTRY.exec(line) ?? [];
    if (start === '') continue;
    const path = line.slice(start.length);
    const slash = path.lastIndexOf('/');
    const folder = findFolder(folders, slash === -1 ? '' : path.slice(0, slash));
    folder.children.set(path.slice(slash + 1), createNode(mode, oid));
    if (mode === LINK_MODE) links.push(oid);
  }
  return { root, links };
}

function createNode(mode: string, oid: string): TreeNode {
  if (mode === SUBMODULE_MODE) return { kind: 'submodule' };
  return { kind: mode === LINK_MODE ? 'link' : 'file', oid };
}

function findFolder(folders: Map<string, OpenFolder>, path: string): OpenFolder {
  const known = folders.get(path);
  if (known !== undefined) return known;
  const slash = path.lastIndexOf('/');
  const parent = findFolder(folders, slash === -1 ? '' : path.slice(0, slash));
  const folder = openFolder();
  parent.children.set(path.slice(slash + 1), folder);
  folders.set(path, folder);
  return folder;
}

function openFolder(): OpenFolder {
  return { kind: 'folder', children: new Map() };
}
