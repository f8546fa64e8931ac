import type { PublishClient, StepResult } from './client.ts';
import type { Publication } from './ports.ts';

/** Something of ours that stands on a service: a comment, a note or an issue. */
export interface Post {
  /** As it stands in paths. */
  readonly id: string;
  readonly title: string;
  readonly body: string;
  readonly url: string | null;
  readonly labels: readonly string[];
}

/** A place where one post of ours is kept as it must be. */
export interface CommentStore {
  readonly client: PublishClient;
  /** Our post, by marker and by author; the first of several. */
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

/** Creates the post, or updates it where it differs. Nothing is written when it stands there already. */
export async function upsertComment(store: CommentStore): Promise<StepResult<Upserted>> {
  const found = await store.find();
  return found.ok ? upsertFound(store, found.value) : found;
}

/** The same, once the post has been looked for. */
export async function upsertFound(store: CommentStore, post: Post | null): Promise<StepResult<Upserted>> {
  if (post === null) return create(store);
  if (store.isCurrent(post)) return { ok: true, value: { action: 'unchanged', post } };
  const updated = await store.update(post);
  if (updated.ok) return { ok: true, value: { action: 'updated', post: updated.value } };
  // Someone deleted it since it was found.
  return isGone(updated.failure.status) ? create(store) : updated;
}

export function isGone(status: number | null): boolean {
  return status === 404 || status === 410;
}

/** Sent again after a lost answer only when a look at the service shows that it has not arrived. */
async function create(store: CommentStore): Promise<StepResult<Upserted>> {
  for (let attempt = 1; ; attempt += 1) {
    const created = await store.create();
    if (created.ok) return { ok: true, value: { action: 'created', post: created.value } };
    if (created.failure.effect === 'none' || created.failure.kind === 'cancelled') return created;
    // A service may show a new post a moment later than it took it.
    if (!(await store.client.pause(attempt))) return created;
    const found = await store.find();
    if (!found.ok) return found;
    if (found.value !== null) return { ok: true, value: { action: 'created', post: found.value } };
    if (attempt === MOST_CREATIONS) return created;
  }
}
