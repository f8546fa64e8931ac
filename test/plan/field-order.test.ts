import { expect, it } from 'vitest';
import { desiredPipe, livePipe, pair, planOf } from './samples.ts';

const KAFKA = livePipe({ source: 'kafka', settings: {} });

it('lists fields of another kind in the order of the field table, whatever the order in the files', () => {
  const one = { object_storage_polling_interval_ms: 5_000, object_storage_concurrency: 2 };
  const other = { object_storage_concurrency: 2, object_storage_polling_interval_ms: 5_000 };
  const [first, second] = [one, other].map((settings) => planOf([pair(desiredPipe({ settings }), KAFKA)]));
  expect(first?.pipes[0]?.diagnostics.map(({ summary }) => summary.split(' ')[0])).toEqual([
    'settings.object_storage_concurrency',
    'settings.object_storage_polling_interval_ms',
  ]);
  expect(JSON.stringify(second)).toBe(JSON.stringify(first));
});

it('lists unreadable settings in the same order', () => {
  const settings = { db_max_insert_threads: 2, db_max_threads: 2 };
  const unreadable = [
    { path: 'settings.db_max_insert_threads', found: 'x' },
    { path: 'settings.db_max_threads', found: 'x' },
  ] as const;
  const live = livePipe({ source: 'kafka', settings: { db_max_threads: 'x', db_max_insert_threads: 'x' }, unreadable });
  const plan = planOf([pair(desiredPipe({ settings }), live)]);
  expect(plan.pipes[0]?.diagnostics.map(({ summary }) => /settings\.\w+/.exec(summary)?.[0])).toEqual([
    'settings.db_max_threads',
    'settings.db_max_insert_threads',
  ]);
});
