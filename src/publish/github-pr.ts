import { isJsonObject } from '../model/json/json.ts';
import { createCommentStore, publishToGithub, readGithubPlace } from './github-api.ts';
import type { PublishPorts, PublishResult, StampedMessage } from './ports.ts';
import { upsertComment } from './upsert-comment.ts';
import { CiVariables } from './variables.ts';

/** Keeps one comment on a pull request up to date, open or closed. `number`: null to take it from the CI job. */
export async function publishToGithubPr(
  number: number | null,
  message: StampedMessage,
  ports: PublishPorts,
): Promise<PublishResult> {
  const variables = new CiVariables(ports.environment);
  const place = readGithubPlace(variables);
  const pullRequest = number ?? (await readEventNumber(ports)) ?? readRefNumber(variables.optional('GITHUB_REF'));
  if (pullRequest === null) {
    variables.missing(
      'The number of the pull request',
      'comes from --number, the event of a workflow (GITHUB_EVENT_PATH), or GITHUB_REF as refs/pull/N/merge',
    );
  }
  if (pullRequest === null || variables.problems.length > 0) return { ok: false, diagnostics: variables.problems };

  const failed = `The comment on pull request ${pullRequest} of ${place.repository} could not be updated`;
  return publishToGithub(place, failed, ports, async (client, account) => {
    const kept = await upsertComment(createCommentStore(client, place, account, pullRequest, message));
    if (!kept.ok) return kept;
    const { action, post, diagnostics } = kept.value;
    return { ok: true, value: { action, url: post.url, diagnostics } };
  });
}

/** From an event about a pull request: opened, pushed to, reviewed, or commented on. */
async function readEventNumber({ environment, readFile }: PublishPorts): Promise<number | null> {
  const path = environment.GITHUB_EVENT_PATH ?? '';
  if (path === '') return null;
  try {
    const event: unknown = JSON.parse(await readFile(path));
    if (!isJsonObject(event)) return null;
    const { pull_request: pullRequest, issue, number } = event;
    if (isJsonObject(pullRequest)) return readNumber(pullRequest.number ?? number);
    return isJsonObject(issue) && isJsonObject(issue.pull_request) ? readNumber(issue.number) : null;
  } catch {
    // The caller falls back to GITHUB_REF.
    return null;
  }
}

function readRefNumber(ref: string): number | null {
  return readNumber(Number(/^refs\/pull\/(\d{1,15})\//.exec(ref)?.[1]));
}

function readNumber(value: unknown): number | null {
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : null;
}
