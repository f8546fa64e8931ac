import type { LoadResult } from '../../config/load-fleet.ts';
import { createNodeFiles, findRootDocument } from '../../config/resolve/file-system.ts';
import { loadConfiguration as loadPlace } from '../../engine/configuration.ts';
import type { Context } from './context.ts';
import type { GlobalOptions } from './global-options.ts';
import { workingFolder } from './working-folder.ts';

/** Loads the fleet that the options and the environment name. */
export function loadConfiguration(options: GlobalOptions, context: Context): Promise<LoadResult> {
  const { config, env } = options;
  return loadPlace({ cwd: workingFolder(options, context), file: config, environment: env }, context);
}

/** The absolute path of the root document that the options name, whatever it holds; null when there is none. */
export function findRoot(options: Pick<GlobalOptions, 'chdir' | 'config'>, context: Context): Promise<string | null> {
  return findRootDocument(workingFolder(options, context), options.config, createNodeFiles());
}
