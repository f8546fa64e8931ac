import { describe, expect, it } from 'vitest';
import { evaluateCheck } from '../../src/health/evaluate-check.ts';
import type { SeriesQuery } from '../../src/model/observability/reader.ts';
import {
  alertCheck,
  alertOf,
  answerAlert,
  answerRows,
  END_MS,
  failureOf,
  fakeReader,
  MINUTE,
  NOW_MS,
  rowsOf,
  seriesCheck,
} from './samples.ts';

describe('a check on a series', () => {
  it('queries the whole buckets of the window and evaluates them', async () => {
    const reader = fakeReader({ series: () => answerRows(rowsOf([1, 2])) });
    expect(await evaluateCheck(seriesCheck(), reader)).toEqual({
      name: 'orders-lag',
      verdict: 'pass',
      value: 2,
      reason: 'max of 2 of 15 buckets over 15m is 2, which is < 10,000',
      samples: 2,
      newest: '2026-11-20T10:00:00.000Z',
      groups: [],
      asOf: '2026-11-20T10:00:20.000Z',
    });
    expect(reader.queries).toEqual<SeriesQuery[]>([
      {
        startMs: END_MS - 15 * MINUTE,
        endMs: END_MS,
        granularity: '1m',
        series: [seriesCheck().series],
        maxBuckets: 17,
      },
    ]);
  });

  it('never queries with `auto`', async () => {
    const reader = fakeReader({ series: () => answerRows([]) });
    const result = await evaluateCheck(seriesCheck({ granularity: 'auto' }), reader);
    expect(reader.queries[0]).toMatchObject({ granularity: '30s', maxBuckets: 32 });
    expect(result.verdict).toBe('no-data');
  });

  // How far the clock of the service is ahead, answer by answer, in minutes, and the ends of the queried windows.
  it.each([
    ['the local clock is wrong', [10, 10], [0, 10]],
    ['the clock of the service steps, too', [10, 130, 130], [0, 10, 130]],
    ['the clock of the service never settles', [10, 20, 30], [0, 10, 20]],
  ])('queries the right window again, at most twice, when %s', async (_, ahead, ends) => {
    let answers = 0;
    const reader = fakeReader({
      series: ({ endMs }) => {
        reader.learn(NOW_MS + (ahead[answers++] ?? 0) * MINUTE);
        return answerRows(rowsOf([7], { endMs }));
      },
    });
    const result = await evaluateCheck(seriesCheck(), reader);
    expect(reader.queries.map(({ endMs }) => endMs)).toEqual(ends.map((end) => END_MS + end * MINUTE));
    const asOf = new Date(NOW_MS + (ends.at(-1) ?? 0) * MINUTE).toISOString();
    expect(result).toMatchObject({ verdict: 'pass', value: 7, asOf });
  });

  it.each([
    ['the time advanced within the bucket', 35_000],
    ['the time advanced into the next bucket', 0],
  ])('does not query again when %s', async (_, later) => {
    const start = later === 0 ? END_MS + 59_000 : NOW_MS;
    const reader = fakeReader({
      series: () => {
        reader.learn(start + (later === 0 ? 5_000 : later));
        return answerRows(rowsOf([7]));
      },
    });
    reader.learn(start);
    expect(await evaluateCheck(seriesCheck(), reader)).toMatchObject({ asOf: new Date(start).toISOString() });
    expect(reader.queries).toHaveLength(1);
  });

  it('is an error with the message of the service when the query fails', async () => {
    const failure = failureOf('server', { status: 500, attempts: 4, message: 'Query failed.', requestId: 'r-1' });
    const reader = fakeReader({ series: () => ({ ok: false, failure }) });
    expect(await evaluateCheck(seriesCheck(), reader)).toMatchObject({
      verdict: 'error',
      value: null,
      samples: 0,
      reason: 'Query failed (server error; https://observe.example.test returned 500)',
      asOf: '2026-11-20T10:00:20.000Z',
    });
  });

  it('is an error when the second query fails', async () => {
    const reader = fakeReader({
      series: () => {
        if (reader.queries.length > 1) return { ok: false, failure: failureOf('network', { message: 'reset' }) };
        reader.learn(NOW_MS - 60 * MINUTE);
        return answerRows(rowsOf([7]));
      },
    });
    expect(await evaluateCheck(seriesCheck(), reader)).toMatchObject({
      verdict: 'error',
      reason: 'Cannot reach https://observe.example.test: reset',
    });
  });

  it('is not queried when no whole bucket fits', async () => {
    const reader = fakeReader();
    expect((await evaluateCheck(seriesCheck({ windowMs: 30_000 }), reader)).verdict).toBe('no-data');
    expect(reader.queries).toEqual([]);
  });
});

describe('a check on an alert', () => {
  it('is evaluated at the time of the answer', async () => {
    const later = Date.parse('2026-11-20T10:01:00.000Z');
    const reader = fakeReader({
      alert: () => {
        reader.learn(later);
        return answerAlert(alertOf());
      },
    });
    expect(await evaluateCheck(alertCheck(), reader)).toEqual({
      name: 'orders-alert',
      verdict: 'pass',
      value: 'OK',
      reason: 'state OK, updated 1m ago',
      samples: 0,
      newest: '2026-11-20T10:00:00.000Z',
      groups: [],
      asOf: '2026-11-20T10:01:00.000Z',
    });
    expect(reader.alertReads).toEqual(['65f4000000000000000000b2']);
  });

  it('is an error when it cannot be read', async () => {
    const failure = failureOf('not-found', { status: 404, message: 'No such alert' });
    const reader = fakeReader({ alert: () => ({ ok: false, failure }) });
    expect(await evaluateCheck(alertCheck(), reader)).toMatchObject({
      verdict: 'error',
      reason: 'No such alert (https://observe.example.test returned 404)',
    });
  });
});
