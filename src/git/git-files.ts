import { isAbsolute, join, relative, resolve, sep } from 'node:path';
import type { FileContent, FileSystem } from '../config/resolve/file-system.ts';
import type { GitPort } from './git.ts';
import type { GitTrouble } from './git-trouble.ts';
import { globTree } from './glob-tree.ts';
import { type Found, type LinkTarget, resolvePath } from './resolve-path.ts';
import { type LinkNode, parseTree } from './tree.ts';

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

/** The files of a commit. Close it when done. */
export interface GitFiles extends FileSystem {
  /** Absolute paths of the submodules that a pattern may have reached into; they were passed over. */
  readonly passedOver: ReadonlySet<string>;
  /** What kept git from reading a file that the commit has, or null. */
  trouble(): GitTrouble | null;
  close(): Promise<void>;
}

export type GitFilesResult =
  | { readonly ok: true; readonly files: GitFiles }
  | { readonly ok: false; readonly trouble: GitTrouble };

/** Lists the tree of a commit once; the contents are read through one process, as they are asked for. */
export async function createGitFiles({ git, commit, top }: GitFilesOptions): Promise<GitFilesResult> {
  const listing = await git.run(['ls-tree', '-r', '-z', '--full-tree', commit]);
  if (!listing.ok) return listing;
  const root = parseTree(listing.output);
  const blobs = git.openBlobs();
  const links = new Map<string, Promise<LinkTarget | null>>();
  const passedOver = new Set<string>();
  let trouble: GitTrouble | null = null;

  const readBlob = async (oid: string, limitBytes: number): Promise<FileContent> => {
    const content = await blobs.read(oid, limitBytes);
    if (content.ok) return content;
    if (content.reason === 'too-large') return { ok: false, reason: 'too-large' };
    trouble ??= content.reason === 'trouble' ? content.trouble : lackOf(oid);
    return { ok: false, reason: 'refused' };
  };
  const readLink = ({ oid }: LinkNode): Promise<LinkTarget | null> => {
    const target =
      links.get(oid) ??
      readBlob(oid, LONGEST_LINK_BYTES).then((content) =>
        content.ok ? parseLink(top, Buffer.from(content.bytes).toString()) : null,
      );
    links.set(oid, target);
    return target;
  };
  const find = async (path: string): Promise<Found | null> => {
    const names = splitPath(top, path);
    return names === null ? null : resolvePath(root, names, readLink);
  };
  const locate = ({ path }: Found): string => join(top, ...path);

  const files: GitFiles = {
    passedOver,
    trouble: () => trouble,
    close: () => blobs.close(),

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

function lackOf(oid: string): GitTrouble {
  return { reason: 'refused', exitCode: null, words: `The object ${oid} is missing from the clone.` };
}
