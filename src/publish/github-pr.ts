import { isJsonObject } from '../model/json/json.ts';
import { findRequestNumber, readNumber } from './ci-run.ts';
import { createCommentStore, publishToGithub, readGithubPlace } from './github-api.ts';
import { NOTHING_POSTED, type PublishPorts, type PublishResult, type StampedMessage } from './ports.ts';
import { keepComment } from './upsert-comment.ts';
import { CiVariables } from './variables.ts';

/** Keeps one comment on a pull request up to date, open or closed. `number`: null to take it from the CI job. */
export async function publishToGithubPr(
  number: number | null,
  message: StampedMessage,
  ports: PublishPorts,
): Promise<PublishResult> {
  const variables = new CiVariables(ports.environment);
  const place = readGithubPlace(variables);
  const pullRequest =
    number ??
    (await readEventNumber(ports)) ??
    readRefNumber(variables.optional('GITHUB_REF')) ??
    findRequestNumber(ports.environment);
  if (pullRequest === null) {
    variables.missing(
      'The number of the pull request',
      'comes from --number, the event of a workflow (GITHUB_EVENT_PATH), GITHUB_REF as refs/pull/N/merge, or the variable of another CI system',
    );
  }
  if (pullRequest === null || variables.problems.length > 0) return { ok: false, diagnostics: variables.problems };

  const failed = `The comment on pull request ${pullRequest} of ${place.repository} could not be updated`;
  return publishToGithub(place, failed, ports, async (client, account) => {
    const kept = await keepComment(createCommentStore(client, place, account, pullRequest, message), message);
    if (!kept.ok) return kept;
    if (kept.value === null) return { ok: true, value: NOTHING_POSTED };
    const { action, post, diagnostics } = kept.value;
    return { ok: true, value: { action, url: post.url, diagnostics } };
  });
}

/**
 * The number comes from an event about a pull request: opened, pushed to, reviewed, or commented on; or about a workflow that ran
 * for one. A workflow may have run for several, and for one of a fork, GitHub names none.
 */
async function readEventNumber({ environment, readFile }: PublishPorts): Promise<number | null> {
  const path = environment.GITHUB_EVENT_PATH ?? '';
  if (path === '') return null;
  try {
    const event: unknown = JSON.parse(await readFile(path));
    if (!isJsonObject(event)) return null;
    const { pull_request: pullRequest, issue, number } = event;
    if (isJsonObject(pullRequest)) return toNumber(pullRequest.number ?? number);
    if (isJsonObject(issue) && isJsonObject(issue.pull_request)) return toNumber(issue.number);
    const { workflow_run: run, check_suite: suite, check_run: check } = event;
    const requests = [run, suite, check].flatMap((one) => (isJsonObject(one) ? (one.pull_requests ?? []) : []));
    const [only, ...others] = requests.filter(isJsonObject);
    return others.length === 0 ? toNumber(only?.number) : null;
  } catch {
    // The caller falls back to GITHUB_REF.
    return null;
  }
}

/** The branch of a merge queue names the pull request that is last in the group: `gh-readonly-queue/main/pr-7-4f2a9c1`. */
const REF = /^refs\/(?:pull\/(\d+)\/|heads\/gh-readonly-queue\/.+\/pr-(\d+)-[0-9a-f]+$)/;

function readRefNumber(ref: string): number | null {
  const [, ofPull, ofQueue] = REF.exec(ref) ?? [];
  return readNumber(ofPull ?? ofQueue ?? '');
}

function toNumber(value: unknown): number | null {
  return typeof value === 'number' ? readNumber(String(value)) : null;
}
