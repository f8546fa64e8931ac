import type { FileSystem } from '../config/resolve/file-system.ts';
import type { GitPort } from './git.ts';
import type { GitTrouble } from './git-trouble.ts';

export type RootAtCommit =
  | { readonly ok: true; readonly path: string | null }
  | { readonly ok: false; readonly trouble: GitTrouble };

interface RootQuestion {
  readonly git: GitPort;
  readonly commit: string;
  readonly files: FileSystem;
  /** Absolute path of the root document in the work tree, links in its folder resolved. */
  readonly path: string;
  /** The path as git names it: from the top of the work tree, with forward slashes. */
  readonly name: string;
}

/** Where the root document was at a commit, as git names it: the same place, or the one it was renamed from; else null. */
export async function findRootAt({ git, commit, files, path, name }: RootQuestion): Promise<RootAtCommit> {
  if ((await files.realPath(path)) !== null) return { ok: true, path: name };
  // Compared with the index, which has a rename that was staged and not yet committed, too; nothing is refreshed or written.
  const compared = await git.run(['diff-index', '--cached', '-z', '-M', '--diff-filter=R', '--name-status', commit]);
  if (!compared.ok) return compared;
  const words = compared.output.toString().split('\0');
  for (let index = 0; index + 2 < words.length; index += 3) {
    if (words[index + 2] === name) return { ok: true, path: words[index + 1] ?? null };
  }
  return { ok: true, path: null };
}
