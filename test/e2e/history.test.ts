import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parseHistory } from '../../src/history/history-lines.ts';
import { inCi, WHOLE } from '../effort.ts';
import { serve } from '../publish/local-server.ts';
import { fleet, openWorkspace, pipe, type Workspace } from './harness.ts';

const document = { pipes: { orders: pipe(fleet, 'orders-prod', { settings: { db_max_threads: 4 } }) } };
const THREADS = [{ name: 'orders', fields: ['settings.db_max_threads'] }];

const drifted = { drifted: THREADS, unread: [], alerts: [] };
const inSync = { drifted: [], unread: [], alerts: [] };

const readFileOf = async ({ folder }: Workspace) => parseHistory(await readFile(join(folder, 'history.jsonl'), 'utf8'));

const change = ({ editLive }: Workspace) => editLive('orders-prod', { settings: { db_max_threads: 6 } });

describe.concurrent('--history', () => {
  test('records drift reports, runs and rollbacks', async () => {
    const workspace = await openWorkspace({ document });
    const { run, takeRequests } = workspace;
    expect((await run('drift --history history.jsonl')).code).toBe(0);
    await change(workspace);
    expect((await run('drift --history history.jsonl')).code).toBe(2);
    expect((await run('drift --history history.jsonl')).code).toBe(2);
    expect((await run('apply --auto-approve --history history.jsonl')).code).toBe(0);
    takeRequests();
    expect((await run('rollback latest --auto-approve --history history.jsonl')).code).toBe(0);
    expect(workspace.live('orders-prod').settings.db_max_threads).toBe(6);
    const { entries, damaged } = await readFileOf(workspace);
    expect(damaged).toEqual([]);
    expect(entries).toMatchObject([
      { command: 'drift', environment: null, pipes: 1, state: 'in-sync', details: inSync },
      { command: 'drift', state: 'drifted', details: drifted },
      { command: 'drift', state: 'drifted', details: drifted },
      { command: 'apply', pipes: 1, changed: THREADS, remediation: false },
      { command: 'rollback', pipes: 1, changed: THREADS, remediation: false },
    ]);
  });

  inCi('records a report that is not complete, and a command that failed', async () => {
    // The only pipe of its service: nothing shows that it was deleted.
    const lost = { service: 'billing', id: '00000000-0000-4000-8000-000000000000', settings: { db_max_threads: 4 } };
    const services = { ...fleet.services, billing: '11111111-0000-4000-8000-000000000000' };
    const workspace = await openWorkspace({ document: { services, pipes: { ...document.pipes, lost } } });
    expect((await workspace.run('drift --history history.jsonl')).code).toBe(1);
    expect((await workspace.run('drift --history history.jsonl', { PIPEFORM_KEY_SECRET: '' })).code).toBe(1);
    expect((await readFileOf(workspace)).entries).toMatchObject([
      { state: 'incomplete', pipes: 2, details: { ...inSync, unread: ['lost'] } },
      { state: 'incomplete', pipes: 0, details: null },
    ]);
  });

  inCi('stops apply before the first write when the file cannot be written', async () => {
    const workspace = await openWorkspace({ document });
    await change(workspace);
    const { run, folder, takeRequests } = workspace;
    await writeFile(join(folder, 'notes.txt'), 'my notes\n');
    takeRequests();
    for (const [file, why] of [
      ['notes.txt', 'It is not a history file: no line has the format of `--history`.'],
      ['pipeform.yaml', 'This command reads that file.'],
      ['run.json', 'Another option names the same file.'],
    ]) {
      const { code, stderr } = await run(`apply --auto-approve --out run.json --history ${file}`);
      expect([code, stderr]).toEqual([1, expect.stringContaining(`--history: ${file} cannot be written.`)]);
      expect(stderr).toContain(why);
    }
    expect(takeRequests()).toEqual({});
    expect(await readFile(join(folder, 'notes.txt'), 'utf8')).toBe('my notes\n');
  });

  test.runIf(WHOLE && process.platform === 'linux')(
    'a disk that is full at the end is an error, and the updates are live',
    async () => {
      const workspace = await openWorkspace({ document });
      const { run, shell, folder, live } = workspace;
      await run('drift --history history.jsonl');
      const before = await readFile(join(folder, 'history.jsonl'), 'utf8');
      await change(workspace);
      // Damaged lines count as well; journal and lock stay below the limit.
      await writeFile(join(folder, 'history.jsonl'), `${before}${'x'.repeat(20 * 1024)}\n`);
      const limited = (line: string) => shell(`ulimit -f 20; $PIPEFORM ${line} --history history.jsonl >&2; echo $?`);
      const problem = /error\[file-unwritable\][^\n]* --history: history\.jsonl cannot be written\./;
      const drift = await limited('drift');
      expect(drift).toMatchObject({ stdout: '1\n', stderr: expect.stringMatching(problem) });
      const apply = await limited('apply --auto-approve');
      expect(apply).toMatchObject({ stdout: '3\n', stderr: expect.stringMatching(problem) });
      expect(live('orders-prod').settings.db_max_threads).toBe(4);
      await run('drift --history history.jsonl');
      const { entries } = await readFileOf(workspace);
      expect(entries).toMatchObject([{ state: 'in-sync' }, { state: 'in-sync', details: inSync }]);
    },
  );
});

describe.concurrent('publish --on transition', () => {
  test('posts once for each change of the state', async () => {
    const hook = await serve(() => ({ status: 204 }));
    const workspace = await openWorkspace({ document });
    const { run } = workspace;
    const check = async () => {
      await run('drift --out drift.json --history history.jsonl');
      const line = 'publish drift.json --to webhook --on transition --history history.jsonl';
      const { code, stdout } = await run(line, { PIPEFORM_WEBHOOK_URL: hook.url });
      return [code, stdout.replace(/:.*\n/, '')];
    };
    expect(await check()).toEqual([0, 'Nothing to publish']);
    await change(workspace);
    expect(await check()).toEqual([0, 'Published']);
    expect(await check()).toEqual([0, 'Already up to date']);
    hook.intercept(/POST/, 'lost');
    await run('apply --auto-approve');
    expect(await check()).toEqual([0, 'Sent, but not confirmed']);
    expect(await check()).toEqual([0, 'Already up to date']);
    expect(hook.received).toHaveLength(2);
    expect((await readFileOf(workspace)).entries.map(({ command }) => command)).toEqual([
      'drift',
      'drift',
      'publish',
      'drift',
      'drift',
      'publish',
      'drift',
    ]);
  });

  inCi('needs a drift report of all pipes and a history that can be written', async () => {
    const { run } = await openWorkspace({ document });
    await run('plan --out plan.json');
    await run('drift --out drift.json');
    await run('drift --target orders --out part.json');
    for (const [line, words] of [
      ['plan.json --on transition --history h.jsonl', 'needs a drift report of all pipes'],
      ['part.json --on transition --history h.jsonl', 'needs a drift report of all pipes'],
      ['drift.json --on transition --history drift.json', 'This command reads that file.'],
      ['drift.json --on transition --history /dev/null', 'It is not a regular file.'],
    ]) {
      expect(await run(`publish ${line} --to webhook`)).toMatchObject({
        code: 1,
        stderr: expect.stringContaining(words ?? ''),
      });
    }
  });
});
