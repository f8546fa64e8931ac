import { createGit } from '../git/git.ts';
import { isJsonObject } from '../model/json/json.ts';
import type { Report } from '../model/report.ts';
import type { RunTrigger } from '../model/run.ts';
import { isWebAddress, REPOSITORY, withoutEndSlashes } from '../model/service-address.ts';
import { readInput } from '../platform/read-input.ts';
import { findRemote } from './find-project-place.ts';
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
  const head = await createGit({ cwd: folder, environment, signal: interrupts.abort }).run(['rev-parse', 'HEAD']);
  return head.ok ? head.output.toString().trim() : null;
}

/** Where the file names of a report start, from the top of its repository. `cwd`: for a report that does not say it. */
export function findReportFolder({ project }: Pick<Report, 'project'>, cwd: string): string {
  return project?.repository?.folder ?? findRepositoryFolder(cwd) ?? '';
}

/**
 * Returns, in a CI job of GitHub or GitLab, the address of the repository's files at the commit that is checked out at `cwd`,
 * since lines were counted there. For a pull request, that is usually its merge commit. Otherwise, and for a report about the
 * files of another repository, it returns null. Uses no network.
 */
export async function findFilesUrl(
  { project }: Pick<Report, 'project'>,
  cwd: string,
  runtime: Runtime,
): Promise<string | null> {
  const jobs = findJobRepository(runtime.environment);
  if (jobs === null || findRepositoryFolder(cwd) === null) return null;
  const remote = await findRemote(cwd, runtime);
  const isElsewhere = project !== undefined && (project.repository === null || project.repository.remote !== remote);
  const repository = isElsewhere ? null : findPage(remote, jobs);
  const commit = repository === null ? null : (await findTrigger(cwd, runtime)).commit;
  return commit !== null && /^[0-9a-f]{40,64}$/.test(commit) ? `${repository}${jobs.files}/${commit}` : null;
}

/** The repository of the CI job: its server and its path there. `files`: the path of files, below that of the repository. */
interface JobRepository {
  readonly server: string;
  readonly name: string;
  readonly files: string;
}

function findJobRepository(environment: Runtime['environment']): JobRepository | null {
  const { GITHUB_SERVER_URL: server = '', GITHUB_REPOSITORY: name = '', CI_PROJECT_URL: project = '' } = environment;
  if (isWebAddress(server) && REPOSITORY.test(name)) return { server: withoutEndSlashes(server), name, files: '/blob' };
  if (!isWebAddress(project)) return null;
  const { origin, pathname } = new URL(withoutEndSlashes(project));
  return { server: origin, name: pathname.slice(1), files: '/-/blob' };
}

/** A job may check out another repository than its own, or a submodule. One without an address is taken for its own. */
function findPage(remote: string | null, { server, name }: JobRepository): string | null {
  const [host, ...path] = (remote ?? '').split('/');
  const found = path.join('/');
  if (remote === null || found === name.toLowerCase()) return `${server}/${name}`;
  return host === new URL(server).hostname ? `${server}/${found}` : null;
}

const MAX_EVENT_BYTES = 8 * 1024 ** 2;

/** Why a CI system passes no secrets to this job, as far as it is known; null otherwise. */
export async function describeWithheldSecrets(environment: Runtime['environment']): Promise<string | null> {
  if (environment.GITHUB_ACTIONS === 'true') {
    if (environment.GITHUB_ACTOR === 'dependabot[bot]')
      return 'GitHub passes only the secrets of Dependabot to a run that Dependabot has started.';
    return (await isOfFork(environment)) ? 'GitHub passes no secrets to a run for a pull request from a fork.' : null;
  }
  const { CI_PROJECT_ID: project, CI_MERGE_REQUEST_SOURCE_PROJECT_ID: source = project } = environment;
  if (source !== project) return 'GitLab passes no variables of the project to a pipeline of a fork.';
  const isUnprotected = environment.GITLAB_CI === 'true' && environment.CI_COMMIT_REF_PROTECTED === 'false';
  return isUnprotected ? 'GitLab passes protected variables only to protected branches, and this one is not.' : null;
}

async function isOfFork({ GITHUB_EVENT_PATH: path = '', GITHUB_REPOSITORY: here }: Runtime['environment']) {
  try {
    const event: unknown = JSON.parse((await readInput(path, MAX_EVENT_BYTES)).toString());
    const request = isJsonObject(event) ? event.pull_request : null;
    const head = isJsonObject(request) ? request.head : null;
    if (!isJsonObject(head)) return false;
    // The repository of a fork may have been deleted.
    return !isJsonObject(head.repo) || head.repo.full_name !== here;
  } catch {
    return false;
  }
}
