import fc from 'fast-check';
import { expect, test } from 'vitest';
import { checkServiceAddress } from '../../src/model/service-address.ts';

const codeOf = (text: string) => {
  const result = checkServiceAddress(text);
  return result.ok ? result.url.href : result.words.code;
};

test.each([
  ['https://api.example.com', 'https://api.example.com/'],
  ['HTTPS://API.example.com/base', 'https://api.example.com/base'],
  ['http://127.1:4010', 'http://127.0.0.1:4010/'],
  ['http://api.example.com', 'insecure-address'],
  ['http://127.0.0.1.example.com', 'insecure-address'],
  ['http://localhost@api.example.com', 'credentials-in-address'],
  ['https://name:hidden@api.example.com', 'credentials-in-address'],
  ['ftp://name:hidden@api.example.com', 'invalid-value'],
  ['localhost:4010', 'invalid-value'],
  ['https://api.example.com?a', 'invalid-value'],
  ['', 'invalid-value'],
])('%s: %s', (text, expected) => {
  expect(codeOf(text)).toBe(expected);
});

test('never repeats credentials', () => {
  const part = fc.stringMatching(/^[a-z0-9]{12}$/);
  fc.assert(
    fc.property(fc.constantFrom('http', 'https', 'ftp', 'x'), part, part, part, (scheme, user, password, rest) => {
      const result = checkServiceAddress(`${scheme}://${user}:${password}@${rest}?${rest}`);
      expect(result.ok).toBe(false);
      expect(JSON.stringify(result)).not.toMatch(new RegExp(`${user}|${password}`));
    }),
  );
});
