import { basename, dirname, join, resolve } from 'node:path';
import { createNodeFiles, findRootDocument, ROOT_NAME } from '../config/resolve/file-system.ts';
import { createGit } from '../git/git.ts';
import type { ProjectPlace } from '../model/plan.ts';
import type { Workspace } from './configuration.ts';
import { findRepositoryFolder } from './find-repository-folder.ts';
import type { Runtime } from './runtime.ts';

/** Where the configuration of a workspace is, also when it has an error or is missing. Never throws. */
export async function findProjectPlace(
  { cwd, file }: Pick<Workspace, 'cwd' | 'file'>,
  runtime: Runtime,
): Promise<ProjectPlace> {
  const root = (await findRootDocument(cwd, file, createNodeFiles())) ?? join(resolve(cwd), ROOT_NAME);
  const name = basename(root);
  const inRepository = findRepositoryFolder(dirname(root));
  const path = [inRepository ?? basename(dirname(root)), name === ROOT_NAME ? '' : name].filter(Boolean).join('/');
  if (inRepository === null) return { path, repository: null };
  return {
    path,
    repository: { remote: await findRemote(dirname(root), runtime), folder: findRepositoryFolder(cwd) ?? '' },
  };
}

/** Host and path of `origin` at a folder, in lower case; null when there is none on another machine. */
export async function findRemote(folder: string, { environment, interrupts }: Runtime): Promise<string | null> {
  if (findRepositoryFolder(folder) === null) return null;
  const git = createGit({ cwd: folder, environment, signal: interrupts.abort });
  const found = await git.run(['config', '--get', 'remote.origin.url']);
  return found.ok ? parseRemote(found.output.toString().trim()) : null;
}

/** The place has no credentials, port and ending, so that all ways to clone a repository give the same. */
function parseRemote(url: string): string | null {
  const scp = /^(?:[^@/:]+@)?([^/:]{2,}):(?!\/\/)(.+)$/.exec(url);
  const address = URL.canParse(url) && url.includes('://') ? new URL(url) : null;
  const [host = '', path = ''] = scp === null ? [address?.hostname, address?.pathname] : scp.slice(1);
  const name = path.replace(/^\/+|\/+$/g, '').replace(/\.git$/, '');
  return host === '' || name === '' ? null : `${host}/${name}`.toLowerCase();
}
