const DIGITS = 12;

/** The first digits of a commit's full name: enough to tell it from any other of a repository. */
export function shortCommit(commit: string): string {
  return commit.slice(0, DIGITS);
}
