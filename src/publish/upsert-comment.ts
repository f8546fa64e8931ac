import { wasStopped } from '../model/client.ts';
import { type Diagnostic, diagnose } from '../model/diagnostic.ts';
import type { JsonObject } from '../model/json/json.ts';
import { safeText } from '../model/text.ts';
import { objectOf, type PublishClient, type StepResult, unusable } from './client.ts';
import type { Message, Publication } from './ports.ts';
import { isOlder, outdatedProblem, readStamp, type Stamp } from './stamp.ts';

/** A comment, a note or an issue with our marker. */
export interface Post {
  /** The id is the one in its path. Later posts have higher ones. */
  readonly id: number;
  readonly title: string;
  readonly body: string;
  readonly url: string | null;
  /** Who wrote it; null when the service does not say. */
  readonly author: { readonly key: string | number; readonly name: string } | null;
  readonly isClosed: boolean;
}

/** Reads and writes one comment, note or issue. */
export interface CommentStore {
  readonly client: PublishClient;
  /** This is the stamp of the report to publish. */
  readonly stamp: Stamp;
  /** All posts with our marker. Anyone may copy it. */
  find(): Promise<StepResult<readonly Post[]>>;
  /** Whether our account wrote it: several when publishers did not see each other. */
  isOwn(post: Post): boolean;
  /** Whether our account may have written it, which the service does not say. */
  mayBeOwn(post: Post): boolean;
  isCurrent(post: Post): boolean;
  create(): Promise<StepResult<Post>>;
  /** null when the post is gone. */
  update(post: Post): Promise<StepResult<Post | null>>;
  /** Deletes a comment, closes an issue. */
  remove(post: Post): Promise<StepResult<null>>;
}

export interface Upserted {
  readonly action: Extract<Publication['action'], 'created' | 'updated' | 'unchanged' | 'none'>;
  readonly post: Post;
  /** Warnings. */
  readonly diagnostics: readonly Diagnostic[];
}

const MAX_CREATIONS = 3;

/** Before the list is read after a creation whose response was lost. */
const LOST_CREATION_MS = 1_000;

/** Creates the comment, or updates it when it differs. If overlapping runs created several, the oldest is kept. */
export async function upsertComment(store: CommentStore): Promise<StepResult<Upserted>> {
  const found = await store.find();
  return found.ok ? upsertFound(store, found.value) : found;
}

/** Same as `upsertComment`; null for a report without changes that replaces none, where only changes are posted. */
export async function keepComment(
  store: CommentStore,
  { onlyChanges, status }: Pick<Message, 'onlyChanges' | 'status'>,
): Promise<StepResult<Upserted | null>> {
  const found = await store.find();
  if (!found.ok) return found;
  if (onlyChanges && status === 'clean' && !found.value.some(store.isOwn)) return { ok: true, value: null };
  return upsertFound(store, found.value);
}

/** Same as `upsertComment`, with the result of `find`. */
export async function upsertFound(store: CommentStore, posts: readonly Post[]): Promise<StepResult<Upserted>> {
  const ours = posts.filter(store.isOwn);
  const outdated = findOutdated(store, ours);
  if (outdated !== null) return { ok: true, value: outdated };
  const others = posts.filter((post) => !store.isOwn(post));
  const unknown = others.find(store.mayBeOwn);
  if (ours.length === 0 && unknown !== undefined) return { ok: true, value: refuseUnknown(unknown) };
  const kept = (await keepOldest(store, ours)) ?? (await create(store));
  if (!kept.ok) return kept;
  const { post, action, diagnostics } = kept.value;
  const lost = action === 'created' && !store.isOwn(post) ? [notFoundAgainProblem(post)] : [];
  return {
    ok: true,
    value: { ...kept.value, diagnostics: [...diagnostics, ...lost, ...others.map(otherAuthorProblem)] },
  };
}

/** Finds a post that already shows a newer report, for which nothing is published. */
export function findOutdated({ stamp }: Pick<CommentStore, 'stamp'>, posts: readonly Post[]): Upserted | null {
  for (const post of posts) {
    const there = readStamp(post.body);
    if (there !== null && isOlder(stamp, there)) {
      return { action: 'none', post, diagnostics: [outdatedProblem(stamp, there)] };
    }
  }
  return null;
}

