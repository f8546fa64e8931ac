import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../src/model/json/json.ts';
import { findFaults } from '../apply/schemas.ts';
import { forge } from './forge.ts';
import { fleet, openWorkspace, pipe, readDocument, readEvents, type Workspace } from './harness.ts';

const DOCUMENT = {
  pipes: {
    orders: pipe(fleet, 'orders-prod', { settings: { db_max_threads: 16 } }),
    payments: pipe(fleet, 'payments-prod', {
      settings: { db_max_threads: 16, streaming_max_insert_wait_ms: 10_000 },
      scaling: { replicas: 4 },
    }),
  },
};

/** A fleet whose plan was reviewed, with other changes since: a value of payments, and one of orders. */
async function openReviewed(document: JsonObject = DOCUMENT): Promise<Workspace> {
  const workspace = await openWorkspace({ document });
  expect((await workspace.run('plan --out reviewed.json')).code).toBe(0);
  await workspace.editLive('orders-prod', { settings: { db_max_threads: 5 } });
  await workspace.editLive('payments-prod', { settings: { streaming_max_insert_wait_ms: 7_000 } });
  workspace.takeRequests();
  return workspace;
}

const live = (workspace: Workspace, name: string) => workspace.live(name).settings;

describe.concurrent('apply --reviewed', () => {
  test('applies a fresh plan as far as it was reviewed, without asking, and leaves the rest with exit code 2', async () => {
    const workspace = await openReviewed();
    const before = live(workspace, 'payments-prod');
    const { code, stdout } = await workspace.run('apply --reviewed reviewed.json --out run.json');
    expect(code).toBe(2);
    expect(stdout).toContain('settings.db_max_threads: 5 -> 16');
    expect(stdout).toContain('settings.streaming_max_insert_wait_ms: 7000 -> 10000');
    expect(stdout).toContain('Applied 1 pipe, 1 unchanged, 2 with changes that were not reviewed');

    const { 'orders-prod': orders, 'payments-prod': payments } = workspace.takeRequests();
    expect([orders, payments]).toEqual([
      ['GET'],
      [
        'GET',
        'GET',
        'PATCH scaling {"replicas":4}',
        expect.stringMatching(/^PUT settings .*"db_max_threads":16/),
        'GET',
      ],
    ]);
    // A PUT has every live value, that of an unreviewed field included.
    expect(live(workspace, 'payments-prod')).toEqual({ ...before, db_max_threads: 16 });

    const run = readDocument<JsonObject>(await readFile(join(workspace.folder, 'run.json'), 'utf8'));
    expect(findFaults('run', run)).toEqual([]);
    expect(run.pipes).toMatchObject([
      {
        status: 'unchanged',
        changes: [],
        notReviewed: [{ path: 'settings.db_max_threads', before: 5, after: 16 }],
        diagnostics: [
          {
            ...{ severity: 'warning', code: 'not-reviewed' },
            summary: 'Pipe orders has 1 change that was not reviewed and is left as it is.',
          },
        ],
      },
      {
        status: 'applied',
        changes: [{ path: 'settings.db_max_threads' }, { path: 'scaling.replicas' }],
        notReviewed: [{ path: 'settings.streaming_max_insert_wait_ms', before: 7000, after: 10_000 }],
      },
    ]);
  });

  test('exits with 0 when everything was reviewed', async () => {
    const workspace = await openWorkspace({ document: DOCUMENT });
    await workspace.run('plan --out reviewed.json');
    const { code, stdout } = await workspace.run('apply --reviewed reviewed.json');
    expect([code, stdout]).toEqual([0, expect.stringContaining('Applied 2 pipes: 3 update requests')]);
    expect((await workspace.run('apply --reviewed reviewed.json')).code).toBe(0);
  });

  test('takes what any of several plans has, and the value of the configuration where they differ', async () => {
    const orders = (threads: number) => ({
      ...DOCUMENT,
      pipes: { ...DOCUMENT.pipes, orders: pipe(fleet, 'orders-prod', { settings: { db_max_threads: threads } }) },
    });
    const workspace = await openWorkspace({ document: orders(12) });
    await workspace.run('plan --target orders --out first.json');
    await workspace.edit('db_max_threads: 12', 'db_max_threads: 16');
    await workspace.run('plan --out second.json');
    workspace.takeRequests();
    // One of them alone has not all.
    expect((await workspace.run('plan --reviewed first.json')).code).toBe(2);
    const line = 'apply --reviewed first.json --reviewed second.json';
    expect(await workspace.run(line)).toMatchObject({ code: 0, stdout: expect.stringContaining('Applied 2 pipes') });
    expect(live(workspace, 'orders-prod').db_max_threads).toBe(16);
    await workspace.run('drift --out drift.json');
    expect((await workspace.run('apply --reviewed first.json --reviewed drift.json')).stderr).toContain(
      'drift.json is a',
    );
  });

  test('does not take what the plan refused, nor another target of the same field', async () => {
    const workspace = await openWorkspace({
      document: { ...DOCUMENT, pipes: { ...DOCUMENT.pipes, orders: { ...DOCUMENT.pipes.orders, protect: true } } },
    });
    expect((await workspace.run('plan --out reviewed.json')).code).toBe(5);
    await workspace.edit('replicas: 4', 'replicas: 5');
    const { code } = await workspace.run('apply --reviewed reviewed.json --allow-protected orders');
    expect(code).toBe(2);
    expect(workspace.writes()).toEqual([expect.stringMatching(/^payments-prod PUT settings /)]);
  });

  test('refuses a plan that was refused as a whole before it reads', async () => {
    const workspace = await openWorkspace({ document: { ...DOCUMENT, policy: { maxChangedPipes: 1 } } });
    expect((await workspace.run('plan --out reviewed.json')).code).toBe(5);
    await workspace.edit('maxChangedPipes: 1', 'maxChangedPipes: 2');
    workspace.takeRequests();
    const refused = await workspace.run('apply --reviewed reviewed.json');
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('refused as a whole') });
    expect(workspace.takeRequests()).toEqual({});
  });

  test('is still refused by policy, protection and a freeze', async () => {
    const workspace = await openReviewed();
    const freeze = (until: string) =>
      `policy: { freeze: [{ from: "2000-01-01", until: "${until}", reason: audit }] }\n`;
    await workspace.edit('pipes:', `${freeze('2999-12-31')}pipes:`);
    expect((await workspace.run('apply --reviewed reviewed.json')).code).toBe(5);
    await workspace.edit(freeze('2999-12-31'), freeze('2000-01-02'));
    await workspace.edit('payments:', 'payments:\n    protect: true');
    expect((await workspace.run('apply --reviewed reviewed.json')).code).toBe(5);
    expect(workspace.writes()).toEqual([]);
  });

  test('refuses what is not the plan of a review before it reads', async () => {
    const workspace = await openReviewed();
    const saved = await readFile(join(workspace.folder, 'reviewed.json'), 'utf8');
    await workspace.run('drift --out drift.json');
    await workspace.write({
      'elsewhere.json': forge((plan) => ({ ...plan, environment: 'production' }))(saved),
      'edited.json': saved.replace('"after": 16', '"after": 17'),
    });
    workspace.takeRequests();
    for (const [line, words] of [
      ['apply --reviewed elsewhere.json', 'error[report-for-another]'],
      ['apply --reviewed edited.json', 'error[report-edited]'],
      ['apply --reviewed drift.json', 'is a drift report, not a plan'],
      ['plan --reviewed nowhere.json', 'nowhere.json cannot be read'],
      ['plan --reviewed reviewed.json --out reviewed.json', 'This command reads that file'],
    ] as const) {
      expect(await workspace.run(line)).toMatchObject({ code: 1, stderr: expect.stringContaining(words) });
    }
    expect(workspace.takeRequests()).toEqual({});
  });
});

