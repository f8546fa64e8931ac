import type { ProgramSheet } from './command-sheets.ts';
import type { Context } from './context.ts';
import type { GlobalOptions } from './global-options.ts';
import { UsageError } from './usage-error.ts';

export async function runComplete(
  _words: readonly string[],
  _sheet: ProgramSheet,
  _options: GlobalOptions,
  _context: Context,
): Promise<number> {
  throw new UsageError('complete is being built.', 'Wait.');
}
