import { describe, expect, it } from 'vitest';
import { type PublishPorts, publishTo } from '../../src/publish/index.ts';
import { fakeGithub } from './fake-github.ts';
import { done, MARKER, message, ports, refused, STAMP, stamped } from './local-server.ts';

const ISSUES = '/api/v3/repos/acme/fleet/issues';
const list = (filter: string) => `GET ${ISSUES}?${filter}&sort=created&direction=asc&per_page=100`;
const OWN = list('state=open&creator=octocat');
const CLEAN = { status: 'clean', body: `${MARKER}\nin sync`, title: 'In sync', document: { kind: 'drift' } } as const;

function publish(to: PublishPorts, changes: Parameters<typeof message>[0] = {}, label = 'pipeform') {
  return publishTo({ kind: 'github-issue', label }, message(changes), to);
}

describe('an issue about drift', () => {
  it('is opened on differences, kept while they are equal, updated when they change, and closed with a comment when clean', async () => {
    const github = await fakeGithub();
    const publishPorts = ports(github.environment);
    expect(done(await publish(publishPorts)).action).toBe('created');
    expect(github.calls()).toEqual([
      'GET /api/v3/user',
      OWN,
      list('state=open&labels=pipeform'),
      list('state=closed&creator=octocat'),
      `POST ${ISSUES}`,
    ]);
    const { title } = message();
    const body = stamped();
    expect(JSON.parse(github.received.at(4)?.body ?? '')).toEqual({ title, body, labels: ['pipeform'] });

    expect(done(await publish(publishPorts)).action).toBe('unchanged');
    expect(github.writes()).toEqual([`POST ${ISSUES}`]);
    expect(done(await publish(publishPorts, { title: 'Pipeform drift: 3 pipes' })).action).toBe('updated');
    expect(github.received.at(-1)).toMatchObject({
      method: 'PATCH',
      body: JSON.stringify({ state: 'open', title: 'Pipeform drift: 3 pipes', body }),
    });

    const closed = done(await publish(publishPorts, CLEAN));
    expect(closed).toMatchObject({ action: 'closed', url: 'https://github.example/acme/fleet/101' });
    expect(github.writes().slice(-2)).toEqual([`POST ${ISSUES}/101/comments`, `PATCH ${ISSUES}/101`]);
    expect(JSON.parse(github.received.at(-1)?.body ?? '')).toEqual({
      state: 'closed',
      state_reason: 'completed',
      body: body.replace('run= ', 'run= closed ').replaceAll('\n', '\r\n').replace('-->\r\n#', '-->\n#'),
    });
    expect(github.comments.get(101)?.map((comment) => comment.body)).toEqual([`${MARKER}\r\n${STAMP}\r\nin sync`]);

    expect(done(await publish(publishPorts, CLEAN))).toEqual({ action: 'none', url: null, diagnostics: [] });
    expect(done(await publish(publishPorts)).action).toBe('created');
    expect(github.issues.map(({ state }) => state)).toEqual(['closed', 'open']);
  });

  it('is neither closed nor opened by an incomplete report alone', async () => {
    const github = await fakeGithub();
    const publishPorts = ports(github.environment);
    const incomplete = {
      status: 'incomplete',
      document: { kind: 'drift', summary: { error: 1, changes: 0 } },
    } as const;
    expect(done(await publish(publishPorts, incomplete)).action).toBe('none');
    expect(github.writes()).toEqual([]);

    const both = { status: 'incomplete', document: { kind: 'drift', summary: { error: 1, changes: 2 } } } as const;
    expect(done(await publish(publishPorts, both)).action).toBe('created');
    expect(done(await publish(publishPorts, { ...incomplete, body: `${MARKER}\n1 unread` })).action).toBe('updated');
    expect(github.issues).toMatchObject([{ state: 'open', body: `${MARKER}\r\n${STAMP}\r\n1 unread` }]);
  });

  it('is not a pull request or an issue of another author', async () => {
    const github = await fakeGithub({ login: 'github-actions[bot]' });
    const { body } = message();
    github.issue('github-actions[bot]', body, { pull_request: {} });
    github.issue('mallory', body);
    github.issue('quoting[bot]', body);
    const before = structuredClone(github.issues);
    expect(done(await publish(ports(github.environment), CLEAN)).action).toBe('none');
    expect(done(await publish(ports(github.environment))).action).toBe('created');
    expect(github.issues.slice(0, 3)).toEqual(before);
  });

  it('is the oldest of several, and the others are closed', async () => {
    const github = await fakeGithub();
    for (const text of ['a', 'b', 'c']) github.issue('octocat', `${MARKER}\n${text}`);
    expect(done(await publish(ports(github.environment)))).toMatchObject({
      action: 'updated',
      url: 'https://github.example/acme/fleet/101',
    });
    expect(github.issues.map(({ state }) => state)).toEqual(['open', 'closed', 'closed']);
    expect(JSON.parse(github.received.at(-1)?.body ?? '')).toMatchObject({
      state: 'closed',
      state_reason: 'not_planned',
    });

    github.issue('octocat', `${MARKER}\nd`);
    expect(done(await publish(ports(github.environment), CLEAN)).action).toBe('closed');
    expect(github.issues.map(({ state }) => state)).toEqual(Array(4).fill('closed'));
    expect(github.comments.get(101)).toHaveLength(1);
    expect(github.comments.has(104)).toBe(false);
  });

  it('is found by its author without its label, and reopened when a person closed it while the differences remain', async () => {
    const github = await fakeGithub({ labels: 'dropped' });
    const publishPorts = ports(github.environment);
    expect(done(await publish(publishPorts))).toMatchObject({ action: 'created', diagnostics: [] });
    expect(done(await publish(publishPorts)).action).toBe('unchanged');
    for (const issue of github.issues) issue.state = 'closed';
    expect(done(await publish(publishPorts, CLEAN)).action).toBe('none');
    const url = 'https://github.example/acme/fleet/101';
    expect(done(await publish(publishPorts))).toEqual({ action: 'reopened', url, diagnostics: [] });
    expect(github.issues).toMatchObject([{ number: 101, state: 'open' }]);
    expect(github.comments.get(101)).toMatchObject([{ body: expect.stringContaining('so it is open again') }]);
    expect(done(await publish(publishPorts)).action).toBe('unchanged');
  });

  it('is neither changed, closed nor opened by an older report', async () => {
    const github = await fakeGithub();
    const publishPorts = ports(github.environment);
    const at = (time: string) => ({ createdAt: `2026-11-20T${time}:00.000Z` });
    const outdated = { action: 'none', diagnostics: [{ severity: 'warning', code: 'publish-outdated' }] };
    done(await publish(publishPorts, at('10:00')));
    expect(done(await publish(publishPorts, { ...CLEAN, ...at('09:59') }))).toMatchObject(outdated);
    expect(done(await publish(publishPorts, { ...at('09:58'), title: 'Older' }))).toMatchObject(outdated);
    expect(done(await publish(publishPorts, { ...CLEAN, ...at('10:02') })).action).toBe('closed');
    expect(done(await publish(publishPorts, at('10:01')))).toMatchObject(outdated);
    expect(github.issues).toMatchObject([{ state: 'closed', title: message().title }]);
    expect(done(await publish(publishPorts, at('10:03'))).action).toBe('created');
  });

  it.each(['', 'a,b', 'x'.repeat(51)])('cannot have the label %j', async (label) => {
    const github = await fakeGithub();
    expect(refused(await publish(ports(github.environment), {}, label))).toMatchObject([
      { code: 'publish-variable-invalid' },
    ]);
    expect(github.received).toEqual([]);
  });

  it('has a title that fits and has no invisible characters', async () => {
    const github = await fakeGithub();
    const title = `a\u202eb ${'😀'.repeat(300)}`;
    expect(done(await publish(ports(github.environment), { title })).action).toBe('created');
    const sent: string = github.issues.at(-1)?.title ?? '';
    expect([...sent]).toHaveLength(256);
    expect(sent).toMatch(/^a\\u202eb 😀+…$/u);
    expect(done(await publish(ports(github.environment), { title })).action).toBe('unchanged');
  });
});