describe.concurrent('plan --reviewed', () => {
  test('makes a plan of the reviewed updates, which apply carries out, and both exit with 2', async () => {
    const workspace = await openReviewed();
    const planned = await workspace.run('plan --reviewed reviewed.json --out plan.json');
    expect(planned.code).toBe(2);
    expect(planned.stdout).toContain(
      'Plan: 1 pipe to update (2 changes, 2 requests), 1 unchanged, 2 with changes that were not reviewed.',
    );
    const plan = readDocument<JsonObject>(await readFile(join(workspace.folder, 'plan.json'), 'utf8'));
    expect(findFaults('plan', plan)).toEqual([]);
    expect(await workspace.run('apply plan.json')).toMatchObject({
      code: 2,
      stdout: expect.stringContaining('warning[not-reviewed]'),
    });
    expect(live(workspace, 'payments-prod')).toMatchObject({
      db_max_threads: 16,
      streaming_max_insert_wait_ms: 7000,
    });
    expect(live(workspace, 'orders-prod').db_max_threads).toBe(5);
  });

  test('says what is left when nothing was reviewed', async () => {
    const workspace = await openReviewed();
    const { stdout } = await workspace.run('apply --reviewed reviewed.json --format json');
    for (const event of readEvents<JsonObject>(stdout)) expect(findFaults('events', event)).toEqual([]);
    const planned = await workspace.run('plan --reviewed reviewed.json --out plan.json');
    expect(planned.code).toBe(2);
    expect(planned.stdout).toContain('Plan: nothing to update, 2 unchanged, 2 with changes that were not reviewed.');
    expect((await workspace.run('apply plan.json')).code).toBe(2);
  });
});
