import type { Context } from './context.ts';
import type { GlobalOptions, Raw } from './global-options.ts';
import { UsageError } from './usage-error.ts';

export async function runPull(
  _options: GlobalOptions,
  _own: Raw,
  _ids: readonly string[],
  _context: Context,
): Promise<number> {
  throw new UsageError('pull is being built.', 'Wait.');
}
