import type { RunTrigger } from '../model/run.ts';
import { isWebAddress, REPOSITORY, withoutEndSlashes } from '../model/service-address.ts';
import { findRepositoryFolder } from './find-repository-folder.ts';
import type { Runtime } from './runtime.ts';

/** A user name or a commit of a CI system is shorter. */
const LONGEST = 200;

/** The user of GitHub, GitLab, Buildkite, CircleCI and Azure Pipelines; who runs a job of GitHub again is its triggering actor. */
const AUTHORS = [
  'GITHUB_TRIGGERING_ACTOR',
  'GITHUB_ACTOR',
  'GITLAB_USER_LOGIN',
  'BUILDKITE_BUILD_CREATOR',
  'CIRCLE_USERNAME',
  'BUILD_REQUESTEDFOR',
];

const COMMITS = ['GITHUB_SHA', 'CI_COMMIT_SHA', 'BUILDKITE_COMMIT', 'CIRCLE_SHA1', 'BUILD_SOURCEVERSION'];

/** `folder`: of the configuration. A job may check out another commit than that of its event, so git goes first. Never throws. */
export async function findTrigger(folder: string, runtime: Runtime): Promise<RunTrigger> {
  const first = (names: readonly string[]): string | null =>
    names.map((name) => runtime.environment[name]?.trim().slice(0, LONGEST)).find(Boolean) ?? null;
  return { commit: (await findHead(folder, runtime)) ?? first(COMMITS), author: first(AUTHORS) };
}

/** Starts no git outside of a repository. */
async function findHead(folder: string, { environment, interrupts }: Runtime): Promise<string | null> {
  if (findRepositoryFolder(folder) === null) return null;
  const { createGit } = await import('../git/git.ts');
  const head = await createGit({ cwd: folder, environment, signal: interrupts.abort }).run(['rev-parse', 'HEAD']);
  return head.ok ? head.output.toString().trim() : null;
}

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
  if (isWebAddress(server) && REPOSITORY.test(name)) return `${withoutEndSlashes(server)}/${name}/blob`;
  return isWebAddress(project) ? `${withoutEndSlashes(project)}/-/blob` : null;
}
