import { expect, test } from 'vitest';
import { fleet, openWorkspace, pipe } from './harness.ts';

// Which result has which code is the table of test/cli/choose-exit-code.test.ts. The other codes are asserted where their runs are: 0 in
// requests, 1 in json, 4 in prompt, 5 in requests, 130 and 143 in interrupts.
test.each(['--detailed-exitcode', '--expect-no-changes'])('2: plan %s finds differences', async (option) => {
  const { run, writes } = await openWorkspace();
  expect((await run(`plan ${option}`)).code).toBe(2);
  expect(writes()).toEqual([]);
});

test('3: the service rejects one of two pipes', async () => {
  const { run, live } = await openWorkspace({
    switches: { bounds: 'hidden' },
    document: {
      pipes: {
        invoices: pipe(fleet, 'invoices-archive', { settings: { object_storage_max_insert_bytes: '20GiB' } }),
        orders: pipe(fleet, 'orders-prod', { settings: { db_max_threads: 16 } }),
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
