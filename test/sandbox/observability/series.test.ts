import { describe, expect, test } from 'vitest';
import { METRICS_SOURCE_ID } from '../../../src/sandbox/index.ts';
import { call } from '../harness.ts';
import { NOON } from '../workload/simulate.ts';
import { ask, BEARER, LAG, query, rowsOf, startAtNoon } from './harness.ts';

const COUNT = { sourceId: METRICS_SOURCE_ID, aggFn: 'count', where: 'metric:lag' };

describe('the series query', () => {
  test('answers as in the contract, at the simulated time', async () => {
    const reply = await query(await startAtNoon(), [LAG]);
    expect(reply.status).toBe(200);
    expect(reply.headers.get('content-type')).toContain('application/json');
    expect(reply.headers.get('date')).toBe('Fri, 20 Nov 2026 12:00:00 GMT');
    expect(Object.keys(reply.json)).toEqual(['data']);
    expect(rowsOf(reply)).toHaveLength(10);
    for (const [index, row] of rowsOf(reply).entries()) {
      expect(row).toEqual({
        ...{ group: [], 'series_0.data': expect.any(Number), ts_bucket: NOON - 600_000 + index * 60_000 },
      });
    }
  });

  test('returns counts as strings and a row for each series, one series after the other', async () => {
    const rows = rowsOf(await query(await startAtNoon(), [COUNT, LAG]));
    expect(rows).toHaveLength(20);
    expect(rows[0]).toEqual({ group: [], 'series_0.data': '12', ts_bucket: NOON - 600_000 });
    expect(rows[10]).toEqual({ group: [], 'series_1.data': expect.any(Number), ts_bucket: NOON - 600_000 });
  });

  test('groups by the kind of a pipe', async () => {
    const series = [{ ...COUNT, groupBy: ['kind'] }];
    const rows = rowsOf(await query(await startAtNoon(), series, { granularity: '1d' }));
    const kinds = ['kafka', 'kinesis', 'objectStorage', 'postgres'];
    expect(rows.map(({ group }) => String(group)).toSorted()).toEqual(kinds);
  });

  test('divides two series for a ratio', async () => {
    const sum = (metric: string) => ({ ...LAG, aggFn: 'sum', where: `pipe:orders-prod AND metric:${metric}` });
    const sandbox = await startAtNoon();
    const rows = rowsOf(await query(sandbox, [sum('throughput'), sum('arrivals')], { seriesReturnType: 'ratio' }));
    expect(rows).toHaveLength(10);
    for (const row of rows) expect(row['series_0.data']).toBeCloseTo(1, 1);
    const byNothing = [sum('arrivals'), { ...sum('arrivals'), where: 'metric:nothing' }];
    expect(rowsOf(await query(sandbox, byNothing, { seriesReturnType: 'ratio' }))).toEqual([]);
  });

  test('gives raw rows for a column, other than those of the contract', async () => {
    const body = { seriesReturnType: 'column', startTime: NOON - 60_000 };
    const rows = rowsOf(
      await query(
        await startAtNoon(),
        [{ ...COUNT, where: 'metric:lag AND pipe:orders-prod', groupBy: ['pipe'] }],
        body,
      ),
    );
    expect(rows).toEqual([{ pipe: 'orders-prod', series_0: '2', __time_bucket: '2026-11-20T11:59:00.000Z' }]);
  });

  test('merges all groups of an expression, and of a metric takes its field', async () => {
    const sandbox = await startAtNoon();
    const merged = rowsOf(await query(sandbox, [{ ...COUNT, groupBy: ['lower(pipe)'] }], { granularity: '10m' }));
    expect(merged).toEqual([{ group: [null], 'series_0.data': '120', ts_bucket: NOON - 600_000 }]);
    const [byWhere, byField] = [COUNT, { ...COUNT, where: '', field: 'lag' }];
    const data = async (series: object) => rowsOf(await query(sandbox, [series]));
    expect(await data(byField)).toEqual(await data(byWhere));
    const quantile = { ...LAG, aggFn: 'quantile' };
    expect(await data({ ...quantile, level: 0.999999 })).not.toEqual(await data({ ...quantile, level: 0.000001 }));
  });

  test.each([
    [1_800_000, 60, 30_000],
    [1_800_001, 31, 60_000],
    [3_600_000, 60, 60_000],
    [86_400_000, 48, 1_800_000],
  ])('auto is the smallest step with at most 60 buckets: %d ms', async (rangeMs, most, stepMs) => {
    const sandbox = await startAtNoon();
    const rows = rowsOf(await query(sandbox, [LAG], { startTime: NOON - rangeMs, granularity: 'auto' }));
    expect(rows.length).toBeLessThanOrEqual(most + 1);
    expect(Number(rows[1]?.ts_bucket) - Number(rows[0]?.ts_bucket)).toBe(stepMs);
    const body = { startTime: NOON - rangeMs, endTime: NOON, series: [LAG] };
    expect(rowsOf(await ask(sandbox, body))).toEqual(rows);
  });

  test.each([
    [undefined, 'Unauthorized'],
    ['Basic c2FuZGJveDpzYW5kYm94', 'Unauthorized'],
    ['Bearer wrong', 'Unauthorized'],
  ])('with %s is a 401 in plain text', async (authorization, words) => {
    const sandbox = await startAtNoon();
    const headers = { authorization: authorization ?? '' };
    const reply = await call(sandbox, '/api/v2/charts/series', { method: 'POST', headers, body: '{}' });
    expect([reply.status, reply.text]).toEqual([401, words]);
    expect(reply.headers.get('content-type')).toContain('text/plain');
    expect(reply.headers.get('date')).toBe('Fri, 20 Nov 2026 12:00:00 GMT');
  });

  test.each([
    ['', ['the body must be a JSON object']],
    ['[1]', ['the body must be a JSON object']],
    ['{', ['the body must be a JSON object']],
    [
      {},
      [
        'startTime must be epoch milliseconds of 13 digits',
        'endTime must be epoch milliseconds of 13 digits',
        'series must be a list of 1 to 5 series',
      ],
    ],
    [
      { startTime: NOON / 1_000, endTime: NOON + 0.5, series: [{ ...LAG, field: 1, level: 1, whereLanguage: 'sql' }] },
      [
        'startTime must be epoch milliseconds of 13 digits',
        'endTime must be epoch milliseconds of 13 digits',
        'series[0].field must be a string',
        'series[0].level must be a number between 0 and 1',
        'series[0].whereLanguage must be lucene',
      ],
    ],
    [{ startTime: 5, endTime: 5, series: [LAG] }, ['startTime must be before endTime']],
    [{ startTime: 1, endTime: 2, granularity: '3m', series: [LAG] }, ['granularity must be one of 30s, 1m']],
    [
      { startTime: 1, endTime: 2, seriesReturnType: 'row', series: [LAG] },
      ['seriesReturnType must be column or ratio'],
    ],
    [{ startTime: 1, endTime: 2, seriesReturnType: 'ratio', series: [LAG] }, ['a ratio takes exactly 2 series']],
    [{ startTime: 1, endTime: 2, series: Array.from({ length: 6 }, () => LAG) }, ['series must be a list of 1 to 5']],
    [
      { startTime: 1, endTime: 2, series: [{ sourceId: 1, groupBy: 'pipe' }] },
      [
        'series[0].groupBy must be a list of strings',
        'series[0].sourceId must be a string',
        'series[0].aggFn must be a string',
        'series[0].where must be a string',
      ],
    ],
    [
      { startTime: 1, endTime: 2, series: [LAG, { ...LAG, groupBy: ['pipe'] }] },
      ['groupBy must be the same in all series'],
    ],
  ])('refuses %j with a 400 that lists every problem', async (body, problems) => {
    const reply = await ask(await startAtNoon(), body);
    expect(reply.status).toBe(400);
    expect(reply.json.message).toMatch(/^Body validation failed: /);
    for (const problem of problems) expect(reply.json.message).toContain(problem);
  });

  test.each([
    [{ where: 'pipe:(' }, 'where cannot be parsed'],
    [{ where: 'color:red' }, 'where names the unknown column "color"'],
    [{ aggFn: 'median' }, 'unknown aggregate function "median"'],
    [{ aggFn: 'constructor' }, 'unknown aggregate function "constructor"'],
    [{ groupBy: ['value'] }, 'groupBy names the unknown column "value"'],
  ])('answers %j with a 500 and the reason', async (change, words) => {
    const reply = await query(await startAtNoon(), [{ ...LAG, ...change }]);
    expect(reply.status).toBe(500);
    expect(Object.keys(reply.json)).toEqual(['error']);
    expect(reply.json.error).toContain(words);
  });

  test('answers an unknown source with a 404', async () => {
    const { status, json } = await query(await startAtNoon(), [{ ...LAG, sourceId: 'elsewhere' }]);
    expect({ status, json }).toEqual({ status: 404, json: { error: 'there is no source "elsewhere".' } });
  });

  test('is in the request log with its body and without its token', async () => {
    const sandbox = await startAtNoon();
    await query(sandbox, [LAG]);
    await ask(sandbox, 'no json');
    await call(sandbox, '/api/v2/alerts/nothing', { headers: BEARER });
    const log = sandbox.requests();
    expect(log.map(({ method, path, status, pipeId }) => [method, path, status, pipeId])).toEqual([
      ['POST', '/api/v2/charts/series', 200, null],
      ['POST', '/api/v2/charts/series', 400, null],
      ['GET', '/api/v2/alerts/nothing', 404, null],
    ]);
    expect(log[0]?.body).toMatchObject({ granularity: '1m', series: [LAG] });
    expect(log[1]?.body).toBe('no json');
    expect(JSON.stringify(log)).not.toContain('Bearer');
  });
});
