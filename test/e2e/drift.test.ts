import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../src/model/json/json.ts';
import type { Drift } from '../../src/model/report.ts';
import { findFaults } from '../apply/schemas.ts';
import { fleet, openHeld, openWorkspace, pipe, readDocument } from './harness.ts';

const orders = (threads: number, acknowledge: readonly JsonObject[] = []) => ({
  pipes: { orders: pipe(fleet, 'orders-prod', { settings: { db_max_threads: threads }, acknowledge }) },
});

describe.concurrent('drift', () => {
  test('0: in sync, with one read per pipe and no other request', async () => {
    const { run, takeRequests } = await openWorkspace({ document: orders(4) });
    expect(await run('drift')).toEqual({
      code: 0,
      stdout: expect.stringMatching(
        /^Organization \S+, API http:\/\/\S+\nNo drift\. The pipe matches the configuration\.\n$/,
      ),
      stderr: '',
    });
    expect(takeRequests()).toEqual({ 'orders-prod': ['GET'] });
  });

  test('2: someone changed a pipe; the saved report agrees', async () => {
    const { run, folder, editLive, live, takeRequests } = await openWorkspace({ document: orders(4) });
    await editLive('orders-prod', { settings: { db_max_threads: 6 } });
    const { updatedAt } = live('orders-prod');
    const { code, stdout } = await run('drift --out drift.json');
    expect(code).toBe(2);
    expect(stdout).toContain('live 6, declared 4');
    const saved = readDocument<JsonObject>(await readFile(join(folder, 'drift.json'), 'utf8'));
    expect(findFaults('drift', saved)).toEqual([]);
    expect(saved).toMatchObject({ kind: 'drift', summary: { drifted: 1, 'in-sync': 0 }, pipes: [{ updatedAt }] });
    expect((await run('show drift.json')).stdout).toBe(stdout);
    expect(Object.values(takeRequests()).flat()).toEqual(['GET']);
  });

  const gone = { service: 'analytics', id: '00000000-0000-4000-8000-000000000000', settings: { db_max_threads: 4 } };

  test('2: a pipe that was deleted is gone, also in the metrics and the history', async () => {
    const orders = pipe(fleet, 'orders-prod', { settings: { db_max_threads: 4 } });
    const { run, sandbox, folder } = await openWorkspace({ document: { pipes: { orders, gone } } });
    const { code, stdout } = await run('drift --metrics drift.prom --history history.jsonl --out drift.json');
    expect(code).toBe(2);
    expect(stdout).toMatch(/^Drift: 1 pipe gone, 1 in sync\.$/m);
    const document = readDocument<Drift>((await run('show drift.json --format json')).stdout);
    expect(findFaults('drift', document)).toEqual([]);
    const metrics = await readFile(join(folder, 'drift.prom'), 'utf8');
    expect(metrics).toMatch(/^pipeform_drift_complete 1$/m);
    expect(metrics).toMatch(/^pipeform_drift_pipes\{status="gone"\} 1$/m);
    expect(readDocument<object>((await run('history history.jsonl --format json')).stdout)).toMatchObject({
      ...{ checks: 1, incompleteChecks: 0, inSyncShare: 0, pipes: [{ name: 'gone', drifts: 1 }] },
    });
    expect((await run('plan')).code).toBe(1);
    expect(sandbox.requests().every(({ method }) => method === 'GET')).toBe(true);
  });

  test('writes metrics and a document, even when nothing can be read or the report cannot be written', async () => {
    const { run, folder } = await openWorkspace({ document: orders(4) });
    const isComplete = async () =>
      /^pipeform_drift_complete(?:\{.*\})? (\d)$/m.exec(await readFile(join(folder, 'drift.prom'), 'utf8'))?.[1];
    const line = 'drift --metrics drift.prom';
    expect([(await run(line)).code, await isComplete()]).toEqual([0, '1']);
    const failed = await run(`${line} --format json`, { PIPEFORM_KEY_SECRET: '' });
    expect(findFaults('drift', readDocument(failed.stdout))).toEqual([]);
    expect([failed.code, await isComplete()]).toEqual([1, '0']);
    await run(line);
    const unwritten = await run(`${line} --out nowhere/drift.json`);
    expect([unwritten.code, await isComplete()]).toEqual([1, '0']);
  });

  test('the message for an unreadable pipe is the same each time, regardless of the request id', async () => {
    const { run } = await openWorkspace({ document: { pipes: { gone } } });
    const [first, second] = [await run('drift --format markdown'), await run('drift --format markdown')];
    expect(first.code).toBe(1);
    expect(second.stdout).toBe(first.stdout);
    const document = readDocument<{ pipes: readonly JsonObject[] }>((await run('drift --format json')).stdout);
    expect(document.pipes[0]?.requestId).toMatch(/^[0-9a-f-]{36}$/);
  });

  test('an interrupted drift run leaves no metrics that report success, and no line in a history', async () => {
    const { start, folder, held } = await openHeld('GET', { document: orders(4) });
    const running = start('drift --metrics drift.prom --history history.jsonl');
    await running.reaches(held);
    running.signal('SIGTERM');
    expect((await running.ended).code).toBe(143);
    expect(await readFile(join(folder, 'drift.prom'), 'utf8')).toMatch(/^pipeform_drift_complete(\{.*\})? 0$/m);
    expect(readdirSync(folder)).not.toContain('history.jsonl');
  });

  test('a selection of no pipe is an error', async () => {
    const { run, takeRequests } = await openWorkspace({ document: orders(4) });
    for (const line of ['drift --exclude *', 'drift --target orders --exclude orders']) {
      expect(await run(line)).toMatchObject({ code: 1, stderr: expect.stringContaining('select no pipe') });
    }
    expect(takeRequests()).toEqual({});
  });
});
