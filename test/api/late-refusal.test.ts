import { expect, test } from 'vitest';
import { namedWait } from '../../src/api/http/back-off.ts';
import { createLimiter } from '../../src/api/rate-limit/limiter.ts';
import { createPacer } from '../../src/api/rate-limit/pacer.ts';
import { manualClock } from './fake-clock.ts';

const DAY_MS = 86_400_000;

test('a 429 that comes late counts as a hold of its own, however long it is', () => {
  const limiter = createLimiter(null, () => 400);
  const early = limiter.send(0);
  const slow = limiter.send(0);
  limiter.end(early, { how: 'refused', wait: { ms: 0, blurMs: 1_000 }, announced: null }, 10);
  limiter.end(limiter.send(20), { how: 'answered', announced: null }, 30);
  expect(limiter.stalledMs(30)).toBe(0);
  limiter.end(slow, { how: 'refused', wait: { ms: DAY_MS, blurMs: 1_000 }, announced: null }, 40);
  expect(limiter.stalledMs(40)).toBe(DAY_MS);
  expect(limiter.nextAt()).toBe(40 + DAY_MS);
});

test.each(['9'.repeat(400), '99999999999'])('a wait of %s seconds is one of a week', (seconds) => {
  expect(namedWait({ 'retry-after': seconds }, 0)).toEqual({ ms: 7 * DAY_MS, blurMs: 1_000 });
});

test('a turn that is a month away is slept for in naps that a timer can count', async () => {
  const clock = manualClock();
  const limit = { requests: 1, perMilliseconds: 30 * DAY_MS };
  const pacer = createPacer({ limit, patienceMs: 60_000, clock, probeDelayMs: () => 400 });
  const first = await pacer.admit('read', undefined);
  if (first.kind === 'turn') first.end({ how: 'answered', announced: null });
  let isAdmitted = false;
  const second = pacer.admit('read', undefined).then(() => {
    isAdmitted = true;
  });
  for (let hour = 0; hour < 30 * 24 - 1; hour += 1) await clock.advance(3_600_000);
  expect(isAdmitted).toBe(false);
  await clock.advance(3_600_000);
  await second;
  expect(isAdmitted).toBe(true);
});
