import type { FileNode, FolderNode, LinkNode, SubmoduleNode, TreeNode } from './tree.ts';

/** What is at a path, and the path with its links resolved. In a submodule, the path is that of the submodule. */
export interface Found {
  readonly node: FileNode | FolderNode | SubmoduleNode;
  readonly path: readonly string[];
}

/** As many as Linux follows in one path. */
const MOST_LINKS = 40;

/**
 * Walks a path of the tree, one name after the other, as an operating system would; null when it leads nowhere, out of the
 * tree or in circles. `readLink` gives the names that a link stands for, and where they start; null when that is outside.
 */
export async function resolvePath(
  root: FolderNode,
  path: readonly string[],
  readLink: (link: LinkNode) => Promise<LinkTarget | null>,
): Promise<Found | null> {
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

export interface LinkTarget {
  readonly from: 'here' | 'top';
  readonly names: readonly string[];
}
