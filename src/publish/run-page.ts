import type { Environment } from '../api/http/proxy.ts';

/** The page of the workflow run or of the GitLab job that publishes, or null outside of CI. */
export function findRunPage(environment: Environment): string | null {
  const { GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: repository, GITHUB_RUN_ID: run, CI_JOB_URL: job } = environment;
  const text = server && repository && run ? `${server}/${repository}/actions/runs/${run}` : (job ?? '');
  const url = URL.canParse(text) ? new URL(text) : null;
  return url !== null && /^https?:$/.test(url.protocol) ? url.href : null;
}
