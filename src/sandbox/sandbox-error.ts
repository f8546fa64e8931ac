/** The sandbox cannot start, or cannot save its pipes. The message has one line per problem. */
export class SandboxError extends Error {
  override readonly name = 'SandboxError';
}

/** The error of a failed file operation, such as `read the fleet file`. */
export function createFileError(operation: string, cause: unknown): SandboxError {
  const { code, message } = cause as NodeJS.ErrnoException;
  return new SandboxError(`cannot ${operation}${code === undefined ? `. ${message}` : ` (${code}).`}`, { cause });
}
