import { describe, expect, it } from 'vitest';
import { type PublishPorts, publishTo } from '../../src/publish/index.ts';
import { fakeGithub } from './fake-github.ts';
import { done, MARKER, message, ports, refused, TOKEN } from './local-server.ts';

const PR = { kind: 'github-pr', number: 7 } as const;
const COMMENTS = '/api/v3/repos/acme/fleet/issues/7/comments';

function publish(to: PublishPorts, body = message().body) {
  return publishTo(PR, message({ body }), to);
}

describe('a failing service', () => {
  it('gets reads again after 502, and the update of a known comment', async () => {
    const github = await fakeGithub();
    github.comment(7, 'octocat', `${MARKER}\nold`);
    const bad = {
      status: 502,
      body: '<html><title>Bad gateway</title></html>',
      headers: { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '4000000000' },
    };
    github.intercept(/^GET .*comments/, bad, bad);
    github.intercept(/^PATCH/, 'lost', bad);
    const publishPorts = ports(github.environment);
    expect(done(await publish(publishPorts)).action).toBe('updated');
    expect(publishPorts.clock.slept).toEqual([125, 250, 125, 250]);
    expect(github.writes()).toHaveLength(3);
  });

  it('shows no secret in the address of the comment', async () => {
    const github = await fakeGithub();
    github.intercept(/^POST .*comments/, ({ body }) => {
      const { id } = github.comment(7, 'octocat', JSON.parse(body).body);
      return { status: 201, body: { id, html_url: `https://github.example/?access_token=${TOKEN}` } };
    });
    const { url } = done(await publish(ports(github.environment)));
    expect(url).toContain('https://github.example/');
    expect(url).not.toContain(TOKEN);
  });

  it('gets the comment again when a read shows that it is missing, a limited number of times', async () => {
    const github = await fakeGithub();
    github.intercept(/^POST .*comments/, { status: 502 });
    const publishPorts = ports(github.environment);
    expect(done(await publish(publishPorts)).action).toBe('created');
    expect(github.writes()).toHaveLength(2);
    expect(publishPorts.clock.slept).toEqual([1_000]);

    const down = await fakeGithub();
    down.intercept(/^POST .*comments/, 'lost', 'lost', 'lost', 'lost');
    const [problem] = refused(await publish(ports(down.environment)));
    expect(problem?.code).toBe('publish-unconfirmed');
    expect(down.writes()).toHaveLength(3);
  });

  it.each([
    ['403 with retry-after', { status: 403, body: {}, headers: { 'retry-after': '30' } }, 30_000],
    ['429 with retry-after', { status: 429, body: {}, headers: { 'retry-after': '30' } }, 30_000],
    [
      '403 with no requests left in the hour',
      {
        status: 403,
        headers: {
          date: 'Fri, 20 Nov 2026 10:00:00 GMT',
          'x-ratelimit-remaining': '0',
          'x-ratelimit-reset': String(Date.parse('2026-11-20T10:01:30Z') / 1000),
        },
      },
      90_000,
    ],
    [
      '403 that mentions the rate limit documentation',
      { status: 403, body: { message: 'slow', documentation_url: 'https://docs.example/rest/rate-limits' } },
      60_000,
    ],
    [
      '429 with hours until the reset of another limit',
      { status: 429, headers: { 'x-ratelimit-reset': '4000000000' } },
      60_000,
    ],
  ])('causes a wait: %s', async (_name, answer, waitMs) => {
    const github = await fakeGithub();
    github.intercept(/^POST .*comments/, answer);
    const publishPorts = ports(github.environment);
    expect(done(await publish(publishPorts)).action).toBe('created');
    expect(publishPorts.clock.slept).toEqual([waitMs]);
    expect(github.comments.get(7)).toHaveLength(1);
  });

  it('causes no wait longer than the budget', async () => {
    const github = await fakeGithub();
    github.intercept(/^GET .*comments/, {
      status: 403,
      body: { message: 'slow down' },
      headers: { 'retry-after': '3600' },
    });
    const publishPorts = ports(github.environment);
    const [problem] = refused(await publish(publishPorts));
    expect(problem).toMatchObject({
      code: 'rate-limited',
      detail: expect.stringContaining('requires a wait of 1h'),
    });
    expect(publishPorts.clock.slept).toEqual([]);
  });

  it('is reported in its own words when it rejects the token', async () => {
    const github = await fakeGithub();
    const wrong = { ...github.environment, GITHUB_TOKEN: ' ', GH_TOKEN: 'ghp_wrong' };
    const [problem] = refused(await publish(ports(wrong)));
    expect(problem).toMatchObject({
      code: 'credentials-rejected',
      detail: `GET ${github.url}/api/v3/user returned 401: Bad credentials (request id CD:34)`,
      hint: expect.stringMatching(/^Check the token in GH_TOKEN\. .*pull-requests: write/),
    });
    expect(github.received).toHaveLength(1);
  });

  it('cannot print the token or control characters by echoing them', async () => {
    const github = await fakeGithub();
    const words = `no \u001b[31m ${TOKEN} \u202e here`;
    github.intercept(/^POST .*comments/, { status: 422, body: { message: words } });
    const [problem] = refused(await publish(ports(github.environment)));
    expect(problem?.code).toBe('request-rejected');
    expect(problem?.detail).toContain('returned 422: no [31m [secret] \\u202e here');
    expect(github.writes()).toHaveLength(1);
  });

  it.each([
    ['a web page', { status: 200, body: '<!doctype html><title>Sign in</title>' }, 'Sign in', 'wrong-address'],
    [
      'a redirect to a page for signing in',
      { status: 302, headers: { location: 'https://evil.example/x?token=1' } },
      'https://evil.example',
      'wrong-address',
    ],
    ['no list', { status: 200, body: { comments: [] } }, 'not a list', 'invalid-response'],
  ])('is reported when it answers with %s', async (_name, answer, words, code) => {
    const github = await fakeGithub();
    github.intercept(/^GET .*comments/, ...Array(5).fill(answer));
    const [problem] = refused(await publish(ports(github.environment)));
    expect(problem).toMatchObject({ code, detail: expect.stringContaining(words) });
    expect(github.writes()).toEqual([]);
  });

  it('is named when the repository was renamed, or the conversation is locked', async () => {
    const github = await fakeGithub();
    const message = 'Moved Permanently';
    const location = { location: 'https://api.github.example/repositories/1/issues' };
    github.intercept(/^GET .*comments/, { status: 301, body: { message }, headers: location });
    expect(refused(await publish(ports(github.environment)))).toMatchObject([
      { code: 'publish-not-found', hint: expect.stringMatching(/^Set GITHUB_REPOSITORY to the name/) },
    ]);
    const locked = 'Unable to create comment because issue is locked';
    github.intercept(/^POST .*comments/, { status: 403, body: { message: locked } });
    expect(refused(await publish(ports(github.environment)))).toMatchObject([
      { code: 'publish-locked', detail: expect.stringContaining(locked), hint: expect.stringMatching(/^Unlock it/) },
    ]);
  });

  it.each(['<https://evil.example/api/v3/x?page=2>; rel="next"', '</elsewhere?page=2>; rel=next; title=x'])(
    'names a next page, which is asked for by its number alone: %s',
    async (link) => {
      const github = await fakeGithub();
      github.intercept(/^GET .*comments/, { status: 200, body: [], headers: { link } });
      expect(done(await publish(ports(github.environment))).action).toBe('created');
      const lists = [`GET ${COMMENTS}?per_page=100`, `GET ${COMMENTS}?per_page=100&page=2`];
      expect(github.calls().slice(1)).toEqual([...lists, `POST ${COMMENTS}`]);
    },
  );

  it('says until when it waits for a rate limit, and is abandoned when it is interrupted', async () => {
    const github = await fakeGithub();
    const stop = new AbortController();
    const waits: unknown[] = [];
    const onWait = (wait: unknown) => {
      waits.push(wait);
      stop.abort();
    };
    github.intercept(/^GET .*comments/, { status: 429, headers: { 'retry-after': '90' } });
    const [problem] = refused(await publish(ports(github.environment, { signal: stop.signal, onWait })));
    expect(waits).toMatchObject([{ source: 'announced', waitMs: 90_000, until: expect.stringMatching(/Z$/) }]);
    expect(problem?.code).toBe('interrupted');
  });
});
