import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { AddressError, connectObservability } from '../../src/api/index.ts';
import { Secret } from '../../src/model/secret/secret.ts';
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
  SERIES_PATH,
  seriesFailure,
  serve,
} from './local-service.ts';

describe('the rate limit', () => {
  const limited = (headers: Record<string, string>): Reply =>
    reply(429, 'Too many requests, please try again later.', headers);

  it('waits for the time in RateLimit-Reset', async () => {
    const service = await serve(limited({ 'ratelimit-limit': '100', 'ratelimit-reset': '7' }), rows);
    const clock = sleepyClock();
    expect(await observerOf(service.url, { clock }).querySeries(QUERY)).toMatchObject({ ok: true, attempts: 2 });
    expect(clock.slept).toEqual([7_000]);
  });

  it('also waits for a 429 without headers', async () => {
    const service = await serve(limited({}), limited({}), rows);
    const clock = sleepyClock();
    expect(await observerOf(service.url, { clock }).querySeries(QUERY)).toMatchObject({ ok: true, attempts: 3 });
    const sleptMs = clock.slept.reduce((sum, ms) => sum + ms, 0);
    expect(sleptMs).toBeGreaterThanOrEqual(100);
    expect(sleptMs).toBeLessThan(2_000);
  });

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

  it('fails the request when the limit grants nothing for too long', async () => {
    const service = await serve(limited({ 'retry-after': '3600' }));
    expect(await seriesFailure(service.url)).toMatchObject({ kind: 'rate-limited', status: 429, attempts: 1 });
  });
});

describe('the token', () => {
  it.each([
    ['words', (token: string) => ({ error: `no: Bearer ${token}!` })],
    ['plain text', (token: string) => `no: Bearer ${token}!`],
    ['a page', (token: string) => `<title>no: Bearer ${token}!</title>`],
    ['keys', (token: string) => ({ [`no: Bearer ${token}!`]: 1 })],
    ['another padding', (token: string) => `no: Bearer ${token.replace(/=+$/, '%3D%3D')}!`],
  ])('is not shown when the service echoes it in %s', async (_, body) => {
    const service = await serve(reply(400, body(ACCESS_TOKEN), { 'x-request-id': ACCESS_TOKEN }));
    const failure = await seriesFailure(service.url);
    expect(failure.message).toContain('no: Bearer [secret]');
    expect(inspect(failure)).not.toContain('open-sesame');
  });

  it.each([
    ['JSON that broke off', (token: string) => `{"error":"no: Bearer ${JSON.stringify(token).slice(1, -1)}!`],
    ['an address', (token: string) => `no: Bearer ${encodeURIComponent(token)}!`],
  ])('with odd characters is not shown when the service echoes it in %s', async (_, body) => {
    const token = 'open-sesame"\\<&+=%41~';
    const service = await serve(reply(400, body(token)));
    const failure = await seriesFailure(service.url, { accessToken: new Secret(token) });
    expect(failure.message).toContain('no: Bearer [secret]');
  });

  it('is not shown when a group of a series holds it', async () => {
    const service = await serve(reply(200, { data: [{ ts_bucket: 0, group: [ACCESS_TOKEN], 'series_0.data': 1 }] }));
    const result = await observerOf(service.url).querySeries(QUERY);
    expect(result).toMatchObject({ ok: true, rows: [{ group: ['[secret]'] }] });
  });

  it('is not shown when an alert holds it', async () => {
    const service = await serve(
      reply(200, { data: { id: ALERT, message: ACCESS_TOKEN, executionErrors: [ACCESS_TOKEN] } }),
    );
    const result = await observerOf(service.url).readAlert(ALERT);
    expect(result).toMatchObject({ ok: true, alert: { message: '[secret]', executionErrors: ['[secret]'] } });
  });

  it('is not sent to the target of a redirect', async () => {
    const other = await serve(rows);
    const service = await serve(reply(307, '', { location: `${other.url}${SERIES_PATH}` }));
    expect(await seriesFailure(service.url)).toMatchObject({
      kind: 'wrong-address',
      status: 307,
      message: `a redirect to ${other.url}, which is not followed`,
      attempts: 1,
    });
    expect(other.received).toEqual([]);
  });

  it('is sent only over https, except on loopback', () => {
    const options = {
      url: 'http://observability.example.com',
      accessToken: new Secret(ACCESS_TOKEN),
      parallelism: 1,
      timeoutMs: 1,
      retry: RETRY,
      clock: sleepyClock(),
      random: () => 0,
      environment: {},
      version: '1',
    };
    expect(() => connectObservability(options)).toThrow(AddressError);
  });
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
