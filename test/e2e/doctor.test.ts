import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { SetupCheck } from '../../src/model/diagnostic.ts';
import { findFaults } from '../apply/schemas.ts';
import { makeFolder } from './folder.ts';
import { openGate } from './gate.ts';
import { fleet, openWorkspace, pipe, readDocument, type Workspace, type WorkspaceOptions } from './harness.ts';
import { openObserved, questions } from './observability.ts';
import { runHere } from './process.ts';

const orders = pipe(fleet, 'orders-prod');
const SECRETS = { PIPEFORM_KEY_ID: 'sandbox', PIPEFORM_KEY_SECRET: 'hush-hush', PIPEFORM_ACCESS_TOKEN: 'hush-token' };

async function diagnose({ run }: Pick<Workspace, 'run'>, env: Record<string, string> = {}) {
  const { code, stdout, stderr } = await run('doctor --format json', env);
  expect(stderr).toBe('');
  const document = readDocument<{ readonly checks: readonly SetupCheck[] }>(stdout);
  expect(findFaults('doctor', document)).toEqual([]);
  return { code, checks: Object.fromEntries(document.checks.map((check) => [check.name, check])) };
}

describe.concurrent('doctor', () => {
  test('0: all is well, with one read of one pipe, and nothing is left behind', async () => {
    const { run, folder, takeRequests } = await openWorkspace();
    const before = await readdir(folder);
    const { code, stdout, stderr } = await run('doctor');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(/^✓ Node {11}\d/m);
    expect(stdout).toMatch(/^✓ configuration {2}pipeform\.yaml: 5 pipes in 3 files$/m);
    expect(stdout).toMatch(/^✓ pipes API {6}http:\/\/127.*: pipe clickstream can be read$/m);
    expect(stdout).toMatch(/^✓ clock {10}same time as the service$/m);
    expect(stdout).toMatch(/\n\nAll checks passed\.\n$/);
    expect(Object.values(takeRequests())).toEqual([['GET']]);
    expect(await readdir(folder)).toEqual(before);
  });

  test('and plan tell once that the service announces the end of its API', async () => {
    const headers = { deprecation: '@1798675200', sunset: 'Fri, 31 Dec 2027 23:59:59 GMT' };
    const workspace = await openWorkspace({
      document: { pipes: { one: orders, two: pipe(fleet, 'payments-prod') } },
      address: ({ url }) => openGate(url, async (_, pass) => ({ ...(await pass()), headers })),
    });
    const words =
      'announces the end of this version of its API: Deprecation: Thu, 31 Dec 2026 00:00:00 GMT; Sunset: Fri, 31 Dec 2027 23:59:59 GMT';
    const { checks } = await diagnose(workspace);
    expect(checks['pipes-api']).toMatchObject({ status: 'pass', summary: expect.stringContaining(words) });
    const { code, stdout } = await workspace.run('plan');
    expect([code, stdout.split(words).length]).toEqual([0, 2]);
    expect(stdout).toContain('note[api-retiring]');
  });

  test('one query of the observability API, by the first check', async () => {
    const workspace = await openObserved();
    const { checks } = await diagnose(workspace);
    expect(checks['access-token']).toMatchObject({ status: 'pass' });
    expect(checks['observability-api']).toMatchObject({ status: 'pass', summary: expect.stringContaining('check ') });
    expect(questions(workspace)).toHaveLength(2);
  });

  test('0: what no check needs is a note', async () => {
    const unused = { pipes: { orders }, observability: { url: 'http://127.0.0.1:1' } };
    const workspace = await openWorkspace({ document: unused });
    const { code, checks } = await diagnose(workspace, { PIPEFORM_ACCESS_TOKEN: '' });
    expect(code).toBe(0);
    expect(checks['access-token']).toMatchObject({
      status: 'note',
      summary: 'No access token: PIPEFORM_ACCESS_TOKEN is not set.',
      detail: 'The configuration has no check that needs it.',
    });
    expect(checks['observability-api']).toMatchObject({
      status: 'note',
      hint: expect.stringContaining('`pipeform sandbox --port 1`'),
    });
    const { stdout } = await workspace.run('doctor', { PIPEFORM_ACCESS_TOKEN: '' });
    expect(stdout).toMatch(/^i access token {7}No access token/m);
    expect(stdout).toMatch(/\n\nAll checks passed\.\n$/);
  });

  const NOBODY = { PIPEFORM_API_URL: 'http://127.0.0.1:1' };
  const REFUSED = {
    summary: expect.stringMatching(/http:\/\/127\.0\.0\.1:1.*(refused|cannot be reached)/),
    detail: expect.stringContaining('ECONNREFUSED'),
  };
  const SOCKS = { PIPEFORM_API_URL: 'https://api.invalid', HTTPS_PROXY: 'socks5://clerk:hush@127.0.0.1:1' };
  const UNUSABLE = { summary: expect.stringContaining('HTTPS_PROXY') };
  const NO_KEY = { PIPEFORM_KEY_ID: '' };
  const openLate = () => {
    const headers = { date: new Date(Date.now() - 3_600_000).toUTCString() };
    const address = () => openGate('', async () => ({ status: 424, headers, body: '{}' }));
    return openWorkspace({ document: { pipes: { orders } }, address });
  };
  const openWithFile = async () => {
    const workspace = await openWorkspace();
    await workspace.write({ '.pipeform': 'a file' });
    return workspace;
  };

  test.each<[string, () => Promise<Workspace>, Record<string, string>, string, object]>([
    ['a check without an access token', openObserved, { PIPEFORM_ACCESS_TOKEN: '' }, 'access-token', {}],
    [
      'an invalid configuration',
      () => openWorkspace({ document: { pipes: { orders: 5 } } }),
      {},
      'configuration',
      { hint: 'Run `pipeform validate`.' },
    ],
    [
      'an address that is refused, with its host, its line and its variable',
      openWorkspace,
      { PIPEFORM_API_URL: '127.0.0.1:4010' },
      'configuration',
      {
        summary: expect.stringMatching(/^pipeform\.yaml:\d+: 127\.0\.0\.1:4010 is an address without http:\/\//),
        detail: 'It is the value of ${PIPEFORM_API_URL:-http://127.0.0.1:4010}.',
      },
    ],
    ['nobody at the address', openWorkspace, NOBODY, 'pipes-api', REFUSED],
    ['nobody at the address, without credentials', openWorkspace, { ...NOBODY, ...NO_KEY }, 'pipes-api', REFUSED],
    [
      'a clock that differs from that of the service',
      openLate,
      {},
      'clock',
      {
        summary: expect.stringMatching(/^this machine is (1h|59m\d+s|1h.*) ahead of the service$/),
        hint: 'Synchronize the clock of this machine.',
      },
    ],
    ['a proxy that cannot be used', openWorkspace, SOCKS, 'proxy', UNUSABLE],
    ['a proxy that cannot be used, without credentials', openWorkspace, { ...SOCKS, ...NO_KEY }, 'proxy', UNUSABLE],
    [
      'a file where the journal would be',
      openWithFile,
      {},
      'journal',
      { summary: expect.stringContaining('.pipeform') },
    ],
  ])('1: %s', async (_, open, env, name, expected) => {
    const { code, checks } = await diagnose(await open(), env);
    expect(code).toBe(1);
    expect(checks[name]).toMatchObject({ status: 'fail', ...expected });
    expect(JSON.stringify(checks)).not.toContain('hush');
  });

  test('1: no configuration', async () => {
    const { code, stdout } = await runHere(['doctor'], { cwd: await makeFolder() });
    expect(code).toBe(1);
    expect(stdout).toMatch(/^✗ configuration {2}There is no pipeform\.yaml/m);
    expect(stdout).toContain('`pipeform init` writes a first one.');
  });

  test.each<[string, WorkspaceOptions, Record<string, string>, number, string]>([
    ['without credentials', {}, { PIPEFORM_KEY_SECRET: '' }, 1, 'accepts connections'],
    ['without pipes', { document: { pipes: {} } }, {}, 0, 'accepts connections; the configuration has no pipe to read'],
  ])('%s, only a connection is opened', async (_, options, env, expected, summary) => {
    const workspace = await openWorkspace(options);
    const { code, checks } = await diagnose(workspace, env);
    expect(code).toBe(expected);
    expect(checks.credentials?.status).toBe(expected === 0 ? 'pass' : 'fail');
    expect(checks['pipes-api']).toMatchObject({ status: 'pass', summary: expect.stringContaining(summary) });
    expect(workspace.takeRequests()).toEqual({});
  });

  test('1: rejected credentials, which are never shown', async () => {
    const { run } = await openObserved();
    for (const line of ['doctor', 'doctor --format json']) {
      const { code, stdout, stderr } = await run(line, SECRETS);
      expect(code).toBe(1);
      expect(stdout).toContain(' returned 401)');
      expect(stdout).toContain('(access token of PIPEFORM_ACCESS_TOKEN rejected; http://');
      expect(stdout + stderr).not.toContain('hush');
    }
  });

  test('an idle service, or one over its rate limit, answers, and is asked once', async () => {
    const idle = await openWorkspace({ switches: { idleServices: ['analytics'] } });
    const limited = await openWorkspace({ switches: { rateLimit: { requests: 1, perMs: 600_000 } } });
    await diagnose(limited);
    limited.takeRequests();
    for (const [workspace, status] of [
      [idle, 424],
      [limited, 429],
    ] as const) {
      const { code, checks } = await diagnose(workspace);
      expect(code).toBe(0);
      const summary = expect.stringContaining(`responds with ${status}`);
      expect(checks['pipes-api']).toMatchObject({ status: 'pass', summary });
      expect(Object.values(workspace.takeRequests())).toEqual([[`GET -> ${status}`]]);
    }
  });

  test('names the proxy, without its password', async () => {
    const env = { PIPEFORM_API_URL: 'https://api.invalid', HTTPS_PROXY: 'http://clerk:hush@127.0.0.1:1' };
    const { code, checks } = await diagnose(await openWorkspace(), env);
    expect(code).toBe(1);
    expect(checks.proxy).toMatchObject({
      status: 'pass',
      summary: expect.stringContaining('uses 127.0.0.1:1 (HTTPS_PROXY)'),
    });
    expect(checks['pipes-api']).toMatchObject({ status: 'fail', detail: expect.stringContaining('HTTPS_PROXY') });
    expect(JSON.stringify(checks)).not.toContain('hush');
  });

  test('a journal that exists stays as it is', async () => {
    const workspace = await openWorkspace();
    const runs = join(workspace.folder, '.pipeform', 'runs');
    await mkdir(runs, { recursive: true });
    await writeFile(join(runs, 'kept'), '');
    expect((await diagnose(workspace)).checks.journal).toMatchObject({ status: 'pass' });
    expect(await readdir(runs)).toEqual(['kept']);
  });
});
