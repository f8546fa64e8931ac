import net from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { MAX_PIPE_BYTES } from '../../src/api/pipes/connect.ts';
import type { RequestAttempt } from '../../src/model/client.ts';
import { Secret } from '../../src/model/secret/secret.ts';
import { listen, reserveClosedPort } from '../e2e/serve.ts';
import { sleepyClock } from './fake-clock.ts';
import {
  failureOf,
  KEY_SECRET,
  ok,
  PATH,
  PIPE,
  pipeBody,
  REQUEST_ID,
  RETRY,
  type Reply,
  readerOf,
  reply,
  reset,
  serve,
} from './local-service.ts';

const HTML = '<!doctype html><html><head><title>404 Not\nFound</title></head></html>';
const ENCODED = Buffer.from(`key-1:${KEY_SECRET}`).toString('base64');

describe('a read', () => {
  it('sends credentials and a user agent', async () => {
    const service = await serve(ok);
    const result = await readerOf(`${service.url}/base/`).readPipe(PIPE);
    expect(result).toMatchObject({ ok: true, attempts: 1, pipe: { name: 'orders-prod' } });
    expect(service.received).toHaveLength(1);
    expect(service.received[0]).toMatchObject({ method: 'GET', url: `/base${PATH}`, body: '' });
    expect(service.received[0]?.headers).toMatchObject({
      accept: 'application/json',
      authorization: `Basic ${ENCODED}`,
      'user-agent': `pipeform/1.2.3 (node ${process.versions.node})`,
    });
  });

  it('shares one signal with many reads without a leak warning', async () => {
    const warnings: Error[] = [];
    const warn = (warning: Error): number => warnings.push(warning);
    process.on('warning', warn);
    onTestFinished(() => void process.off('warning', warn));
    const service = await serve(ok);
    const reader = readerOf(service.url, { parallelism: 40 });
    const { signal } = new AbortController();
    await Promise.all(Array.from({ length: 40 }, () => reader.readPipe(PIPE, signal)));
    await new Promise(setImmediate);
    expect(warnings).toEqual([]);
  });

  it('logs each attempt without secrets', async () => {
    const service = await serve(reply(503), ok);
    const log: RequestAttempt[] = [];
    await readerOf(service.url, { onRequest: (entry: RequestAttempt) => log.push(entry) }).readPipe(PIPE);
    expect(log).toEqual([
      { method: 'GET', origin: service.url, path: PATH, status: 503, attempt: 1, durationMs: 0, requestId: null },
      { method: 'GET', origin: service.url, path: PATH, status: 200, attempt: 2, durationMs: 0, requestId: REQUEST_ID },
    ]);
  });
});

