import type { Context } from './context.ts';
import { UsageError } from './usage-error.ts';

export async function runCompletion(_shell: string, _context: Context): Promise<number> {
  throw new UsageError('completion is being built.', 'Wait.');
}
