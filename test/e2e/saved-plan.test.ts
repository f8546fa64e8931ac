import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../src/model/json/json.ts';
import { findFaults } from '../apply/schemas.ts';
import { inCi } from '../effort.ts';
import { forge } from './forge.ts';
import { fleet, openWorkspace, pipe, readDocument, readEvents, type Workspace } from './harness.ts';

const threads = () => ({ settings: { db_max_threads: 16 } });
const TWO = {
  pipes: { orders: pipe(fleet, 'orders-prod', threads()), payments: pipe(fleet, 'payments-prod', threads()) },
};

async function readJson(workspace: Workspace, file: string): Promise<JsonObject> {
  return readDocument(await readFile(join(workspace.folder, file), 'utf8'));
}

describe.concurrent('plan --out, show, apply PLAN', () => {
  test('applies exactly the saved plan without a prompt, and the next plan has no changes', async () => {
    const { run, takeRequests, ...rest } = await openWorkspace();
    const planned = await run('plan --out plan.json');
    expect(planned).toMatchObject({ code: 0, stderr: '' });
    expect(findFaults('plan', await readJson({ run, takeRequests, ...rest }, 'plan.json'))).toEqual([]);
    expect((await run('show plan.json')).stdout).toBe(planned.stdout);
    takeRequests();
    const applied = await run('apply plan.json --out run.json');
    expect(applied).toMatchObject({ code: 0, stdout: expect.stringContaining('Applied 3 pipes, 2 unchanged') });
    // Unchanged pipes are not read again; each other one is read, written and read.
    expect(Object.keys(takeRequests()).sort()).toEqual(['clickstream-prod', 'orders-prod', 'partner-uploads']);
    expect(findFaults('run', await readJson({ run, takeRequests, ...rest }, 'run.json'))).toEqual([]);
    expect((await run('show run.json')).stdout).toContain('Applied 3 pipes');
    expect((await run('plan --detailed-exitcode')).stdout).toContain('No changes.');
  });

  test('refuses a stale pipe, applies the others, and goes on where it ended when it is applied again', async () => {
    const workspace = await openWorkspace({ document: TWO });
    await workspace.run('plan --out plan.json');
    await workspace.editLive('orders-prod', { settings: { db_max_threads: 5 } });
    workspace.takeRequests();
    const { code, stdout } = await workspace.run('apply plan.json');
    expect(code).toBe(4);
    expect(stdout).toContain('settings.db_max_threads: planned from 4, now 5');
    expect(workspace.takeRequests()).toEqual({
      'orders-prod': ['GET'],
      'payments-prod': ['GET', expect.stringContaining('PUT settings {'), 'GET'],
    });

    await workspace.editLive('orders-prod', { settings: { db_max_threads: 4 } });
    workspace.takeRequests();
    const rest = await workspace.run('apply plan.json');
    expect(rest).toMatchObject({ code: 0, stdout: expect.stringContaining('Applied 1 pipe, 1 unchanged') });
    expect(rest.stdout).toContain('Unchanged, with the planned values already: payments.');
    expect(workspace.writes()).toEqual([expect.stringMatching(/^orders-prod PUT settings \{/)]);

    expect(await workspace.run('apply plan.json --out run.json')).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('No pipe was updated, 2 unchanged. Nothing was sent.'),
    });
    expect(findFaults('run', await readJson(workspace, 'run.json'))).toEqual([]);
  });

  test('continues a pipe of which one of two requests was rejected', async () => {
    const document = {
      pipes: { orders: pipe(fleet, 'orders-prod', { ...threads(), scaling: { replicas: 3 } }) },
    };
    const workspace = await openWorkspace({ document });
    await workspace.run('plan --out plan.json');
    // What the first request of a run that failed at its second one leaves.
    await workspace.editLive('orders-prod', { scaling: { replicas: 3 } });
    workspace.takeRequests();
    expect((await workspace.run('apply plan.json')).code).toBe(0);
    expect(workspace.writes()).toEqual([expect.stringMatching(/^orders-prod PUT settings \{.*"db_max_threads":16/)]);
    const { stdout } = await workspace.run('rollback latest --auto-approve');
    expect(stdout).toContain('Rolled back 1 pipe');
    expect(workspace.live('orders-prod')).toMatchObject({ settings: { db_max_threads: 4 }, scaling: { replicas: 3 } });
  });
});

