import { once } from 'node:events';
import net, { type Socket } from 'node:net';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { classifyAttempt } from '../../src/api/http/classify-response.ts';
import { createHttpClient, type HttpClient, type HttpClientOptions } from '../../src/api/http/http-client.ts';
import { redactAll } from '../../src/model/secret/redact.ts';
import { createLatch } from '../e2e/gate.ts';
import { listen } from '../e2e/serve.ts';
import { sleepyClock } from './fake-clock.ts';

/** A peer that does with each connection what it likes. */
async function listenWith(treat: (socket: Socket) => void): Promise<{ port: number; connected: Promise<unknown> }> {
  const server = net.createServer(treat);
  const connected = once(server, 'connection');
  return { port: await listen(server), connected };
}

function open(url: string, changes: Partial<HttpClientOptions> = {}): HttpClient {
  const client = createHttpClient({
    base: new URL(url),
    headers: {},
    redact: redactAll([]),
    environment: {},
    version: 'test',
    parallelism: 1,
    timeoutMs: 30_000,
    largestResponseBytes: 1_000,
    clock: sleepyClock(),
    ...changes,
  });
  onTestFinished(() => client.close());
  return client;
}

const read = { method: 'GET', path: '/', body: null, signal: undefined } as const;

describe('an attempt always ends', () => {
  it.each([
    ['switches protocols', 'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n', 101],
    ['says only that it goes on', 'HTTP/1.1 100 Continue\r\n\r\n', null],
    ['ends after the headers', 'HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n', 200],
    ['ends in the middle of the body', 'HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nab', 200],
    ['ends in the middle of a header', 'HTTP/1.1 200 OK\r\nConte', null],
    ['ends at once', '', null],
  ])('when the other side %s', async (_what, answer, status) => {
    const { port } = await listenWith((socket) => void socket.once('data', () => socket.end(answer)));
    expect(await open(`http://127.0.0.1:${port}`).send(read, 1)).toMatchObject({ status });
  });

  it('by timeout before there is a connection, also while it waits for that of another request', async () => {
    // Both time out at once: the end of the first would give its connection to the second.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const arrived = createLatch();
    const left = createLatch();
    const { port } = await listenWith((socket) => socket.once('data', arrived.open).once('close', left.open));
    const client = open(`http://127.0.0.1:${port}`, { timeoutMs: 100 });
    const sent = [client.send(read, 1), client.send(read, 1)];
    await arrived.passed;
    vi.advanceTimersByTime(100);
    const answers = await Promise.all(sent);
    expect(answers).toMatchObject([
      { status: null, interruption: { why: 'timeout', isUnsent: false } },
      { status: null, interruption: { why: 'timeout', isUnsent: true } },
    ]);
    expect(answers.map((answer) => classifyAttempt(answer, 'write', 0))).toMatchObject([
      { kind: 'timeout', effect: 'unknown', message: 'no complete response in time' },
      { kind: 'timeout', effect: 'none', message: 'no connection in time' },
    ]);
    await left.passed;
  });

  it('immediately when it is canceled while it waits for the connection of another request', async () => {
    const { port, connected } = await listenWith(() => {});
    const client = open(`http://127.0.0.1:${port}`);
    const stop = new AbortController();
    const first = client.send(read, 1);
    const second = client.send({ ...read, signal: stop.signal }, 1);
    await connected;
    stop.abort();
    expect(await second).toMatchObject({ status: null, interruption: { why: 'canceled' } });
    client.close();
    expect(await first).toMatchObject({ status: null, interruption: { why: 'network' } });
  });

  it('immediately when it is canceled while a proxy delays the tunnel, which it leaves', async () => {
    const left = createLatch();
    const { port, connected } = await listenWith((socket) => socket.resume().once('close', left.open));
    const environment = { HTTPS_PROXY: `http://127.0.0.1:${port}` };
    const stop = new AbortController();
    const client = open('https://service.example', { environment });
    const answer = client.send({ ...read, signal: stop.signal }, 1);
    await connected;
    stop.abort();
    expect(await answer).toMatchObject({ status: null, interruption: { why: 'canceled', isUnsent: true } });
    client.close();
    await left.passed;
  });

  it('when the request cannot be written, with nothing sent', async () => {
    const { port } = await listenWith(() => {});
    const answer = await open(`http://127.0.0.1:${port}`).send({ ...read, path: '/a b' }, 1);
    expect(answer).toMatchObject({ status: null, interruption: { error: { isTransient: false, isUnsent: true } } });
  });
});

it('connects to an IPv6 address and uses the base path', async () => {
  const heads: string[] = [];
  const server = net.createServer((socket) => {
    socket.once('data', (data) => {
      heads.push(String(data));
      socket.end('HTTP/1.1 204 No Content\r\nContent-Encoding: gzip\r\n\r\n');
    });
  });
  const port = await listen(server, '::1');
  const answer = await open(`http://[::1]:${port}/base/`).send({ ...read, path: '/v1/pipe' }, 1);
  expect(answer).toMatchObject({ status: 204, body: { text: '' }, interruption: null });
  expect(heads[0]).toMatch(/^GET \/base\/v1\/pipe HTTP\/1\.1\r\n/);
  expect(heads[0]).toMatch(new RegExp(`^host: \\[::1\\]:${port}\\r$`, 'im'));
});
