import { expect, test } from 'vitest';
import { createBoundedLog } from '../../src/sandbox/state/logs.ts';

test('drops and counts the oldest entries', () => {
  const log = createBoundedLog<number>(20);
  for (let entry = 1; entry <= 21; entry += 1) log.add(entry);
  expect(log.entries()).toEqual(Array.from({ length: 19 }, (_, index) => index + 3));
  expect(log.dropped()).toBe(2);
  log.clear();
  expect([log.entries(), log.dropped()]).toEqual([[], 0]);
});
