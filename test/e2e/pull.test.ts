import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { PullDocument } from '../../src/cli/commands/pull/document.ts';
import { findFaults } from '../apply/schemas.ts';
import { inCi } from '../effort.ts';
import { fleet, openHeld, openWorkspace, pipe, readDocument, type Workspace } from './harness.ts';

const idOf = (name: string): string => `${pipe(fleet, name).id}`;
const ALL = fleet.pipes.map(({ id }) => id).join(' ');
const read = ({ folder }: Pick<Workspace, 'folder'>, file = 'pipeform.yaml') => readFile(join(folder, file), 'utf8');

/** The document, checked against its schema. */
function readPull(stdout: string): PullDocument {
  const document = readDocument<PullDocument>(stdout);
  expect(findFaults('pull', document)).toEqual([]);
  return document;
}

describe.concurrent('pull ID…: adds live pipes to the configuration', () => {
  test('sends only reads; the configuration plans to no changes, and a second pull adds nothing', async () => {
    const workspace = await openWorkspace({ document: {} });
    const { run, takeRequests, editLive } = workspace;
    await editLive('payments-prod', { settings: { db_max_threads: 4, db_max_insert_threads: 2 } });
    const pulled = await run(`pull ${ALL} --service analytics --presets`);
    expect(pulled.code).toBe(0);
    expect(pulled.stdout).toMatch(/^--- a\/pipeform\.yaml\n\+\+\+ b\/pipeform\.yaml\n/);
    expect(pulled.stderr).toContain('Added 6 pipes and 1 preset to pipeform.yaml: orders-prod, ');
    expect(takeRequests()).toEqual(Object.fromEntries(fleet.pipes.map(({ name }) => [name, ['GET']])));
    expect((await run('plan --detailed-exitcode')).code).toBe(0);
    takeRequests();
    const before = await read(workspace);
    const again = await run(`pull ${ALL} --service analytics`);
    expect(again).toMatchObject({ code: 0, stdout: '' });
    expect(again.stderr).toContain('not-pulled');
    expect(again.stderr).toContain('Nothing was added.');
    expect(takeRequests()).toEqual({});
    expect(await read(workspace)).toBe(before);
  });

  test('says that there is no pipe to compare, and how to add one', async () => {
    const { run } = await openWorkspace({ document: {} });
    expect((await run('pull')).stderr).toContain(
      'There is no pipe to compare. To add live pipes, run `pipeform pull ID…',
    );
  });

  test('reports pipes that cannot be read and adds the others', async () => {
    const { run, takeRequests } = await openWorkspace({ document: {} });
    const missing = idOf('orders-prod').replace(/001$/, '099');
    const { code, stdout } = await run(`pull ${missing} ${idOf('crm-replica')} --service analytics --format json`);
    expect(code).toBe(1);
    const { pipes, files, diagnostics } = readPull(stdout);
    expect(pipes.map(({ name, status, source }) => [name, status, source])).toEqual([
      [null, 'error', null],
      ['crm-replica', 'added', 'postgres'],
    ]);
    expect(files).toMatchObject([{ file: 'pipeform.yaml', status: 'written', isNew: false }]);
    expect(diagnostics.map(({ code }) => code)).toContain('pipe-not-found');
    expect(
      Object.values(takeRequests())
        .flat()
        .every((request) => request.startsWith('GET')),
    ).toBe(true);
  });

  test('--dry-run writes nothing; --into creates the file and its folder', async () => {
    const workspace = await openWorkspace();
    const line = `pull ${idOf('crm-replica')} --service analytics --into pipes/crm.yaml`;
    const dry = await workspace.run(`${line} --dry-run --format json`);
    expect(readPull(dry.stdout).files).toMatchObject([{ file: 'pipes/crm.yaml', status: 'not-written', isNew: true }]);
    await expect(read(workspace, 'pipes/crm.yaml')).rejects.toThrow();
    expect((await workspace.run(line)).code).toBe(0);
    expect(await read(workspace, 'pipes/crm.yaml')).toMatch(/^pipes:\n {2}crm-replica:\n/);
    const refused = await workspace.run(line.replace('pipes/crm', 'crm').replace('006', '005'));
    expect(refused).toMatchObject({ code: 1, stdout: '' });
    expect(refused.stderr).toContain('Add "crm.yaml" to `include`');
  });

  test('names the environments that a change of the root document affects; -e writes into one', async () => {
    const workspace = await openWorkspace({ document: {} });
    const { run, write } = workspace;
    await write({ 'pipeform.yaml': `${await read(workspace)}environments:\n  production:\n  staging:\n` });
    const message = 'These values also apply to production and staging, unless an environment overrides them.';
    const pulled = await run(`pull ${idOf('crm-replica')} --service analytics`);
    expect(pulled).toMatchObject({ code: 0 });
    expect(pulled.stderr).toContain(message);
    const inOne = await run(`pull ${idOf('orders-prod')} --service analytics -e production`);
    expect(inOne).toMatchObject({ code: 0 });
    expect(inOne.stderr).not.toContain(message);
    expect((await run('plan --detailed-exitcode -e production')).stdout).toContain('All 2 pipes match');
  });

  test('supports pipes with only comments, and a stopped service, which is not woken', async () => {
    const workspace = await openWorkspace({ document: {}, switches: { idleServices: ['analytics'] } });
    const { run, write, sandbox } = workspace;
    const text = `${await read(workspace)}pipes:\n  # orders:\n`;
    await write({ 'pipeform.yaml': text });
    const idle = await run(`pull ${ALL} --service analytics`);
    expect(idle).toMatchObject({ code: 1, stdout: '' });
    expect(idle.stderr).toContain('service-idle');
    expect(sandbox.requests().every(({ method }) => method === 'GET')).toBe(true);
    expect(await read(workspace)).toBe(text);
  });

  test('needs --service only when there are several services, and lists them', async () => {
    const one = await openWorkspace({ document: {} });
    expect(await one.run(`pull ${ALL} --dry-run`)).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('+    service: analytics\n'),
    });
    const services = { ...fleet.services, billing: '1d52f7b0-58a4-4f6e-8a55-3a7a1f6f0c99' };
    const two = await openWorkspace({ document: { services } });
    const { code, stdout, stderr } = await two.run(`pull ${ALL}`);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toContain('Name the service that owns these pipes. The configuration has analytics and billing.');
    expect(two.takeRequests()).toEqual({});
  });

  test('refuses an unknown service before any request', async () => {
    const { run, takeRequests } = await openWorkspace({ document: {} });
    const { code, stdout, stderr } = await run(`pull ${ALL} --service analytisc`);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toContain('Did you mean analytics?');
    expect(takeRequests()).toEqual({});
  });
});

