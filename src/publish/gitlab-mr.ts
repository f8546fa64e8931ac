import { isJsonObject, type JsonObject, type JsonValue } from '../model/json/json.ts';
import type { Secret } from '../model/secret/secret.ts';
import { isWebAddress, withoutEndSlashes } from '../model/service-address.ts';
import { findRequestNumber } from './ci-run.ts';
import { objectOf, type PublishClient, pickFromPages, publishWith, type StepResult, unusable } from './client.ts';
import {
  equalBodies,
  NOTHING_POSTED,
  type PublishPorts,
  type PublishResult,
  type StampedMessage,
  startsWithMarker,
} from './ports.ts';
import { type CommentStore, changePost, createPost, deletePost, keepComment, type Post } from './upsert-comment.ts';
import { CiVariables } from './variables.ts';

interface GitlabPlace {
  readonly origin: string;
  readonly prefix: string;
  /** A number or an encoded path. */
  readonly project: string;
  readonly number: string;
  readonly token: Secret;
  /** The pages of merge requests, or empty when the CI job does not set the project URL. */
  readonly page: string;
}

const HINTS = {
  credentials:
    'GITLAB_TOKEN must be a personal, project or group access token with the scope `api` and the role Reporter or higher.',
  moved: 'Set CI_PROJECT_ID to the number or the path that the project has now, and check CI_API_V4_URL.',
  'not-found': 'Check CI_PROJECT_ID and CI_MERGE_REQUEST_IID, and that the token may see the project.',
};

/** Keeps one note on a merge request up to date. `number`: null to take it from the CI job. */
export async function publishToGitlabMr(
  number: number | null,
  message: StampedMessage,
  ports: PublishPorts,
): Promise<PublishResult> {
  const variables = new CiVariables(ports.environment);
  const isOfGitlab = variables.optional('CI_MERGE_REQUEST_IID') !== '';
  const place = readPlace(variables, number ?? (isOfGitlab ? null : findRequestNumber(ports.environment)));
  if (variables.problems.length > 0) return { ok: false, diagnostics: variables.problems };

  const { origin, token } = place;
  const failed = `The note on merge request ${place.number} could not be updated`;
  const headers = { 'PRIVATE-TOKEN': token };
  const options = { origin, headers, kind: 'forge', hints: HINTS, failed } as const;
  return publishWith(options, ports, async (client) => {
    const author = await readOwnId(client, place);
    if (!author.ok) return author;
    const kept = await keepComment(createNoteStore(client, place, author.value, message), message);
    if (!kept.ok) return kept;
    if (kept.value === null) return { ok: true, value: NOTHING_POSTED };
    const { action, post, diagnostics } = kept.value;
    return { ok: true, value: { action, url: notePage(place, post), diagnostics } };
  });
}

/** No segment of the path leads elsewhere. */
const PROJECT = /^(\d+|(?!(.*\/)?\.{1,2}(\/|$))[\w.-]+(\/[\w.-]+)+)$/;

function readPlace(variables: CiVariables, number: number | null): GitlabPlace {
  const server = variables.optional('CI_SERVER_URL');
  const api = variables.optional('CI_API_V4_URL') || (server === '' ? '' : `${withoutEndSlashes(server)}/api/v4`);
  if (api === '') {
    variables.missing(
      'CI_API_V4_URL or CI_SERVER_URL',
      'is the address of GitLab’s API, such as https://gitlab.com/api/v4',
    );
  }
  const name = variables.optional('CI_API_V4_URL') === '' ? 'CI_SERVER_URL' : 'CI_API_V4_URL';
  const base = variables.address(name, api || 'https://gitlab.com/api/v4');
  return {
    origin: base.origin,
    prefix: withoutEndSlashes(base.pathname),
    // In a fork’s pipeline CI_PROJECT_ID is the fork, and the merge request belongs to the upstream project.
    project: encodeURIComponent(
      variables.required(
        ['CI_MERGE_REQUEST_PROJECT_ID', 'CI_PROJECT_ID'],
        PROJECT,
        'names the project by its number or its path, such as acme/fleet',
      ),
    ),
    number:
      number === null
        ? variables.required(
            ['CI_MERGE_REQUEST_IID'],
            /^\d{1,15}$/,
            'is the number of the merge request (or give --number)',
          )
        : String(number),
    token: variables.token(
      ['GITLAB_TOKEN'],
      variables.optional('CI_JOB_TOKEN') === ''
        ? 'is an access token with the scope `api`'
        : 'is an access token with the scope `api`; CI_JOB_TOKEN, which is set, cannot write notes',
    ),
    page: pageOf(variables.optional('CI_MERGE_REQUEST_PROJECT_URL', 'CI_PROJECT_URL')),
  };
}

function pageOf(project: string): string {
  return isWebAddress(project) ? `${project}/-/merge_requests` : '';
}

function notePage({ page, number }: GitlabPlace, { id }: Post): string | null {
  return page === '' ? null : `${page}/${number}#note_${id}`;
}

/** The user of the token: project and group access tokens have their own. */
async function readOwnId(client: PublishClient, { prefix }: GitlabPlace): Promise<StepResult<number>> {
  const path = `${prefix}/user`;
  const response = await client.call({ method: 'GET', path });
  if (!response.ok) return response;
  const { id } = objectOf(response.value);
  if (typeof id === 'number') return { ok: true, value: id };
  return unusable(path, response.value.status, 'the response does not say whose token this is');
}

function createNoteStore(
  client: PublishClient,
  { prefix, project, number }: GitlabPlace,
  author: number,
  message: StampedMessage,
): CommentStore {
  const notes = `${prefix}/projects/${project}/merge_requests/${number}/notes`;
  const body = withoutQuickActions(message.body);
  return {
    client,
    stamp: message.stamp,
    isOwn: (note) => note.author?.key === author,
    mayBeOwn: (note) => note.author === null,
    find: () =>
      pickFromPages(client, `${notes}?per_page=100&order_by=created_at&sort=asc`, (entry) => {
        const note = entry.system === true ? null : readNote(entry);
        return note !== null && startsWithMarker(note.body, message.marker) ? note : null;
      }),
    isCurrent: (note) => equalBodies(note.body, body),
    create: () => createPost(client, notes, { body }, readNote),
    update: ({ id }) => changePost(client, 'PUT', `${notes}/${id}`, { body }, readNote),
    remove: ({ id }) => deletePost(client, `${notes}/${id}`),
  };
}

/** null without an id. */
function readNote({ id, body, author }: JsonObject): Post | null {
  // It becomes part of a path that is requested with the token.
  if (typeof id !== 'number' || !Number.isSafeInteger(id)) return null;
  return {
    id,
    title: '',
    body: typeof body === 'string' ? body : '',
    url: null,
    author: readAuthor(author),
    isClosed: false,
  };
}

function readAuthor(author: JsonValue | undefined): Post['author'] {
  if (!isJsonObject(author) || typeof author.id !== 'number') return null;
  return { key: author.id, name: typeof author.username === 'string' ? author.username : `user ${author.id}` };
}

/** Escapes quick actions such as `/close`, which GitLab would execute. */
function withoutQuickActions(body: string): string {
  return body.replace(/^([^\S\r\n]*)\/(?=\w)/gm, '$1\\/');
}
