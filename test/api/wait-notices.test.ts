import { expect, test } from 'vitest';
import { createPipeReader } from '../../src/api/index.ts';
import type { RateLimitWait } from '../../src/model/client.ts';
import { NOW } from '../plan/samples.ts';
import { sleepyClock } from './fake-clock.ts';
import { connectTo, ok, PIPE, type Reply, reply, serve } from './local-service.ts';

/** The waits that are shown while five pipes are read, one after the other. */
async function noticesOf(perMilliseconds: number, ...replies: readonly Reply[]): Promise<readonly RateLimitWait[]> {
  const { url } = await serve(...replies);
  const connection = connectTo(url, { clock: sleepyClock(), rateLimit: { requests: 1, perMilliseconds } });
  const notices: RateLimitWait[] = [];
  connection.onRateLimit((wait) => notices.push(wait));
  const reader = createPipeReader(connection);
  for (let read = 0; read < 5; read += 1) await reader.readPipe(PIPE);
  return notices;
}

const after = (seconds: number): string => new Date(NOW.getTime() + seconds * 1_000).toISOString();

test('a wait for the rate limit is shown with its end, and again only after ten seconds', async () => {
  expect(await noticesOf(4_000, ok)).toEqual([
    { source: 'configured', perSecond: 0.25, waitMs: 4_000, until: after(4) },
    { source: 'configured', perSecond: 0.25, waitMs: 4_000, until: after(16) },
  ]);
});

test('a wait of less than a second is not shown', async () => {
  expect(await noticesOf(999, ok)).toEqual([]);
});

test('a wait that ends more than ten seconds after the one before is shown at once', async () => {
  const refused = reply(429, '', { 'retry-after': '30' });
  const notices = await noticesOf(2_000, ok, refused, ok);
  expect(notices.map(({ source, waitMs }) => [source, waitMs])).toEqual([
    ['configured', 2_000],
    ['announced', 30_000],
    ['configured', 2_000],
  ]);
});
