import { dirname } from 'node:path';
import { findRootDocument } from '../config/find-root.ts';
import { createNodeFiles } from '../config/node-files.ts';
import { type ProjectFolder, projectFolder } from '../journal/project-folder.ts';
import type { Context } from './context.ts';
import type { GlobalOptions } from './global-options.ts';
import { workingFolder } from './load-configuration.ts';

/** The folder of the project that the options name, whatever state its configuration is in; null when there is none. */
export async function findProject(
  options: Pick<GlobalOptions, 'chdir' | 'config'>,
  context: Context,
): Promise<ProjectFolder | null> {
  const root = await findRootDocument(workingFolder(options, context), options.config, createNodeFiles());
  return root === null ? null : projectFolder(dirname(root));
}
