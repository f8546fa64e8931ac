import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Context } from './context.ts';
import type { GlobalOptions } from './global-options.ts';
import { UsageError } from './value-types.ts';

/** The folder that relative paths start from. Throws UsageError when --chdir names none. */
export function workingFolder(options: Pick<GlobalOptions, 'chdir'>, context: Context): string {
  if (options.chdir === null) return context.cwd;
  const folder = resolve(context.cwd, options.chdir);
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() === true) return folder;
  throw new UsageError(
    `--chdir: there is no folder ${options.chdir}.`,
    'Name a folder that exists with -C or PIPEFORM_CHDIR.',
  );
}
