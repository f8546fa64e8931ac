import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../src/model/json/json.ts';
import { generateFleet } from '../../src/sandbox/index.ts';
import { createLatch, openGate } from './gate.ts';
import { fleet, manage, openWorkspace, pipe, type WorkspaceOptions } from './harness.ts';

const orders = (rest: JsonObject) => pipe(fleet, 'orders-prod', rest);

/** A fleet whose configuration gives every pipe more threads than it has live. */
function wantThreads(size: number): Required<Pick<WorkspaceOptions, 'fleet' | 'document'>> {
  const generated = generateFleet(size, 1);
  return { fleet: generated, document: manage(generated, 'changeable', { settings: { db_max_threads: 63 } }) };
}

describe.concurrent('the quickstart', () => {
  test('validate sends nothing, and plan reads each pipe once', async () => {
    const { run, takeRequests } = await openWorkspace();
    expect((await run('validate', { PIPEFORM_KEY_ID: '', PIPEFORM_KEY_SECRET: '' })).code).toBe(0);
    expect(takeRequests()).toEqual({});
    await run('plan');
    expect(takeRequests()).toEqual({
      'orders-prod': ['GET'],
      'payments-prod': ['GET'],
      'clickstream-prod': ['GET'],
      'invoices-archive': ['GET'],
      'partner-uploads': ['GET'],
    });
  });

  test('apply rereads a pipe, writes the differences, and reads until they are confirmed; then nothing is left to do', async () => {
    const { run, takeRequests } = await openWorkspace();
    const { code, stdout } = await run('apply --auto-approve');
    expect(code).toBe(0);
    expect(stdout).toContain('Applied 3 pipes, 2 unchanged: 5 update requests in ');
    expect(takeRequests()).toEqual({
      'orders-prod': [
        'GET',
        'GET',
        'PATCH scaling {"replicas":3}',
        'PUT settings {"streaming_max_insert_wait_ms":5000,"db_max_threads":8,"db_max_insert_threads":null}',
        'GET',
      ],
      'payments-prod': ['GET'],
      'clickstream-prod': ['GET', 'GET', 'PATCH scaling {"replicas":3}', 'GET'],
      'invoices-archive': ['GET'],
      'partner-uploads': [
        'GET',
        'GET',
        'PATCH scaling {"concurrency":8}',
        'PUT settings {"object_storage_polling_interval_ms":60000,"object_storage_max_insert_bytes":4294967296,"db_max_download_threads":8}',
        'GET',
      ],
    });
    expect(await run('plan --detailed-exitcode')).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('\nNo changes. All 5 pipes match the configuration.\n'),
    });
  });

  test('writes no other pipe than those that are selected', async () => {
    const { run, takeRequests } = await openWorkspace();
    expect((await run('apply --auto-approve --target clickstream')).code).toBe(0);
    expect(takeRequests()).toEqual({ 'clickstream-prod': ['GET', 'GET', 'PATCH scaling {"replicas":3}', 'GET'] });
  });
});

describe.concurrent('concurrency and rate limits', () => {
  test.each([1, 3])('--parallelism %i limits the requests in flight to that number', async (wanted) => {
    const { fleet, document } = wantThreads(24);
    const reached = createLatch();
    let underWay = 0;
    let most = 0;
    const { run } = await openWorkspace({
      fleet,
      document,
      switches: { latencyMs: 10 },
      address: ({ url }) =>
        openGate(url, async (_, pass) => {
          underWay += 1;
          most = Math.max(most, underWay);
          if (underWay === wanted) reached.open();
          await reached.passed;
          const reply = await pass();
          underWay -= 1;
          return reply;
        }),
    });
    expect((await run(`plan --parallelism ${wanted}`)).code).toBe(0);
    expect(most).toBe(wanted);
  });

  test('--fail-fast starts no pipe after one that fails', async () => {
    const { run, takeRequests } = await openWorkspace({
      switches: { bounds: 'hidden' },
      document: {
        pipes: {
          'a-invoices': pipe(fleet, 'invoices-archive', { settings: { object_storage_max_insert_bytes: '20GiB' } }),
          'b-orders': orders({ settings: { db_max_threads: 16 } }),
        },
      },
    });
    const { code, stdout } = await run('apply --auto-approve --fail-fast --parallelism 1');
    expect(code).toBe(1);
    expect(stdout).toContain('Not attempted: b-orders.');
    expect(takeRequests()).toMatchObject({ 'orders-prod': ['GET'] });
  });

  test('never exceeds a configured rate limit', async () => {
    const { fleet, document } = wantThreads(6);
    const { run, sandbox } = await openWorkspace({
      fleet,
      document,
      switches: { rateLimit: { requests: 10, perMs: 500 } },
    });
    const limit = { rateLimit: { requests: 10, per: '500ms' } };
    const api = { url: sandbox.url, organization: fleet.organization, ...limit };
    const limited = await openWorkspace({ document: { ...document, api, services: fleet.services } });
    expect((await limited.run('apply --auto-approve')).code).toBe(0);
    expect(sandbox.requests().filter(({ status }) => status === 429)).toEqual([]);
    expect((await run('plan --detailed-exitcode')).code).toBe(0);
  });
});

describe.concurrent('overrides on the command line', () => {
  test('--allow-protected permits changes of the named pipe and no other', async () => {
    const settings = { db_max_threads: 16 };
    const payments = pipe(fleet, 'payments-prod', { settings, protect: true });
    const { run, live } = await openWorkspace({
      document: { pipes: { orders: orders({ settings, protect: true }), payments } },
    });
    expect((await run('apply --auto-approve --allow-protected orders')).code).toBe(5);
    expect(live('orders-prod').settings.db_max_threads).toBe(16);
    expect(live('payments-prod').settings.db_max_threads).toBe(8);
  });
});
