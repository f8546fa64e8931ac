import { dirname } from 'node:path';
import type { Context } from '../cli/options/context.ts';
import type { GlobalOptions } from '../cli/options/global-options.ts';
import { workingFolder } from '../cli/options/load-configuration.ts';
import { createNodeFiles, findRootDocument } from '../config/resolve/file-system.ts';
import { type ProjectFolder, projectFolder } from '../journal/project-folder.ts';

/** The folder of the project that the options name, whatever state its configuration is in; null when there is none. */
export async function findProject(
  options: Pick<GlobalOptions, 'chdir' | 'config'>,
  context: Context,
): Promise<ProjectFolder | null> {
  const root = await findRootDocument(workingFolder(options, context), options.config, createNodeFiles());
  return root === null ? null : projectFolder(dirname(root));
}
