/** The sandbox cannot start. The message has one line per problem. */
export class SandboxError extends Error {
  override readonly name = 'SandboxError';
}

/** Returns the error to throw for a failed file operation. Errors without a system code are returned unchanged. */
export function explainFileError(operation: string, error: unknown): unknown {
  const { code, path } = error as NodeJS.ErrnoException;
  if (error instanceof SandboxError || code === undefined) return error;
  const where = path === undefined || operation.endsWith(path) ? '' : ` at ${path}`;
  return new SandboxError(`cannot ${operation} (${code}${where}).`, { cause: error });
}
