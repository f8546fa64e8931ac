import type { JsonObject } from '../model/json/json.ts';
import { objectOf, type PublishClient, type StepResult, unusable } from './client.ts';
import type { Publication } from './ports.ts';

/** A comment, a note or an issue that Pipeform wrote. */
export interface Post {
  /** As in its path. Later posts have higher ones. */
  readonly id: number;
  readonly title: string;
  readonly body: string;
  readonly url: string | null;
  readonly labels: readonly string[];
  readonly isClosed: boolean;
}

/** Reads and writes one comment, note or issue. */
export interface CommentStore {
  readonly client: PublishClient;
  /** The posts with our marker and author: several when publishers did not see each other. */
  find(): Promise<StepResult<readonly Post[]>>;
  isCurrent(post: Post): boolean;
  create(): Promise<StepResult<Post>>;
  /** null when the post is gone. */
  update(post: Post): Promise<StepResult<Post | null>>;
  /** Deletes a comment, closes an issue. */
  remove(post: Post): Promise<StepResult<null>>;
}

interface Upserted {
  readonly action: Extract<Publication['action'], 'created' | 'updated' | 'unchanged'>;
  readonly post: Post;
}

const MAX_CREATIONS = 3;

/** Before the list is read after a creation whose response was lost. */
const LOST_CREATION_MS = 1_000;

/** Creates the comment, or updates it when it differs. If overlapping runs created several, the oldest is kept. */
export async function upsertComment(store: CommentStore): Promise<StepResult<Upserted>> {
  const found = await store.find();
  return found.ok ? upsertFound(store, found.value) : found;
}

/** Same as `upsertComment`, with the result of `find`. */
export async function upsertFound(store: CommentStore, posts: readonly Post[]): Promise<StepResult<Upserted>> {
  return (await keepOldest(store, posts)) ?? create(store);
}

/**
 * Updates the oldest post and removes the others; null when all are gone. The list may show posts that are gone: a post
 * is only removed after the update of an older one, so that publishers at the same time always leave one.
 */
async function keepOldest(store: CommentStore, posts: readonly Post[]): Promise<StepResult<Upserted> | null> {
  const [post, ...duplicates] = posts.toSorted((a, b) => a.id - b.id);
  if (post === undefined) return null;
  if (duplicates.length === 0 && store.isCurrent(post)) return { ok: true, value: { action: 'unchanged', post } };
  const updated = await store.update(post);
  if (!updated.ok) return updated;
  if (updated.value === null) return keepOldest(store, duplicates);
  for (const duplicate of duplicates) {
    const removed = await store.remove(duplicate);
    if (!removed.ok) return removed;
  }
  return { ok: true, value: { action: 'updated', post: updated.value } };
}

/** After a lost response, creates again only when a read shows that the comment does not exist. */
async function create(store: CommentStore): Promise<StepResult<Upserted>> {
  for (let attempt = 1; ; attempt += 1) {
    const created = await store.create();
    if (created.ok) return createdAs(created.value);
    if (created.failure.effect === 'none' || created.failure.kind === 'canceled') return created;
    if (!(await store.client.wait(LOST_CREATION_MS))) return created;
    const found = await store.find();
    if (!found.ok) return found;
    const kept = await keepOldest(store, found.value);
    if (kept?.ok && kept.value.action === 'unchanged') return createdAs(kept.value.post);
    if (kept !== null) return kept;
    if (attempt === MAX_CREATIONS) return created;
  }
}

function createdAs(post: Post): StepResult<Upserted> {
  return { ok: true, value: { action: 'created', post } };
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

async function writePost(
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
  return unusable(
    client.origin,
    path,
    response.value.status,
    'the response does not identify what was created',
    method,
  );
}
