import {
  type Answer,
  type LocalServer,
  type Network,
  type Request,
  serve,
  serveInProcess,
  TOKEN,
} from './local-server.ts';

export const NOTES = '/api/v4/projects/42/merge_requests/7/notes';

export interface Note {
  id: number;
  body: string;
  system: boolean;
  author: { id: number; username: string };
}

export interface FakeGitlab extends LocalServer {
  readonly environment: Readonly<Record<string, string>>;
  readonly notes: Note[];
  note(author: number, body: string, kind?: 'system'): Note;
}

export interface FakeGitlabOptions {
  /** By the number of the next page, or only by links. */
  readonly paging?: 'numbers' | 'links';
  readonly perPage?: number;
  readonly network?: Network;
}

/** GitLab's notes as far as publishing uses them. */
export async function fakeGitlab(options: FakeGitlabOptions = {}): Promise<FakeGitlab> {
  const { paging = 'numbers', perPage = 2, network } = options;
  const notes: Note[] = [];
  let nextId = 500;
  const add = (author: number, body: string, kind?: 'system'): Note => {
    const made = {
      id: nextId,
      body: body.trim(),
      system: kind === 'system',
      author: { id: author, username: `u${author}` },
    };
    nextId += 1;
    notes.push(made);
    return made;
  };
  const page = ({ url }: Request): Answer => {
    const number = Number(url.searchParams.get('page') ?? 1);
    const isLast = number * perPage >= notes.length;
    const next = new URL(url);
    next.searchParams.set('page', String(number + 1));
    const headers =
      paging === 'numbers'
        ? { 'x-next-page': isLast ? '' : String(number + 1) }
        : { link: `<${url}>; rel="first"${isLast ? '' : `, <${next}>; rel="next"`}` };
    return { status: 200, headers, body: notes.slice((number - 1) * perPage, number * perPage) };
  };
  const handle = (request: Request): Answer => {
    const { method, url, headers, body } = request;
    if (headers['private-token'] !== TOKEN) {
      return { status: 401, body: { message: '401 Unauthorized' }, headers: { 'x-request-id': '01ABC' } };
    }
    if (url.pathname === '/api/v4/user') return { status: 200, body: { id: 3, username: 'project_42_bot' } };
    if (url.pathname === NOTES && method === 'GET') return page(request);
    if (url.pathname === NOTES && method === 'POST') return { status: 201, body: add(3, JSON.parse(body).body) };
    const note = notes.find(({ id }) => url.pathname === `${NOTES}/${id}`);
    if (note === undefined) return { status: 404, body: { message: '404 Not found' } };
    if (method === 'DELETE') {
      notes.splice(notes.indexOf(note), 1);
      return { status: 204 };
    }
    if (method !== 'PUT') return { status: 405, body: { error: '405 Not Allowed' } };
    note.body = JSON.parse(body).body.trim();
    return { status: 200, body: note };
  };
  const server =
    network === undefined ? await serve(handle) : serveInProcess((request) => network.carry(request, handle));
  return {
    ...server,
    notes,
    note: add,
    environment: {
      CI_API_V4_URL: `${server.url}/api/v4`,
      CI_PROJECT_ID: '42',
      CI_MERGE_REQUEST_IID: '7',
      CI_PROJECT_URL: 'https://gitlab.example/acme/fleet',
      GITLAB_TOKEN: TOKEN,
    },
  };
}
