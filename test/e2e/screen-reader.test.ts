import { expect, test } from 'vitest';
import { fleet, openWorkspace, pipe } from './harness.ts';
import { openObserved, TOKEN_ONLY } from './observability.ts';

const settings = { db_max_threads: 16 };
const document = {
  pipes: { orders: pipe(fleet, 'orders-prod', { settings }), payments: pipe(fleet, 'payments-prod', { settings }) },
};

test('prints a series as a table for a screen reader', async () => {
  const { run } = await openObserved();
  const about = { ...TOKEN_ONLY, INK_SCREEN_READER: 'true' };
  const { stdout } = await run('series lag --since 10m', about);
  expect(stdout).not.toMatch(/[─│╭┤●]/);
  const table = await run('series lag --since 10m --format table', about);
  expect(stdout.split('\n').length).toBe(table.stdout.split('\n').length);
});

test('prints an apply as lines that are never repainted for a screen reader', async () => {
  const { watch } = await openWorkspace({ document });
  const terminal = watch('apply --auto-approve', { INK_SCREEN_READER: 'true' });
  expect(await terminal.ended).toBe(0);
  const lines = terminal.everything();
  const spoken = lines.slice(lines.findIndex((line) => line.startsWith('Plan:')) + 1);
  expect(spoken[0]).toBe('Applying 2 pipes.');
  expect(spoken).toEqual(expect.arrayContaining(['applied  orders', 'applied  payments']));
  expect(spoken.join('\n')).not.toContain('Apply finished');
  expect(spoken.filter((line) => line.startsWith('Applied 2 pipes'))).toHaveLength(1);
  expect(spoken.join('\n')).not.toMatch(/[━─✓✗●○]/);
  expect(terminal.isCursorVisible()).toBe(true);
});
