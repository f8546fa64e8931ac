import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { evaluateCheck } from '../../src/health/evaluate-check.ts';
import { readTargetHistory } from '../../src/health/read-target-history.ts';
import { REDUCTIONS, type SeriesCheck } from '../../src/model/check.ts';
import type { SeriesRow } from '../../src/model/observability/reader.ts';
import { checkProperty } from '../effort.ts';
import { answerRows, END_MS, failureOf, fakeReader, groupedCheck, MINUTE, rowsOf, seriesCheck } from './samples.ts';

const sum = seriesCheck({ windowMs: 2 * MINUTE, reduce: 'sum' });

async function valuesOf(check: SeriesCheck, stabilizationMs: number, rows: readonly SeriesRow[]) {
  const history = await readTargetHistory(check, stabilizationMs, fakeReader({ series: () => answerRows(rows) }));
  return history.ok ? history.points.map(({ value }) => value) : history.reason;
}

describe('the history of a check', () => {
  it('is read with one query, and has a point at the end of each bucket of the stabilization time', async () => {
    const reader = fakeReader({ series: () => answerRows(rowsOf([1, 2, 4, 8, 16])) });
    expect(await readTargetHistory(sum, 3 * MINUTE, reader)).toEqual({
      ok: true,
      points: [
        { atMs: END_MS - 3 * MINUTE, value: 3 },
        { atMs: END_MS - 2 * MINUTE, value: 6 },
        { atMs: END_MS - MINUTE, value: 12 },
        { atMs: END_MS, value: 24 },
      ],
    });
    expect(reader.queries).toMatchObject([
      { startMs: END_MS - 5 * MINUTE, endMs: END_MS, granularity: '1m', maxBuckets: 7 },
    ]);
  });

  it.each([0, MINUTE - 1])('has one point when the stabilization time is %d', async (stabilizationMs) => {
    expect(await valuesOf(sum, stabilizationMs, rowsOf([8, 16]))).toEqual([24]);
  });

  it('has the bucket size of the check, not of the longer range', async () => {
    const reader = fakeReader({ series: () => answerRows([]) });
    await readTargetHistory(seriesCheck({ windowMs: 10 * MINUTE, granularity: 'auto' }), 600 * MINUTE, reader);
    expect(reader.queries).toMatchObject([{ granularity: '30s', maxBuckets: 1_222 }]);
  });

  it('is queried again when the local clock was wrong', async () => {
    const reader = fakeReader({
      series: ({ endMs }) => {
        reader.learn(END_MS - 30 * MINUTE);
        return answerRows(rowsOf([8, 16], { endMs }));
      },
    });
    const history = await readTargetHistory(sum, 0, reader);
    expect(history).toEqual({ ok: true, points: [{ atMs: END_MS - 30 * MINUTE, value: 24 }] });
    expect(reader.queries).toHaveLength(2);
  });

  it('has no value when no whole bucket fits, and sends nothing', async () => {
    const reader = fakeReader();
    const history = await readTargetHistory(seriesCheck({ windowMs: 30_000 }), 0, reader);
    expect(history).toEqual({ ok: true, points: [{ atMs: END_MS, value: null }] });
    expect(reader.queries).toEqual([]);
  });

  it('is missing when it cannot be read', async () => {
    const failure = failureOf('server', { status: 500, message: 'Query failed' });
    const reader = fakeReader({ series: () => ({ ok: false, failure }) });
    expect(await readTargetHistory(sum, 0, reader)).toEqual({
      ok: false,
      reason: 'Query failed (server error; https://observe.example.test returned 500)',
    });
  });
});

describe('the history of several groups', () => {
  const check = groupedCheck({ windowMs: 2 * MINUTE, reduce: 'sum' });
  const orders = rowsOf([1, 1, 1, 1], { group: ['orders'] });

  it.each<[string, readonly (number | null | undefined)[], readonly (number | null)[]]>([
    ['uses the largest counts', [9, 0, 0, 5], [9, 2, 5]],
    ['has a gap for a partial group', [9, undefined, undefined, 5], [null, 2, null]],
    ['has a gap for a group with only null', [9, 9, null, null], [18, null, null]],
    ['ignores a group in a window without its rows', [undefined, undefined, 7, 7], [2, null, 14]],
  ])('%s', async (_, clicks, expected) => {
    const rows = [...orders, ...rowsOf(clicks, { group: ['clicks'] })];
    expect(await valuesOf(check, 2 * MINUTE, rows)).toEqual(expected);
  });
});

describe('for any history', () => {
  const histories = fc
    .record({ buckets: fc.integer({ min: 1, max: 5 }), steps: fc.nat(8), reduce: fc.constantFrom(...REDUCTIONS) })
    .chain((shape) => {
      const length = shape.buckets + shape.steps;
      const value = fc.option(fc.integer({ min: 0, max: 9 }), { freq: 6 });
      return fc.record({
        check: fc.constant(seriesCheck({ windowMs: shape.buckets * MINUTE, reduce: shape.reduce })),
        steps: fc.constant(shape.steps),
        values: fc.array(value, { minLength: length, maxLength: length }),
      });
    });

  it('a point is null exactly when its window has a gap', async () => {
    await checkProperty(
      fc.asyncProperty(histories, fc.constantFrom(null, undefined), async ({ check, steps, values }, gap) => {
        const shown = values.map((value) => value ?? gap);
        const buckets = check.windowMs / MINUTE;
        const points = await valuesOf(check, steps * MINUTE, rowsOf(shown));
        const gaps = Array.from({ length: steps + 1 }, (_, index) =>
          values.slice(index, index + buckets).includes(null),
        );
        expect(Array.isArray(points) && points.map((value) => value === null)).toEqual(gaps);
      }),
    );
  });

  it('the newest point equals the current value of the check, or null', async () => {
    await checkProperty(
      fc.asyncProperty(histories, async ({ check, steps, values }) => {
        const rows = rowsOf(values);
        const now = await evaluateCheck(check, fakeReader({ series: () => answerRows(rows) }));
        const points = await valuesOf(check, steps * MINUTE, rows);
        expect([null, now.value]).toContain(points.at(-1));
      }),
    );
  });
});
