import { describe, expect, it } from 'vitest';
import { MAX_SERIES_BYTES } from '../../src/api/observability/observability-reader.ts';
import type { RequestAttempt } from '../../src/model/client.ts';
import { inCi } from '../effort.ts';
import {
  ACCESS_TOKEN,
  ALERT,
  ALERT_PATH,
  alert,
  alertFailure,
  observerOf,
  QUERY,
  type Reply,
  reply,
  reset,
  rows,
  SERIES_PATH,
  SPEC,
  START,
  seriesFailure,
  serve,
} from './local-service.ts';

describe('a series query', () => {
  it('is one POST with the token and the body of the contract, under the path of the address', async () => {
    const service = await serve(rows);
    const result = await observerOf(`${service.url}/base/`).querySeries(QUERY);
    expect(result).toEqual({
      ok: true,
      rows: [{ group: ['orders'], bucketMs: START, values: [42] }],
      ungrouped: 0,
      attempts: 1,
    });
    expect(service.received).toMatchObject([{ method: 'POST', url: `/base${SERIES_PATH}` }]);
    expect(service.received[0]?.headers).toMatchObject({
      authorization: `Bearer ${ACCESS_TOKEN}`,
      'content-type': 'application/json',
      'user-agent': `pipeform/1.2.3 (node ${process.versions.node})`,
    });
    expect(JSON.parse(service.received[0]?.body ?? '')).toEqual({
      startTime: START,
      endTime: START + 3_600_000,
      granularity: '1m',
      series: [SPEC],
    });
  });

  it('has the return type and all keys of a series that are configured', async () => {
    const service = await serve(rows, reply(200, { data: [{ series_0: 42, __time_bucket: '2026-11-20T10:00:00Z' }] }));
    const spec = {
      ...SPEC,
      whereLanguage: 'sql',
      field: 'Duration',
      metricName: 'lag',
      metricDataType: 'gauge',
      level: 0.9,
    };
    const reader = observerOf(service.url, { seriesReturnType: 'column' });
    expect(await reader.querySeries({ ...QUERY, series: [spec] })).toMatchObject({ ok: true });
    expect(JSON.parse(service.received[0]?.body ?? '')).toMatchObject({ seriesReturnType: 'column', series: [spec] });
    expect(await reader.querySeries(QUERY)).toMatchObject({
      failure: {
        message:
          'row 1 of the response has no readable ts_bucket; services may answer seriesReturnType: column with rows of another shape',
      },
    });
  });

  it('is not sent when it is invalid', async () => {
    const service = await serve(rows);
    const result = await observerOf(service.url).querySeries({ ...QUERY, endMs: START, series: [] });
    expect(result).toEqual({
      ok: false,
      failure: {
        kind: 'rejected',
        method: 'POST',
        path: SERIES_PATH,
        status: null,
        message:
          'the start, 2026-11-20T10:00:00.000Z, is not before the end, 2026-11-20T10:00:00.000Z; there is no series to ask for; a query takes 1 to 5',
        requestId: null,
        attempts: 0,
      },
    });
    expect(service.received).toEqual([]);
  });

  it('is retried unchanged after a lost response or a server error', async () => {
    const partly: Reply = (response) => {
      response.writeHead(200, { 'content-length': '100' });
      response.write('{"data"', () => response.socket?.resetAndDestroy());
    };
    const service = await serve(reset, partly, reply(503), rows);
    const log: RequestAttempt[] = [];
    const reader = observerOf(service.url, { onRequest: (entry: RequestAttempt) => log.push(entry) });
    expect(await reader.querySeries(QUERY)).toMatchObject({ ok: true, attempts: 4 });
    expect(new Set(service.received.map(({ body }) => body)).size).toBe(1);
    expect(log.map(({ method, path, status }) => [method, path, status])).toEqual([
      ['POST', SERIES_PATH, null],
      ['POST', SERIES_PATH, 200],
      ['POST', SERIES_PATH, 503],
      ['POST', SERIES_PATH, 200],
    ]);
  });

  it.each([
    ['500 without words', 500, ''],
    ['500 with other words', 500, { message: 'Internal Server Error' }],
    ['500 with a web page', 500, '<html><title>oops</title></html>'],
    ['502 with words', 502, { error: 'bad gateway' }],
    ['503 with words', 503, { error: 'try later' }],
  ])('is sent again after %s', async (_, status, body) => {
    const service = await serve(reply(status, body), rows);
    expect(await observerOf(service.url).querySeries(QUERY)).toMatchObject({ ok: true, attempts: 2 });
  });

  it.each([
    [500, { error: 'Unknown column "lagg"' }, 'rejected', 'Unknown column "lagg"'],
    [500, { error: { message: 'Unknown function' } }, 'rejected', 'Unknown function'],
    [200, { data: [{}] }, 'invalid-response', 'row 1 of the response has no readable ts_bucket'],
    [200, {}, 'invalid-response', 'the response has no list named data'],
  ])('fails for good with %i %j', async (status, body, kind, message) => {
    const service = await serve(reply(status, body, { 'x-request-id': 'r-1' }));
    const failure = { kind, method: 'POST', path: SERIES_PATH, status, message, requestId: 'r-1', attempts: 1 };
    expect(await seriesFailure(service.url)).toEqual(failure);
    expect(service.received).toHaveLength(1);
  });

  inCi('rejects an endless response', async () => {
    const service = await serve(reply(200, ' '.repeat(MAX_SERIES_BYTES + 1)));
    expect(await seriesFailure(service.url)).toMatchObject({
      kind: 'invalid-response',
      message: 'the response is too large',
    });
  });
});

