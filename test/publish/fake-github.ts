import {
  type Answer,
  type LocalServer,
  type Network,
  type Request,
  serve,
  serveInProcess,
  TOKEN,
} from './local-server.ts';

export interface FakePost {
  id: number;
  number: number;
  title: string;
  body: string;
  state: 'open' | 'closed';
  user: { login: string; type: 'User' | 'Bot' };
  labels: { name: string }[];
  html_url: string;
  pull_request?: object;
}

export interface FakeGithub extends LocalServer {
  readonly environment: Readonly<Record<string, string>>;
  /** By the number of the issue or pull request. */
  readonly comments: Map<number, FakePost[]>;
  readonly issues: FakePost[];
  comment(on: number, login: string, body: string): FakePost;
  issue(login: string, body: string, changes?: Partial<FakePost>): FakePost;
}

export interface FakeGithubOptions {
  /** The owner of the token; a login that ends in `[bot]` is an app, which may not request `/user`. */
  readonly login?: string;
  readonly graphql?: 'open' | 'closed';
  readonly perPage?: number;
  readonly authors?: 'shown' | 'hidden';
  /** Labels of new issues are kept only with write access. */
  readonly labels?: 'kept' | 'dropped';
  readonly network?: Network;
}

const REPOSITORY = '/api/v3/repos/acme/fleet';

/** GitHub's comments and issues, as far as publishing uses them: pages, authors, line ends, labels and 404s. */
export async function fakeGithub(options: FakeGithubOptions = {}): Promise<FakeGithub> {
  const { login = 'octocat', graphql = 'open', perPage = 2, labels = 'kept', authors = 'shown', network } = options;
  const isApp = login.endsWith('[bot]');
  const comments = new Map<number, FakePost[]>();
  const issues: FakePost[] = [];
  let lastId = 100;

  const post = (author: string, body: string, changes: Partial<FakePost> = {}): FakePost => {
    lastId += 1;
    const type = author.endsWith('[bot]') ? 'Bot' : 'User';
    return {
      id: lastId,
      number: lastId,
      title: '',
      // GitHub stores text like a form: CRLF line ends, trimmed at the end.
      body: body.trimEnd().replaceAll('\n', '\r\n'),
      state: 'open',
      user: { login: author, type },
      labels: [],
      html_url: `https://github.example/acme/fleet/${lastId}`,
      ...changes,
    };
  };
  const addComment = (on: number, author: string, body: string): FakePost => {
    const added = post(author, body);
    comments.set(on, [...(comments.get(on) ?? []), added]);
    return added;
  };
  const addIssue = (author: string, body: string, changes: Partial<FakePost> = {}): FakePost => {
    const added = post(author, body, { labels: [{ name: 'pipeform' }], ...changes });
    issues.push(added);
    return added;
  };

  const page = (request: Request, all: readonly FakePost[]): Answer => {
    const number = Number(request.url.searchParams.get('page') ?? 1);
    const next = new URL(request.url);
    next.searchParams.set('page', String(number + 1));
    const last = new URL(request.url);
    last.searchParams.set('page', String(Math.ceil(all.length / perPage)));
    const isLast = number * perPage >= all.length;
    const link = `<${next}>; rel="next", <${last}>; rel="last"`;
    const headers = { 'x-ratelimit-remaining': '4000', 'x-ratelimit-reset': '4000000000', ...(isLast ? {} : { link }) };
    // A comment has no number.
    const shown = all.slice((number - 1) * perPage, number * perPage);
    return { status: 200, headers, body: shown.map((entry) => strip(entry)) };
  };

  const strip = (entry: FakePost): object => {
    const shown = authors === 'shown' ? entry : { ...entry, user: undefined };
    const { number, title, state, labels: names, ...comment } = shown;
    return issues.some(({ id }) => id === entry.id) ? shown : comment;
  };
  const change = (found: FakePost, body: string): Answer => {
    const { labels: _labels, ...changes } = JSON.parse(body);
    Object.assign(found, changes);
    found.body = found.body.trimEnd().replaceAll('\n', '\r\n');
    return { status: 200, body: strip(found) };
  };
  const changeComment = (id: number, method: string, body: string): Answer => {
    for (const [on, posts] of comments) {
      const found = posts.find((post) => post.id === id);
      if (found === undefined) continue;
      if (method === 'PATCH') return change(found, body);
      if (method !== 'DELETE') break;
      comments.set(
        on,
        posts.filter((post) => post !== found),
      );
      return { status: 204 };
    }
    return notFound;
  };
  const notFound: Answer = { status: 404, body: { message: 'Not Found' }, headers: { 'x-github-request-id': 'AB:12' } };

  const handle = (request: Request): Answer => {
    const { method, url, headers, body } = request;
    if (headers.authorization !== `Bearer ${TOKEN}`) {
      return { status: 401, body: { message: 'Bad credentials' }, headers: { 'x-github-request-id': 'CD:34' } };
    }
    if (url.pathname === '/api/v3/user') {
      if (!isApp) return { status: 200, body: { login, id: 1, type: 'User' } };
      return { status: 403, body: { message: 'Resource not accessible by integration' } };
    }
    if (url.pathname === '/api/graphql') {
      return graphql === 'open' ? { status: 200, body: { data: { viewer: { login } } } } : notFound;
    }
    const path = url.pathname.startsWith(REPOSITORY) ? url.pathname.slice(REPOSITORY.length) : '';
    const [, on] = /^\/issues\/(\d+)\/comments$/.exec(path) ?? [];
    if (on !== undefined && method === 'GET') {
      return page(request, comments.get(Number(on)) ?? []);
    }
    if (on !== undefined && method === 'POST') {
      return { status: 201, body: strip(addComment(Number(on), login, JSON.parse(body).body)) };
    }
    const [, comment] = /^\/issues\/comments\/(\d+)$/.exec(path) ?? [];
    if (comment !== undefined) return changeComment(Number(comment), method, body);
    const [, issue] = /^\/issues\/(\d+)$/.exec(path) ?? [];
    const found = issues.find(({ number }) => number === Number(issue));
    if (found !== undefined && method === 'PATCH') return change(found, body);
    if (path === '/issues' && method === 'GET') {
      const { state, labels: wanted, creator } = Object.fromEntries(url.searchParams);
      const listed = issues.filter(
        (entry) =>
          entry.state === state &&
          (wanted === undefined || entry.labels.some(({ name }) => name === wanted)) &&
          (creator === undefined || entry.user.login === creator),
      );
      return page(request, listed);
    }
    if (path === '/issues' && method === 'POST') {
      const given = JSON.parse(body);
      const names = labels === 'kept' ? given.labels.map((name: string) => ({ name })) : [];
      return { status: 201, body: addIssue(login, given.body, { title: given.title, labels: names }) };
    }
    return notFound;
  };

  const server =
    network === undefined ? await serve(handle) : serveInProcess((request) => network.carry(request, handle));
  return {
    ...server,
    comments,
    issues,
    comment: addComment,
    issue: addIssue,
    environment: { GITHUB_API_URL: `${server.url}/api/v3`, GITHUB_REPOSITORY: 'acme/fleet', GITHUB_TOKEN: TOKEN },
  };
}
