import type { PublishClient, StepResult } from './client.ts';
import type { Publication } from './ports.ts';

/** A comment, a note or an issue that Pipeform wrote. */
export interface Post {
  /** As it appears in a path; empty when the response did not name it. */
  readonly id: string;
  readonly title: string;
  readonly body: string;
  readonly url: string | null;
  readonly labels: readonly string[];
}

/** Reads and writes one comment, note or issue. */
export interface CommentStore {
  readonly client: PublishClient;
  /** The first comment with our marker and author. */
  find(): Promise<StepResult<Post | null>>;
  isCurrent(post: Post): boolean;
  create(): Promise<StepResult<Post>>;
  update(post: Post): Promise<StepResult<Post>>;
}

interface Upserted {
  readonly action: Extract<Publication['action'], 'created' | 'updated' | 'unchanged'>;
  readonly post: Post;
}

const MOST_CREATIONS = 3;

/** Creates the comment, or updates it when it differs. */
export async function upsertComment(store: CommentStore): Promise<StepResult<Upserted>> {
  const found = await store.find();
  return found.ok ? upsertFound(store, found.value) : found;
}

/** Same as `upsertComment`, with the result of `find`. */
export async function upsertFound(store: CommentStore, post: Post | null): Promise<StepResult<Upserted>> {
  if (post === null) return create(store);
  if (store.isCurrent(post)) return { ok: true, value: { action: 'unchanged', post } };
  const updated = await store.update(post);
  if (updated.ok) return { ok: true, value: { action: 'updated', post: updated.value } };
  // It was deleted after `find`.
  return isGone(updated.failure.status) ? create(store) : updated;
}

export function isGone(status: number | null): boolean {
  return status === 404 || status === 410;
}

/** After a lost response, sends again only when a read shows that the comment does not exist. */
async function create(store: CommentStore): Promise<StepResult<Upserted>> {
  for (let attempt = 1; ; attempt += 1) {
    const created = await store.create();
    if (created.ok) return { ok: true, value: { action: 'created', post: created.value } };
    if (created.failure.effect === 'none' || created.failure.kind === 'canceled') return created;
    // A service may list a new post with a delay.
    if (!(await store.client.pause(attempt))) return created;
    const found = await store.find();
    if (!found.ok) return found;
    if (found.value !== null) return { ok: true, value: { action: 'created', post: found.value } };
    if (attempt === MOST_CREATIONS) return created;
  }
}
