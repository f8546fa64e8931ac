import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Place } from '../../engine/configuration.ts';
import type { GlobalOptions } from './global-options.ts';
import { UsageError } from './value-types.ts';

/** Which configuration the options name. Relative paths start from `cwd`. Throws UsageError when --chdir names no folder. */
export function resolvePlace(
  { chdir, config: file, env: environment }: Pick<GlobalOptions, 'chdir' | 'config' | 'env'>,
  { cwd: here }: { readonly cwd: string },
): Place {
  const cwd = resolve(here, chdir ?? '.');
  if (chdir === null || statSync(cwd, { throwIfNoEntry: false })?.isDirectory() === true) {
    return { cwd, file, environment };
  }
  throw new UsageError(`--chdir: there is no folder ${chdir}.`, 'Name a folder that exists with -C or PIPEFORM_CHDIR.');
}
