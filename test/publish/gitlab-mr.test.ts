import { describe, expect, it } from 'vitest';
import { publishTo } from '../../src/publish/index.ts';
import { fakeGitlab, NOTES } from './fake-gitlab.ts';
import { done, MARKER, message, ports, refused, stamped, TOKEN } from './local-server.ts';

const MR = { kind: 'gitlab-mr', number: null } as const;
const FIRST_PAGE = `GET ${NOTES}?per_page=100&order_by=created_at&sort=asc`;

describe('one note on a merge request', () => {
  it('is created, kept when equal, and updated in place', async () => {
    const gitlab = await fakeGitlab();
    const first = done(await publishTo(MR, message(), ports(gitlab.environment)));
    const url = 'https://gitlab.example/acme/fleet/-/merge_requests/7#note_500';
    expect(first).toEqual({ action: 'created', url, diagnostics: [] });
    expect(gitlab.calls()).toEqual(['GET /api/v4/user', FIRST_PAGE, `POST ${NOTES}`]);
    expect(gitlab.received[2]?.headers).toMatchObject({ 'private-token': TOKEN, 'content-type': 'application/json' });
    expect(gitlab.received[2]?.headers.authorization).toBeUndefined();
    expect(JSON.parse(gitlab.received[2]?.body ?? '')).toEqual({ body: stamped() });

    expect(done(await publishTo(MR, message(), ports(gitlab.environment))).action).toBe('unchanged');
    const changed = message({ body: `${MARKER}\nnew` });
    expect(done(await publishTo(MR, changed, ports(gitlab.environment)))).toMatchObject({ action: 'updated', url });
    expect(gitlab.writes()).toEqual([`POST ${NOTES}`, `PUT ${NOTES}/500`]);
    expect(gitlab.notes).toMatchObject([{ body: stamped(`${MARKER}\nnew`) }]);
  });

  it.each(['numbers', 'links'] as const)('is found on the third page, by %s', async (paging) => {
    const gitlab = await fakeGitlab({ paging });
    gitlab.note(9, message().body);
    gitlab.note(3, message().body, 'system');
    gitlab.note(9, 'hello');
    gitlab.note(3, `> ${message().body}`);
    gitlab.note(3, `${MARKER}\nold`);
    expect(done(await publishTo(MR, message(), ports(gitlab.environment))).action).toBe('updated');
    expect(gitlab.calls().slice(1)).toEqual([
      FIRST_PAGE,
      `${FIRST_PAGE}&page=2`,
      `${FIRST_PAGE}&page=3`,
      `PUT ${NOTES}/504`,
    ]);
  });

  it('is not one whose id is no number, since the id becomes part of a path', async () => {
    const gitlab = await fakeGitlab();
    const evil = { ...gitlab.note(3, `${MARKER}\nold`), id: '../../../evil?x=' };
    gitlab.intercept(/^GET .*notes/, { status: 200, body: [evil] });
    expect(done(await publishTo(MR, message(), ports(gitlab.environment))).action).toBe('created');
    expect(gitlab.writes()).toEqual([`POST ${NOTES}`]);
  });

  it('cannot run a quick action, and is still recognized as equal', async () => {
    const gitlab = await fakeGitlab();
    const hostile = message({ body: `${MARKER}\n/close\n  /assign @x\na /close\n/ no\nhttps://x/y` });
    expect(done(await publishTo(MR, hostile, ports(gitlab.environment))).action).toBe('created');
    expect(gitlab.notes[0]?.body).toBe(stamped(`${MARKER}\n\\/close\n  \\/assign @x\na /close\n/ no\nhttps://x/y`));
    expect(done(await publishTo(MR, hostile, ports(gitlab.environment))).action).toBe('unchanged');
  });

  it('belongs to the project of the merge request, not to the fork, on the API of the server', async () => {
    const gitlab = await fakeGitlab();
    const { CI_API_V4_URL: _api, ...rest } = gitlab.environment;
    const fork = { ...rest, CI_SERVER_URL: `${gitlab.url}/`, CI_PROJECT_ID: '99', CI_MERGE_REQUEST_PROJECT_ID: '42' };
    const CI_MERGE_REQUEST_PROJECT_URL = 'https://gitlab.example/upstream/fleet';
    const published = await publishTo(
      { ...MR, number: 7 },
      message(),
      ports({ ...fork, CI_MERGE_REQUEST_PROJECT_URL }),
    );
    const url = `${CI_MERGE_REQUEST_PROJECT_URL}/-/merge_requests/7#note_500`;
    expect(done(published)).toMatchObject({ action: 'created', url });
  });
});

