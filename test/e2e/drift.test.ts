import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../src/model/json.ts';
import { createQuickstartFleet } from '../../src/sandbox/index.ts';
import { findFaults } from '../apply/schemas.ts';
import { openGate } from './gate.ts';
import { openWorkspace, pipe, readDocument } from './harness.ts';

const fleet = createQuickstartFleet();
const orders = (threads: number, acknowledge: readonly JsonObject[] = []) => ({
  pipes: { orders: pipe(fleet, 'orders-prod', { settings: { db_max_threads: threads }, acknowledge }) },
});
const known = (until: string) => [{ path: 'settings.db_max_threads', reason: 'load test', until }];

describe.concurrent('drift', () => {
  test('0: in sync, with one read a pipe and nothing else', async () => {
    const { run, asked } = await openWorkspace({ document: orders(4) });
    expect(await run('drift')).toEqual({ code: 0, stdout: 'No drift. The pipe is as declared.\n', stderr: '' });
    expect(asked()).toEqual({ 'orders-prod': ['GET'] });
  });

  test('2: someone changed a pipe; the report is saved and says the same', async () => {
    const { run, folder, editByHand, asked } = await openWorkspace({ document: orders(4) });
    await editByHand('orders-prod', { settings: { db_max_threads: 6 } });
    const { code, stdout } = await run('drift --out drift.json');
    expect(code).toBe(2);
    expect(stdout).toContain('live 6, declared 4');
    const saved = readDocument<JsonObject>(await readFile(join(folder, 'drift.json'), 'utf8'));
    expect(findFaults('drift', saved)).toEqual([]);
    expect(saved).toMatchObject({ kind: 'drift', summary: { drifted: 1, 'in-sync': 0 } });
    expect((await run('show drift.json')).stdout).toBe(stdout);
    expect(Object.values(asked()).flat()).toEqual(['GET']);
  });

  test('0: what is acknowledged is shown and not counted, and plan leaves it alone', async () => {
    const { run } = await openWorkspace({ document: orders(8, known('2999-12-31')) });
    const drift = await run('drift');
    expect(drift.code).toBe(0);
    expect(drift.stdout).toContain('load test');
    const plan = await run('plan --detailed-exitcode');
    expect(plan.code).toBe(0);
    expect(plan.stdout).toContain('load test');
  });

  test('2: an acknowledgement that has expired counts again, and says so', async () => {
    const { run } = await openWorkspace({ document: orders(8, known('2020-01-01')) });
    const { code, stdout } = await run('drift');
    expect(code).toBe(2);
    expect(stdout).toContain('acknowledgement-expired');
    expect(stdout).toContain('2020-01-01');
  });

  test('1: a pipe that could not be read is never clean, whatever the others are', async () => {
    const { run, sandbox } = await openWorkspace({
      document: {
        pipes: {
          orders: pipe(fleet, 'orders-prod', { settings: { db_max_threads: 4 } }),
          gone: { service: 'analytics', id: '00000000-0000-4000-8000-000000000000', settings: { db_max_threads: 4 } },
        },
      },
    });
    const { code, stdout } = await run('drift --metrics drift.prom');
    expect(code).toBe(1);
    expect(stdout).toContain('1 could not be read');
    expect(stdout).not.toContain('No drift');
    expect(sandbox.requests().every(({ method }) => method === 'GET')).toBe(true);
  });

  test('metrics are written, also when nothing could be read at all', async () => {
    const { run, folder } = await openWorkspace({ document: orders(4) });
    const metrics = async () => readFile(join(folder, 'drift.prom'), 'utf8');
    await run('drift --metrics drift.prom');
    expect(await metrics()).toMatch(/^pipeform_drift_complete(\{.*\})? 1$/m);
    const { code } = await run('drift --metrics drift.prom', { PIPEFORM_KEY_SECRET: '' });
    expect(code).toBe(1);
    expect(await metrics()).toMatch(/^pipeform_drift_complete(\{.*\})? 0$/m);
  });

  test('metrics tell of a failure also when the report has no place to go', async () => {
    const { run, folder } = await openWorkspace({ document: orders(4) });
    await run('drift --metrics drift.prom');
    expect((await run('drift --out nowhere/drift.json --metrics drift.prom')).code).toBe(1);
    expect(await readFile(join(folder, 'drift.prom'), 'utf8')).toMatch(/^pipeform_drift_complete(\{.*\})? 0$/m);
  });

  test('the words of a pipe that cannot be read are the same each time, whatever the id of the request', async () => {
    const gone = { service: 'analytics', id: '00000000-0000-4000-8000-000000000000', settings: { db_max_threads: 4 } };
    const { run } = await openWorkspace({ document: { pipes: { gone } } });
    const [first, second] = [await run('drift --format markdown'), await run('drift --format markdown')];
    expect(first.code).toBe(1);
    expect(second.stdout).toBe(first.stdout);
    const document = readDocument<{ pipes: readonly JsonObject[] }>((await run('drift --format json')).stdout);
    expect(document.pipes[0]?.requestId).toMatch(/^[0-9a-f-]{36}$/);
  });

  test('a drift that is stopped leaves no metrics that say that all is well', async () => {
    let arrive = () => {};
    const arrived = new Promise<void>((resolve) => {
      arrive = resolve;
    });
    const { start, folder } = await openWorkspace({
      document: orders(4),
      address: ({ url }) =>
        openGate(url, async () => {
          arrive();
          return new Promise(() => {});
        }),
    });
    const running = start('drift --metrics drift.prom');
    await running.reaches(arrived);
    running.signal('SIGTERM');
    expect((await running.ended).code).toBe(143);
    expect(await readFile(join(folder, 'drift.prom'), 'utf8')).toMatch(/^pipeform_drift_complete(\{.*\})? 0$/m);
  });

  test.each(['--exclude *', '--target orders --exclude orders'])(
    '%s leaves no pipe, which is no clean fleet',
    async (line) => {
      const { run, asked } = await openWorkspace({ document: orders(4) });
      expect(await run(`drift ${line}`)).toMatchObject({ code: 1, stderr: expect.stringContaining('leave no pipe') });
      expect(asked()).toEqual({});
    },
  );

  test('a failure prints a document for JSON', async () => {
    const { run } = await openWorkspace();
    const { code, stdout } = await run('drift --format json', { PIPEFORM_KEY_SECRET: '' });
    expect(code).toBe(1);
    expect(findFaults('drift', readDocument(stdout))).toEqual([]);
  });
});
