import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../src/model/json/json.ts';
import { createQuickstartFleet } from '../../src/sandbox/index.ts';
import { inCi } from '../effort.ts';
import { openWorkspace, pipe, readDocument, type WorkspaceOptions } from './harness.ts';

const fleet = createQuickstartFleet();

/** A workspace whose configuration has only the orders pipe of the quickstart fleet. */
const openOrders = (rest: JsonObject, switches: WorkspaceOptions['switches'] = {}) =>
  openWorkspace({ switches, document: { pipes: { orders: pipe(fleet, 'orders-prod', rest) } } });

describe.concurrent.each(['merge', 'replace'] as const)('with a service whose PUT means %s', (put) => {
  test('an apply of the quickstart loses no value, and the next plan has no changes', async () => {
    const { run, live } = await openWorkspace({ switches: { put } });
    const before = { ...live('partner-uploads').settings };
    expect((await run('apply --auto-approve')).code).toBe(0);
    expect(live('orders-prod').settings).toEqual({ streaming_max_insert_wait_ms: 5000, db_max_threads: 8 });
    expect(live('partner-uploads').settings).toEqual({
      ...before,
      object_storage_polling_interval_ms: 60_000,
      object_storage_max_insert_bytes: 4_294_967_296,
    });
    expect((await run('plan --detailed-exitcode')).code).toBe(0);
  });

  test('keeps values that are not managed, including 0 and false', async () => {
    const { run, live, editLive } = await openOrders({ settings: { db_max_threads: 16 } }, { put });
    await editLive('orders-prod', { settings: { db_max_download_threads: 0, db_parallel_view_processing: false } });
    const { settings, scaling } = live('orders-prod');
    expect((await run('apply --auto-approve')).code).toBe(0);
    expect(live('orders-prod').settings).toEqual({ ...settings, db_max_threads: 16 });
    expect(live('orders-prod').scaling).toEqual(scaling);
  });

  test('keeps an additional setting', async () => {
    const invoices = pipe(fleet, 'invoices-archive', { settings: { object_storage_concurrency: 9 } });
    const { run, live, takeRequests } = await openWorkspace({
      switches: { put, extraSetting: 'shown' },
      document: { pipes: { invoices } },
    });
    expect((await run('apply --auto-approve')).code).toBe(0);
    expect(live('invoices-archive').settings).toMatchObject({
      object_storage_skip_empty_files: true,
      object_storage_concurrency: 9,
    });
    expect(takeRequests()['invoices-archive']?.[2]).toContain('"object_storage_skip_empty_files":true');
  });

  test('keeps an unknown setting', async () => {
    const { run, live, editLive } = await openOrders({ settings: { db_max_threads: 16 } }, { put });
    await editLive('orders-prod', { settings: { db_flux_mode: 'gentle' } });
    expect((await run('apply --auto-approve')).code).toBe(0);
    expect(live('orders-prod').settings).toMatchObject({ db_flux_mode: 'gentle', db_max_threads: 16 });
  });

  test('a managed null unsets its key', async () => {
    const { run, live, takeRequests } = await openOrders({ settings: { db_max_insert_threads: null } }, { put });
    expect((await run('apply --auto-approve')).code).toBe(0);
    expect(takeRequests()['orders-prod']?.[2]).toBe(
      'PUT settings {"streaming_max_insert_wait_ms":5000,"db_max_threads":4,"db_max_insert_threads":null}',
    );
    expect(Object.keys(live('orders-prod').settings)).toEqual(['streaming_max_insert_wait_ms', 'db_max_threads']);
    expect((await run('plan --detailed-exitcode')).code).toBe(0);
  });
});

describe.concurrent('fields that are not managed', () => {
  test('does not change a key under ignore, even when a preset sets it', async () => {
    const { run, takeRequests } = await openWorkspace({
      document: {
        presets: { big: { settings: { db_max_threads: 16 }, scaling: { replicas: 6, replicaMemoryGb: 8 } } },
        pipes: {
          orders: pipe(fleet, 'orders-prod', {
            preset: 'big',
            ignore: ['scaling.replicas', 'scaling.replicaMemoryGb'],
          }),
        },
      },
    });
    expect((await run('apply --auto-approve')).code).toBe(0);
    expect(takeRequests()['orders-prod']).toEqual([
      'GET',
      'GET',
      'PUT settings {"streaming_max_insert_wait_ms":5000,"db_max_threads":16,"db_max_insert_threads":2}',
      'GET',
    ]);
  });

  test('reads a postgres pipe that is only named, and never writes it', async () => {
    const { run, takeRequests } = await openWorkspace({
      document: { pipes: { crm: pipe(fleet, 'crm-replica', { source: 'postgres', protect: true }) } },
    });
    expect(await run('apply --auto-approve')).toMatchObject({ code: 0 });
    expect(takeRequests()).toEqual({ 'crm-replica': ['GET'] });
  });

  test('reports settings that the service does not have for a postgres pipe, and sends nothing else', async () => {
    const { run, takeRequests } = await openWorkspace({
      document: { pipes: { crm: pipe(fleet, 'crm-replica', { settings: { db_max_threads: 8 } }) } },
    });
    const { code, stdout } = await run('apply --auto-approve');
    expect(code).toBe(1);
    expect(stdout).toContain('settings-not-accepted');
    expect(takeRequests()).toEqual({
      'crm-replica': ['GET', 'GET', 'PUT settings {"db_max_threads":8} -> 404', 'GET'],
    });
  });
});

