import { resolve } from 'node:path';
import type { LoadResult } from '../config/load-fleet.ts';
import type { Context } from './context.ts';
import type { GlobalOptions } from './global-options.ts';

/** Loads the fleet that the options and the environment name. */
export async function loadConfiguration(options: GlobalOptions, context: Context): Promise<LoadResult> {
  const { loadFleet } = await import('../config/load-fleet.ts');
  const { createNodeFiles } = await import('../config/node-files.ts');
  return loadFleet({
    cwd: workingFolder(options, context),
    file: options.config,
    environment: options.env,
    variables: context.environment,
    files: createNodeFiles(),
  });
}

export function workingFolder(options: GlobalOptions, context: Context): string {
  return options.chdir === null ? context.cwd : resolve(context.cwd, options.chdir);
}
