import fc from 'fast-check';
import { expect, test } from 'vitest';
import { checkServiceAddress } from '../../src/model/service-address.ts';
import { checkProperty } from '../effort.ts';

const codeOf = (text: string) => {
  const result = checkServiceAddress(text);
  return result.ok ? result.url.href : result.words.code;
};

test.each([
  ['https://api.example.com', 'https://api.example.com/'],
  ['HTTPS://API.example.com/base', 'https://api.example.com/base'],
  ['http://127.1:4010', 'http://127.0.0.1:4010/'],
  ['http://127.200.3.4/', 'http://127.200.3.4/'],
  ['http://localhost:4010', 'http://localhost:4010/'],
  ['http://[::1]:4010/', 'http://[::1]:4010/'],
  ['http://[::2]', 'insecure-address'],
  ['http://10.0.0.1', 'insecure-address'],
  ['http://0.0.0.0:4010', 'insecure-address'],
  ['http://128.0.0.1', 'insecure-address'],
  ['http://localhost.example.com', 'insecure-address'],
  ['http://api.example.com', 'insecure-address'],
  ['http://127.0.0.1.example.com', 'insecure-address'],
  ['http://localhost@api.example.com', 'insecure-address'],
  ['https://name:hidden@api.example.com', 'insecure-address'],
  ['ftp://name:hidden@api.example.com', 'invalid-value'],
  ['localhost:4010', 'invalid-value'],
  ['https://api.example.com?a', 'invalid-value'],
  ['https://api.example.com/#a', 'invalid-value'],
  ['', 'invalid-value'],
])('%s: %s', (text, expected) => {
  expect(codeOf(text)).toBe(expected);
});

const refuse = (text: string) => {
  const result = checkServiceAddress(text);
  if (result.ok) throw new Error(`${text} was accepted`);
  return [result.words.summary, result.words.hint];
};

test.each([
  [
    '127.0.0.1:4010',
    '127.0.0.1:4010 is an address without http:// or https://.',
    'Add http://: http://127.0.0.1:4010.',
  ],
  ['localhost:4010/base', 'localhost:4010 is an', 'Add http://: http://localhost:4010.'],
  ['[::1]:4010', '[::1]:4010 is an', 'Add http://: http://[::1]:4010.'],
  ['api.example.com/v1', 'api.example.com is an', 'Add https://: https://api.example.com.'],
  ['api.example.com:8443', 'api.example.com:8443 is an', 'Add https://: https://api.example.com:8443.'],
  ['https//api.example.com', 'api.example.com is an', 'Add https://: https://api.example.com.'],
  ['api.xn--p1ai', 'api.xn--p1ai is an', 'Add https://: https://api.xn--p1ai.'],
  ['10.0.0.1:4010', '10.0.0.1:4010 is an', 'Add https://: https://10.0.0.1:4010.'],
  ['ftp://api.example.com', 'The address of api.example.com starts with ftp://', 'Use https://api.example.com.'],
  ['ftp://localhost:4010', 'The address of localhost:4010 starts with ftp://', 'Use http://localhost:4010.'],
  ['http://api.example.com/x', 'over plain http to another machine: api.example.com.', 'Use https://api.example.com.'],
  ['https://a:b@api.example.com', 'The address of api.example.com contains a user name', 'Remove the credentials'],
  ['https://api.example.com?a', 'The address of api.example.com has a query', 'End the address before'],
])('%s: says which host it is and what to write', (text, summary, hint) => {
  expect(refuse(text)).toEqual([expect.stringContaining(summary), expect.stringContaining(hint)]);
});

test.each([
  ['a password in the place of the address', 'open-sesame-4711'],
  ['a token', `eyJhbGciOiJub25lIn0.${'a'.repeat(70)}.sig`],
  ['a short token', 'MTk4NjIyNDgzNDcx.Cl2FMQ.ZnCjm1XVW7vRze4b7Cq4se7kKWs'],
  ['a name and a password', 'name:open-sesame-4711'],
])('does not show %s', (_what, text) => {
  expect(refuse(text)[0]).toBe('The address of a service starts with https:// or http:// and names a host.');
});

test('never repeats credentials', () => {
  const part = fc.stringMatching(/^[a-z0-9]{12}$/);
  checkProperty(
    fc.property(fc.constantFrom('http', 'https', 'ftp', 'x'), part, part, part, (scheme, user, password, rest) => {
      const result = checkServiceAddress(`${scheme}://${user}:${password}@${rest}?${rest}`);
      expect(result.ok).toBe(false);
      expect(JSON.stringify(result)).not.toMatch(new RegExp(`${user}|${password}`));
    }),
  );
});