/** After the token of another account took over. Posts of others are never edited, since they could change them again. */
function otherAuthorProblem({ author, url }: Post): Diagnostic {
  return diagnose('warning', {
    code: 'publish-author',
    summary: `${safeText(author?.name ?? 'An unnamed author')} wrote another report here, which is not updated${url === null ? '' : `: ${safeText(url)}`}.`,
  });
}

/** Each run would post again, and what may be of somebody else is not edited. */
function refuseUnknown(post: Post): Upserted {
  const { author, url } = post;
  const problem = diagnose('error', {
    code: 'publish-author',
    summary: `Nothing was posted: there is a report already, and it is unknown whether this token’s account wrote it${url === null ? '' : `: ${safeText(url)}`}.`,
    detail: describeUnknown(author),
  });
  return { action: 'none', post, diagnostics: [problem] };
}

function describeUnknown(author: Post['author']): string {
  if (author === null) return 'The service does not name its author.';
  return `Its author is ${safeText(author.name)}, and the service does not name the account of the token.`;
}

function notFoundAgainProblem({ author }: Post): Diagnostic {
  return diagnose('warning', {
    code: 'publish-author',
    summary: 'The next run cannot update what was posted, since it will not know whose it is.',
    detail: describeUnknown(author),
  });
}

/**
 * Updates the oldest post and removes the others; null when all are gone. The list may show posts that are gone: a post
 * is only removed after the update of an older one, so that publishers at the same time always leave one.
 */
async function keepOldest(store: CommentStore, posts: readonly Post[]): Promise<StepResult<Upserted> | null> {
  const [post, ...duplicates] = posts.toSorted((a, b) => a.id - b.id);
  if (post === undefined) return null;
  if (duplicates.length === 0 && store.isCurrent(post))
    return { ok: true, value: { action: 'unchanged', post, diagnostics: [] } };
  const updated = await store.update(post);
  if (!updated.ok) return updated;
  if (updated.value === null) return keepOldest(store, duplicates);
  for (const duplicate of duplicates) {
    const removed = await store.remove(duplicate);
    if (!removed.ok) return removed;
  }
  return { ok: true, value: { action: 'updated', post: updated.value, diagnostics: [] } };
}

/** After a lost response, creates again only when a read shows that the comment does not exist. */
async function create(store: CommentStore): Promise<StepResult<Upserted>> {
  for (let attempt = 1; ; attempt += 1) {
    const created = await store.create();
    if (created.ok) return createdAs(created.value);
    if (created.failure.effect === 'none' || wasStopped(created.failure)) return created;
    if (!(await store.client.wait(LOST_CREATION_MS))) return created;
    const found = await store.find();
    if (!found.ok) return found;
    const kept = await keepOldest(store, found.value.filter(store.isOwn));
    if (kept?.ok && kept.value.action === 'unchanged') return createdAs(kept.value.post);
    if (kept !== null) return kept;
    if (attempt === MAX_CREATIONS) return created;
  }
}

function createdAs(post: Post): StepResult<Upserted> {
  return { ok: true, value: { action: 'created', post, diagnostics: [] } };
}

type PostReader = (entry: JsonObject) => Post | null;

export async function createPost(
  client: PublishClient,
  path: string,
  content: JsonObject,
  read: PostReader,
): Promise<StepResult<Post>> {
  return writePost(client, 'POST', path, content, read);
}

/** null when the post was deleted, or is closed. */
export async function changePost(
  client: PublishClient,
  method: 'PATCH' | 'PUT',
  path: string,
  content: JsonObject,
  read: PostReader,
): Promise<StepResult<Post | null>> {
  const changed = await writePost(client, method, path, content, read);
  if (changed.ok) return changed.value.isClosed ? GONE : changed;
  return isGone(changed.failure.status) ? GONE : changed;
}

export async function deletePost(client: PublishClient, path: string): Promise<StepResult<null>> {
  const deleted = await client.call({ method: 'DELETE', path });
  return deleted.ok || isGone(deleted.failure.status) ? GONE : deleted;
}

const GONE = { ok: true, value: null } as const;

function isGone(status: number | null): boolean {
  return status === 404 || status === 410;
}

export async function writePost(
  client: PublishClient,
  method: 'PATCH' | 'POST' | 'PUT',
  path: string,
  content: JsonObject,
  read: PostReader,
): Promise<StepResult<Post>> {
  const response = await client.call({ method, path, body: JSON.stringify(content) });
  if (!response.ok) return response;
  const post = read(objectOf(response.value));
  if (post !== null) return { ok: true, value: post };
  return unusable(path, response.value.status, 'the response does not identify what was created', method);
}
