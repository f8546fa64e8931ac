import { dirname } from 'node:path';
import { createNodeFiles, findRootDocument } from '../../config/resolve/file-system.ts';
import type { Names } from '../../model/names.ts';
import type { Context } from '../options/context.ts';
import type { GlobalOptions } from '../options/global-options.ts';
import { workingFolder } from '../options/load-configuration.ts';

/** Where a configuration is, and for which environment it is read. */
export type Place = Pick<GlobalOptions, 'chdir' | 'config' | 'env'>;

/**
 * The names that a configuration gives, whatever else is wrong with it: those that can be read. Variables that are not set
 * matter not; nothing is checked but the form of each file.
 */
export async function readConfiguredNames(place: Place, context: Context): Promise<Partial<Names>> {
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
export async function readRunNames(place: Place, context: Context): Promise<Partial<Names>> {
  const root = await findRoot(place, context);
  if (root === null) return {};
  const { listRuns } = await import('../../journal/list-journals.ts');
  const { projectFolder } = await import('../../journal/project-folder.ts');
  return { runs: await listRuns(projectFolder(dirname(root))) };
}

function findRoot(place: Place, context: Context): Promise<string | null> {
  return findRootDocument(workingFolder(place, context), place.config, createNodeFiles());
}
