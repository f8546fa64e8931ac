import { describe, expect, it } from 'vitest';
import type { PipeResult } from '../../src/model/client.ts';
import { manualClock } from './fake-clock.ts';
import { connectTo, observerOf, PIPE, type Reply, readerOf, reply, reset, serve, writerOf } from './local-service.ts';

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

describe('a circuit of the pipes API', () => {
  // Eight are under way with four attempts each, and seven may begin anew before the last of them has ended.
  it.each<[string, Reply, string, number]>([
    ['credentials are revoked', reply(401, 'Unauthorized'), 'credentials', 20],
    ['every answer is a 5xx', reply(503, { error: 'UNAVAILABLE: down' }), 'server', (8 + 7) * 4],
    ['every connection is reset', reset, 'network', (8 + 7) * 4],
    ['a page answers', reply(200, '<html><title>Log in</title>'), 'wrong-address', 8 + 11],
  ])('stops early when %s', async (_what, answer, kind, most) => {
    const service = await serve(answer);
    const reader = readerOf(service.url, { parallelism: 8 });
    const results = await readAll(() => reader.readPipe(PIPE), 500);
    expect(results).toHaveLength(500);
    expect(kindsOf(results)).toEqual([kind, 'circuit-open']);
    expect(service.received.length).toBeLessThanOrEqual(most);
    const unsent = results
      .flatMap((result) => (result.ok ? [] : [result.failure]))
      .filter(({ attempts }) => attempts === 0);
    expect(unsent.length).toBeGreaterThan(400);
    for (const { kind: as, status, message } of unsent.slice(0, 3)) {
      expect({ as, status }).toEqual({ as: 'circuit-open', status: null });
      expect(message).toMatch(/^stopped after \d+ consecutive failures: /);
    }
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
    const { createPipeReader, createPipeWriter } = await import('../../src/api/index.ts');
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
