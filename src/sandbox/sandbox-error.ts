/** A sandbox that cannot start: what happened and what to do, for people. One line per problem. */
export class SandboxError extends Error {
  override readonly name = 'SandboxError';
}

/** What to throw for a failed file operation: the system's code names the cause; anything else is thrown as it is. */
export function explainFileError(operation: string, error: unknown): unknown {
  const { code, path } = error as NodeJS.ErrnoException;
  if (error instanceof SandboxError || code === undefined) return error;
  const where = path === undefined || operation.endsWith(path) ? '' : ` at ${path}`;
  return new SandboxError(`cannot ${operation} (${code}${where}).`, { cause: error });
}
