import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseSeries } from '../../src/api/observability/parse-series.ts';
import type { SeriesRow } from '../../src/model/observability/reader.ts';
import { redactAll } from '../../src/model/secret/redact.ts';
import { anyCharacter } from '../any-character.ts';
import { checkProperty } from '../effort.ts';

const TOKEN = 'open-sesame-4712';
const REDACT = redactAll([TOKEN]);
const T = Date.parse('2026-11-20T10:00:00Z');

const queryOf = (seriesCount: number, groupBy: readonly string[] = []) => ({
  series: Array.from({ length: seriesCount }, () => ({ sourceId: 's', aggFn: 'max', where: '', groupBy })),
});

function rowsOf(data: unknown, seriesCount = 1): readonly SeriesRow[] {
  const parsed = parseSeries({ data }, queryOf(seriesCount), REDACT);
  if (!parsed.ok) throw new Error(parsed.problem);
  return parsed.rows;
}

function problemOf(body: unknown, seriesCount = 1): string {
  const parsed = parseSeries(body, queryOf(seriesCount), REDACT);
  if (parsed.ok) throw new Error('the answer was expected to be unreadable');
  return parsed.problem;
}

describe('a value', () => {
  it.each([
    [42, 42],
    [-0.5, -0.5],
    ['42', 42],
    [' 4.2e1 ', 42],
    ['18446744073709551615', 2 ** 64],
    [null, null],
    ['', null],
    ['null', null],
    ['NaN', null],
    ['nan', null],
    [Number.NaN, null],
  ])('%j is %j', (shown, value) => {
    expect(rowsOf([{ 'series_0.data': shown, ts_bucket: T }])).toEqual([{ group: [], bucketMs: T, values: [value] }]);
  });

  it('is null when it is absent, and values of other series stay', () => {
    expect(rowsOf([{ 'series_5.data': 1, ts_bucket: T }], 2)[0]?.values).toEqual([null, null]);
  });

  it.each([
    ['many'],
    [true],
    [[1]],
    [{ data: 1 }],
    ['1 000'],
    ['0x10'],
    // Taken for a gap, a lag beyond all numbers would pass.
    ['inf'],
    ['-Infinity'],
    ['1e400'],
    [Number.POSITIVE_INFINITY],
  ])('%j is unreadable', (shown) => {
    expect(problemOf({ data: [{ 'series_0.data': 1, 'series_1.data': shown, ts_bucket: T }] }, 2)).toBe(
      'row 1 of the response has a series_1.data that is not a number',
    );
  });
});

describe('a bucket', () => {
  it.each([
    [T],
    [String(T)],
    [`${T}.0`],
    ['2026-11-20T10:00:00Z'],
    ['2026-11-20T10:00:00.000Z'],
    ['2026-11-20 10:00:00'],
    ['2026-11-20T10:00'],
    ['2026-11-20T11:00:00+01:00'],
  ])('may be %j', (shown) => {
    expect(rowsOf([{ 'series_0.data': 1, ts_bucket: shown }])[0]?.bucketMs).toBe(T);
  });

  it.each([
    [undefined],
    [null],
    [''],
    ['yesterday'],
    ['2026-13-45T10:00:00Z'],
    [true],
    [{}],
    [1e300],
    [T + 0.5],
    [Number.NaN],
  ])('cannot be %j', (shown) => {
    const rows = [
      { 'series_0.data': 1, ts_bucket: T },
      { 'series_0.data': 1, ts_bucket: shown },
    ];
    expect(problemOf({ data: rows })).toBe('row 2 of the response has no readable ts_bucket');
  });
});

describe('a group', () => {
  it.each([
    [undefined, []],
    [null, []],
    [[], []],
    [
      ['a', 'b'],
      ['a', 'b'],
    ],
    [
      ['a', 7, null, true],
      ['a', '7', '', 'true'],
    ],
    ['a', ['a']],
  ])('%j is %j', (shown, group) => {
    expect(rowsOf([{ group: shown, 'series_0.data': 1, ts_bucket: T }])[0]?.group).toEqual(group);
  });

  it.each([[{}], [[['a']]], [[{}]]])('cannot be %j', (shown) => {
    expect(problemOf({ data: [{ group: shown, ts_bucket: T }] })).toBe(
      'row 1 of the response has a group that is not a list of texts',
    );
  });

  it.each([
    [undefined],
    [null],
    [[]],
    [[null]],
    [['orders', null]],
    [['orders']],
    [['orders', 'kafka', 'eu']],
    ['orders'],
  ])('by two columns cannot be %j, so the row is counted and left out', (group) => {
    const whole = { group: ['orders', ''], 'series_0.data': 1, ts_bucket: T };
    // Merged groups have several values for one bucket.
    const data = [{ ...whole, group, 'series_0.data': 2 }, whole, { ...whole, group, 'series_0.data': 3 }];
    const rows = [{ group: ['orders', ''], bucketMs: T, values: [1] }];
    expect(parseSeries({ data }, queryOf(1, ['pipe', 'kind']), REDACT)).toEqual({ ok: true, rows, ungrouped: 2 });
  });

  it('is shown without the token, and cut to its maximum length', () => {
    const group = [`Bearer ${TOKEN}!`, 'x'.repeat(2_001), 'x'.repeat(2_000)];
    expect(rowsOf([{ group, ts_bucket: T }])[0]?.group).toEqual([
      'Bearer [secret]!',
      `${'x'.repeat(1_999)}…`,
      'x'.repeat(2_000),
    ]);
  });

  it('stays distinct from another group that is cut to the same text', () => {
    const row = (end: string, value: number) => ({
      group: ['x'.repeat(2_000) + end],
      'series_0.data': value,
      ts_bucket: T,
    });
    expect(problemOf({ data: [row('a', 1), row('b', 2)] })).toContain('has another series_0.data');
  });
});

