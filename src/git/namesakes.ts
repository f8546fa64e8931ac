import type { GitPort } from './git.ts';

// `main~3`, `main^`, `main@{1}`, `main:file`: all but the name itself.
const SUFFIX = /[~^@:].*$/s;

/** The name that a revision starts from: `main` of `main~3`. */
export function stemOf(revision: string): string {
  return revision.replace(SUFFIX, '');
}

/** The full names of all references that a name may mean. Git takes the first with no more than a warning. */
export async function listNamesakes(git: GitPort, name: string): Promise<readonly string[]> {
  const full = ['refs/tags', 'refs/heads', 'refs/remotes'].map((folder) => `${folder}/${name}`);
  const listed = await git.run(['for-each-ref', '--format=%(refname)', ...full]);
  if (!listed.ok) return [];
  const known = new Set(listed.output.toString().split('\n'));
  return full.filter((reference) => known.has(reference));
}
