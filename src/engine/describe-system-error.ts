const WORDS: Readonly<Record<string, string>> = {
  ENOENT: 'There is no such file or folder.',
  ENOTDIR: 'A part of its path is not a folder.',
  EEXIST: 'A file exists where its folder should be.',
  EISDIR: 'It is a folder.',
  EACCES: 'Permission is refused.',
  EPERM: 'Permission is refused.',
  EROFS: 'It is on a disk that can only be read.',
  ENOSPC: 'The disk is full.',
  ELOOP: 'Its links lead in a circle.',
  ENAMETOOLONG: 'Its name is too long.',
};

/** Describes a system error about a file; null for other values. */
export function describeSystemError(error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  return WORDS[code] ?? error.message;
}
