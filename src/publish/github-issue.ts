import { diagnose } from '../model/diagnostic.ts';
import { isJsonObject } from '../model/json/json.ts';
import { safeText } from '../model/text.ts';
import type { PublishClient, StepResult } from './client.ts';
import {
  createCommentStore,
  findOwnPosts,
  type GithubPlace,
  issuesPath,
  publishToGithub,
  readGithubPlace,
  readPost,
} from './github-api.ts';
import { equalBodies, type Message, type Publication, type PublishPorts, type PublishResult } from './ports.ts';
import { type CommentStore, changePost, createPost, type Post, upsertComment, upsertFound } from './upsert-comment.ts';
import { CiVariables } from './variables.ts';

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

  const failed = `The issue in ${place.repository} could not be updated`;
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
  const [oldest] = found.value;
  if (oldest === undefined && !isWorthAnIssue(message)) {
    return { ok: true, value: { action: 'none', url: null, diagnostics: [] } };
  }
  if (oldest !== undefined && message.status === 'clean') return closeIssues(target, oldest, found.value, message);
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

/**
 * Comments on the oldest issue first: after an interruption between the writes, the next run finds an open issue and
 * continues.
 */
async function closeIssues(
  target: IssueTarget,
  oldest: Post,
  issues: readonly Post[],
  message: Message,
): Promise<StepResult<Publication>> {
  const { client, place, login } = target;
  const commented = await upsertComment(createCommentStore(client, place, login, oldest.id, message));
  if (!commented.ok) return commented;
  for (const issue of issues.toReversed()) {
    const closed = await closeIssue(target, issue, issue === oldest ? 'completed' : 'not_planned');
    if (!closed.ok) return closed;
  }
  return { ok: true, value: { action: 'closed', url: oldest.url, diagnostics: [] } };
}

async function closeIssue(
  { client, place }: IssueTarget,
  { id }: Post,
  reason: 'completed' | 'not_planned',
): Promise<StepResult<null>> {
  const content = { state: 'closed', state_reason: reason };
  const closed = await changePost(client, 'PATCH', `${issuesPath(place)}/${id}`, content, readPost);
  return closed.ok ? { ok: true, value: null } : closed;
}

function createIssueStore(target: IssueTarget, message: Message): CommentStore {
  const { client, place, login, label } = target;
  const { marker, body } = message;
  const title = cutTitle(message.title);
  const issues = issuesPath(place);
  const filter = { state: 'open', labels: label };
  const query = new URLSearchParams({ ...filter, sort: 'created', direction: 'asc', per_page: '100' });
  return {
    client,
    find: () => findOwnPosts(client, `${issues}?${query}`, login, marker),
    isCurrent: (post) => post.title.trim() === title && equalBodies(post.body, body),
    create: () => createPost(client, issues, { title, body, labels: [label] }, readPost),
    update: ({ id }) => changePost(client, 'PATCH', `${issues}/${id}`, { title, body }, readPost),
    // An issue cannot be deleted.
    remove: (post) => closeIssue(target, post, 'not_planned'),
  };
}

function cutTitle(title: string): string {
  const characters = [...safeText(title.trim())];
  if (characters.length <= LONGEST_TITLE) return characters.join('');
  return `${characters.slice(0, LONGEST_TITLE - 1).join('')}…`;
}

/** Labels are case-insensitive. */
function hasLabel({ labels }: Post, label: string): boolean {
  return labels.some((name) => name.toLowerCase() === label.toLowerCase());
}

function labelMissing(label: string) {
  return diagnose('warning', {
    code: 'publish-label-missing',
    summary: `The issue was opened without the label ${safeText(label)}, so the next run will not find it.`,
    hint: 'Add the label to the issue, and let the token set labels: it needs write access to the repository.',
  });
}
