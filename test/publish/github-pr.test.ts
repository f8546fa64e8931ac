import { describe, expect, it } from 'vitest';
import { type PublishPorts, publishTo } from '../../src/publish/index.ts';
import { fakeGithub } from './fake-github.ts';
import { done, MARKER, message, ports, refused, STAMP, stamped, TOKEN } from './local-server.ts';

const PR = { kind: 'github-pr', number: 7 } as const;
const COMMENTS = '/api/v3/repos/acme/fleet/issues/7/comments';

function publish(to: PublishPorts, body = message().body) {
  return publishTo(PR, message({ body }), to);
}

describe('one comment on a pull request', () => {
  it('is created with exactly these requests, and not written again without changes', async () => {
    const github = await fakeGithub();
    const first = done(await publish(ports(github.environment)));
    expect(first).toEqual({ action: 'created', url: 'https://github.example/acme/fleet/101', diagnostics: [] });
    const list = `GET ${COMMENTS}?per_page=100`;
    expect(github.calls()).toEqual(['GET /api/v3/user', list, `POST ${COMMENTS}`]);
    const [, , post] = github.received;
    expect(post?.headers).toMatchObject({
      authorization: `Bearer ${TOKEN}`,
      'x-github-api-version': '2022-11-28',
    });
    expect(JSON.parse(post?.body ?? '')).toEqual({ body: stamped() });
    // The service stored other line ends, and none at the end.
    expect(github.comments.get(7)?.[0]?.body).not.toBe(stamped());

    expect(done(await publish(ports(github.environment))).action).toBe('unchanged');
    expect(github.writes()).toEqual([`POST ${COMMENTS}`]);
  });

  it('is searched for when the service does not return the created one, and is not created twice', async () => {
    const github = await fakeGithub();
    github.intercept(/^POST .*comments/, ({ body }) => {
      github.comment(7, 'octocat', JSON.parse(body).body);
      return { status: 200, body: 'null' };
    });
    expect(done(await publish(ports(github.environment))).action).toBe('created');
    expect(github.comments.get(7)).toHaveLength(1);
  });

  it('is not one whose id is no number, since the id becomes part of a path', async () => {
    const github = await fakeGithub();
    const evil = { id: '../../../../evil/path?x=', body: `${MARKER}\nold`, user: { login: 'octocat' } };
    github.intercept(/^GET .*comments/, { status: 200, body: [evil] });
    expect(done(await publish(ports(github.environment))).action).toBe('created');
    expect(github.writes()).toEqual([`POST ${COMMENTS}`]);
  });

  it('is found on the third page and updated in place; the later of several are deleted', async () => {
    const github = await fakeGithub();
    for (const text of ['a', 'b', 'c', 'd']) github.comment(7, 'someone', text);
    const mine = github.comment(7, 'octocat', `${MARKER}\nold`);
    const second = github.comment(7, 'octocat', message().body);
    const result = done(await publish(ports(github.environment)));
    expect(result).toMatchObject({ action: 'updated', url: mine.html_url });
    expect(github.calls().slice(1)).toEqual([
      `GET ${COMMENTS}?per_page=100`,
      `GET ${COMMENTS}?per_page=100&page=2`,
      `GET ${COMMENTS}?per_page=100&page=3`,
      `PATCH /api/v3/repos/acme/fleet/issues/comments/${mine.id}`,
      `DELETE /api/v3/repos/acme/fleet/issues/comments/${second.id}`,
    ]);
    expect(mine.body).toContain('2 pipes to update');
    expect(github.comments.get(7)?.at(-1)).toBe(mine);
  });

  it('is never one of another person or bot, or a quote of ours', async () => {
    const github = await fakeGithub({ login: 'fleet-keeper[bot]' });
    const foreign = [
      github.comment(7, 'mallory', message().body),
      github.comment(7, 'quoting[bot]', message().body),
      github.comment(7, 'github-actions[bot]', message().body),
      github.comment(7, 'fleet-keeper', message().body),
      github.comment(7, 'fleet-keeper[bot]', `> ${message().body}`),
      github.comment(7, 'fleet-keeper[bot]', `${MARKER} and more\n`),
    ].map((post) => ({ ...post }));
    expect(done(await publish(ports(github.environment))).action).toBe('created');
    expect(done(await publish(ports(github.environment))).action).toBe('unchanged');
    expect(done(await publish(ports(github.environment), `${MARKER}\nnew`)).action).toBe('updated');
    const posts = github.comments.get(7) ?? [];
    expect(posts.slice(0, foreign.length)).toEqual(foreign);
    expect(posts).toHaveLength(foreign.length + 1);
    expect(posts.at(-1)).toMatchObject({ user: { login: 'fleet-keeper[bot]' }, body: `${MARKER}\r\n${STAMP}\r\nnew` });
    expect(github.received[1]).toMatchObject({ method: 'POST', body: '{"query":"{ viewer { login } }"}' });
  });

  it('is the one of the Actions bot when the token cannot be resolved to a user', async () => {
    const github = await fakeGithub({ login: 'github-actions[bot]', graphql: 'closed' });
    expect(done(await publish(ports(github.environment))).action).toBe('created');
    github.comment(7, 'quoting[bot]', message().body);
    expect(done(await publish(ports(github.environment))).action).toBe('unchanged');
    expect(github.writes()).toHaveLength(1);
  });

  it('is the next one when the oldest was deleted in the meantime, and another publisher deletes the others', async () => {
    const github = await fakeGithub();
    for (const text of ['a', 'b', 'c']) github.comment(7, 'octocat', `${MARKER}\n${text}`);
    const gone = { status: 404, body: { message: 'Not Found' } };
    github.intercept(/^PATCH/, gone);
    github.intercept(/^DELETE/, gone);
    const result = done(await publish(ports(github.environment)));
    expect(result).toEqual({ action: 'updated', url: 'https://github.example/acme/fleet/102', diagnostics: [] });
    const ids = [101, 102].map((id) => `PATCH /api/v3/repos/acme/fleet/issues/comments/${id}`);
    expect(github.writes()).toEqual([...ids, 'DELETE /api/v3/repos/acme/fleet/issues/comments/103']);
  });

  it('is created when it was deleted in the meantime', async () => {
    const github = await fakeGithub();
    github.comment(7, 'octocat', `${MARKER}\nold`);
    github.intercept(/^PATCH/, () => {
      github.comments.set(7, []);
      return { status: 404, body: { message: 'Not Found' } };
    });
    expect(done(await publish(ports(github.environment))).action).toBe('created');
    expect(github.comments.get(7)).toHaveLength(1);
  });

  it('shows the CI run that made it, which alone is no change, and the commit, which is', async () => {
    const github = await fakeGithub();
    const run = (number: number) => ({
      ...github.environment,
      GITHUB_SERVER_URL: 'https://github.example',
      GITHUB_RUN_ID: String(number),
    });
    const send = async (number: number, commit: string) =>
      done(await publishTo(PR, message({ commit }), ports(run(number))));
    expect((await send(12, 'a1')).action).toBe('created');
    expect(github.comments.get(7)?.[0]?.body).toMatch(
      /commit=a1 run=12 -->\r\n[\s\S]*\r\n\r\n\[The CI run\]\(https:\/\/github\.example\/acme\/fleet\/actions\/runs\/12\)$/,
    );
    expect((await send(13, 'a1')).action).toBe('unchanged');
    expect((await send(14, 'b2')).action).toBe('updated');
    // A run of another commit that is repeated after it.
    expect(await send(13, 'a1')).toMatchObject({ action: 'none', diagnostics: [{ code: 'publish-outdated' }] });
    expect((await send(13, 'b2')).action).toBe('unchanged');
  });

  it('is not created for a report without changes where only changes are posted, but is updated', async () => {
    const github = await fakeGithub();
    const publishPorts = ports(github.environment);
    const clean = message({ status: 'clean', onlyChanges: true, body: `${MARKER}\nNo changes` });
    expect(done(await publishTo(PR, clean, publishPorts))).toEqual({ action: 'none', url: null, diagnostics: [] });
    expect(github.writes()).toEqual([]);
    done(await publishTo(PR, message({ onlyChanges: true }), publishPorts));
    expect(done(await publishTo(PR, clean, publishPorts)).action).toBe('updated');
    expect(github.comments.get(7)).toMatchObject([{ body: expect.stringContaining('No changes') }]);
    const slack = await publishTo({ kind: 'slack' }, clean, publishPorts);
    expect(done(slack).action).toBe('none');
  });

  it('is added once beside that of an earlier account, which is named each time', async () => {
    const github = await fakeGithub();
    const old = github.comment(7, 'earlier[bot]', stamped());
    const named = {
      severity: 'warning',
      code: 'publish-author',
      summary: expect.stringContaining('earlier[bot] wrote'),
    };
    for (const action of ['created', 'unchanged']) {
      const result = done(await publish(ports(github.environment)));
      expect(result).toMatchObject({ action, diagnostics: [named] });
      expect(result.diagnostics[0]?.summary).toContain(old.html_url);
    }
    expect(github.comments.get(7)).toHaveLength(2);
  });

  it.each([
    ['the service names no author', { authors: 'hidden' }],
    ['the service does not name the account of the token', { login: 'keeper[bot]', graphql: 'closed' }],
  ] as const)('is not added at each run when %s', async (_, options) => {
    const github = await fakeGithub(options);
    expect(done(await publish(ports(github.environment)))).toMatchObject({
      action: 'created',
      diagnostics: [{ severity: 'warning', code: 'publish-author' }],
    });
    const problems = refused(await publish(ports(github.environment)));
    expect(problems).toMatchObject([{ code: 'publish-author', summary: expect.stringContaining('/101') }]);
    expect(github.comments.get(7)).toHaveLength(1);
  });
});

