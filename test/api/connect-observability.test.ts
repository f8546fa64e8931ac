import { describe, expect, it } from 'vitest';
import { AddressError } from '../../src/api/index.ts';
import { manualClock, sleepyClock } from './fake-clock.ts';
import {
  ACCESS_TOKEN,
  ALERT,
  alert,
  observerOf,
  QUERY,
  RETRY,
  type Reply,
  reply,
  rows,
  serve,
} from './local-service.ts';

describe('the rate limit', () => {
  const limited = (headers: Record<string, string>): Reply =>
    reply(429, 'Too many requests, please try again later.', headers);

  it('is learned and shared by queries and alerts', async () => {
    const clock = sleepyClock();
    const window = { endsAt: 0, left: 0 };
    let refused = 0;
    const service = await serve((response, request) => {
      if (clock.now() >= window.endsAt) Object.assign(window, { endsAt: clock.now() + 10_000, left: 5 });
      window.left -= 1;
      if (window.left >= 0) return (request.method === 'POST' ? rows : alert)(response, request);
      refused += 1;
      limited({ 'ratelimit-reset': String(Math.ceil((window.endsAt - clock.now()) / 1_000)) })(response, request);
    });
    const reader = observerOf(service.url, { clock, parallelism: 1 });
    for (let index = 0; index < 20; index += 1) {
      expect(await reader.querySeries(QUERY)).toMatchObject({ ok: true });
      expect(await reader.readAlert(ALERT)).toMatchObject({ ok: true });
    }
    // The limit lasts for eight windows; each would end with a refused request if nothing were learned.
    expect(refused).toBeLessThanOrEqual(4);
  });

  it('does not wait after a response that only announces the reset', async () => {
    const headers = { 'ratelimit-limit': '100', 'ratelimit-remaining': '99', 'ratelimit-reset': '59' };
    const service = await serve(reply(503, '', headers), rows);
    const clock = sleepyClock();
    expect(await observerOf(service.url, { clock }).querySeries(QUERY)).toMatchObject({ ok: true });
    expect(clock.slept).toEqual([50]);
  });
});

it('the token is not shown where a series or an alert holds it', async () => {
  const held = await serve(
    reply(200, { data: [{ ts_bucket: 0, group: [ACCESS_TOKEN], 'series_0.data': 1 }] }),
    reply(200, { data: { id: ALERT, message: ACCESS_TOKEN, executionErrors: [ACCESS_TOKEN] } }),
  );
  const observer = observerOf(held.url);
  expect(await observer.querySeries(QUERY)).toMatchObject({ rows: [{ group: ['[secret]'] }] });
  expect(await observer.readAlert(ALERT)).toMatchObject({
    alert: { message: '[secret]', executionErrors: ['[secret]'] },
  });
});

it('the token is sent only over https, except on loopback', () => {
  expect(() => observerOf('http://observability.example.com')).toThrow(AddressError);
});

describe('the service’s time', () => {
  it.each([
    ['an answer', rows],
    ['an error', reply(401, 'no')],
    ['a limit', reply(429, '', { 'retry-after': '3600' })],
  ])('is learned from %s', async (_, answer) => {
    const clock = sleepyClock({ start: Date.parse('2026-11-20T10:00:00Z') });
    const service = await serve((response, request) => {
      response.setHeader('date', 'Fri, 20 Nov 2026 10:05:00 GMT');
      answer(response, request);
    });
    const reader = observerOf(service.url, { clock });
    expect(reader.now()).toBe(clock.now());
    await reader.querySeries(QUERY);
    expect(reader.now()).toBe(Date.parse('2026-11-20T10:05:00.500Z'));
  });

  it('is learned when the headers arrive, before the body is complete', async () => {
    const clock = manualClock(Date.parse('2026-11-20T10:00:00Z'));
    const service = await serve((response) => {
      response.writeHead(200, { date: 'Fri, 20 Nov 2026 10:05:00 GMT' }).write('{"data":');
    });
    const reader = observerOf(service.url, { clock, timeoutMs: 1_000, retry: { ...RETRY, maxAttempts: 1 } });
    const result = reader.querySeries(QUERY);
    const untilHeard = async (): Promise<void> => {
      while (reader.now() === clock.now()) await new Promise(setImmediate);
    };
    await untilHeard();
    await clock.advance(60_000);
    expect(await result).toMatchObject({ ok: false, failure: { kind: 'timeout', status: 200 } });
    expect(reader.now()).toBe(Date.parse('2026-11-20T10:06:00.500Z'));
  });
});