describe('a missing value', () => {
  it('is reported with all others, with a note that the job token is not enough', async () => {
    const problems = refused(await publishTo(MR, message(), ports({ CI_JOB_TOKEN: 'job' })));
    expect(problems.map(({ summary }) => summary)).toEqual([
      'CI_API_V4_URL or CI_SERVER_URL is not set.',
      'CI_MERGE_REQUEST_PROJECT_ID or CI_PROJECT_ID is not set.',
      'CI_MERGE_REQUEST_IID is not set.',
      'GITLAB_TOKEN is not set.',
    ]);
    expect(problems.at(-1)?.hint).toContain('CI_JOB_TOKEN, which is set, cannot write notes');
  });

  it('is not reported when the service rejects a token of the right type', async () => {
    const gitlab = await fakeGitlab();
    const wrong = { ...gitlab.environment, GITLAB_TOKEN: 'glpat-wrong' };
    expect(refused(await publishTo(MR, message(), ports(wrong)))).toMatchObject([
      {
        code: 'credentials-rejected',
        detail: `GET ${gitlab.url}/api/v4/user returned 401: 401 Unauthorized (request id 01ABC)`,
      },
    ]);
  });
});

describe('an invalid value', () => {
  it.each([
    ['CI_PROJECT_ID', '7/../8'],
    ['CI_PROJECT_ID', 'acme/..'],
    ['CI_PROJECT_ID', '7%2F..%2F8'],
    ['CI_PROJECT_ID', '7?private_token=x'],
    ['CI_MERGE_REQUEST_PROJECT_ID', '42/../8'],
    ['CI_MERGE_REQUEST_IID', '7/../8'],
    ['CI_MERGE_REQUEST_IID', '7#note'],
    ['CI_API_V4_URL', 'http://gitlab.example/api/v4'],
    ['CI_API_V4_URL', 'https://gitlab.example/api/v4?private_token=x'],
    ['CI_API_V4_URL', `https://x:${TOKEN}@gitlab.example/api/v4`],
    ['GITLAB_TOKEN', 'two\r\nlines'],
  ])('of %s is not sent: %s', async (name, value) => {
    const gitlab = await fakeGitlab();
    const problems = refused(await publishTo(MR, message(), ports({ ...gitlab.environment, [name]: value })));
    expect(problems).toMatchObject([{ code: 'publish-variable-invalid', summary: expect.stringContaining(name) }]);
    expect(gitlab.calls()).toEqual([]);
  });

  it('of the address of the project is no link', async () => {
    const gitlab = await fakeGitlab();
    for (const CI_PROJECT_URL of [`https://x:${TOKEN}@gitlab.example/acme/fleet`, 'javascript:alert(1)']) {
      const published = await publishTo(MR, message(), ports({ ...gitlab.environment, CI_PROJECT_URL }));
      expect(done(published).url).toBeNull();
    }
  });
});

it('names a project by its path', async () => {
  const gitlab = await fakeGitlab();
  const environment = { ...gitlab.environment, CI_PROJECT_ID: 'acme/data.team/fleet' };
  refused(await publishTo(MR, message(), ports(environment)));
  expect(gitlab.calls()[1]).toContain('/api/v4/projects/acme%2Fdata.team%2Ffleet/merge_requests/7/notes');
});
