import type { Writable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { sleepyClock } from './fake-clock.ts';
import { failureOf, ok, PIPE, readerOf, reply, serve } from './local-service.ts';

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

describe('timeouts', () => {
  const quick = {
    timeoutMs: 150,
    retry: { maxAttempts: 1, baseDelayMs: 1, maxDelayMs: 1, budgetMs: 1_000, longestStallMs: 1_000 },
  };
  /** Headers arrive in time, also on a busy machine. */
  const patient = { ...quick, timeoutMs: 1_000 };

  it('covers a response that never begins', async () => {
    const service = await serve(() => undefined);
    expect(await failureOf(service.url, quick)).toMatchObject({ kind: 'timeout', status: null });
  });

  it('covers a body that stalls', async () => {
    const service = await serve((response) => void response.writeHead(200).write('{"status"'));
    expect(await failureOf(service.url, patient)).toMatchObject({ kind: 'timeout', status: 200 });
  });

  it('covers a body that trickles', async () => {
    const service = await serve((response) => {
      response.writeHead(200).write('{');
      const drops = setInterval(() => response.write(' '), 20);
      response.on('close', () => clearInterval(drops));
    });
    expect(await failureOf(service.url, patient)).toMatchObject({ kind: 'timeout', status: 200 });
  });

  it('covers headers that trickle', async () => {
    const service = await serve((_response, { socket }) => {
      socket.write('HTTP/1.1 200 OK\r\n');
      const drops = setInterval(() => socket.write('x: y\r\n'), 20);
      socket.on('close', () => clearInterval(drops));
    });
    expect(await failureOf(service.url, quick)).toMatchObject({ kind: 'timeout', status: null });
  });

  it('endless headers are refused before the timeout', async () => {
    const service = await serve(
      (_response, { socket }) => void pour(socket, 'HTTP/1.1 200 OK\r\n', 'x: y\r\n'.repeat(1_000)),
    );
    const failure = await failureOf(service.url, { ...quick, timeoutMs: 5_000 });
    expect(failure).toMatchObject({ kind: 'wrong-address', status: null });
  });

  it('an endless body is refused before the timeout', async () => {
    const service = await serve((response) => {
      response.writeHead(200);
      pour(response, '{"status":200,"padding":"', 'x'.repeat(65_536));
    });
    const failure = await failureOf(service.url, { ...quick, timeoutMs: 5_000 });
    expect(failure).toMatchObject({ kind: 'invalid-response', message: 'the response is too large' });
  });

  it('limits all attempts and their delays together, from the first failure on', async () => {
    const clock = sleepyClock();
    const service = await serve(reply(503, '', { 'retry-after': '20' }));
    const retry = { maxAttempts: 100, baseDelayMs: 1, maxDelayMs: 1, budgetMs: 60_000, longestStallMs: 1_000 };
    const failure = await failureOf(service.url, { clock, retry });
    expect(failure).toMatchObject({ kind: 'server', attempts: 4 });
    expect(clock.slept).toEqual([20_000, 20_000, 20_000]);
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
    expect(result).toMatchObject({ ok: false, failure: { kind: 'interrupted', attempts: 0, status: null } });
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
    expect(result).toMatchObject({ ok: false, failure: { kind: 'interrupted', attempts: 1, status: 500 } });
  });
});
