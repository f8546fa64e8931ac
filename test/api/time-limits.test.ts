import { describe, expect, it } from 'vitest';
import { failureOf, ok, PIPE, readerOf, reply, serve } from './local-service.ts';

describe('time-outs', () => {
  const quick = {
    timeoutMs: 150,
    retry: { maxAttempts: 1, baseDelayMs: 1, maxDelayMs: 1, budgetMs: 1_000, patienceMs: 1_000 },
  };

  it('covers an answer that never begins', async () => {
    const service = await serve(() => undefined);
    expect(await failureOf(service.url, quick)).toMatchObject({ kind: 'timeout', status: null });
  });

  it('covers a body that stalls', async () => {
    const service = await serve((response) => void response.writeHead(200).write('{"status"'));
    expect(await failureOf(service.url, quick)).toMatchObject({ kind: 'timeout', status: 200 });
  });

  it('covers a body that trickles', async () => {
    const service = await serve((response) => {
      response.writeHead(200).write('{');
      const drops = setInterval(() => response.write(' '), 20);
      response.on('close', () => clearInterval(drops));
    });
    expect(await failureOf(service.url, quick)).toMatchObject({ kind: 'timeout', status: 200 });
  });

  it('is tried again', async () => {
    const service = await serve(() => undefined, ok);
    const retry = { ...quick.retry, maxAttempts: 2 };
    expect(await readerOf(service.url, { ...quick, retry }).readPipe(PIPE)).toMatchObject({ ok: true, attempts: 2 });
  });
});

describe('cancelling a read', () => {
  it('sends nothing when it is cancelled already', async () => {
    const service = await serve(ok);
    const result = await readerOf(service.url).readPipe(PIPE, AbortSignal.abort());
    expect(result).toMatchObject({ ok: false, failure: { kind: 'cancelled', attempts: 0, status: null } });
    expect(service.received).toEqual([]);
  });

  it('breaks off a request under way', async () => {
    const controller = new AbortController();
    const service = await serve(() => controller.abort());
    const result = await readerOf(service.url).readPipe(PIPE, controller.signal);
    expect(result).toMatchObject({ ok: false, failure: { kind: 'cancelled', attempts: 1 } });
  });

  it('ends the wait for the next attempt', async () => {
    const controller = new AbortController();
    const service = await serve(reply(500));
    const clock = {
      now: () => 0,
      sleep: async () => controller.abort(),
    };
    const result = await readerOf(service.url, { clock }).readPipe(PIPE, controller.signal);
    expect(result).toMatchObject({ ok: false, failure: { kind: 'cancelled', attempts: 1, status: 500 } });
  });
});
