import { diagnose } from '../model/diagnostic.ts';
import { isJsonObject } from '../model/json.ts';
import { safeText } from '../model/text.ts';
import type { PublishClient, StepResult } from './client.ts';
import { type CommentStore, isGone, type Post, upsertComment, upsertFound } from './comment-store.ts';
import {
  createCommentStore,
  findOwnPost,
  type GithubPlace,
  issuesPath,
  publishToGithub,
  readGithubPlace,
  writePost,
} from './github.ts';
import { equalBodies, type Message, type Publication, type PublishPorts, type PublishResult } from './ports.ts';
import { CiVariables } from './variables.ts';

export const DEFAULT_LABEL = 'pipeform';

/** The limit of GitHub for the title of an issue. */
const LONGEST_TITLE = 256;

/**
 * Keeps one issue open while there are differences. Only a clean report closes it, with a comment; an incomplete one
 * does not.
 */
export async function publishToGithubIssue(
  label: string,
  message: Message,
  ports: PublishPorts,
): Promise<PublishResult> {
  const variables = new CiVariables(ports.environment);
  const place = readGithubPlace(variables);
  if (!/^[^,]{1,50}$/.test(label.trim())) variables.invalid('The label', 'It has 1 to 50 characters and no comma.');
  if (variables.problems.length > 0) return { ok: false, diagnostics: variables.problems };

  const failed = `The issue in ${place.repository} could not be brought up to date`;
  return publishToGithub(place, failed, ports, (client, login) =>
    updateIssue({ client, place, login, label: label.trim() }, message),
  );
}

interface IssueTarget {
  readonly client: PublishClient;
  readonly place: GithubPlace;
  readonly login: string;
  readonly label: string;
}

async function updateIssue(target: IssueTarget, message: Message): Promise<StepResult<Publication>> {
  const store = createIssueStore(target, message);
  const found = await store.find();
  if (!found.ok) return found;
  if (found.value === null && !isWorthAnIssue(message)) {
    return { ok: true, value: { action: 'none', url: null, diagnostics: [] } };
  }
  if (found.value !== null && message.status === 'clean') return closeIssue(target, found.value, message);
  const kept = await upsertFound(store, found.value);
  if (!kept.ok) return kept;
  const { action, post } = kept.value;
  const isLost = action === 'created' && !hasLabel(post, target.label);
  return { ok: true, value: { action, url: post.url, diagnostics: isLost ? [labelMissing(target.label)] : [] } };
}

/** False for a report that only lacks pipes: `changes` counts the differences in plan and drift documents. */
function isWorthAnIssue({ status, document }: Message): boolean {
  if (status !== 'incomplete') return status === 'differences';
  const changes = isJsonObject(document.summary) ? document.summary.changes : 0;
  return typeof changes === 'number' && changes > 0;
}

/** Comments first: after an interruption between the two writes, the next run finds the open issue and continues. */
async function closeIssue(target: IssueTarget, issue: Post, message: Message): Promise<StepResult<Publication>> {
  const { client, place, login } = target;
  const commented = await upsertComment(createCommentStore(client, place, login, issue.id, message));
  if (!commented.ok) return commented;
  const closed = await writePost(client, {
    method: 'PATCH',
    path: `${issuesPath(place)}/${issue.id}`,
    body: JSON.stringify({ state: 'closed', state_reason: 'completed' }),
  });
  if (!closed.ok && !isGone(closed.failure.status)) return closed;
  return { ok: true, value: { action: 'closed', url: issue.url, diagnostics: [] } };
}

function createIssueStore({ client, place, login, label }: IssueTarget, message: Message): CommentStore {
  const { marker, body } = message;
  const title = cutTitle(message.title);
  const issues = issuesPath(place);
  const filter = { state: 'open', labels: label };
  const query = new URLSearchParams({ ...filter, sort: 'created', direction: 'asc', per_page: '100' });
  return {
    client,
    find: () => findOwnPost(client, `${issues}?${query}`, login, marker),
    isCurrent: (post) => post.title.trim() === title && equalBodies(post.body, body),
    create: () =>
      writePost(client, { method: 'POST', path: issues, body: JSON.stringify({ title, body, labels: [label] }) }),
    update: ({ id }) =>
      writePost(client, { method: 'PATCH', path: `${issues}/${id}`, body: JSON.stringify({ title, body }) }),
  };
}

function cutTitle(title: string): string {
  const characters = [...safeText(title.trim())];
  if (characters.length <= LONGEST_TITLE) return characters.join('');
  return `${characters.slice(0, LONGEST_TITLE - 1).join('')}…`;
}

/** Labels are case-insensitive. Without an id the response was lost, so nothing is known. */
function hasLabel({ id, labels }: Post, label: string): boolean {
  return id === '' || labels.some((name) => name.toLowerCase() === label.toLowerCase());
}

function labelMissing(label: string) {
  return diagnose('warning', {
    code: 'publish-label-missing',
    summary: `The issue was opened without the label ${safeText(label)}, so the next run will not find it.`,
    hint: 'Add the label to the issue, and let the token set labels: it needs write access to the repository.',
  });
}
