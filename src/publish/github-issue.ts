import { isJsonObject } from '../model/json/json.ts';
import { safeText } from '../model/text.ts';
import type { PublishClient, StepResult } from './client.ts';
import {
  type Account,
  createCommentStore,
  findPosts,
  type GithubPlace,
  issuesPath,
  publishToGithub,
  readGithubPlace,
  readPost,
  recognize,
} from './github-api.ts';
import {
  equalBodies,
  type Message,
  NOTHING_POSTED,
  type Publication,
  type PublishPorts,
  type PublishResult,
  type StampedMessage,
} from './ports.ts';
import { readStamp, restamp } from './stamp.ts';
import {
  type CommentStore,
  changePost,
  createPost,
  findOutdated,
  type Post,
  type Upserted,
  upsertComment,
  upsertFound,
  writePost,
} from './upsert-comment.ts';
import { CiVariables } from './variables.ts';

/** The limit of GitHub for the title of an issue. */
const LONGEST_TITLE = 256;

/**
 * Keeps one issue open while there are differences. Only a clean report closes it, with a comment; an incomplete one
 * does not. An issue that a person closed meanwhile is opened again.
 */
export async function publishToGithubIssue(
  label: string,
  message: StampedMessage,
  ports: PublishPorts,
): Promise<PublishResult> {
  const variables = new CiVariables(ports.environment);
  const place = readGithubPlace(variables);
  if (!/^[^,]{1,50}$/.test(label.trim())) variables.invalid('The label', 'It has 1 to 50 characters and no comma.');
  if (variables.problems.length > 0) return { ok: false, diagnostics: variables.problems };

  const failed = `The issue in ${place.repository} could not be updated`;
  return publishToGithub(place, failed, ports, (client, account) =>
    updateIssue({ client, place, account, label: label.trim() }, message),
  );
}

interface IssueTarget {
  readonly client: PublishClient;
  readonly place: GithubPlace;
  readonly account: Account;
  readonly label: string;
}

async function updateIssue(target: IssueTarget, message: StampedMessage): Promise<StepResult<Publication>> {
  const store = createIssueStore(target, message);
  const found = await store.find();
  if (!found.ok) return found;
  const ours = found.value.filter(store.isOwn);
  const [oldest] = ours;
  if (oldest === undefined && !isWorthAnIssue(message)) {
    return { ok: true, value: NOTHING_POSTED };
  }
  const outdated = findOutdated(store, ours);
  if (outdated !== null) return { ok: true, value: toPublication(outdated) };
  if (oldest !== undefined && message.status === 'clean') return closeIssues(target, oldest, ours, message);
  const closed = oldest === undefined ? await findClosed(target, message) : null;
  if (closed?.ok === false) return closed;
  const last = closed?.value ?? null;
  const newer = last === null ? null : findOutdated(store, [last]);
  if (newer !== null) return { ok: true, value: toPublication(newer) };
  if (last !== null && readStamp(last.body)?.isClosed !== true) return reopenIssue(target, last, message);
  const kept = await upsertFound(store, found.value);
  return kept.ok ? { ok: true, value: toPublication(kept.value) } : kept;
}

function toPublication({ action, post, diagnostics }: Upserted): Publication {
  return { action, url: post.url, diagnostics };
}

/** The last of our issues that was closed, or null. */
async function findClosed(
  { client, place, account }: IssueTarget,
  { marker }: Message,
): Promise<StepResult<Post | null>> {
  const found = await findPosts(client, listIssues(place, { state: 'closed', creator: account.login }), marker);
  if (!found.ok) return found;
  return { ok: true, value: found.value.filter(recognize(account).isOwn).sort((a, b) => b.id - a.id)[0] ?? null };
}

