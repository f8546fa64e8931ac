import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../src/model/json/json.ts';
import { createQuickstartFleet } from '../../src/sandbox/index.ts';
import { openWorkspace, pipe } from './harness.ts';

const fleet = createQuickstartFleet();
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
  test.each([
    ['an unknown option', 'plan --detailled-exitcode'],
    ['two options that contradict each other', 'apply --only-origin drift'],
    ['a target that matches nothing', 'plan --target nobody'],
  ])('%s', async (_, line) => {
    const { run, takeRequests } = await openWorkspace();
    const { code, stdout, stderr } = await run(line);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(/^error/);
    expect(takeRequests()).toEqual({});
  });

  test.each(['validate', 'plan', 'apply --auto-approve'])('a configuration with an error: %s', async (line) => {
    const { run, takeRequests } = await openWorkspace({
      document: { pipes: { orders: orders({ settings: { db_max_threads: 65 } }) } },
    });
    const { code, stdout, stderr } = await run(line);
    expect(code).toBe(1);
    expect(stdout + stderr).toContain('out-of-range');
    expect(takeRequests()).toEqual({});
  });

  test('a plan with a pipe that does not exist, although the others can be read', async () => {
    const gone = { ...orders(THREADS), id: '0b0c3a9e-2a64-4a4f-8a11-93f5b1f2dfff' };
    const { run } = await openWorkspace({ document: { pipes: { gone, payments: payments(THREADS) } } });
    const { code, stdout } = await run('plan');
    expect(code).toBe(1);
    expect(stdout).toContain('pipe-not-found');
    expect(stdout).toContain('1 pipe to update');
    expect(stdout).toContain('1 with errors');
  });

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

  test('--no-wait, when the service has not finished', async () => {
    const { run } = await openWorkspace({
      switches: { settleMs: 60_000 },
      document: { pipes: { orders: orders({ scaling: { replicas: 4 } }) } },
    });
    const { code, stdout } = await run('apply --auto-approve --no-wait');
    expect(code).toBe(3);
    expect(stdout).toContain('not-waited-for');
    expect(stdout).toContain('1 unknown');
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
