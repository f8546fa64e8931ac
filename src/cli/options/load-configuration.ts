import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import type { LoadResult } from '../../config/load-fleet.ts';
import type { Context } from './context.ts';
import type { GlobalOptions } from './global-options.ts';
import { UsageError } from './usage-error.ts';

/** Loads the fleet that the options and the environment name. */
export async function loadConfiguration(options: GlobalOptions, context: Context): Promise<LoadResult> {
  const { loadFleet } = await import('../../config/load-fleet.ts');
  const { createNodeFiles } = await import('../../config/resolve/file-system.ts');
  return loadFleet({
    cwd: workingFolder(options, context),
    file: options.config,
    environment: options.env,
    variables: context.environment,
    files: createNodeFiles(),
  });
}

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
