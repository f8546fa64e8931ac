const WORDS: Readonly<Record<string, string>> = {
  ENOENT: 'There is no such file or folder.',
  ENOTDIR: 'A part of its path is not a folder.',
  EEXIST: 'A file exists where its folder should be.',
  EISDIR: 'It is a folder.',
  EACCES: 'Permission denied.',
  EPERM: 'Permission denied.',
  EROFS: 'The file system is read-only.',
  ENOSPC: 'The disk is full.',
  EDQUOT: 'The disk quota is used up.',
  ELOOP: 'It is a loop of symbolic links.',
  ENAMETOOLONG: 'Its name is too long.',
};

/** Describes a system error about a file; null for other values. */
export function describeSystemError(error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  return WORDS[codeOf(error)] ?? error.message;
}

const FULL: ReadonlySet<string> = new Set(['ENOSPC', 'EDQUOT']);

/** What to do about a full disk; null for other errors. */
export function describeCure(error: unknown): string | null {
  return FULL.has(codeOf(error)) ? 'Free space on the disk, and run the command again.' : null;
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}
