import type { Context } from './context.ts';
import { UsageError } from './usage-error.ts';

export async function runSchema(_name: string, _context: Context): Promise<number> {
  throw new UsageError('schema is being built.', 'Wait.');
}
