import type { Context } from './context.ts';
import type { GlobalOptions, Raw } from './global-options.ts';
import { UsageError } from './usage-error.ts';

export async function runInit(
  _own: Raw,
  _folder: string | null,
  _options: GlobalOptions,
  _context: Context,
): Promise<number> {
  throw new UsageError('init is being built.', 'Wait.');
}
