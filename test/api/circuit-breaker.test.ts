import { describe, expect, it } from 'vitest';
import { createPipeReader, createPipeWriter } from '../../src/api/index.ts';
import type { PipeResult } from '../../src/model/client.ts';
import { manualClock } from './fake-clock.ts';
import {
  connectTo,
  observerOf,
  ok,
  PIPE,
  RETRY,
  type Reply,
  readerOf,
  reply,
  reset,
  serve,
  writerOf,
} from './local-service.ts';

/** Eight workers read so many pipes, as a plan does. */
async function readAll(read: () => Promise<PipeResult>, count: number): Promise<readonly PipeResult[]> {
  const results: PipeResult[] = [];
  let left = count;
  const worker = async (): Promise<void> => {
    while (left > 0) {
      left -= 1;
      results.push(await read());
    }
  };
  await Promise.all(Array.from({ length: 8 }, worker));
  return results;
}

const kindsOf = (results: readonly PipeResult[]): readonly string[] => [
  ...new Set(results.map((result) => (result.ok ? 'ok' : result.failure.kind))),
];

const ONCE = { ...RETRY, maxAttempts: 1 };

/** Reads one pipe after the other, each with one attempt. */
async function readInTurn(replies: readonly Reply[], { times = 100, parallelism = 8 } = {}) {
  const service = await serve(...replies);
  const reader = readerOf(service.url, { parallelism, retry: ONCE, timeoutMs: 500 });
  const results = [];
  for (let time = 0; time < times; time += 1) results.push(await reader.readPipe(PIPE));
  return { sent: service.received.length, results };
}

describe('a circuit of the pipes API', () => {
  const page = reply(200, '<html><title>Log in</title>');
  it.each<[string, Reply, number, number, RegExp]>([
    ['credentials are revoked', reply(401, 'no'), 8, 3, /status 401, no$/],
    ['nothing may be read', reply(403, 'no'), 8, 8, /status 403, no$/],
    ['every pipe is missing', reply(404, { error: 'no' }), 8, 8, /status 404, no$/],
    ['every answer is a 5xx', reply(503, 'no'), 8, 11, /status 503, no$/],
    ['every connection is reset', reset, 8, 11, /no response, .*ECONNRESET/],
    ['a page answers', page, 8, 11, /status 200, a web page titled “Log in”$/],
    [
      'every answer is cut off',
      reply(200, '{"status"'),
      8,
      11,
      /status 200, a response that is not JSON or is incomplete$/,
    ],
    ['one request is sent at a time', reply(503), 1, 8, /status 503$/],
    ['one blip fails all that is under way', reply(503), 80, 83, /status 503$/],
  ])('opens when %s', async (_what, answer, parallelism, times, words) => {
    const { sent, results } = await readInTurn([answer], { parallelism });
    expect(sent).toBe(times);
    const { failure } = results[times] as { failure?: { message: string } };
    expect(failure).toMatchObject({ kind: 'circuit-open', status: null, attempts: 0 });
    expect(failure?.message).toMatch(new RegExp(`^stopped after ${times} consecutive failures: ${words.source}`));
  });

  it.each<[string, Reply]>([
    ['a success', ok],
    ['a missing pipe', reply(404, { error: 'no' })],
    ['an idle service', reply(424)],
    ['a refusal', reply(400)],
  ])('counts anew after an answer of a living service: %s', async (_what, answer) => {
    const failures = Array<Reply>(10).fill(reply(500));
    expect((await readInTurn([...failures, answer, ...failures], { times: 21 })).sent).toBe(21);
  });

  it('does not open for 403 or 404 once a request succeeded, or between other answers', async () => {
    const [forbidden, missing] = [403, 404].map((status) => Array<Reply>(7).fill(reply(status, { error: 'no' })));
    const replies = [...(missing ?? []), ...(forbidden ?? []), ...(missing ?? []), ok];
    for (const last of [403, 404]) {
      expect((await readInTurn([...replies, reply(last, { error: 'no' })], { times: 60 })).sent).toBe(60);
    }
  });

  it('does not count requests that the rate limit or the user stops', async () => {
    const service = await serve(reply(429, '', { 'retry-after': '3600' }));
    const reader = readerOf(service.url);
    for (let time = 0; time < 20; time += 1) {
      expect(await reader.readPipe(PIPE)).toMatchObject({ failure: { kind: 'rate-limited' } });
      expect(await reader.readPipe(PIPE, AbortSignal.abort())).toMatchObject({ failure: { kind: 'interrupted' } });
    }
  });

  it('stops the retries of eight workers too', async () => {
    const service = await serve(reply(503));
    const reader = readerOf(service.url, { parallelism: 8 });
    const results = await readAll(() => reader.readPipe(PIPE), 500);
    expect(kindsOf(results)).toEqual(['server', 'circuit-open']);
    // Eight are under way with four attempts each, and seven may begin anew before the last of them has ended.
    expect(service.received.length).toBeLessThanOrEqual((8 + 7) * 4);
  });

  it('wakes requests that wait for a permit or for their next attempt', async () => {
    const clock = manualClock();
    const service = await serve(reply(503, '', { 'retry-after': '3600' }), reply(401));
    const limit = { requests: 4, perMilliseconds: 86_400_000 };
    const retry = { maxAttempts: 4, baseDelayMs: 1, maxDelayMs: 1, budgetMs: 10_000_000, longestStallMs: 1_000 };
    const reader = readerOf(service.url, { parallelism: 8, clock, retry, rateLimit: limit });
    const first = reader.readPipe(PIPE);
    while (clock.sleepers === 0) await new Promise(setImmediate);
    const others = await Promise.all(Array.from({ length: 8 }, () => reader.readPipe(PIPE)));
    expect(await first).toMatchObject({ ok: false, failure: { kind: 'server', status: 503, attempts: 1 } });
    expect(kindsOf(others)).toEqual(['credentials', 'circuit-open']);
    expect(service.received).toHaveLength(4);
    expect(clock.sleepers).toBe(0);
  });

  it('stops unsent writes, and never reports a sent write as unsent', async () => {
    const service = await serve(reply(500));
    const writer = writerOf(service.url, { parallelism: 1 });
    const results = [];
    for (let time = 0; time < 10; time += 1) results.push(await writer.changeScaling(PIPE, { replicas: 2 }));
    expect(service.received).toHaveLength(8);
    expect(results.slice(0, 8)).toEqual(Array(8).fill(expect.objectContaining({ outcome: 'lost' })));
    expect(results.at(-1)).toMatchObject({ outcome: 'rejected', failure: { kind: 'circuit-open', attempts: 0 } });
  });

  it('is shared by the readers and writers of one connection', async () => {
    const service = await serve(reply(401));
    const connection = connectTo(service.url);
    const [reader, writer] = [createPipeReader(connection), createPipeWriter(connection)];
    for (let time = 0; time < 3; time += 1) await reader.readPipe(PIPE);
    expect(await writer.replaceSettings(PIPE, {})).toMatchObject({ failure: { kind: 'circuit-open' } });
  });
});

it('the observability API has no circuit breaker', async () => {
  const service = await serve(reply(401));
  const observer = observerOf(service.url);
  for (let time = 0; time < 30; time += 1) {
    expect(await observer.readAlert('a1')).toMatchObject({ failure: { kind: 'credentials' } });
  }
});
