import { isJsonObject, type JsonObject } from '../model/json/json.ts';
import { Secret } from '../model/secret/secret.ts';
import { REPOSITORY, withoutEndSlashes } from '../model/service-address.ts';
import { objectOf, type PublishClient, pickFromPages, publishWith, type StepResult, unusable } from './client.ts';
import {
  equalBodies,
  type Publication,
  type PublishPorts,
  type PublishResult,
  type StampedMessage,
  startsWithMarker,
} from './ports.ts';
import { type CommentStore, changePost, createPost, deletePost, type Post } from './upsert-comment.ts';
import type { CiVariables } from './variables.ts';

/** Repository and credentials, from the variables of GitHub Actions. */
export interface GithubPlace {
  readonly origin: string;
  /** The path of the API: empty on github.com, `/api/v3` on GitHub Enterprise Server. */
  readonly prefix: string;
  /** `owner/name`. */
  readonly repository: string;
  readonly token: Secret;
  /** The token is from this variable. */
  readonly variable: string;
}

const TOKENS = ['GITHUB_TOKEN', 'GH_TOKEN'] as const;

export function readGithubPlace(variables: CiVariables): GithubPlace {
  const base = variables.address('GITHUB_API_URL', variables.optional('GITHUB_API_URL') || 'https://api.github.com');
  return {
    origin: base.origin,
    prefix: withoutEndSlashes(base.pathname),
    repository: variables.required(['GITHUB_REPOSITORY'], REPOSITORY, 'names the repository as owner/name'),
    token: variables.token(TOKENS, 'is the token to publish with; in a workflow, ${{ github.token }}'),
    variable: variables.nameOf(TOKENS),
  };
}

/** Publishes with a GitHub client and the login of the token. `failed`: see `publishWith`. */
export function publishToGithub(
  place: GithubPlace,
  failed: string,
  ports: PublishPorts,
  publish: (client: PublishClient, account: Account) => Promise<StepResult<Publication>>,
): Promise<PublishResult> {
  const headers = {
    Accept: 'application/vnd.github+json',
    'X-GitHub-Api-Version': '2022-11-28',
    Authorization: new Secret(`Bearer ${place.token.reveal()}`),
  };
  const rejected = `Check the token in ${place.variable}. It needs write permission for issues and pull requests: in a workflow, \`permissions:\` with \`pull-requests: write\` and \`issues: write\`. A pull request from a fork gets a token that can only read.`;
  const notFound = 'Check GITHUB_REPOSITORY and the number, and that the token may see the repository.';
  const moved = 'Set GITHUB_REPOSITORY to the name that the repository has now, and check GITHUB_API_URL.';
  const hints = {
    credentials: rejected,
    'not-found': notFound,
    moved,
  };
  const options = { origin: place.origin, headers, kind: 'forge', hints, failed } as const;
  return publishWith(options, ports, async (client) => {
    const account = await readOwnAccount(client, place);
    return account.ok ? publish(client, account.value) : account;
  });
}

/** Whose token it is. */
export interface Account {
  readonly login: string;
  /** Whether the service did not say it. */
  readonly isAssumed: boolean;
}

const ACTIONS_BOT: Account = { login: 'github-actions[bot]', isAssumed: true };

/**
 * The login of the token. Anyone may copy our marker, so only posts of this login are ours. Tokens of apps (Actions
 * too) cannot read `/user` but can query GraphQL; where both are forbidden, the bot of Actions is assumed.
 */
async function readOwnAccount(client: PublishClient, { prefix }: GithubPlace): Promise<StepResult<Account>> {
  const user = await client.call({ method: 'GET', path: `${prefix}/user` });
  if (user.ok) return readLogin(user.value.status, objectOf(user.value));
  if (user.failure.status !== 403 || user.failure.kind === 'rate-limited') return user;
  const viewer = await client.call({
    method: 'POST',
    path: `${prefix.replace(/\/v3$/, '')}/graphql`,
    body: JSON.stringify({ query: '{ viewer { login } }' }),
    isRepeatable: true,
  });
  if (viewer.ok) return readLogin(viewer.value.status, viewerOf(objectOf(viewer.value)));
  const isClosed = viewer.failure.status === 403 || viewer.failure.status === 404;
  return isClosed && viewer.failure.kind !== 'rate-limited' ? { ok: true, value: ACTIONS_BOT } : viewer;
}

function viewerOf({ data }: JsonObject): JsonObject {
  return isJsonObject(data) && isJsonObject(data.viewer) ? data.viewer : {};
}

function readLogin(status: number, { login }: JsonObject): StepResult<Account> {
  if (typeof login === 'string' && login !== '') return { ok: true, value: { login, isAssumed: false } };
  return unusable('/user', status, 'the response does not say whose token this is');
}

export function issuesPath({ prefix, repository }: GithubPlace): string {
  return `${prefix}/repos/${repository}/issues`;
}

/** The issues or comments in a list that start with the marker. */
export function findPosts(client: PublishClient, list: string, marker: string) {
  return pickFromPages(client, list, (entry) => {
    // The list of issues contains pull requests.
    const post = entry.pull_request === undefined ? readPost(entry) : null;
    return post !== null && startsWithMarker(post.body, marker) ? post : null;
  });
}

/** See `CommentStore`. */
export function recognize({ login, isAssumed }: Account): Pick<CommentStore, 'isOwn' | 'mayBeOwn'> {
  return {
    isOwn: ({ author }) => author?.key === login,
    mayBeOwn: ({ author }) => author === null || (isAssumed && author.name.endsWith('[bot]')),
  };
}

/** null without an id. */
export function readPost(entry: JsonObject): Post | null {
  const { title, body, html_url: url, user, state } = entry;
  const id = entry.number ?? entry.id;
  // The id has only digits, since it becomes part of a path that is requested with the token.
  if (typeof id !== 'number' || !Number.isSafeInteger(id)) return null;
  return {
    id,
    title: typeof title === 'string' ? title : '',
    body: typeof body === 'string' ? body : '',
    url: typeof url === 'string' ? url : null,
    author: isJsonObject(user) && typeof user.login === 'string' ? { key: user.login, name: user.login } : null,
    isClosed: state === 'closed',
  };
}

/** The comment of the account with the marker on a pull request or an issue, which share one API. */
export function createCommentStore(
  client: PublishClient,
  place: GithubPlace,
  account: Account,
  number: number,
  message: StampedMessage,
): CommentStore {
  const { marker, body, stamp } = message;
  const comments = `${issuesPath(place)}/${number}/comments`;
  const pathOf = ({ id }: Post): string => `${issuesPath(place)}/comments/${id}`;
  return {
    client,
    stamp,
    ...recognize(account),
    find: () => findPosts(client, `${comments}?per_page=100`, marker),
    isCurrent: (post) => equalBodies(post.body, body),
    create: () => createPost(client, comments, { body }, readPost),
    update: (post) => changePost(client, 'PATCH', pathOf(post), { body }, readPost),
    remove: (post) => deletePost(client, pathOf(post)),
  };
}
