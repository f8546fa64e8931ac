import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { createQuickstartFleet } from '../../src/sandbox/index.ts';
import { createLatch } from '../e2e/gate.ts';
import { CREDENTIALS, openHeld, pipe } from '../e2e/harness.ts';
import { PIPEFORM, type Running, startProgram } from '../e2e/process.ts';
import { listen, reserveClosedPort } from '../e2e/serve.ts';
import { ROOT } from './shell.ts';
import { requireTool, shellcheck } from './tools.ts';

vi.setConfig({ testTimeout: 120_000 });

const SCRIPT = join(ROOT, 'examples/locks/run-with-etcd-lock.sh');
const fleet = createQuickstartFleet();
const settings = { db_max_threads: 16 };
const document = {
  pipes: {
    'a-orders': pipe(fleet, 'orders-prod', { settings }),
    'b-payments': pipe(fleet, 'payments-prod', { settings }),
  },
};

/** A workspace whose first PUT waits for `release`; `script` starts bash in it, with `$PIPEFORM` as the built command. */
async function openScripts() {
  const workspace = await openHeld('PUT', { document });
  const script = (text: string, env: Readonly<Record<string, string>> = {}): Running =>
    startProgram('bash', ['-c', text], {
      cwd: workspace.folder,
      env: { ...CREDENTIALS, ...env, PIPEFORM, SCRIPT },
    });
  return { ...workspace, script };
}

const FLOCK = (options: string): string =>
  `flock --no-fork ${options} pipeform.lock "$PIPEFORM" apply --auto-approve --parallelism 1`;

describe('flock', () => {
  test('refuses or delays a second run, and gives a signal to the run', async (context) => {
    requireTool('flock', context);
    const { script, held, release, live, takeRequests } = await openScripts();
    const first = script(`exec ${FLOCK('--nonblock')}`);
    await first.reaches(held);
    expect(await script(FLOCK('--nonblock --conflict-exit-code 1')).ended).toMatchObject({ code: 1, stdout: '' });
    const second = script(FLOCK('--timeout 60'));
    first.signal('SIGTERM');
    await first.complains(/Interrupted: pipes in flight are finished/);
    release();
    expect((await first.ended).code).toBe(143);
    expect(await second.ended).toMatchObject({ code: 0 });
    expect(live('payments-prod').settings.db_max_threads).toBe(16);
    expect(takeRequests()['orders-prod']?.filter((request) => request.startsWith('PUT'))).toHaveLength(1);
  });
});

describe('a lock of etcd', () => {
  /** A server of its own, as the real program. */
  async function startEtcd(folder: string) {
    const client = `http://127.0.0.1:${await reserveClosedPort()}`;
    const peer = `http://127.0.0.1:${await reserveClosedPort()}`;
    const listen = `--listen-client-urls ${client} --advertise-client-urls ${client} --listen-peer-urls ${peer}`;
    const server = startProgram('bash', ['-c', `exec etcd --data-dir etcd ${listen}`], { cwd: folder, env: {} });
    await server.complains(/ready to serve client requests/);
    return { server, env: { ETCDCTL_API: '3', ETCDCTL_ENDPOINTS: client } };
  }
  const APPLY = '"$SCRIPT" pipeform "$PIPEFORM" apply --auto-approve --parallelism 1';

  test('delays a second run, and keeps the exit code', async (context) => {
    for (const tool of ['etcd', 'etcdctl']) requireTool(tool, context);
    const { script, held, release, folder, writes } = await openScripts();
    const { env } = await startEtcd(folder);
    const first = script(`exec ${APPLY}`, env);
    await first.reaches(held);
    const second = script('"$SCRIPT" pipeform "$PIPEFORM" plan --detailed-exitcode', env);
    release();
    expect((await first.ended).code).toBe(0);
    expect(await second.ended).toMatchObject({ code: 0, stdout: expect.stringContaining('All 2 pipes match') });
    expect(writes()).toHaveLength(2);
    expect((await script('"$SCRIPT" pipeform "$PIPEFORM" apply --format nothing', env).ended).code).toBe(1);
  });

  test('that is lost ends the run: it finishes what is in flight and starts nothing else', async (context) => {
    for (const tool of ['etcd', 'etcdctl']) requireTool(tool, context);
    const { script, held, release, folder, takeRequests } = await openScripts();
    const { server, env } = await startEtcd(folder);
    const run = script(`exec ${APPLY}`, env);
    await run.reaches(held);
    server.signal('SIGKILL');
    await run.complains(/Interrupted: pipes in flight are finished/);
    release();
    const { code, stdout } = await run.ended;
    expect(code).toBe(143);
    expect(stdout).toContain('Not attempted: b-payments.');
    expect(takeRequests()).toMatchObject({ 'payments-prod': ['GET'] });
  });

  test('that is not acquired until a signal runs nothing', async (context) => {
    requireTool('etcdctl', context);
    const { script, writes } = await openScripts();
    const asked = createLatch();
    const silent = await listen(createServer(asked.open));
    const env = { ETCDCTL_API: '3', ETCDCTL_ENDPOINTS: `http://127.0.0.1:${silent}` };
    const waiting = script(`exec ${APPLY}`, env);
    await waiting.reaches(asked.passed);
    waiting.signal('SIGTERM');
    await waiting.complains(/The lock pipeform was not acquired; nothing was run\./);
    await waiting.ended;
    expect(writes()).toEqual([]);
  });

  test('is held by a script without flaws', async (context) => {
    requireTool('shellcheck', context);
    expect(await shellcheck(readFileSync(SCRIPT, 'utf8'))).toBe('');
  });
});