describe('the number of the pull request', () => {
  const event = (text: unknown) => ({ readFile: async () => JSON.stringify(text) });
  it.each([
    ['a pull request event', { pull_request: { number: 7 }, number: 7 }, {}],
    ['a comment on a pull request', { issue: { number: 7, pull_request: {} } }, {}],
    ['the ref, when the event is about an issue', { issue: { number: 3 } }, { GITHUB_REF: 'refs/pull/7/merge' }],
    ['a merge queue', { merge_group: {} }, { GITHUB_REF: 'refs/heads/gh-readonly-queue/release/2.x/pr-7-4f2a9c1e' }],
    ['a workflow that follows another', { workflow_run: { pull_requests: [{ number: 7 }] } }, {}],
    ['Jenkins', {}, { CHANGE_ID: '7' }],
    ['Buildkite', {}, { BUILDKITE_PULL_REQUEST: '7' }],
    ['CircleCI', {}, { CIRCLE_PULL_REQUEST: 'https://github.example/acme/fleet/pull/7' }],
    ['Azure Pipelines', {}, { SYSTEM_PULLREQUEST_PULLREQUESTNUMBER: '7', SYSTEM_PULLREQUEST_PULLREQUESTID: '913' }],
    ['Drone', {}, { DRONE_PULL_REQUEST: '7' }],
  ])('comes from %s', async (_name, text, environment) => {
    const github = await fakeGithub();
    const publishPorts = ports(
      { ...github.environment, GITHUB_EVENT_PATH: '/event.json', ...environment },
      event(text),
    );
    done(await publishTo({ kind: 'github-pr', number: null }, message(), publishPorts));
    expect(github.writes()).toEqual([`POST ${COMMENTS}`]);
  });

  it.each([
    ['a workflow that ran for several', { workflow_run: { pull_requests: [{ number: 7 }, { number: 8 }] } }, {}],
    ['a workflow that ran for none', { workflow_run: { pull_requests: [] } }, {}],
    ['a build of a branch', {}, { BUILDKITE_PULL_REQUEST: 'false', TRAVIS_PULL_REQUEST: 'false' }],
    ['another branch', {}, { GITHUB_REF: 'refs/heads/main/pr-7-4f2a9c1e' }],
  ])('does not come from %s', async (_name, text, environment) => {
    const given = { GITHUB_REPOSITORY: 'acme/fleet', GITHUB_TOKEN: TOKEN, GITHUB_EVENT_PATH: '/e', ...environment };
    const result = await publishTo({ kind: 'github-pr', number: null }, message(), ports(given, event(text)));
    expect(refused(result)).toMatchObject([{ summary: 'The number of the pull request is not set.' }]);
  });

  it('is reported as missing together with all other missing values', async () => {
    const result = await publishTo(
      { kind: 'github-pr', number: null },
      message(),
      ports({ GITHUB_REF: 'refs/heads/main' }),
    );
    expect(refused(result).map(({ code, summary }) => `${code}: ${summary}`)).toEqual([
      'publish-variable-invalid: GITHUB_REPOSITORY is not set.',
      'publish-variable-invalid: GITHUB_TOKEN or GH_TOKEN is not set.',
      'publish-variable-invalid: The number of the pull request is not set.',
    ]);
  });

  it.each([
    [{ GITHUB_REPOSITORY: '../..' }, 'GITHUB_REPOSITORY'],
    [{ GITHUB_REPOSITORY: 'acme/fleet/../../x' }, 'GITHUB_REPOSITORY'],
    [{ GITHUB_TOKEN: 'two\r\nlines' }, 'GITHUB_TOKEN: '],
    [{ GITHUB_TOKEN: '', GH_TOKEN: 'two\r\nlines' }, 'GH_TOKEN: '],
    [{ GITHUB_API_URL: 'http://github.example/api/v3' }, 'GITHUB_API_URL'],
    [{ GITHUB_API_URL: `https://x:${TOKEN}@github.example` }, 'GITHUB_API_URL'],
  ])('refuses %j', async (wrong, name) => {
    const good = { GITHUB_REPOSITORY: 'acme/fleet', GITHUB_TOKEN: TOKEN, GITHUB_API_URL: 'http://127.0.0.1:9' };
    const [problem, ...others] = refused(await publish(ports({ ...good, ...wrong })));
    expect(problem).toMatchObject({ code: 'publish-variable-invalid', summary: expect.stringContaining(name) });
    expect(others).toEqual([]);
  });
});
