import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../src/model/json/json.ts';
import { createQuickstartFleet } from '../../src/sandbox/index.ts';
import { openWorkspace, pipe, readDocument } from './harness.ts';
import { runHere } from './process.ts';

const fleet = createQuickstartFleet();
const orders = (rest: JsonObject) => pipe(fleet, 'orders-prod', rest);
const payments = (rest: JsonObject) => pipe(fleet, 'payments-prod', rest);
const THREADS = { settings: { db_max_threads: 16 } };

describe.concurrent('0: success', () => {
  test('a plan with changes', async () => {
    const { run } = await openWorkspace();
    expect(await run('plan')).toMatchObject({ code: 0, stderr: '' });
  });

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

  test('an apply without changes does not prompt and writes nothing', async () => {
    const { run, takeRequests } = await openWorkspace({
      document: { pipes: { payments: payments({ settings: { db_max_threads: 8 } }) } },
    });
    expect(await run('apply --yes')).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('No changes.'),
    });
    expect(takeRequests()).toEqual({ 'payments-prod': ['GET'] });
  });
});

describe.concurrent('--no-wait', () => {
  test('0 when the single read after the writes shows all values', async () => {
    const { run, takeRequests } = await openWorkspace({ document: { pipes: { orders: orders(THREADS) } } });
    expect((await run('apply --auto-approve --no-wait')).code).toBe(0);
    expect(takeRequests()['orders-prod']?.map((request) => request.slice(0, 3))).toEqual(['GET', 'GET', 'PUT', 'GET']);
  });
});

describe.concurrent('1: usage, configuration or credentials errors, or nothing could be done', () => {
  test.each([
    ['an unknown command', 'destroy'],
    ['an unknown option', 'plan --detailled-exitcode'],
    ['an option without its value', 'plan --format'],
    ['an invalid value', 'plan --timeout soon'],
    ['a parallelism of 0', 'plan --parallelism 0'],
    ['an extra argument', 'validate everything'],
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

  test('a missing configuration', async () => {
    const { folder } = await openWorkspace();
    const ended = await runHere(['plan', '-c', 'other.yaml'], { cwd: folder });
    expect(ended).toMatchObject({ code: 1, stdout: '' });
    expect(ended.stderr).toContain('config-not-found');
  });

  test.each([
    ['PIPEFORM_KEY_ID', { PIPEFORM_KEY_ID: '' }],
    ['PIPEFORM_KEY_SECRET', { PIPEFORM_KEY_SECRET: '' }],
  ])('missing credentials: %s', async (name, env) => {
    const { run, takeRequests } = await openWorkspace();
    const { code, stderr } = await run('plan', env);
    expect(code).toBe(1);
    expect(stderr).toContain('credentials-missing');
    expect(stderr).toContain(`${name} is not set`);
    expect(takeRequests()).toEqual({});
  });

  test('rejected credentials', async () => {
    const { run } = await openWorkspace();
    const env = { PIPEFORM_KEY_SECRET: 'stale-secret' };
    const planned = await run('plan', env);
    expect(planned.code).toBe(1);
    expect(planned.stdout).toContain('credentials-rejected');
    expect((await run('apply --auto-approve', env)).code).toBe(1);
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

  test('an apply whose every write the service rejects', async () => {
    const { run } = await openWorkspace({
      switches: { bounds: 'hidden' },
      document: {
        pipes: {
          invoices: pipe(fleet, 'invoices-archive', { settings: { object_storage_max_insert_bytes: '20GiB' } }),
        },
      },
    });
    const { code, stdout } = await run('apply --auto-approve');
    expect(code).toBe(1);
    expect(stdout).toContain('object_storage_max_insert_bytes must be between');
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

  test('a value that the service ignores does not converge: expected and actual values are shown', async () => {
    const { run } = await openWorkspace({
      switches: { null: 'ignore' },
      document: { pipes: { orders: orders({ settings: { db_max_insert_threads: null } }) } },
    });
    const { code, stdout } = await run('apply --auto-approve --wait-timeout 300ms');
    expect(code).toBe(3);
    expect(stdout).toContain('not-converged');
    expect(stdout).toContain('settings.db_max_insert_threads: asked for unset, found 2');
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

  test('one pipe cannot be read and another is applied', async () => {
    const gone = { ...orders(THREADS), id: '0b0c3a9e-2a64-4a4f-8a11-93f5b1f2dfff' };
    const { run } = await openWorkspace({ document: { pipes: { gone, payments: payments(THREADS) } } });
    expect((await run('apply --auto-approve')).code).toBe(3);
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

  test.each([
    ['the wrong name', { name: 'orders-test' }, 'wrong-pipe'],
    ['the wrong kind', { source: 'kinesis' }, 'wrong-pipe'],
  ])('the id belongs to a pipe with %s', async (_, rest, diagnosticCode) => {
    const { run, takeRequests } = await openWorkspace({
      document: { pipes: { orders: orders({ ...THREADS, ...rest }) } },
    });
    for (const line of ['plan', 'apply --auto-approve']) {
      const { code, stdout } = await run(line);
      expect(code).toBe(5);
      expect(stdout).toContain(diagnosticCode);
    }
    expect(takeRequests()).toEqual({ 'orders-prod': ['GET', 'GET'] });
  });

  test('replicas that would grow too far in one run', async () => {
    const document = { policy: { maxReplicaFactor: 2 }, pipes: { orders: orders({ scaling: { replicas: 5 } }) } };
    const { run, writes } = await openWorkspace({ document });
    const { code, stdout } = await run('apply --auto-approve');
    expect(code).toBe(5);
    expect(stdout).toContain('replica-factor');
    expect(writes()).toEqual([]);
  });

  test.each([0, 1, '50%'])('a plan beyond maxChangedPipes: %s is refused as a whole', async (limit) => {
    const policy = { maxChangedPipes: limit };
    const document = { policy, pipes: { orders: orders(THREADS), payments: payments(THREADS) } };
    const { run, writes } = await openWorkspace({ document });
    for (const line of ['plan', 'apply --auto-approve']) {
      const { code, stdout } = await run(line);
      expect(code).toBe(5);
      expect(stdout).toContain('too-many-changes');
    }
    expect(writes()).toEqual([]);
  });
});

test.concurrent('the exit code is the same in every format', async () => {
  const { run } = await openWorkspace();
  const { code, stdout } = await run('plan --detailed-exitcode --format json');
  expect(code).toBe(2);
  expect(readDocument(stdout)).toMatchObject({ kind: 'plan', summary: { total: 5, update: 3, unchanged: 2 } });
});
