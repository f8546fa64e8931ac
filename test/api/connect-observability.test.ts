import { describe, expect, it } from 'vitest';
import { AddressError } from '../../src/api/index.ts';
import { manualClock, sleepyClock } from './fake-clock.ts';
import { ACCESS_TOKEN, ALERT, observerOf, QUERY, RETRY, reply, rows, serve } from './local-service.ts';

describe('the rate limit', () => {
  it('is shared by queries and alerts', async () => {
    const clock = sleepyClock();
    const service = await serve(reply(429, '', { 'retry-after': '3600' }));
    const reader = observerOf(service.url, { clock });
    expect(await reader.querySeries(QUERY)).toMatchObject({ failure: { kind: 'rate-limited', attempts: 1 } });
    expect(await reader.readAlert(ALERT)).toMatchObject({ failure: { kind: 'rate-limited', attempts: 0 } });
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
  const group = [ACCESS_TOKEN];
  const held = await serve(
    reply(200, { data: [{ ts_bucket: 0, group, 'series_0.data': 1 }] }),
    reply(200, { data: { id: ALERT, message: ACCESS_TOKEN } }),
  );
  const observer = observerOf(held.url);
  expect(await observer.querySeries(QUERY)).toMatchObject({ rows: [{ group: ['[secret]'] }] });
  expect(await observer.readAlert(ALERT)).toMatchObject({ alert: { message: '[secret]' } });
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
