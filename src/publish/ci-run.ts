import type { Environment } from '../api/http/proxy.ts';
import { isWebAddress, REPOSITORY, withoutEndSlashes } from '../model/service-address.ts';

/** The variables of Jenkins, Drone, Buildkite, CircleCI and others that have the page of a run. */
const PAGES = [
  'CI_JOB_URL',
  'BUILDKITE_BUILD_URL',
  'CIRCLE_BUILD_URL',
  'DRONE_BUILD_LINK',
  'TRAVIS_BUILD_WEB_URL',
  'CI_PIPELINE_URL',
  'BUILD_URL',
];

/** The page of the CI run, or null. */
export function findRunPage(environment: Environment): string | null {
  const { GITHUB_SERVER_URL: server = '', GITHUB_REPOSITORY: repository = '', GITHUB_RUN_ID: run = '' } = environment;
  const { SYSTEM_TEAMFOUNDATIONCOLLECTIONURI: azure = '', SYSTEM_TEAMPROJECT: project = '' } = environment;
  const { BUILD_BUILDID: build = '' } = environment;
  const isGithub = server !== '' && REPOSITORY.test(repository) && /^\d+$/.test(run);
  const isAzure = azure !== '' && project !== '' && /^\d+$/.test(build);
  const pages = [
    isGithub ? `${withoutEndSlashes(server)}/${repository}/actions/runs/${run}` : '',
    isAzure ? `${withoutEndSlashes(azure)}/${encodeURIComponent(project)}/_build/results?buildId=${build}` : '',
    ...PAGES.map((name) => environment[name]?.trim() ?? ''),
  ];
  const page = pages.find(isWebAddress);
  return page === undefined ? null : new URL(page).href;
}

/** Numbers of runs that grow with time in all pipelines of a CI system, and stay when a run is repeated. */
const RUN_NUMBERS = ['GITHUB_RUN_ID', 'CI_PIPELINE_ID', 'BUILD_BUILDID'];

/** The CI run as a number that later runs exceed, or null. */
export function findRunNumber(environment: Environment): number | null {
  return RUN_NUMBERS.map((name) => readNumber(environment[name] ?? '')).find((number) => number !== null) ?? null;
}

/**
 * The variables that have the number of a pull request, its address, or `false`. Azure has another number for its own
 * pull requests, which are on no forge that is published to.
 */
const REQUESTS = [
  'CHANGE_ID',
  'ghprbPullId',
  'BUILDKITE_PULL_REQUEST',
  'CIRCLE_PULL_REQUEST',
  'CIRCLE_PR_NUMBER',
  'SYSTEM_PULLREQUEST_PULLREQUESTNUMBER',
  'DRONE_PULL_REQUEST',
  'TRAVIS_PULL_REQUEST',
  'CI_COMMIT_PULL_REQUEST',
  'CI_EXTERNAL_PULL_REQUEST_IID',
  'APPVEYOR_PULL_REQUEST_NUMBER',
  'SEMAPHORE_GIT_PR_NUMBER',
  'CIRRUS_PR',
];

/** The number of the pull or merge request that another CI system than that of the forge runs for, or null. */
export function findRequestNumber(environment: Environment): number | null {
  const numbers = REQUESTS.map((name) => readNumber(/(?:^|\/)(\d+)$/.exec(environment[name]?.trim() ?? '')?.[1] ?? ''));
  return numbers.find((number) => number !== null) ?? null;
}

/** A positive number of at most 15 digits, or null. */
export function readNumber(text: string): number | null {
  return /^\d{1,15}$/.test(text) && Number(text) > 0 ? Number(text) : null;
}
