import { readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../src/model/json/json.ts';
import type { Plan } from '../../src/model/plan.ts';
import type { Run } from '../../src/model/run.ts';
import { findFaults } from '../apply/schemas.ts';
import { inCi } from '../effort.ts';
import { forge } from './forge.ts';
import { fleet, openHeld, openWorkspace, pipe, readDocument, readEvents, type Workspace } from './harness.ts';

const orders = pipe(fleet, 'orders-prod', { settings: { db_max_threads: 16 }, scaling: { replicas: 3 } });
const payments = pipe(fleet, 'payments-prod', { settings: { db_max_threads: 16 } });
const document = { pipes: { orders, payments } };

const valuesOf = ({ live }: Workspace) =>
  ['orders-prod', 'payments-prod'].map((name) => ({ settings: live(name).settings, scaling: live(name).scaling }));

/** The files below a folder, with the time of their last change. */
async function readFolder(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  return Promise.all(files.sort().map(async (file) => `${file} ${(await stat(file)).mtimeMs}`));
}

/** As on the machine of another CI job: the configuration, and files that a job before it saved. */
const forgetJournals = ({ folder }: Workspace) => rm(join(folder, '.pipeform'), { recursive: true });

/** Stops at the second write, which takes effect and gets no answer. */
async function openHangingWorkspace() {
  const workspace = await openHeld('write', { document, nth: 2, moment: 'after' });
  const start = async (command: string) => {
    const running = workspace.start(command);
    await running.reaches(workspace.held);
    return running;
  };
  return { workspace, start };
}

describe.concurrent('rollback', () => {
  test('restores a successful run and back, with only the necessary requests, and prompts', async () => {
    const workspace = await openWorkspace({ document });
    const { run, takeRequests } = workspace;
    const before = valuesOf(workspace);
    expect((await run('apply --auto-approve')).code).toBe(0);
    takeRequests();

    const back = await run('rollback latest --auto-approve --format json');
    expect({ code: back.code, stderr: back.stderr }).toEqual({ code: 0, stderr: '' });
    expect(valuesOf(workspace)).toEqual(before);
    expect(takeRequests()).toEqual({
      'orders-prod': [
        'GET',
        'GET',
        'PUT settings {"streaming_max_insert_wait_ms":5000,"db_max_threads":4,"db_max_insert_threads":2}',
        'PATCH scaling {"replicas":2}',
        'GET',
      ],
      'payments-prod': [
        'GET',
        'GET',
        'PUT settings {"streaming_max_insert_wait_ms":1000,"db_max_threads":8,"db_parallel_view_processing":true}',
        'GET',
      ],
    });
    const events = readEvents<{ type: string; run: Run; diagnostic?: { code: string } }>(back.stdout);
    expect(events.flatMap((event) => findFaults('events', event))).toEqual([]);
    expect(events.at(-1)?.run).toMatchObject({ summary: { applied: 2, requests: 3 } });
    expect(events.at(-1)?.run.rollsBack).toMatch(/^\d{8}T\d{6}Z-[0-9a-f]{6}$/);
    expect(events.flatMap(({ diagnostic }) => diagnostic?.code ?? [])).toEqual([
      'rollback-run',
      'rollback-against-configuration',
    ]);

    // By its id, a rollback is rolled back, except later manual changes.
    await workspace.editLive('orders-prod', { settings: { db_max_threads: 9 } });
    const forth = await run(`rollback ${events.at(-1)?.run.id} --auto-approve --target orders`);
    expect(forth.code).toBe(0);
    expect(forth.stdout).toContain('settings.db_max_threads: wrote 4, now 9');
    expect(workspace.writes()).toEqual(['orders-prod PATCH scaling {"replicas":3}']);
    takeRequests();

    const silent = await run('rollback latest');
    expect(silent).toMatchObject({ code: 1, stdout: '' });
    expect(silent.stderr).toContain('not-approved');
    expect(takeRequests()).toEqual({});
  });

  // Which run `latest` takes is in test/engine/find-run.test.ts.
  test('latest names its run, and the skipped ones, before it asks', async () => {
    const { run, runPrompted, writes, takeRequests } = await openWorkspace({ document });
    for (const line of ['apply --target orders', 'apply --target payments', 'rollback latest'])
      expect((await run(`${line} --auto-approve`)).code).toBe(0);
    takeRequests();
    const asked = await runPrompted('rollback latest', () => 'no');
    expect(asked.code).toBe(1);
    const shown = `${asked.stdout}${asked.stderr}`.replace(/\s+/g, ' ');
    expect(shown).toMatch(
      /note\[rollback-run\]: This rolls back the run \S+, which wrote to orders\. Started \d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ; finished: 1 applied\. Skipped: \S+, which rolled back/,
    );
    expect(shown.indexOf('rollback-run')).toBeLessThan(shown.search(/Restore \d+ values? of/));
    expect(writes()).toEqual([]);
  });

  test('--dry-run shows what would be restored, asks nothing, and writes nothing at all', async () => {
    const workspace = await openWorkspace({ document });
    const { run, folder, takeRequests } = workspace;
    await run('apply --auto-approve --out run.json');
    const files = await readFolder(folder);
    for (const line of ['latest', 'run.json', 'latest --history h.jsonl', 'latest --format json', 'latest --force']) {
      takeRequests();
      const shown = await run(`rollback ${line} --dry-run`);
      expect(shown).toMatchObject({ code: 0, stderr: '', stdout: expect.stringContaining('rollback-run') });
      expect(shown.stdout).toMatch(/16 -> 4|"before": 16/);
      expect(takeRequests()).toEqual({ 'orders-prod': ['GET'], 'payments-prod': ['GET'] });
    }
    const plan = readDocument<Plan>((await run('rollback latest --dry-run --format json')).stdout);
    expect(findFaults('plan', plan)).toEqual([]);
    expect(plan.summary).toMatchObject({ update: 2, requests: 3 });
    expect(await run('rollback 1999 --dry-run --format json')).toMatchObject({
      code: 1,
      stderr: '',
      stdout: expect.stringContaining('"kind": "error"'),
    });
    await workspace.editLive('orders-prod', { name: 'other' });
    expect(await run('rollback latest --dry-run')).toMatchObject({ code: 5 });
    expect(await readFolder(folder)).toEqual(files);
    expect(workspace.writes()).toEqual([]);
  });

  test('of a killed run restores what it wrote, after a second run continued it', async () => {
    const { workspace, start } = await openHangingWorkspace();
    const before = valuesOf(workspace);
    const running = await start('apply --auto-approve --parallelism 1');
    running.signal('SIGKILL');
    await running.ended;
    const continued = await workspace.run('apply --auto-approve');
    expect(continued).toMatchObject({ code: 0, stdout: expect.stringContaining('This apply continues it;') });
    expect(continued.stdout.match(/unfinished-run/g)).toHaveLength(1);
    expect((await workspace.run('rollback latest --auto-approve')).stdout).toContain('which wrote to payments.');
    expect((await workspace.run('rollback latest --auto-approve')).stdout).toContain('which wrote to orders.');
    expect(valuesOf(workspace)).toEqual(before);
  });

  test('says that a run does not exist before it asks for a terminal', async () => {
    const workspace = await openWorkspace({ document });
    const none = await workspace.run('rollback latest');
    expect(none).toMatchObject({ code: 1, stderr: expect.stringContaining('error[run-not-found]') });
    await workspace.run('apply --auto-approve');
    workspace.takeRequests();
    const unknown = await workspace.run('rollback 1999');
    expect(unknown).toMatchObject({ code: 1, stderr: expect.stringContaining('No journaled run is named 1999.') });
    expect(unknown.stderr).not.toContain('not-approved');
    expect(workspace.takeRequests()).toEqual({});
  });
});

describe.concurrent('rollback of a saved run', () => {
  inCi('restores the values that are still what the run wrote, without its journal', async () => {
    const workspace = await openWorkspace({ document });
    const { run, takeRequests } = workspace;
    await run('apply --auto-approve --out run.json');
    await workspace.editLive('orders-prod', { settings: { db_max_threads: 9 } });
    await forgetJournals(workspace);
    takeRequests();

    const silent = await run('rollback run.json');
    expect(silent).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('not-approved') });
    const back = await run('rollback run.json --auto-approve --out back.json');
    expect(back).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('settings.db_max_threads: wrote 16, now 9'),
    });
    expect(takeRequests()).toEqual({
      'orders-prod': ['GET', 'GET', 'PATCH scaling {"replicas":2}', 'GET'],
      'payments-prod': [
        'GET',
        'GET',
        'PUT settings {"streaming_max_insert_wait_ms":1000,"db_max_threads":8,"db_parallel_view_processing":true}',
        'GET',
      ],
    });
    const read = async (name: string) => readDocument<Run>(await readFile(join(workspace.folder, name), 'utf8'));
    expect((await read('back.json')).rollsBack).toBe((await read('run.json')).id);

    const again = await run('rollback ./run.json --auto-approve');
    expect(again).toMatchObject({ code: 0, stdout: expect.stringContaining('Nothing to restore') });
    expect(workspace.writes()).toEqual([]);
    const onto = await run('rollback run.json --auto-approve --out run.json');
    expect(onto).toMatchObject({ code: 1, stderr: expect.stringContaining('run.json') });
    expect((await read('run.json')).rollsBack).toBeNull();
  });

  inCi('takes the document that `runs show` makes of a killed run', async () => {
    const { workspace, start } = await openHangingWorkspace();
    const before = valuesOf(workspace);
    const running = await start('apply --auto-approve --parallelism 1 --out run.json');
    running.signal('SIGKILL');
    await running.ended;
    expect(await readdir(workspace.folder)).not.toContain('run.json');
    await workspace.write({ 'run.json': (await workspace.run('runs show latest --format json')).stdout });
    await forgetJournals(workspace);
    expect((await workspace.run('rollback run.json --auto-approve')).code).toBe(0);
    expect(valuesOf(workspace)).toEqual(before);
  });

  inCi('restores what all shards wrote from their merged document', async () => {
    const workspace = await openWorkspace({ document });
    const before = valuesOf(workspace);
    for (const index of [1, 2]) {
      await workspace.run(`apply --auto-approve --shard ${index}/2 --out run-${index}.json`, { GITHUB_RUN_ID: '77' });
    }
    expect((await workspace.run('merge run-1.json run-2.json --out run.json')).code).toBe(0);
    expect(valuesOf(workspace)).not.toEqual(before);
    expect((await workspace.run('rollback run.json --auto-approve')).code).toBe(0);
    expect(valuesOf(workspace)).toEqual(before);
  });

  test('refuses a document that is not the whole report of a run here, and sends nothing', async () => {
    const workspace = await openWorkspace({ document });
    await workspace.run('plan --out plan.json');
    await workspace.run('apply --auto-approve --out run.json');
    const saved = await readFile(join(workspace.folder, 'run.json'), 'utf8');
    const twice = (run: JsonObject) => (run.pipes as JsonObject[]).flatMap((one) => [one, one]);
    await workspace.write({
      'elsewhere.json': forge((run) => ({ ...run, environment: 'production' }))(saved),
      'unstarted.json': forge((run) => ({ ...run, api: null }))(saved),
      'twice.json': forge((run) => ({ ...run, pipes: twice(run) }))(saved),
      'edited.json': saved.replace('"before": 4', '"before": 5'),
    });
    workspace.takeRequests();
    const refusals = {
      'elsewhere.json': 'error[report-for-another]',
      'unstarted.json': 'error[report-unreadable]',
      'twice.json': 'error[report-unreadable]',
      'edited.json': 'error[report-edited]',
      'plan.json': 'is a plan, not the report',
      'no.json': 'cannot be read',
    };
    for (const [name, words] of Object.entries(refusals)) {
      const back = await workspace.run(`rollback ${name} --auto-approve`);
      expect(back).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining(words) });
    }
    expect(workspace.takeRequests()).toEqual({});
  });
});