describe('the read of an alert', () => {
  it('is one GET', async () => {
    const service = await serve(alert);
    expect(await observerOf(service.url).readAlert(ALERT)).toMatchObject({
      ok: true,
      alert: { id: ALERT, state: 'OK', name: null },
      attempts: 1,
    });
    expect(service.received).toMatchObject([{ method: 'GET', url: ALERT_PATH, body: '' }]);
  });

  it.each([
    ['a/b?c#d', 'a%2Fb%3Fc%23d'],
    ['..x', '..x'],
    ['é', '%C3%A9'],
  ])('keeps the id %j within its part of the path', async (id, part) => {
    const service = await serve(reply(200, { data: { id } }));
    expect(await observerOf(service.url).readAlert(id)).toMatchObject({ ok: true });
    expect(service.received[0]?.url).toBe(`/api/v2/alerts/${part}`);
  });

  it.each(['', '.', '..', 'a\ud800'])('is not sent for the id %j', async (id) => {
    const service = await serve(alert);
    expect(await alertFailure(service.url, id)).toMatchObject({ kind: 'rejected', status: null, attempts: 0 });
    expect(service.received).toEqual([]);
  });

  it('fails for good with another alert', async () => {
    const service = await serve(reply(200, { data: { id: 'other' } }));
    const message = `requested alert ${ALERT}, but received alert other`;
    const failure = { kind: 'invalid-response', method: 'GET', path: ALERT_PATH, status: 200, message, attempts: 1 };
    expect(await alertFailure(service.url)).toMatchObject(failure);
  });

  it('is retried after a 500 with any body', async () => {
    const service = await serve(reply(500, { error: 'oops' }), alert);
    expect(await observerOf(service.url).readAlert(ALERT)).toMatchObject({ ok: true, attempts: 2 });
  });

  it('uses the clock of the service to decide whether a silence is over', async () => {
    const body = { data: { id: ALERT, silenced: { until: '2026-11-20T10:00:00Z' } } };
    const early = await serve(reply(200, body, { date: 'Fri, 20 Nov 2026 09:00:00 GMT' }));
    const late = await serve(reply(200, body, { date: 'Fri, 20 Nov 2026 11:00:00 GMT' }));
    const silenced = 'until 2026-11-20T10:00:00Z';
    expect(await observerOf(early.url).readAlert(ALERT)).toMatchObject({ alert: { silenced } });
    expect(await observerOf(late.url).readAlert(ALERT)).toMatchObject({ alert: { silenced: null } });
  });
});
