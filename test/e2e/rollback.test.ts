import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Run } from '../../src/model/run.ts';
import { createQuickstartFleet } from '../../src/sandbox/index.ts';
import { findFaults } from '../apply/schemas.ts';
import { createLatch, openGate } from './gate.ts';
import { openWorkspace, pipe, readEvents, type Workspace } from './harness.ts';

const fleet = createQuickstartFleet();
const orders = pipe(fleet, 'orders-prod', { settings: { db_max_threads: 16 }, scaling: { replicas: 3 } });
const payments = pipe(fleet, 'payments-prod', { settings: { db_max_threads: 16 } });
const document = { pipes: { orders, payments } };

const valuesOf = ({ live }: Workspace) =>
  ['orders-prod', 'payments-prod'].map((name) => ({ settings: live(name).settings, scaling: live(name).scaling }));

async function journalOf({ folder }: Workspace): Promise<string> {
  const runs = join(folder, '.pipeform', 'runs');
  const [newest = ''] = (await readdir(runs)).sort().reverse();
  return join(runs, newest);
}

describe.concurrent('rollback', () => {
  test('restores a successful run and back, with only the necessary requests; prompts, and only for runs of this project', async () => {
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
    expect(events.flatMap(({ diagnostic }) => diagnostic?.code ?? [])).toEqual(['rollback-against-configuration']);

    // This restores what the rollback changed, except later manual changes.
    await workspace.editLive('orders-prod', { settings: { db_max_threads: 9 } });
    const forth = await run('rollback latest --auto-approve --target orders');
    expect(forth.code).toBe(0);
    expect(forth.stdout).toContain('settings.db_max_threads: wrote 4, now 9');
    expect(workspace.writes()).toEqual(['orders-prod PATCH scaling {"replicas":3}']);
    takeRequests();

    const silent = await run('rollback latest');
    expect(silent).toMatchObject({ code: 1, stdout: '' });
    expect(silent.stderr).toContain('not-confirmed-by-a-person');

    const file = await journalOf(workspace);
    const text = await readFile(file, 'utf8');
    await writeFile(
      file.replace(/[^/]*$/, '19990101T000000Z-000001.jsonl'),
      text
        .replaceAll('"url":"http:', '"url":"https:')
        .replace(/,"digest":"[^"]*"/, '')
        .replace(/"id":"\d{8}T\d{6}Z-[0-9a-f]{6}"/, '"id":"19990101T000000Z-000001"'),
    );
    const elsewhere = await run('rollback 1999 --auto-approve --format json');
    expect(elsewhere.code).toBe(1);
    const few = readEvents<{ type: string; run: Run }>(elsewhere.stdout);
    expect(few.map(({ type }) => type)).toEqual(['run_start', 'diagnostic', 'run_done']);
    expect(few.at(-1)?.run.diagnostics.map(({ code }) => code)).toEqual(['run-for-another']);
    expect(takeRequests()).toEqual({});
  });

  test('restores what a killed run wrote, and settles the run', async () => {
    const arrival = createLatch();
    let writes = 0;
    const workspace = await openWorkspace({
      document,
      address: ({ url }) =>
        openGate(url, async ({ method }, pass) => {
          if (method === 'GET' || ++writes !== 2) return pass();
          await pass();
          arrival.open();
          return new Promise(() => {});
        }),
    });
    const before = valuesOf(workspace);
    const running = workspace.start('apply --auto-approve --parallelism 1');
    await running.reaches(arrival.passed);
    running.signal('SIGKILL');
    await running.ended;
    const journal = await journalOf(workspace);
    workspace.takeRequests();
    expect((await workspace.run('rollback latest --auto-approve')).code).toBe(0);
    expect(valuesOf(workspace)).toEqual(before);
    expect(Object.keys(workspace.takeRequests())).toEqual(['orders-prod']);
    expect((await readFile(journal, 'utf8')).trimEnd().split('\n').at(-1)).toContain('"found":"written"');
  });
});