describe.concurrent('ranges of replicas', () => {
  test.each([
    ['inside: nothing is sent', { min: 1, max: 4 }, 'GET'],
    ['below: clamped to the minimum', { min: 3, max: 6 }, 'GET GET PATCH scaling {"replicas":3} GET'],
    ['above: clamped to the maximum', { min: 1, max: 1 }, 'GET GET PATCH scaling {"replicas":1} GET'],
  ])('%s', async (_, replicas, expected) => {
    const { run, takeRequests } = await openOrders({ scaling: { replicas } });
    expect((await run('apply --auto-approve')).code).toBe(0);
    expect(takeRequests()['orders-prod']?.join(' ')).toBe(expected);
  });
});

describe.concurrent('how the service shows unset values', () => {
  test.each(['null', 'absent'] as const)('as %s: not sent, and a managed null is in sync', async (unset) => {
    const { run, takeRequests } = await openOrders(
      { settings: { db_max_threads: 16, db_max_download_threads: null } },
      { unset, put: 'replace' },
    );
    expect((await run('apply --auto-approve')).code).toBe(0);
    expect(takeRequests()['orders-prod']?.[2]).toBe(
      'PUT settings {"streaming_max_insert_wait_ms":5000,"db_max_threads":16,"db_max_insert_threads":2}',
    );
    expect((await run('plan --detailed-exitcode')).code).toBe(0);
  });

  test('as its default: the defaults are sent unchanged, and a plan has no changes', async () => {
    const { run, takeRequests } = await openOrders({ settings: { db_max_threads: 16 } }, { unset: 'default' });
    expect((await run('apply --auto-approve')).code).toBe(0);
    expect(takeRequests()['orders-prod']?.[2]).toContain('"db_max_threads":16,"db_max_insert_threads":2');
    expect((await run('plan --detailed-exitcode')).code).toBe(0);
  });

  test('as its default: a managed null cannot converge, and apply explains why', async () => {
    const { run } = await openOrders({ settings: { db_max_insert_threads: null } }, { unset: 'default' });
    const { code, stdout } = await run('apply --auto-approve --wait-timeout 300ms');
    expect(code).toBe(3);
    expect(stdout).toContain('settings.db_max_insert_threads: asked for unset, found 1');
    expect(stdout).toContain('return its default for an unset key');
  });

  test('a null that the service rejects', async () => {
    const { run, live } = await openOrders({ settings: { db_max_insert_threads: null } }, { null: 'reject' });
    const { code, stdout } = await run('apply --auto-approve');
    expect(code).toBe(1);
    expect(stdout).toContain('request-rejected');
    expect(live('orders-prod').settings.db_max_insert_threads).toBe(2);
  });
});

describe.concurrent('scaling', () => {
  test('Kubernetes quantities: 250m and 1Gi are 250 and 1', async () => {
    const scaling = { replicas: 2, replicaCpuMillicores: 250, replicaMemoryGb: 1 };
    const same = await openOrders({ scaling }, { quantities: 'kubernetes' });
    expect((await same.run('plan --detailed-exitcode')).code).toBe(0);
    const other = await openOrders({ scaling: { ...scaling, replicaMemoryGb: 0.5 } }, { quantities: 'kubernetes' });
    expect((await other.run('apply --auto-approve')).code).toBe(0);
    expect(other.takeRequests()['orders-prod']?.[2]).toBe(
      'PATCH scaling {"replicaCpuMillicores":250,"replicaMemoryGb":0.5}',
    );
    expect((await other.run('plan --detailed-exitcode')).code).toBe(0);
  });

  inCi('waits for an update that settles late, and sends it once', async () => {
    const { run, takeRequests } = await openOrders(
      { scaling: { replicas: 4, replicaCpuMillicores: 500, replicaMemoryGb: 2 } },
      { settleMs: 1_000 },
    );
    expect((await run('apply --auto-approve')).code).toBe(0);
    const requests = takeRequests()['orders-prod'] ?? [];
    expect(requests.filter((request) => request !== 'GET')).toEqual([
      'PATCH scaling {"replicas":4,"replicaCpuMillicores":500,"replicaMemoryGb":2}',
    ]);
    expect(requests.length).toBeGreaterThan(4);
    expect((await run('plan --detailed-exitcode')).code).toBe(0);
  });

  test('a plan of a pipe that is still settling proposes no changes and reports it', async () => {
    const scaling = { replicas: 4, replicaCpuMillicores: 500, replicaMemoryGb: 2 };
    const { run, writes } = await openOrders({ scaling }, { settleMs: 60_000 });
    await run('apply --auto-approve --no-wait');
    const { code, stdout } = await run('plan --format json --target orders');
    expect(code).toBe(0);
    const plan = readDocument<{ pipes: { state: string; diagnostics: { code: string }[] }[] }>(stdout);
    expect(plan.pipes[0]?.state).toBe('Modifying');
    expect(plan.pipes[0]?.diagnostics.map(({ code }) => code)).toContain('pipe-in-transition');
    expect(writes()).toHaveLength(1);
  });
});

test.concurrent('merges presets, the pipe and an environment in that order', async () => {
  const { run, takeRequests } = await openWorkspace({
    document: {
      presets: {
        calm: { settings: { db_max_threads: 1, db_max_insert_threads: 1 } },
        busy: { settings: { db_max_insert_threads: 3, db_max_download_threads: 3 } },
      },
      pipes: {
        orders: pipe(fleet, 'orders-prod', { preset: ['calm', 'busy'], settings: { db_max_download_threads: 4 } }),
      },
      environments: { production: { pipes: { orders: { settings: { db_max_threads: 32 } } } } },
    },
  });
  expect((await run('apply --auto-approve -e production')).code).toBe(0);
  expect(takeRequests()['orders-prod']?.[2]).toBe(
    'PUT settings {"streaming_max_insert_wait_ms":5000,"db_max_threads":32,"db_max_insert_threads":3,"db_max_download_threads":4}',
  );
});
