/** Why git gave no answer. `refused`: it ended by itself with an exit code other than 0. */
export interface GitTrouble {
  readonly reason: 'missing' | 'refused' | 'too-slow' | 'too-much' | 'interrupted';
  readonly exitCode: number | null;
  /** What git printed to its error stream, as it came. */
  readonly words: string;
}

/** What became of a child that did not do its work. */
export function judgeError(error: Error & { code?: unknown; killed?: boolean }, words: Buffer): GitTrouble {
  const exitCode = typeof error.code === 'number' ? error.code : null;
  return { reason: reasonOf(error), exitCode, words: words.toString() };
}

function reasonOf({ name, code, killed }: Error & { code?: unknown; killed?: boolean }): GitTrouble['reason'] {
  if (name === 'AbortError') return 'interrupted';
  if (code === 'ENOENT' || code === 'EACCES') return 'missing';
  if (code === 'ERR_CHILD_PROCESS_STDIO_MAXBUFFER') return 'too-much';
  return killed === true ? 'too-slow' : 'refused';
}
