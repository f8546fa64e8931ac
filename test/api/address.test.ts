import { describe, expect, it } from 'vitest';
import { readAddress } from '../../src/api/http/proxy.ts';
import { AddressError } from '../../src/api/index.ts';
import { connectTo } from './local-service.ts';

function refusal(url: string): unknown {
  try {
    return readAddress(url).href;
  } catch (error) {
    if (!(error instanceof AddressError)) throw error;
    return error.words.code;
  }
}

describe('the address of a service', () => {
  it.each([
    'https://api.example.com/',
    'https://api.example.com/base/',
    'http://localhost:4010/',
    'http://127.0.0.1:4010/',
    'http://127.200.3.4/',
    'http://[::1]:4010/',
  ])('may be %s', (url) => {
    expect(refusal(url)).toBe(url);
  });

  it.each([
    ['http://api.example.com', 'insecure-address'],
    ['http://10.0.0.1', 'insecure-address'],
    ['http://0.0.0.0:4010', 'insecure-address'],
    ['http://128.0.0.1', 'insecure-address'],
    ['http://127.0.0.1.example.com', 'insecure-address'],
    ['http://localhost.example.com', 'insecure-address'],
    ['http://[::2]', 'insecure-address'],
    ['ftp://api.example.com', 'invalid-value'],
    ['api.example.com', 'invalid-value'],
    ['', 'invalid-value'],
    ['https://api.example.com/?a=1', 'invalid-value'],
    ['https://api.example.com/#a', 'invalid-value'],
    ['https://name:hidden@api.example.com', 'insecure-address'],
  ])('refuses %s', (url, code) => {
    expect(refusal(url)).toBe(code);
  });

  it('is checked before a connection opens, and refused without showing its secrets', () => {
    expect(() => connectTo('http://api.example.com')).toThrow(
      'Credentials are not sent over plain http to another machine: api.example.com.',
    );
    const words = (): unknown => connectTo('https://name:hidden@api.example.com');
    expect(words).toThrow(AddressError);
    expect(words).not.toThrow(/hidden/);
  });
});
