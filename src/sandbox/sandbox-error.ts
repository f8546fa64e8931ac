/** A sandbox that cannot start as asked: what happened and what to do, for people. One line per problem. */
export class SandboxError extends Error {
  override readonly name = 'SandboxError';
}

/** What to throw for a failed file operation: the system's code tells people the cause; anything else is thrown as it is. */
export function explainFileTrouble(doing: string, error: unknown): unknown {
  const { code, path } = error as NodeJS.ErrnoException;
  if (error instanceof SandboxError || code === undefined) return error;
  return new SandboxError(`cannot ${doing} (${code}${path === undefined ? '' : ` at ${path}`}).`, { cause: error });
}
