import { isWebAddress, withoutEndSlashes } from '../model/service-address.ts';
import { findRepositoryFolder } from './find-repository-folder.ts';
import { findTrigger } from './find-trigger.ts';
import type { Runtime } from './runtime.ts';

/**
 * In a CI job of GitHub or GitLab: the address of the repository's files at the commit that is checked out at `folder`, since
 * lines were counted there. For a pull request, that is usually its merge commit. Otherwise null. Uses no network.
 */
export async function findFilesUrl(folder: string, runtime: Runtime): Promise<string | null> {
  const repository = findRepository(runtime.environment);
  if (repository === null || findRepositoryFolder(folder) === null) return null;
  const { commit } = await findTrigger(folder, runtime);
  return commit !== null && /^[0-9a-f]{40,64}$/.test(commit) ? `${repository}/${commit}` : null;
}

function findRepository(environment: Runtime['environment']): string | null {
  const { GITHUB_SERVER_URL: server = '', GITHUB_REPOSITORY: name = '', CI_PROJECT_URL: project = '' } = environment;
  if (isWebAddress(server) && /^[\w.-]+\/[\w.-]+$/.test(name)) return `${withoutEndSlashes(server)}/${name}/blob`;
  return isWebAddress(project) ? `${withoutEndSlashes(project)}/-/blob` : null;
}
