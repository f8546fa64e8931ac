import { readFileSync } from 'node:fs';
import { packagePath } from '../../engine/package-files.ts';
import type { Context } from '../options/context.ts';

/** Prints the manual page, which the build made. */
export async function runManual({ stdout }: Pick<Context, 'stdout'>): Promise<void> {
  stdout.write(readFileSync(packagePath('dist', 'pipeform.1'), 'utf8'));
}
