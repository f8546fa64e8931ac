import { dirname } from 'node:path';
import { createNodeFiles } from '../../config/resolve/file-system.ts';
import type { Names } from '../../model/names.ts';
import type { Context } from '../options/context.ts';
import type { GlobalOptions } from '../options/global-options.ts';
import { findRoot } from '../options/load-configuration.ts';

/** Where a configuration is, and for which environment it is read. */
export type ConfigurationPlace = Pick<GlobalOptions, 'chdir' | 'config' | 'env'>;

/** The names in a configuration that can be read, whatever else is wrong with it. Variables need not be set. */
export async function readConfiguredNames(place: ConfigurationPlace, context: Context): Promise<Partial<Names>> {
  const root = await findRoot(place, context);
  if (root === null) return {};
  const { loadNames } = await import('../../config/load-names.ts');
  return loadNames({
    root,
    environment: place.env,
    cwd: context.cwd,
    variables: context.environment,
    files: createNodeFiles(),
  });
}

/** The ids of the project's journaled runs, newest first. */
export async function readRunNames(place: ConfigurationPlace, context: Context): Promise<Partial<Names>> {
  const root = await findRoot(place, context);
  if (root === null) return {};
  const { listRuns } = await import('../../journal/list-journals.ts');
  const { projectFolder } = await import('../../journal/project-folder.ts');
  return { runs: await listRuns(projectFolder(dirname(root))) };
}
