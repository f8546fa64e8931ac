import { once } from 'node:events';
import http from 'node:http';
import https from 'node:https';
import net from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, expect, it, onTestFinished } from 'vitest';
import { TunnelAgent } from '../../src/api/http/tunnel.ts';
import { createPipeReader, createPipeWriter } from '../../src/api/index.ts';
import { Secret } from '../../src/model/secret/secret.ts';
import { listen } from '../e2e/serve.ts';
import { connectTo, failureOf, KEY_SECRET, PIPE, RETRY } from './local-service.ts';

// TLS with a shared key needs no certificate.
const SHARED = { psk: Buffer.from('0123456789abcdef'), identity: 'test' };
const TLS = { ciphers: 'PSK', maxVersion: 'TLSv1.2', checkServerIdentity: () => undefined } as const;
const KEY = { pskCallback: () => SHARED };

interface Proxied {
  readonly port: number;
  readonly asked: http.IncomingMessage[];
}

/** A proxy that tunnels every CONNECT to one port of this machine, or refuses it with a status. */
async function proxyTo(outcome: { port: number } | { status: number }, opened = 200): Promise<Proxied> {
  const asked: http.IncomingMessage[] = [];
  const server = http.createServer();
  server.on('connect', (request, socket) => {
    asked.push(request);
    if ('status' in outcome) {
      socket.end(`HTTP/1.1 ${outcome.status} No\r\n\r\n`);
      return;
    }
    const onward = net.connect(outcome.port, '127.0.0.1', () => {
      socket.write(`HTTP/1.1 ${opened} OK\r\n\r\n`);
      onward.pipe(socket).pipe(onward);
    });
    socket.on('error', () => onward.destroy());
    onward.on('error', () => socket.destroy());
  });
  return { port: await listen(server), asked };
}

function environmentOf(proxy: { readonly port: number }): Record<string, string> {
  return { HTTPS_PROXY: `http://me:hush@127.0.0.1:${proxy.port}` };
}

describe('a tunnel', () => {
  it.each([200, 204])('sends requests over one kept-alive connection after %i', async (opened) => {
    const paths: string[] = [];
    const service = https.createServer({ ...TLS, pskCallback: () => SHARED.psk }, (request, response) => {
      paths.push(`${request.url} ${request.headers.host} ${request.headers['proxy-authorization']}`);
      response.end('hello');
    });
    const proxy = await proxyTo({ port: await listen(service) }, opened);
    const address = { variable: 'HTTPS_PROXY', protocol: 'http:', host: '127.0.0.1', port: proxy.port } as const;
    const authorization = new Secret('Basic abc');
    const agent = new TunnelAgent({ ...address, authorization }, { keepAlive: true, connectMs: 5_000 });
    onTestFinished(() => agent.destroy());
    for (const path of ['/1', '/2', '/3']) {
      const request = https.get({ ...TLS, ...KEY, protocol: 'https:', host: 'api.example.com', path, agent });
      const [response] = await once(request, 'response');
      const [body] = await Promise.all([text(response), once(agent, 'free')]);
      expect(body).toBe('hello');
    }
    expect(paths).toEqual(['/1', '/2', '/3'].map((path) => `${path} api.example.com undefined`));
    expect(proxy.asked.map(({ url, headers }) => [url, headers['proxy-authorization']])).toEqual([
      ['api.example.com:443', 'Basic abc'],
    ]);
  });

  it('shows the proxy only the host', async () => {
    const proxy = await proxyTo({ status: 407 });
    const connection = connectTo('https://api.example.com', { environment: environmentOf(proxy) });
    const result = await createPipeReader(connection).readPipe(PIPE);
    expect(result).toMatchObject({ ok: false, failure: { kind: 'network', status: null } });
    const message = `the proxy 127.0.0.1:${proxy.port} does not accept the user name and the password in HTTPS_PROXY (status 407)`;
    expect(result).toMatchObject({ failure: { message, attempts: 1 } });
    expect(proxy.asked.map(({ url }) => url)).toEqual(['api.example.com:443']);
    const basic = `Basic ${Buffer.from('me:hush').toString('base64')}`;
    const { 'proxy-connection': _, ...headers } = proxy.asked[0]?.headers ?? {};
    expect(headers).toEqual({ host: 'api.example.com:443', 'proxy-authorization': basic });
    expect(JSON.stringify(result)).not.toMatch(new RegExp(`${KEY_SECRET}|hush`));
  });

  it('a write is not sent when the tunnel does not open', async () => {
    const proxy = await proxyTo({ status: 502 });
    const connection = connectTo('https://api.example.com', { environment: environmentOf(proxy) });
    const result = await createPipeWriter(connection).changeScaling(PIPE, { replicas: 2 });
    expect(result).toMatchObject({ outcome: 'rejected', failure: { kind: 'network', attempts: 1 } });
  });

  it.each([
    [302, 'https://api.example.com', 'api.example.com:443', 1],
    [502, 'https://api.example.com', 'api.example.com:443', 4],
    [403, 'https://[2001:db8::1]:8443', '[2001:db8::1]:8443', 1],
  ])('is asked for again after %i only where that may help: %s', async (status, url, host, attempts) => {
    const proxy = await proxyTo({ status });
    const failure = await failureOf(url, { environment: environmentOf(proxy) });
    const message = `the proxy 127.0.0.1:${proxy.port} of HTTPS_PROXY does not connect to ${host} (status ${status})`;
    expect(failure).toMatchObject({ attempts, kind: 'network', message });
    expect(proxy.asked.map(({ url: asked }) => asked)).toEqual(Array(attempts).fill(host));
  });

  it('names where to set the password when the proxy asks for one', async () => {
    const proxy = await proxyTo({ status: 407 });
    const { message } = await failureOf('https://api.example.com', {
      environment: { https_proxy: `127.0.0.1:${proxy.port}` },
    });
    expect(message).toContain('asks for a user name and a password: set them in https_proxy (status 407)');
    expect(proxy.asked[0]?.headers['proxy-authorization']).toBe(undefined);
  });

  it('fails when the server is not a proxy', async () => {
    const server = net.createServer((socket) => socket.end('220 mail.example ESMTP\r\n'));
    const environment = { ALL_PROXY: `http://127.0.0.1:${await listen(server)}` };
    const failure = await failureOf('https://api.example.com', { environment });
    expect(failure).toMatchObject({ kind: 'network', attempts: 4 });
    expect(failure.message).toContain('of ALL_PROXY could not be used: it gave no HTTP response');
  });

  it('abandons a tunnel that does not open in time, so that a later attempt can open one', async () => {
    const sockets: net.Socket[] = [];
    const server = net.createServer((socket) => {
      sockets.push(socket.on('error', () => undefined).resume());
      if (sockets.length > 1) socket.end('HTTP/1.1 403 No\r\n\r\n');
    });
    const environment = environmentOf({ port: await listen(server) });
    // An attempt may begin while the one before is still being abandoned, and a busy machine may be too slow for some.
    const retry = { ...RETRY, maxAttempts: 20 };
    const limits = { environment, retry, timeoutMs: 200, parallelism: 1 };
    const failure = await failureOf('https://api.example.com', limits);
    expect(failure).toMatchObject({ message: expect.stringContaining('(status 403)') });
    for (const socket of sockets) if (!socket.closed) await once(socket, 'close');
  });
});