/** An issue that a person closed while the differences remained. */
async function reopenIssue(
  { client, place }: IssueTarget,
  { id }: Post,
  message: StampedMessage,
): Promise<StepResult<Publication>> {
  const content = { state: 'open', title: cutTitle(message.title), body: message.body };
  const reopened = await writePost(client, 'PATCH', `${issuesPath(place)}/${id}`, content, readPost);
  if (!reopened.ok) return reopened;
  const body = 'This issue was closed while the differences remained, so it is open again.';
  const told = await createPost(client, `${issuesPath(place)}/${id}/comments`, { body }, readPost);
  if (!told.ok) return told;
  return { ok: true, value: { action: 'reopened', url: reopened.value.url, diagnostics: [] } };
}

/** False for a report that only lacks pipes: `changes` counts the differences in plan and drift documents, `gone` deleted pipes. */
function isWorthAnIssue({ status, document }: Message): boolean {
  if (status !== 'incomplete') return status === 'differences';
  const { changes, gone } = isJsonObject(document.summary) ? document.summary : {};
  return Number(changes ?? 0) + Number(gone ?? 0) > 0;
}

/**
 * Comments on the oldest issue first: after an interruption between the writes, the next run finds an open issue and
 * continues.
 */
async function closeIssues(
  target: IssueTarget,
  oldest: Post,
  issues: readonly Post[],
  message: StampedMessage,
): Promise<StepResult<Publication>> {
  const { client, place, account } = target;
  const commented = await upsertComment(createCommentStore(client, place, account, oldest.id, message));
  if (!commented.ok) return commented;
  for (const issue of issues.toReversed()) {
    const closed = await closeIssue(target, issue, message, issue === oldest ? 'completed' : 'not_planned');
    if (!closed.ok) return closed;
  }
  return { ok: true, value: { action: 'closed', url: oldest.url, diagnostics: [] } };
}

/** The body then says that it was not a person who closed the issue, so that the next differences open another one. */
async function closeIssue(
  { client, place }: IssueTarget,
  { id, body }: Post,
  { stamp }: StampedMessage,
  reason: 'completed' | 'not_planned',
): Promise<StepResult<null>> {
  const content = { state: 'closed', state_reason: reason, body: restamp(body, { ...stamp, isClosed: true }) };
  const closed = await changePost(client, 'PATCH', `${issuesPath(place)}/${id}`, content, readPost);
  return closed.ok ? { ok: true, value: null } : closed;
}

function createIssueStore(target: IssueTarget, message: StampedMessage): CommentStore {
  const { client, place, account, label } = target;
  const { marker, body, stamp } = message;
  const title = cutTitle(message.title);
  const issues = issuesPath(place);
  return {
    client,
    stamp,
    ...recognize(account),
    find: () => findOpen(target, marker),
    isCurrent: (post) => post.title.trim() === title && equalBodies(post.body, body),
    create: () => createPost(client, issues, { title, body, labels: [label] }, readPost),
    // It may have been closed since it was found.
    update: ({ id }) => changePost(client, 'PATCH', `${issues}/${id}`, { state: 'open', title, body }, readPost),
    // An issue cannot be deleted.
    remove: (post) => closeIssue(target, post, message, 'not_planned'),
  };
}

/** Searches by author, since a person may change the label. Issues of an earlier account still have the label, if anybody has it. */
async function findOpen(
  { client, place, account, label }: IssueTarget,
  marker: string,
): Promise<StepResult<readonly Post[]>> {
  const ours = await findPosts(client, listIssues(place, { state: 'open', creator: account.login }), marker);
  if (!ours.ok || ours.value.some(recognize(account).isOwn)) return ours;
  return findPosts(client, listIssues(place, { state: 'open', labels: label }), marker);
}

function listIssues(place: GithubPlace, filter: Readonly<Record<string, string>>): string {
  const query = new URLSearchParams({ ...filter, sort: 'created', direction: 'asc', per_page: '100' });
  return `${issuesPath(place)}?${query}`;
}

function cutTitle(title: string): string {
  const characters = [...safeText(title.trim())];
  if (characters.length <= LONGEST_TITLE) return characters.join('');
  return `${characters.slice(0, LONGEST_TITLE - 1).join('')}…`;
}
