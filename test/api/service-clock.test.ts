import { expect, test } from 'vitest';
import { createServiceClock } from '../../src/api/http/service-clock.ts';
import { manualClock } from './fake-clock.ts';

async function clockAt(time: number) {
  const clock = manualClock();
  await clock.advance(time);
  return { clock, service: createServiceClock(clock) };
}

const NOON = Date.parse('2026-11-20T12:00:00Z');
const HOUR_MS = 3_600_000;

test('uses the time of this machine until a response has a Date', async () => {
  const { clock, service } = await clockAt(NOON);
  for (const date of [undefined, '', 'noon']) service.follow({ date });
  expect(service.now()).toBe(NOON);
  await clock.advance(5_000);
  expect(service.now()).toBe(NOON + 5_000);
});

test.each([
  ['Fri, 20 Nov 2026 12:00:00 GMT', 0],
  ['Fri, 20 Nov 2026 12:00:01 GMT', 0],
  ['Fri, 20 Nov 2026 11:59:58 GMT', 0],
  ['Fri, 20 Nov 2026 12:00:02 GMT', 2_500],
  ['Fri, 20 Nov 2026 11:59:57 GMT', -2_500],
  ['Fri, 20 Nov 2026 12:10:00 GMT', 600_500],
  ['Thu, 19 Nov 2026 12:00:00 GMT', -86_399_500],
])('by %s at noon it is %i ms further', async (date, offset) => {
  const { clock, service } = await clockAt(NOON);
  service.follow({ date });
  expect(service.now()).toBe(NOON + offset);
  await clock.advance(1_234);
  expect(service.now()).toBe(NOON + offset + 1_234);
});

test('uses the last response that has a date', async () => {
  const { service } = await clockAt(NOON);
  service.follow({ date: 'Fri, 20 Nov 2026 13:00:00 GMT' });
  service.follow({});
  expect(service.now()).toBe(NOON + 3_600_500);
  service.follow({ date: 'Fri, 20 Nov 2026 12:00:00 GMT' });
  expect(service.now()).toBe(NOON);
});

test.each([
  'Sat, 13 Sep 275760 00:00:00 GMT',
  '+275760-09-13T00:00:00Z',
  '-271821-04-20T00:00:00Z',
  'Wed, 31 Dec 1969 23:59:59 GMT',
  'Fri, 31 Dec 9999 23:59:59 GMT',
  'Fri Nov 20 13:00:00 2026',
  '1',
])('%s is no time of a service', async (date) => {
  const { service } = await clockAt(NOON);
  service.follow({ date });
  expect(service.now()).toBe(NOON);
});

test('adds the Age of a cached response', async () => {
  const { service } = await clockAt(NOON);
  service.follow({ date: 'Fri, 20 Nov 2026 09:00:00 GMT', age: '10800' });
  expect(service.now()).toBe(NOON);
  service.follow({ date: 'Fri, 20 Nov 2026 09:00:00 GMT', age: 'long' });
  expect(service.now()).toBe(NOON - 10_799_500);
});

test.each([-HOUR_MS, -1_000, 1_000, HOUR_MS])(
  'a wall clock that steps by %i ms after an answer changes nothing',
  async (step) => {
    for (const date of ['Fri, 20 Nov 2026 12:00:00 GMT', 'Fri, 20 Nov 2026 12:10:00 GMT']) {
      const { clock, service } = await clockAt(NOON);
      service.follow({ date });
      const heard = service.now();
      clock.step(step);
      expect(service.now()).toBe(heard);
      await clock.advance(1_234);
      expect(service.now()).toBe(heard + 1_234);
    }
  },
);

test('the next response corrects a clock step before the first one', async () => {
  const { clock, service } = await clockAt(NOON);
  clock.step(-HOUR_MS);
  expect(service.now()).toBe(NOON - HOUR_MS);
  service.follow({ date: 'Fri, 20 Nov 2026 12:00:00 GMT' });
  expect(service.now()).toBe(NOON + 500);
});

test('returns whole milliseconds', () => {
  let passedMs = 0.25;
  const service = createServiceClock({ now: () => NOON, monotonicMs: () => passedMs });
  service.follow({ date: 'Fri, 20 Nov 2026 12:00:00 GMT' }, 0.6);
  passedMs += 10.9;
  expect(service.now()).toBe(NOON + 11);
});
