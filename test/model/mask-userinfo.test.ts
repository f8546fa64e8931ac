import { expect, test } from 'vitest';
import { maskUserinfo } from '../../src/model/secret/secret.ts';
import { inCi } from '../effort.ts';

test.each([
  ['https://robot:s3cret@example.com/x', 'https://*****:******@example.com/x'],
  ['url: "https://t0ken@example.com"', 'url: "https://*****@example.com"'],
  ['a: https://robot:p@ss@example.com, b: 1', 'a: https://*****:****@example.com, b: 1'],
  ["a: https://robot:it's@example.com", 'a: https://*****:****@example.com'],
  ["a: 'https://robot:pa/ss@example.com'", "a: 'https://*****:**/**@example.com'"],
  ['"robot:s3cret@example.com"', '"*****:******@example.com"'],
  [`https://${'x'.repeat(5_000)}@example.com`, `https://${'*'.repeat(5_000)}@example.com`],
  [
    '{ url: "http://127.0.0.1:4010", owner: "me@example.com" }',
    '{ url: "http://127.0.0.1:4010", owner: "me@example.com" }',
  ],
  ['write to me@example.com', 'write to me@example.com'],
  ['time: 10:30', 'time: 10:30'],
])('masks %s', (text, masked) => {
  expect(maskUserinfo(text)).toBe(masked);
  expect(masked).toHaveLength(text.length);
});

inCi('masks megabytes of text quickly', () => {
  for (const part of ['a:', '/', '//', "'x", '@', ':@']) maskUserinfo(`${part.repeat(1_000_000)}@`);
});
