// Home-made because `proxy-from-env` reads only `process.env`, and supports neither CIDR blocks nor subdomains of a name.

import { BlockList, isIP } from 'node:net';
import type { DiagnosticWords } from '../../model/diagnostic.ts';
import { decodePercent } from '../../model/secret/credential-variables.ts';
import { Secret } from '../../model/secret/secret.ts';
import { checkServiceAddress, isLoopback } from '../../model/service-address.ts';

/** `words` is the text of the diagnostic. */
export class AddressError extends Error {
  readonly words: DiagnosticWords;

  constructor(words: DiagnosticWords) {
    super(words.summary);
    this.name = 'AddressError';
    this.words = words;
  }
}

/** Throws an AddressError; see `checkServiceAddress`. */
export function readAddress(text: string): URL {
  const checked = checkServiceAddress(text);
  if (!checked.ok) throw new AddressError(checked.words);
  return checked.url;
}

export type Environment = Readonly<Record<string, string | undefined>>;

export interface ProxyAddress {
  /** The name of the environment variable. */
  readonly variable: string;
  readonly protocol: 'http:' | 'https:';
  /** An IPv6 address has no brackets. */
  readonly host: string;
  readonly port: number;
  /** The `Proxy-Authorization` header. */
  readonly authorization: Secret | null;
}

/** The proxy opened no tunnel, so nothing reached the service. */
export class TunnelError extends Error {
  readonly proxy: ProxyAddress;
  /** The requested host and port. */
  readonly authority: string;
  /** null without an HTTP response: see `cause`. */
  readonly status: number | null;

  constructor(proxy: ProxyAddress, authority: string, status: number | null, cause?: unknown) {
    super('the proxy opened no tunnel', { cause });
    this.name = 'TunnelError';
    this.proxy = proxy;
    this.authority = authority;
    this.status = status;
  }
}

export function bracketHost(host: string): string {
  return host.includes(':') ? `[${host}]` : host;
}

/**
 * The proxy by HTTPS_PROXY (or ALL_PROXY) and NO_PROXY; lower case wins, as in curl. null: connect directly. Loopback
 * is never proxied; plain http is for loopback only, so HTTP_PROXY is not read. Throws an AddressError for an invalid
 * variable.
 */
export function chooseProxy(target: URL, environment: Environment): ProxyAddress | null {
  if (target.protocol !== 'https:' || isLoopback(target)) return null;
  const name = ['https_proxy', 'HTTPS_PROXY', 'all_proxy', 'ALL_PROXY'].find((variable) => environment[variable]);
  if (name === undefined) return null;
  if (isExempt(target, environment.no_proxy || environment.NO_PROXY || '')) return null;
  return readProxy(name, environment[name] ?? '');
}

function readProxy(name: string, text: string): ProxyAddress {
  const address = text.includes('://') ? text : `http://${text}`;
  const url = URL.canParse(address) ? new URL(address) : null;
  if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:')) {
    const found = url === null || url.host === '' ? '' : `: ${url.protocol}//${url.host}`;
    throw new AddressError({
      code: 'network-error',
      summary: `${name} does not name an http or https proxy${found}.`,
      hint: 'Write it like http://proxy.example.com:3128, or unset it.',
    });
  }
  if (url.pathname.length > 1 || url.search !== '' || url.hash !== '') {
    throw new AddressError({
      code: 'network-error',
      summary: `${name} has text after the host and the port of the proxy.`,
      hint: 'Remove it. In a user name and a password, write / as %2F, ? as %3F, # as %23 and @ as %40.',
    });
  }
  const protocol = url.protocol;
  return {
    variable: name,
    protocol,
    host: bareHost(url),
    port: Number(url.port) || (protocol === 'https:' ? 443 : 80),
    authorization: url.username === '' && url.password === '' ? null : basic(url),
  };
}

function basic(url: URL): Secret {
  const pair = `${decodePercent(url.username)}:${decodePercent(url.password)}`;
  return new Secret(`Basic ${Buffer.from(pair).toString('base64')}`);
}

/**
 * NO_PROXY: names separated by commas or spaces. `*` is everything; `example.com`, `.example.com` and `*.example.com`
 * include subdomains; addresses may be blocks such as `10.0.0.0/8`; each may end in `:port`.
 */
function isExempt(target: URL, list: string): boolean {
  const host = bareHost(target).replace(/\.$/, '');
  const port = target.port || '443';
  return list
    .toLowerCase()
    .split(/[\s,]+/)
    .filter((entry) => entry !== '')
    .some((entry) => {
      const [, name = entry, wantedPort] = /^(\[[^\]]*\]|[^:]*)(?::(\d+))?$/.exec(entry) ?? [];
      if (wantedPort !== undefined && wantedPort !== port) return false;
      return matchesHost(host, name.replace(/^\[|\]$/g, ''));
    });
}

function matchesHost(host: string, pattern: string): boolean {
  if (pattern === '*') return true;
  const family = isIP(host);
  if (family !== 0) return isInBlock(host, family === 4 ? 'ipv4' : 'ipv6', pattern);
  const name = pattern.replace(/^\*?\./, '').replace(/\.$/, '');
  return name !== '' && (host === name || host.endsWith(`.${name}`));
}

function isInBlock(host: string, family: 'ipv4' | 'ipv6', pattern: string): boolean {
  const [network = '', bits] = pattern.split('/');
  const width = family === 'ipv4' ? 32 : 128;
  const length = bits === undefined ? width : Number(bits);
  if (isIP(network) !== (family === 'ipv4' ? 4 : 6)) return false;
  if (!Number.isInteger(length) || length < 0 || length > width) return false;
  const block = new BlockList();
  block.addSubnet(network, length, family);
  return block.check(host, family);
}

function bareHost(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, '');
}
