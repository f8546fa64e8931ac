import type { Writable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { failureOf, ok, PIPE, type Reply, readerOf, reply, serve } from './local-service.ts';

/** Writes for as long as the other side reads. */
function pour(stream: Writable, head: string, drop: string): void {
  stream.write(head);
  const more = (): void => {
    while (!stream.destroyed && stream.write(drop));
  };
  stream.on('drain', more);
  stream.on('error', () => {});
  more();
}

/** Writes a little at a time until the other side has left. */
function trickle(stream: Writable, drop: string): void {
  const drops = setInterval(() => stream.write(drop), 20);
  stream.on('close', () => clearInterval(drops));
}

describe('timeouts', () => {
  const quick = {
    timeoutMs: 150,
    retry: { maxAttempts: 1, baseDelayMs: 1, maxDelayMs: 1, budgetMs: 1_000, longestStallMs: 1_000 },
  };
  /** Headers arrive in time, also on a busy machine. */
  const patient = { ...quick, timeoutMs: 1_000 };
  const unhurried = { ...quick, timeoutMs: 5_000 };

  it.each<[string, Reply, typeof quick, object]>([
    ['a response that never begins', () => undefined, quick, { kind: 'timeout', status: null }],
    [
      'a body that stalls',
      (response) => void response.writeHead(200).write('{"status"'),
      patient,
      { kind: 'timeout', status: 200 },
    ],
    [
      'a body that trickles',
      (response) => {
        response.writeHead(200);
        trickle(response, ' ');
      },
      patient,
      { kind: 'timeout', status: 200 },
    ],
    [
      'headers that trickle',
      (_response, { socket }) => {
        socket.write('HTTP/1.1 200 OK\r\n');
        trickle(socket, 'x: y\r\n');
      },
      quick,
      { kind: 'timeout', status: null },
    ],
    [
      'endless headers, before the timeout',
      (_response, { socket }) => pour(socket, 'HTTP/1.1 200 OK\r\n', 'x: y\r\n'.repeat(1_000)),
      unhurried,
      { kind: 'wrong-address', status: null },
    ],
    [
      'an endless body, before the timeout',
      (response) => pour(response.writeHead(200), '{"status":200,"padding":"', 'x'.repeat(65_536)),
      unhurried,
      { kind: 'invalid-response', message: 'the response is too large' },
    ],
  ])('end %s', async (_what, answer, limits, failure) => {
    const service = await serve(answer);
    expect(await failureOf(service.url, limits)).toMatchObject(failure);
  });

  it('is retried', async () => {
    const service = await serve(() => undefined, ok);
    const retry = { ...quick.retry, maxAttempts: 2 };
    expect(await readerOf(service.url, { ...quick, retry }).readPipe(PIPE)).toMatchObject({ ok: true, attempts: 2 });
  });
});

describe('canceling a read', () => {
  it('sends nothing when it is already canceled', async () => {
    const service = await serve(ok);
    const result = await readerOf(service.url).readPipe(PIPE, AbortSignal.abort());
    const message = 'interrupted before it was sent';
    expect(result).toMatchObject({ ok: false, failure: { kind: 'interrupted', attempts: 0, status: null, message } });
    expect(service.received).toEqual([]);
  });

  it('ends a request in flight', async () => {
    const controller = new AbortController();
    const service = await serve(() => controller.abort());
    const result = await readerOf(service.url).readPipe(PIPE, controller.signal);
    expect(result).toMatchObject({ ok: false, failure: { kind: 'interrupted', attempts: 1 } });
  });

  it('ends the wait for the next attempt', async () => {
    const controller = new AbortController();
    const service = await serve(reply(500));
    const clock = {
      now: () => 0,
      monotonicMs: () => 0,
      sleep: async () => controller.abort(),
    };
    const result = await readerOf(service.url, { clock }).readPipe(PIPE, controller.signal);
    const message = 'interrupted before it was sent again';
    expect(result).toMatchObject({ ok: false, failure: { kind: 'interrupted', attempts: 1, status: 500, message } });
  });
});