describe('error bodies', () => {
  it.each([
    [400, { status: 400, error: 'BAD: no', requestId: 'r-1' }, 'rejected', 'BAD: no', 'r-1'],
    [400, { message: 'Body validation failed' }, 'rejected', 'Body validation failed', null],
    [400, { error: '', message: 'second' }, 'rejected', 'second', null],
    [400, { error: { message: 'nested' } }, 'rejected', 'nested', null],
    [401, 'Unauthorized', 'credentials', 'Unauthorized', null],
    [403, '"quoted"', 'not-allowed', 'quoted', null],
    [404, { error: 'NOT_FOUND: gone' }, 'not-found', 'NOT_FOUND: gone', null],
    [410, { error: 'GONE: deleted' }, 'not-found', 'GONE: deleted', null],
    [404, '', 'not-found', '', null],
    [404, HTML, 'wrong-address', 'a web page titled “404 Not Found”', null],
    [405, '<html>', 'wrong-address', 'a web page', null],
    [409, { error: 'CONFLICT' }, 'busy', 'CONFLICT', null],
    [
      400,
      { status: 400, current: { authentication: 's3cr3t' } },
      'rejected',
      'a JSON object without a message, with the keys status, current',
      null,
    ],
    [423, {}, 'busy', 'an empty JSON object', null],
    [
      424,
      { error: 'FAILED_DEPENDENCY: Current state: idle' },
      'service-idle',
      'FAILED_DEPENDENCY: Current state: idle',
      null,
    ],
    [418, 'a\u001b[31mred\u0000\r\n\u009bb', 'rejected', 'a [31mred b', null],
    [200, HTML, 'wrong-address', 'a web page titled “404 Not Found”', null],
    [200, '{"status":200,"result":{"id"', 'invalid-response', 'a response that is not JSON or is incomplete', null],
    [204, '', 'invalid-response', 'a response that is not JSON or is incomplete', null],
    [200, { error: 'BAD: no', requestId: 'r-1' }, 'rejected', 'BAD: no', 'r-1'],
    [200, { requestId: 'r-2' }, 'invalid-response', 'the response has no object named result', 'r-2'],
    [200, { result: { name: 'x' } }, 'invalid-response', 'the pipe in the response has no id', null],
  ])('%i %j is %s', async (status, body, kind, message, requestId) => {
    const service = await serve(reply(status, body, { 'content-type': 'text/html' }));
    const failure = await failureOf(service.url);
    // A response that is cut off may be whole the next time; a web page is another service's.
    const attempts = status < 300 && typeof body === 'string' && body !== HTML ? RETRY.maxAttempts : 1;
    // It may be from something before the service.
    const fault = status === 404 && body === '' ? 'no-json' : undefined;
    expect(failure).toEqual({ kind, method: 'GET', path: PATH, status, message, requestId, attempts, fault });
  });

  it('tells a wait that is too long with the words of the service', async () => {
    const service = await serve(reply(503, { error: 'MAINTENANCE: back soon' }, { 'retry-after': '7200' }));
    const message = 'MAINTENANCE: back soon; the service asks to wait 2h';
    expect(await failureOf(service.url)).toMatchObject({ kind: 'server', status: 503, message, attempts: 1 });
  });

  it('cuts long words short', async () => {
    const service = await serve(reply(400, { error: 'x'.repeat(100_000) }));
    const { message } = await failureOf(service.url);
    expect(message).toBe(`${'x'.repeat(299)}…`);
  });

  it('redacts the title of a web page before it is cut short', async () => {
    const { url } = await serve(reply(400, `<html><title>${'x'.repeat(195)}${KEY_SECRET}</title></html>`));
    expect((await failureOf(url)).message).toMatch(/^a web page titled “x{195}\[secr”$/);
  });

  it('removes credentials before texts are cut, and from request ids', async () => {
    const words = `${'x'.repeat(290)} ${KEY_SECRET}`;
    const service = await serve(reply(400, { error: words }, { 'x-request-id': KEY_SECRET }));
    const log: RequestAttempt[] = [];
    const failure = await failureOf(service.url, { onRequest: (entry: RequestAttempt) => log.push(entry) });
    expect(failure).toMatchObject({ message: `${'x'.repeat(290)} [secret]`, requestId: '[secret]' });
    expect(JSON.stringify(log)).not.toContain(KEY_SECRET);
  });

  it('rejects a response larger than 4 MiB', async () => {
    const service = await serve(reply(200, 'x'.repeat(MAX_PIPE_BYTES + 1)));
    expect(await failureOf(service.url)).toMatchObject({ kind: 'invalid-response', status: 200, attempts: 1 });
  });

  it('reads a response of 4 MiB', async () => {
    const body = JSON.stringify(pipeBody());
    const service = await serve(reply(200, body.padEnd(MAX_PIPE_BYTES, ' ')));
    expect(await readerOf(service.url).readPipe(PIPE)).toMatchObject({ ok: true });
  });

  it('does not follow redirects, and sends nothing to the other host', async () => {
    const other = await serve(ok);
    const service = await serve(reply(307, '', { location: `${other.url}${PATH}?token=abc` }));
    const failure = await failureOf(service.url);
    expect(failure).toMatchObject({ kind: 'wrong-address', status: 307, attempts: 1 });
    expect(failure.message).toBe(`a redirect to ${other.url}, which is not followed`);
    expect(other.received).toEqual([]);
  });

  it('reports a server that does not speak HTTP', async () => {
    const server = net.createServer((socket) => socket.end('220 mail.example.com ESMTP\r\n'));
    const failure = await failureOf(`http://127.0.0.1:${await listen(server)}`);
    expect(failure).toMatchObject({ kind: 'wrong-address', status: null, attempts: 1 });
  });
});

describe('an answer about another pipe', () => {
  const OTHER = '99999999-2a64-4a4f-8a11-93f5b1f2d001';

  it.each([
    [{ id: OTHER }, `but received pipe ${OTHER} of service ${PIPE.serviceId}`],
    [{ serviceId: OTHER }, `but received pipe ${PIPE.id} of service ${OTHER}`],
    [{ id: OTHER, serviceId: undefined }, `but received pipe ${OTHER} of service ${PIPE.serviceId}`],
    [{ id: OTHER, serviceId: '' }, `but received pipe ${OTHER}`],
    [
      { id: `\u001b[31m${'x'.repeat(10_000)}` },
      `but received pipe [31m${'x'.repeat(55)}… of service ${PIPE.serviceId}`,
    ],
    [{ id: `a ${KEY_SECRET} b` }, `but received pipe a [secret] b of service ${PIPE.serviceId}`],
  ])('is not taken: %j', async (result, got) => {
    const service = await serve(reply(200, pipeBody(result)));
    expect(await failureOf(service.url)).toEqual({
      kind: 'wrong-pipe',
      method: 'GET',
      path: PATH,
      status: 200,
      message: `requested pipe ${PIPE.id} of service ${PIPE.serviceId}, ${got}`,
      requestId: REQUEST_ID,
      attempts: 1,
    });
    expect(service.received).toHaveLength(1);
  });

  it.each([
    { id: PIPE.id.toUpperCase(), serviceId: PIPE.serviceId.toUpperCase() },
    { serviceId: undefined },
    { serviceId: null },
    { serviceId: '' },
  ])('is not %j', async (result) => {
    const service = await serve(reply(200, pipeBody(result)));
    expect(await readerOf(service.url).readPipe(PIPE)).toMatchObject({ ok: true });
  });
});

it('reads settings with text that is not UTF-8 as unusable, and with any UTF-8 text as it is', async () => {
  const bytes = (note: string) => Buffer.from(JSON.stringify(pipeBody({ settings: { note } })), 'latin1');
  const send =
    (body: Buffer): Reply =>
    (response) =>
      response.writeHead(200).end(body);
  const utf8 = Buffer.from('café', 'utf8').toString('latin1');
  const service = await serve(send(bytes('café')), send(bytes(utf8)));
  const reader = readerOf(service.url);
  expect(await reader.readPipe(PIPE)).toMatchObject({
    pipe: {
      settings: { status: 'unusable' },
      unreadable: [{ path: 'settings.note', found: 'text that is not UTF-8' }],
    },
  });
  expect(await reader.readPipe(PIPE)).toMatchObject({ pipe: { settings: { values: { note: 'café' } } } });
});

describe('a secret that is an ordinary word', () => {
  const connectAs = (word: string) => ({ credentials: { keyId: 'key-1', keySecret: new Secret(word) } });

  it.each(['result', 'status', '"', '0', 'e'])('%j does not change a valid response', async (word) => {
    const service = await serve(reply(200, pipeBody({ settings: { note: `a ${word}` } })));
    const read = await readerOf(service.url, connectAs(word)).readPipe(PIPE);
    expect(read).toMatchObject({ ok: true, pipe: { settings: { values: { note: `a ${word}` } } } });
  });

  it.each([
    ['error', { error: 'BAD: no error here' }, 'BAD: no error here'],
    ['error', { error: 'BAD: no "error" here' }, 'BAD: no "[secret]" here'],
    ['message', { message: 'no' }, 'no'],
    ['say "no"', { error: 'BAD: say "no" again' }, 'BAD: [secret] again'],
    ['other', { other: ['no words'] }, 'a JSON object without a message, with the keys other'],
    ['Other', { Other: ['no words'] }, 'a JSON object without a message, with the keys [secret]'],
    ['<', { error: 'a < b' }, 'a [secret] b'],
  ])('%j is found in the words, not in the form, of %j', async (word, body, message) => {
    const service = await serve(reply(400, body));
    expect(await failureOf(service.url, connectAs(word))).toMatchObject({ kind: 'rejected', message });
  });
});

describe('retries of reads', () => {
  it.each([408, 500, 502, 503, 504])('retries after %i', async (status) => {
    const service = await serve(reply(status), reply(status), ok);
    const clock = sleepyClock();
    expect(await readerOf(service.url, { clock }).readPipe(PIPE)).toMatchObject({ ok: true, attempts: 3 });
    expect(clock.slept).toEqual([50, 100]);
  });

  it('retries after 429 with a longer delay', async () => {
    const service = await serve(reply(429), reply(429), ok);
    const clock = sleepyClock();
    expect(await readerOf(service.url, { clock }).readPipe(PIPE)).toMatchObject({ ok: true, attempts: 3 });
    const [first = 0, second = 0] = clock.slept;
    expect(clock.slept).toHaveLength(2);
    expect(second).toBeGreaterThan(first);
  });

  it('retries after a connection reset, before or within the response', async () => {
    const partly = (response: import('node:http').ServerResponse): void => {
      response.writeHead(200, { 'content-length': '100' });
      response.write('{"status"', () => response.socket?.resetAndDestroy());
    };
    const service = await serve(reset, partly, ok);
    expect(await readerOf(service.url).readPipe(PIPE)).toMatchObject({ ok: true, attempts: 3 });
    const broken = await serve(partly);
    const failure = await failureOf(broken.url);
    expect(failure).toMatchObject({ kind: 'network', status: 200, attempts: 4 });
    expect(failure.message).toMatch(/^the response ended early: /);
  });

  it('retries when a kept-alive connection is reset', async () => {
    const service = await serve(ok, reset, ok);
    const reader = readerOf(service.url, { parallelism: 1 });
    await reader.readPipe(PIPE);
    expect(await reader.readPipe(PIPE)).toMatchObject({ ok: true, attempts: 2 });
  });

  it('gives up after the last attempt, with the last message of the service', async () => {
    const service = await serve(
      reply(500, { error: 'first' }),
      reply(502, '<html>'),
      reply(503),
      reply(500, { error: 'last' }),
    );
    expect(await failureOf(service.url)).toMatchObject({ kind: 'server', status: 500, message: 'last', attempts: 4 });
    expect(service.received).toHaveLength(4);
  });

  it('does not exceed the retry budget, in which every response but the first counts', async () => {
    const clock = sleepyClock();
    const { signal } = new AbortController();
    const service = await serve((response, request) => {
      void clock.sleep(1_000, signal);
      reply(500)(response, request);
    });
    const retry = { maxAttempts: 1_000, baseDelayMs: 1_000, maxDelayMs: 4_000, budgetMs: 9_000, longestStallMs: 1 };
    expect(await failureOf(service.url, { clock, retry })).toMatchObject({ kind: 'server', attempts: 5 });
    // The service takes each second number.
    expect(clock.slept).toEqual([1_000, 500, 1_000, 1_000, 1_000, 2_000, 1_000, 2_000, 1_000]);
  });

  it('does not count 429 responses or their time', async () => {
    const limited = reply(429, '', { 'retry-after': '1' });
    const service = await serve(...Array.from({ length: 5 }, () => limited), reply(503), ok);
    const retry = { ...RETRY, maxAttempts: 2, budgetMs: 100 };
    expect(await readerOf(service.url, { retry }).readPipe(PIPE)).toMatchObject({ ok: true, attempts: 7 });
  });

  it('does not count the wait for a permit', async () => {
    const service = await serve(reply(429), ok, reply(429), ok);
    const clock = sleepyClock();
    const reader = readerOf(service.url, { clock, rateLimit: { requests: 1, perMilliseconds: 120_000 } });
    const reads = await Promise.all([reader.readPipe(PIPE), reader.readPipe(PIPE)]);
    expect(reads).toMatchObject([
      { ok: true, attempts: 3 },
      { ok: true, attempts: 1 },
    ]);
    expect(clock.monotonicMs()).toBeGreaterThan(RETRY.longestStallMs);
  });

  it('waits until the time that the service names, by the clock of the service', async () => {
    const headers = { 'retry-after': 'Fri, 20 Nov 2026 10:00:09 GMT', date: 'Fri, 20 Nov 2026 10:00:00 GMT' };
    const service = await serve(reply(429, '', headers), ok);
    const clock = sleepyClock();
    expect(await readerOf(service.url, { clock }).readPipe(PIPE)).toMatchObject({ ok: true, attempts: 2 });
    expect(clock.slept).toEqual([9_000]);
  });

  it('stops at the longest wait, reports it, and cancels the other requests', async () => {
    const service = await serve(reply(429, '', { 'retry-after': '3600' }));
    const reader = readerOf(service.url);
    const message = 'the rate limit requires a wait of 1h; the longest allowed wait is 1m';
    const failure = { kind: 'rate-limited', message };
    expect(await reader.readPipe(PIPE)).toMatchObject({ failure: { ...failure, status: 429, attempts: 1 } });
    expect(await reader.readPipe(PIPE)).toMatchObject({ failure: { ...failure, status: null, attempts: 0 } });
    expect(service.received).toHaveLength(1);
  });

  it('retries a refused connection, and reports it', async () => {
    const failure = await failureOf(`http://127.0.0.1:${await reserveClosedPort()}`);
    expect(failure).toMatchObject({ kind: 'network', status: null, attempts: 4 });
    expect(failure.message).toBe('connection refused (ECONNREFUSED)');
  });
});
