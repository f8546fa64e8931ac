import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../src/model/json/json.ts';
import { fleet, openWorkspace, pipe, type WorkspaceOptions } from './harness.ts';

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
    expect(stdout).toContain('field-not-for-kind');
    expect(takeRequests()).toEqual({
      'crm-replica': ['GET', 'GET', 'PUT settings {"db_max_threads":8} -> 404', 'GET'],
    });
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
});
