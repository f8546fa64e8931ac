/** One thing in the tree of a commit. `oid` is the full name of the object that holds the content. */
export type TreeNode = FileNode | LinkNode | SubmoduleNode | FolderNode;

export interface FileNode {
  readonly kind: 'file';
  readonly oid: string;
}

export interface LinkNode {
  readonly kind: 'link';
  /** Names the object that holds where the link leads. */
  readonly oid: string;
}

/** Another repository's commit: what is in it is not part of this one. */
export interface SubmoduleNode {
  readonly kind: 'submodule';
}

export interface FolderNode {
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
export function parseTree(listing: Buffer): FolderNode {
  const root = openFolder();
  const folders = new Map<string, OpenFolder>([['', root]]);
  for (const line of listing.toString().split('\0')) {
    const [start = '', mode = '', oid = ''] = ENTRY.exec(line) ?? [];
    if (start === '') continue;
    const path = line.slice(start.length);
    const slash = path.lastIndexOf('/');
    const folder = findFolder(folders, slash === -1 ? '' : path.slice(0, slash));
    folder.children.set(path.slice(slash + 1), createNode(mode, oid));
  }
  return root;
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
