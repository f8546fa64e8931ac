import { expect, test } from 'vitest';
import { findClash } from '../../src/config/build/build-addresses.ts';

test.each([
  ['another setting of the contract', 'object_storage_', 'object_storage_threads'],
  ['the contract’s own prefix', 'db_', null],
  ['a prefix of its own', 'warehouse_', null],
])('a renamed setting may not be called as another one is: %s', (_, prefix, clash) => {
  const keys = ['db_threads', 'db_mode', 'object_storage_threads'];
  expect(findClash(prefix, keys, ['threads', 'mode'])).toBe(clash);
});
