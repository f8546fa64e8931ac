import { describe, expect, it } from 'vitest';
import { chooseProxy } from '../../src/api/http/proxy.ts';
import { AddressError } from '../../src/api/index.ts';
import { connectTo } from './local-service.ts';

const PROXY = 'http://proxy.example.net:3128';

function chosen(url: string, environment: Record<string, string>): string | null {
  const proxy = chooseProxy(new URL(url), environment);
  return proxy === null ? null : `${proxy.protocol}//${proxy.host}:${proxy.port}`;
}

describe('the proxy', () => {
  it.each([
    [{}, null],
    [{ HTTPS_PROXY: '' }, null],
    [{ HTTP_PROXY: PROXY }, null],
    [{ HTTPS_PROXY: PROXY }, PROXY],
    [{ https_proxy: PROXY, HTTPS_PROXY: 'http://other.example.net' }, PROXY],
    [{ ALL_PROXY: PROXY }, PROXY],
    [{ HTTPS_PROXY: 'proxy.example.net:3128' }, PROXY],
    [{ HTTPS_PROXY: 'https://proxy.example.net' }, 'https://proxy.example.net:443'],
    [{ HTTPS_PROXY: 'http://[2001:db8::1]' }, 'http://2001:db8::1:80'],
  ])('of %j is %s', (environment, expected) => {
    expect(chosen('https://api.example.com', environment)).toBe(expected);
  });

  it.each(['http://127.0.0.1:4010', 'https://127.0.0.1', 'https://localhost:1', 'https://[::1]'])(
    'is never used for %s',
    (url) => {
      expect(chosen(url, { HTTPS_PROXY: PROXY, HTTP_PROXY: PROXY, ALL_PROXY: PROXY })).toBe(null);
    },
  );

  it.each([
    ['https://api.example.com', '*'],
    ['https://api.example.com', 'example.com'],
    ['https://api.example.com', '.example.com'],
    ['https://api.example.com', '*.example.com'],
    ['https://api.example.com', 'other.test, API.example.com'],
    ['https://api.example.com', 'api.example.com:443'],
    ['https://api.example.com:8443', 'one.test api.example.com:8443'],
    ['https://10.1.2.3', '10.1.2.3'],
    ['https://10.1.2.3', '10.0.0.0/8'],
    ['https://[2001:db8::1]', '2001:db8::1'],
    ['https://[2001:db8::1]:8443', '[2001:db8::1]:8443'],
    ['https://[2001:db8::1]', '2001:db8::/32'],
  ])('is not used for %s with NO_PROXY=%s', (url, list) => {
    expect(chosen(url, { HTTPS_PROXY: PROXY, NO_PROXY: list })).toBe(null);
  });

  it.each([
    ['https://api.example.com', 'ample.com'],
    ['https://api.example.com', 'api.example.com:8443'],
    ['https://api.example.com', 'www.api.example.com'],
    ['https://api.example.com', ', ,.'],
    ['https://10.1.2.3', '11.0.0.0/8'],
    ['https://10.1.2.3', '10.0.0.0/99'],
    ['https://10.1.2.3', '1.2.3'],
    ['https://[2001:db8::1]', '10.0.0.0/8'],
  ])('is used for %s with NO_PROXY=%s', (url, list) => {
    expect(chosen(url, { HTTPS_PROXY: PROXY, NO_PROXY: list })).toBe(PROXY);
  });

  it('takes its credentials from its address, decoded', () => {
    const proxy = chooseProxy(new URL('https://api.example.com'), {
      HTTPS_PROXY: 'http://me:p%40ss%@proxy.example.net',
    });
    expect(proxy?.authorization?.reveal()).toBe(`Basic ${Buffer.from('me:p%40ss%').toString('base64')}`);
    const plain = chooseProxy(new URL('https://api.example.com'), {
      HTTPS_PROXY: 'http://me:p%40ss@proxy.example.net',
    });
    expect(plain?.authorization?.reveal()).toBe(`Basic ${Buffer.from('me:p@ss').toString('base64')}`);
    expect(JSON.stringify(plain)).toContain('"authorization":"[secret]"');
  });

  it('keeps the name of the variable that sets it', () => {
    const environment = { https_proxy: '', HTTPS_PROXY: '', all_proxy: PROXY };
    expect(chooseProxy(new URL('https://api.example.com'), environment)?.variable).toBe('all_proxy');
  });

  it.each(['http://me:12#hush@proxy.example.net', 'http://me:12/hush@proxy', 'me:12?hush@proxy.example.net:3128'])(
    'whose password cuts its address short is refused, not looked for under another name: %s',
    (address) => {
      const choose = () => chosen('https://api.example.com', { HTTPS_PROXY: address });
      expect(choose).toThrow(AddressError);
      expect(choose).toThrow('HTTPS_PROXY has text after the host and the port of the proxy.');
    },
  );

  it('shows the host of a proxy that is refused', () => {
    const choose = () =>
      chooseProxy(new URL('https://api.example.com'), { HTTPS_PROXY: 'socks5://me:hush@proxy.example.net:1080' });
    expect(choose).toThrow('HTTPS_PROXY does not name an http or https proxy: socks5://proxy.example.net:1080.');
  });

  it.each(['socks5://proxy.example.net', 'http://', '::'])('refuses %s', (address) => {
    expect(() => chosen('https://api.example.com', { HTTPS_PROXY: address })).toThrow(AddressError);
  });
});

it('the address of a service is checked before a connection opens, and refused without showing its secrets', () => {
  expect(() => connectTo('http://api.example.com')).toThrow(
    'Credentials are not sent over plain http to another machine: api.example.com.',
  );
  const connect = (): unknown => connectTo('https://name:hidden@api.example.com');
  expect(connect).toThrow(AddressError);
  expect(connect).not.toThrow(/hidden/);
});