describe.concurrent('pull: differences from the configuration', () => {
  test('without a terminal shows all differences and writes nothing; --accept git keeps it, --accept live writes it', async () => {
    const workspace = await openWorkspace();
    const { run, takeRequests } = workspace;
    const before = await read(workspace, 'pipes/streaming.yaml');
    const shown = await run('pull');
    expect(shown.code).toBe(0);
    expect(shown.stdout).toContain(
      '-      db_max_threads: 8\n-      db_max_insert_threads: null # managed: must be unset\n',
    );
    expect(shown.stderr).toContain(
      'To write the live values, run `pipeform pull --accept live`; `git add -p` then takes some of them.',
    );
    expect((await run('pull --dry-run --accept live')).stdout).toBe(shown.stdout);
    const git = await run('pull --accept git');
    expect(git).toMatchObject({ code: 0, stdout: '' });
    expect(git.stderr).toContain('7 values stay as configured; the next apply restores them.');
    expect(await read(workspace, 'pipes/streaming.yaml')).toBe(before);

    const live = await run('pull --accept live --format json');
    expect(live).toMatchObject({ code: 0, stderr: '' });
    const { pipes, files } = readPull(live.stdout);
    expect(files.map(({ diff }) => diff).join('')).toBe(shown.stdout);
    expect(pipes.find(({ name }) => name === 'orders')).toMatchObject({
      status: 'differs',
      changes: [
        { path: 'settings.db_max_threads', declared: 8, live: 4, side: 'live', origin: null },
        { path: 'settings.db_max_insert_threads', declared: null, live: 2 },
        { path: 'scaling.replicas', declared: { min: 3, max: 6 }, live: 2 },
      ],
    });
    expect((await run('plan --detailed-exitcode')).code).toBe(0);
    expect(await run('pull')).toMatchObject({ code: 0, stdout: '' });
    expect(new Set(Object.values(takeRequests()).flat())).toEqual(new Set(['GET']));
  });

  test('takes only the selected pipes; reports what cannot be edited, and --accept live then exits with 1', async () => {
    const orders = () => ({ settings: { db_max_threads: '${N:-16}', db_max_insert_threads: 4 } });
    const { run, takeRequests } = await openWorkspace({
      document: {
        pipes: { orders: pipe(fleet, 'orders-prod', orders()), payments: pipe(fleet, 'payments-prod', orders()) },
      },
    });
    const { code, stdout } = await run('pull --target orders --accept live --format json');
    expect(code).toBe(1);
    const { pipes, files, diagnostics } = readPull(stdout);
    expect(pipes.map(({ changes }) => changes.map(({ side }) => side))).toEqual([['by-hand', 'live']]);
    expect(files).toMatchObject([{ status: 'written', diff: expect.stringContaining('db_max_insert_threads: 2') }]);
    expect(diagnostics).toMatchObject([{ code: 'edit-by-hand', severity: 'error', file: 'pipeform.yaml' }]);
    expect(takeRequests()).toEqual({ 'orders-prod': ['GET'] });
  });

  test('reports pipes that cannot be read and takes over the others', async () => {
    const id = idOf('orders-prod').replace(/001$/, '099');
    const gone = { service: 'analytics', id, settings: { db_max_threads: 1 } };
    const orders = pipe(fleet, 'orders-prod', { settings: { db_max_threads: 9 } });
    const workspace = await openWorkspace({ document: { pipes: { gone, orders } } });
    const { code, stderr } = await workspace.run('pull --accept live');
    expect(code).toBe(1);
    expect(stderr).toContain('pipe-gone');
    expect(stderr).toContain('Wrote 1 live value to 1 file.\n1 pipe could not be compared.');
    expect(await read(workspace)).toContain('db_max_threads: 4');
  });

  test('leaves a file that changed while the pipes were read, and says so', async () => {
    const orders = pipe(fleet, 'orders-prod', { settings: { db_max_threads: 9 } });
    const { folder, ...workspace } = await openHeld('GET', { document: { pipes: { orders } } });
    const changed = (await read({ folder })).replace('db_max_threads: 9', 'db_max_threads: 7 # meanwhile');
    const pulled = workspace.run('pull --accept live');
    await workspace.held;
    await workspace.write({ 'pipeform.yaml': changed });
    workspace.release();
    const { code, stderr } = await pulled;
    expect(code).toBe(1);
    expect(stderr).toContain('error[file-changed]: pipeform.yaml changed since it was read and was not overwritten.');
    expect(await read({ folder })).toBe(changed);
  });

  inCi('a host that is down is one error; --log-level debug shows each pipe', async () => {
    const address = async () => 'http://127.0.0.1:1';
    const pipes = { orders: pipe(fleet, 'orders-prod'), crm: pipe(fleet, 'crm-replica') };
    const { run } = await openWorkspace({ document: { pipes }, address });
    const fresh = await openWorkspace({ document: {}, address });
    const few = `pull ${idOf('orders-prod')} ${idOf('crm-replica')} --service analytics`;
    for (const { code, stderr } of [await run('pull'), await fresh.run(few)]) {
      expect(code).toBe(1);
      expect(stderr).toMatch(/Cannot reach http:\/\/127\.0\.0\.1:1: connection refused\. 0 of 2 pipes read\./);
      expect(stderr.split('Cannot reach')).toHaveLength(2);
    }
    expect((await run('pull --log-level debug')).stderr.split('Cannot reach')).toHaveLength(3);
  });

  test('always prints a document', async () => {
    const { run } = await openWorkspace({ document: { pipes: { orders: { service: 'nobody' } } } });
    for (const line of ['pull', `pull ${ALL} --service analytics`]) {
      const { code, stdout } = await run(`${line} --format json`);
      expect(code).toBe(1);
      expect(readPull(stdout)).toMatchObject({
        pipes: [],
        files: [],
        diagnostics: [{ severity: 'error' }, { severity: 'error' }],
      });
    }
  });
});

describe.concurrent('pull', () => {
  inCi('an interrupt while pipes are read writes nothing', async () => {
    const { start, held, release } = await openHeld('GET', { document: {} });
    const running = start(`pull ${ALL} --service analytics`);
    await running.reaches(held);
    running.signal('SIGINT');
    const { code, stdout, stderr } = await running.ended;
    release();
    expect({ code, stdout }).toEqual({ code: 130, stdout: '' });
    expect(stderr).toContain('Nothing was written.');
  });
});
