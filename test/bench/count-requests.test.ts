import { expect, test } from 'vitest';
import { countByPipe, most, mostInAll } from '../../bench/count-requests.ts';

const asked = (pipeId: string, ...methods: readonly string[]) => methods.map((method) => ({ pipeId, method }));

test('reads are counted before and after the first write of their pipe', () => {
  const requests = [...asked('a', 'GET', 'PATCH', 'GET', 'PUT', 'GET'), ...asked('b', 'GET')];
  expect([...countByPipe(requests)]).toEqual([
    ['a', { readsBefore: 1, puts: 1, patches: 1, readsAfter: 2 }],
    ['b', { readsBefore: 1, puts: 0, patches: 0, readsAfter: 0 }],
  ]);
});

test('a single pipe with too many requests is reported, whatever the others get', () => {
  const counts = countByPipe([...asked('a', 'GET', 'PUT', 'GET'), ...asked('b', 'GET', 'PUT', 'PUT', 'GET')]);
  expect(most(counts, 'puts')).toBe(2);
  expect(most(counts, 'patches')).toBe(0);
  expect(mostInAll(counts)).toBe(4);
});
