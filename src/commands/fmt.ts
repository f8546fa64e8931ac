import type { Context } from './context.ts';
import type { GlobalOptions } from './global-options.ts';
import { UsageError } from './usage-error.ts';

export async function runFmt(
  _asked: { readonly check: boolean },
  _options: GlobalOptions,
  _context: Context,
): Promise<number> {
  throw new UsageError('fmt is being built.', 'Wait.');
}
