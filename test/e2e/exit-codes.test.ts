import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../src/model/json/json.ts';
import { fleet, openWorkspace, pipe } from './harness.ts';

const orders = (rest: JsonObject) => pipe(fleet, 'orders-prod', rest);
const payments = (rest: JsonObject) => pipe(fleet, 'payments-prod', rest);
const THREADS = { settings: { db_max_threads: 16 } };

// A run for each code. Which result has which code is the table of test/cli/choose-exit-code.test.ts; 4 is in prompt.test.ts, 130 and
// 143 are in interrupts.test.ts.
describe.concurrent('0: success', () => {
  test('an apply of all pipes, and then a plan without changes', async () => {
    const { run } = await openWorkspace();
    expect(await run('apply --auto-approve')).toMatchObject({ code: 0 });
    expect(await run('plan --detailed-exitcode')).toEqual({
      code: 0,
      stdout: expect.stringMatching(
        /^Organization \S+, API \S+\nNo changes\. All 5 pipes match the configuration\.\n$/,
      ),
      stderr: '',
    });
  });
});

describe.concurrent('1: usage, configuration or credentials errors, or nothing could be done', () => {
  test('a stopped service is not woken: it receives only reads', async () => {
    const { run, takeRequests } = await openWorkspace({
      switches: { idleServices: ['analytics'] },
      document: { pipes: { orders: orders(THREADS) } },
    });
    const planned = await run('plan');
    expect(planned.code).toBe(1);
    expect(planned.stdout).toContain('service-idle');
    expect(takeRequests()).toEqual({ 'orders-prod': ['GET -> 424'] });
    expect((await run('apply --auto-approve')).code).toBe(1);
    expect(takeRequests()).toEqual({ 'orders-prod': ['GET -> 424'] });
  });
});

describe.concurrent('2: differences', () => {
  test.each(['--detailed-exitcode', '--expect-no-changes'])('plan %s', async (option) => {
    const { run, writes } = await openWorkspace();
    expect((await run(`plan ${option}`)).code).toBe(2);
    expect(writes()).toEqual([]);
  });
});

describe.concurrent('3: some updates applied, some failed', () => {
  test('the service rejects one pipe', async () => {
    const { run, live } = await openWorkspace({
      switches: { bounds: 'hidden' },
      document: {
        pipes: {
          invoices: pipe(fleet, 'invoices-archive', { settings: { object_storage_max_insert_bytes: '20GiB' } }),
          orders: orders(THREADS),
        },
      },
    });
    const { code, stdout } = await run('apply --auto-approve');
    expect(code).toBe(3);
    expect(stdout).toContain('Applied 1 pipe, 1 failed');
    expect(stdout).toContain('request-rejected');
    expect(live('orders-prod').settings.db_max_threads).toBe(16);
    expect(live('invoices-archive').settings.object_storage_max_insert_bytes).toBe(1_073_741_824);
  });
});

describe.concurrent('5: refused', () => {
  test('a protected pipe is not changed, and the others are', async () => {
    const document = { pipes: { orders: orders({ ...THREADS, protect: true }), payments: payments(THREADS) } };
    const { run, takeRequests } = await openWorkspace({ document });
    const { code, stdout } = await run('apply --auto-approve');
    expect(code).toBe(5);
    expect(stdout).toContain('protected-pipe');
    expect(takeRequests()).toMatchObject({ 'orders-prod': ['GET'] });
    expect((await run('plan')).code).toBe(5);
  });
});