describe('rows', () => {
  it('accepts an empty list', () => {
    expect(rowsOf([])).toEqual([]);
  });

  it('are joined and put in order of time, then of group', () => {
    const rows = [
      { group: ['b'], 'series_0.data': '3', ts_bucket: T + 60_000 },
      { group: ['b'], 'series_0.data': 2, ts_bucket: T },
      { group: ['B'], 'series_0.data': 1, ts_bucket: T },
      { group: ['b'], 'series_1.data': 20, ts_bucket: String(T) },
      { group: ['a'], 'series_1.data': null, ts_bucket: T },
    ];
    expect(rowsOf(rows, 2)).toEqual([
      { group: ['B'], bucketMs: T, values: [1, null] },
      { group: ['a'], bucketMs: T, values: [null, null] },
      { group: ['b'], bucketMs: T, values: [2, 20] },
      { group: ['b'], bucketMs: T + 60_000, values: [3, null] },
    ]);
  });

  it('accepts the same point twice, but not two values for one time', () => {
    const row = (value: unknown) => ({ 'series_0.data': value, ts_bucket: T });
    expect(rowsOf([row(null), row(5), row('5'), row(null)])).toEqual([{ group: [], bucketMs: T, values: [5] }]);
    expect(problemOf({ data: [row(5), row(6)] })).toBe(
      'row 2 of the response has another series_0.data than an earlier row for its bucket and group',
    );
  });

  it.each([
    [null, 'the response is not a JSON object'],
    [[], 'the response is not a JSON object'],
    [{}, 'the response has no list named data'],
    [{ data: null }, 'the response has no list named data'],
    [{ data: {} }, 'the response has no list named data'],
    [{ data: [1] }, 'row 1 of the response is not an object'],
    [{ data: [null] }, 'row 1 of the response is not an object'],
    [{ data: [[]] }, 'row 1 of the response is not an object'],
  ])('cannot be read from %j', (body, problem) => {
    expect(problemOf(body)).toBe(problem);
  });

  it('are found beside unknown keys', () => {
    const row = JSON.parse(`{"__proto__":{"series_0.data":7},"constructor":1,"ts_bucket":${T}}`);
    expect(rowsOf([row])).toEqual([{ group: [], bucketMs: T, values: [null] }]);
  });
});

it('parses the same answer for any order, split into rows and number format', () => {
  const value = fc.option(fc.double({ noNaN: true, noDefaultInfinity: true }).map((one) => one + 0));
  const cell = fc.record({
    group: fc.array(fc.string({ unit: anyCharacter, maxLength: 3 }), { maxLength: 2 }),
    bucketMs: fc.integer({ min: 0, max: 20 }).map((index) => T + index * 30_000),
    values: fc.tuple(value, value, value),
  });
  const cells = fc.uniqueArray(cell, { selector: ({ group, bucketMs }) => JSON.stringify([group, bucketMs]) });
  const answers = cells.chain((wanted) => {
    const split = wanted.flatMap(({ group, bucketMs, values }) => [
      { ts_bucket: bucketMs, ...(group.length === 0 ? {} : { group }) },
      ...values.map((one, index) => ({
        group,
        ts_bucket: index === 1 ? String(bucketMs) : bucketMs,
        [`series_${index}.data`]: one === null ? 'nan' : index === 2 ? String(one) : one,
      })),
    ]);
    return fc.tuple(fc.constant(wanted), fc.constant(split), fc.shuffledSubarray(split, { minLength: split.length }));
  });
  checkProperty(
    fc.property(answers, ([wanted, split, data]) => {
      const rows = rowsOf(data, 3);
      expect(rows).toEqual(rowsOf(split, 3));
      const key = ({ group, bucketMs }: { group: readonly string[]; bucketMs: number }) =>
        JSON.stringify([bucketMs, group]);
      expect(new Map(rows.map((row) => [key(row), row.values]))).toEqual(
        new Map(wanted.map((one) => [key(one), one.values])),
      );
      const times = rows.map(({ bucketMs }) => bucketMs);
      expect(times).toEqual(times.toSorted((a, b) => a - b));
    }),
    { numRuns: 60 },
  );
});