describe.concurrent('a saved plan is refused as a whole, and nothing is sent', () => {
  test('that is not the whole plan of this environment', async () => {
    const workspace = await openWorkspace({ document: TWO });
    await workspace.run('plan --out plan.json');
    const saved = await readFile(join(workspace.folder, 'plan.json'), 'utf8');
    const twice = (plan: JsonObject) => (plan.pipes as JsonObject[]).flatMap((one) => [one, one]);
    workspace.takeRequests();
    for (const [code, edited] of [
      ['report-for-another', forge((plan) => ({ ...plan, environment: 'production' }))(saved)],
      ['report-unreadable', forge((plan) => ({ ...plan, kind: 'drift' }))(saved)],
      ['report-unreadable', forge((plan) => ({ ...plan, pipes: twice(plan) }))(saved)],
      ['report-edited', saved.replace('"after": 16', '"after": 32')],
    ] as const) {
      await workspace.write({ 'plan.json': edited });
      const stderr = expect.stringContaining(`error[${code}]`);
      expect(await workspace.run('apply plan.json')).toMatchObject({ code: 1, stdout: '', stderr });
    }
    expect(workspace.takeRequests()).toEqual({});
  });

  test('that failed: it replaces an older one and can be shown, but not applied', async () => {
    const workspace = await openWorkspace({ document: TWO });
    await workspace.run('plan --out plan.json');
    expect((await workspace.run('plan --out plan.json', { PIPEFORM_KEY_SECRET: '' })).code).toBe(1);
    const saved = await readJson(workspace, 'plan.json');
    expect(findFaults('plan', saved)).toEqual([]);
    expect(saved).toMatchObject({ api: null, scope: null, diagnostics: [{ code: 'credentials-missing' }] });
    expect((await workspace.run('show plan.json --format markdown')).stdout).toContain('credentials-missing');
    workspace.takeRequests();
    expect(await workspace.run('apply plan.json')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('The saved plan failed and has nothing to apply'),
    });
    expect(workspace.takeRequests()).toEqual({});
  });

  test('that does not exist, with an event for JSON', async () => {
    const { run } = await openWorkspace();
    expect(await run('apply nowhere.json')).toMatchObject({ code: 1, stderr: expect.stringContaining('nowhere.json') });
    const { code, stdout } = await run('apply nowhere.json --format json');
    expect(code).toBe(1);
    expect(readEvents<JsonObject>(stdout).at(-1)).toMatchObject({ type: 'run_done' });
  });

  test('when the output cannot be written there, before any request', async () => {
    const { run, takeRequests, folder } = await openWorkspace();
    await run('plan --out plan.json');
    takeRequests();
    const files = ['pipeform.yaml', 'pipes/streaming.yaml', 'pipes/files.yaml', 'plan.json'];
    const readAll = () => Promise.all(files.map((file) => readFile(join(folder, file), 'utf8')));
    const before = await readAll();
    for (const [output, line] of [
      ['a folder that does not exist', 'plan --out nowhere/plan.json'],
      ['a folder', 'plan --out pipes'],
      ['the configuration', 'plan --out pipeform.yaml'],
      ['a part of the configuration', 'drift --metrics pipes/streaming.yaml'],
      ['the configuration by another path', 'plan --out pipes/../pipes/files.yaml'],
      ['the plan that is applied', 'apply plan.json --out plan.json'],
      ['a shard that is merged', 'merge plan.json --out plan.json'],
      ['the file of another output', 'drift --out one.json --metrics ./one.json'],
      ['for a fresh apply', 'apply --auto-approve --out nowhere/run.json'],
    ] as const) {
      const stderr = expect.stringContaining('file-unwritable');
      expect(await run(line), output).toMatchObject({ code: 1, stdout: '', stderr });
    }
    expect(takeRequests()).toEqual({});
    expect(await readAll()).toEqual(before);
  });

  test('a failed command never overwrites the file of another owner', async () => {
    const { run, write, folder } = await openWorkspace();
    const before = await readFile(join(folder, 'pipes/files.yaml'), 'utf8');
    // The document ends before its list of includes.
    await write({ 'pipeform.yaml': 'version: [\n' });
    for (const line of ['plan --out', 'drift --metrics', 'drift --out']) {
      expect((await run(`${line} pipes/files.yaml`)).code).toBe(1);
      expect(await readFile(join(folder, 'pipes/files.yaml'), 'utf8')).toBe(before);
    }
  });

  test('a failed plan of selected pipes does not replace a plan of all', async () => {
    const workspace = await openWorkspace({ document: TWO });
    await workspace.run('plan --out plan.json');
    expect((await workspace.run('plan --target orders --out plan.json', { PIPEFORM_KEY_SECRET: '' })).code).toBe(1);
    expect(await readJson(workspace, 'plan.json')).toMatchObject({ summary: { total: 2 } });
  });

  inCi('writes to a named pipe or a device', async () => {
    const { shell } = await openWorkspace();
    const { code, stdout } = await shell('$PIPEFORM plan --out /dev/stderr 2>&1 >/dev/null | head -2');
    expect(code).toBe(0);
    expect(stdout).toContain('"kind": "plan"');
  });
});

describe.concurrent('a saved plan of a broken or changed configuration', () => {
  test('reports nothing about pipes that were not read, and notes that the configuration changed', async () => {
    const workspace = await openWorkspace({ document: TWO });
    await workspace.run('apply --auto-approve');
    await workspace.run('plan --out plan.json');
    const text = await readFile(join(workspace.folder, 'pipeform.yaml'), 'utf8');
    await workspace.write({ 'pipeform.yaml': text.replaceAll('db_max_threads: 16', 'db_max_threads: 17') });
    workspace.takeRequests();
    const { code, stdout, stderr } = await workspace.run('apply plan.json');
    expect(code).toBe(0);
    expect(stdout).toBe('The plan has no changes to apply. Nothing was read or sent.\n');
    expect(stderr).toContain('The configuration differs from the one that the plan was made from.');
    expect(workspace.takeRequests()).toEqual({});
  });

  inCi('is refused when it contains none of the selected pipes', async () => {
    const workspace = await openWorkspace({ document: TWO });
    await workspace.run('plan --target orders --out plan.json');
    const { code, stderr } = await workspace.run('apply plan.json --target payments');
    expect(code).toBe(1);
    expect(stderr).toContain('No pipe of the plan matches');
  });
});
