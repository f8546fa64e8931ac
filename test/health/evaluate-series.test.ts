import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { evaluateSeries } from '../../src/health/evaluate-series.ts';
import { findWindow } from '../../src/health/series-window.ts';
import {
  COMPARATORS,
  type Condition,
  REDUCTIONS,
  type Reduction,
  type SeriesCheck,
  type Verdict,
} from '../../src/model/check.ts';
import type { SeriesRow } from '../../src/model/observability/reader.ts';
import { checkProperty } from '../effort.ts';
import { END_MS, groupedCheck, MINUTE, NOW_MS, rowsOf, seriesCheck } from './samples.ts';

const evaluate = (check: SeriesCheck, rows: readonly SeriesRow[], ungrouped = 0) =>
  evaluateSeries(check, { rows, ungrouped }, findWindow(check, NOW_MS));

const short = (wanted: Partial<SeriesCheck>) => seriesCheck({ windowMs: 3 * MINUTE, ...wanted });

describe('one series', () => {
  it.each<[Reduction, number]>([
    ['min', 1],
    ['max', 5],
    ['avg', 3],
    ['sum', 9],
    ['last', 3],
  ])('reduces with %s', (reduce, value) => {
    expect(evaluate(short({ reduce }), rowsOf([5, 1, 3])).value).toBe(value);
  });

  it('uses the latest bucket with a value as its last value', () => {
    expect(evaluate(short({ reduce: 'last' }), rowsOf([5, 1, null])).value).toBe(1);
    expect(evaluate(short({ reduce: 'last' }), [...rowsOf([5, 1, 3])].reverse()).value).toBe(3);
  });

  it.each<[Condition['comparator'], readonly [Verdict, Verdict, Verdict]]>([
    ['<', ['pass', 'fail', 'fail']],
    ['<=', ['pass', 'pass', 'fail']],
    ['>', ['fail', 'fail', 'pass']],
    ['>=', ['fail', 'pass', 'pass']],
    ['==', ['fail', 'pass', 'fail']],
    ['!=', ['pass', 'fail', 'pass']],
  ])('compares with %s', (comparator, verdicts) => {
    const check = short({ pass: { comparator, value: 10 } });
    expect([9, 10, 11].map((value) => evaluate(check, rowsOf([value])).verdict)).toEqual(verdicts);
  });

  it.each<[string, readonly (number | null | undefined)[], Partial<SeriesCheck>, string]>([
    ['passed', [1, 4_200, 3], {}, 'max of 3 buckets over 3m is 4,200, which is < 10,000'],
    ['failed', [1, 12_400, 3], {}, 'max of 3 buckets over 3m is 12,400, not < 10,000'],
    ['gaps', [1, null, undefined], {}, 'max of 1 of 3 buckets over 3m is 1, which is < 10,000'],
    ['no rows', [], {}, 'no bucket of the last 3m has a value'],
    ['only nulls', [null, null, null], {}, 'no bucket of the last 3m has a value'],
    ['fractions', [1, 0, 0], { reduce: 'avg' }, 'avg of 3 buckets over 3m is 0.333333, which is < 10,000'],
    ['one bucket', [7], { windowMs: MINUTE }, 'max of 1 bucket over 1m is 7, which is < 10,000'],
    ['no whole bucket', [7], { windowMs: 30_000 }, 'no whole bucket of 1m fits into a window of 30s'],
    [
      'a value that would round past the limit',
      [10_000.0004],
      { windowMs: MINUTE, pass: { comparator: '<=', value: 10_000 } },
      'max of 1 bucket over 1m is 10,000.0004, not <= 10,000',
    ],
  ])('gives the reason: %s', (_, values, wanted, reason) => {
    expect(evaluate(short(wanted), rowsOf(values)).reason).toBe(reason);
  });

  it.each<[string, readonly (number | null)[], Partial<SeriesCheck>, Verdict, number | null, string]>([
    [
      'no rows',
      [],
      { absent: 0 },
      'pass',
      0,
      'no bucket of the last 3m has a value, so `absent` counts: 0, which is < 10,000',
    ],
    [
      'only nulls',
      [null],
      { absent: 20_000 },
      'fail',
      20_000,
      'no bucket of the last 3m has a value, so `absent` counts: 20,000, not < 10,000',
    ],
    [
      'gaps',
      [5, null],
      { absent: 0, reduce: 'min' },
      'pass',
      5,
      'min of 1 of 3 buckets over 3m is 5, which is < 10,000',
    ],
    [
      'no whole bucket',
      [],
      { absent: 0, windowMs: 30_000 },
      'no-data',
      null,
      'no whole bucket of 1m fits into a window of 30s',
    ],
    [
      'an infinite sum',
      [1e308, 1e308],
      { absent: 0, reduce: 'sum' },
      'no-data',
      null,
      'no bucket of the last 3m has a value',
    ],
  ])('has the value of `absent` only where no bucket has one: %s', (_, values, wanted, verdict, value, reason) => {
    expect(evaluate(short(wanted), rowsOf(values))).toMatchObject({ verdict, value, reason, groups: [] });
  });
});

describe('several groups', () => {
  const check = groupedCheck({ windowMs: 3 * MINUTE });
  const rows = (groups: Readonly<Record<string, readonly (number | null)[]>>) =>
    Object.entries(groups).flatMap(([name, values]) => rowsOf(values, { group: [name] }));

  it.each<[string, Readonly<Record<string, readonly (number | null)[]>>, Verdict, number | null, string]>([
    [
      'pass when every group passes; the one nearest to failing decides',
      { orders: [1], clicks: [9_000] },
      'pass',
      9_000,
      'max of 1 of 3 buckets over 3m for pipe=clicks is 9,000, which is < 10,000 (met in 2 of 2 groups)',
    ],
    [
      'fail when one group fails, even when another has no data',
      { orders: [1], clicks: [null], views: [20_000], hits: [30_000] },
      'fail',
      30_000,
      'max of 1 of 3 buckets over 3m for pipe=hits is 30,000, not < 10,000 (not met in 2 of 4 groups)',
    ],
    [
      'have no data when one group has none',
      { orders: [1], clicks: [null] },
      'no-data',
      null,
      'no bucket of the last 3m has a value for pipe=clicks (no value in 1 of 2 groups)',
    ],
  ])('%s', (_, groups, verdict, value, reason) => {
    expect(evaluate(check, rows(groups))).toMatchObject({ verdict, value, reason });
  });

  it('have the value of `absent` each, or all together without rows', () => {
    const counting = { ...check, absent: 0 };
    expect(evaluate(counting, rows({ orders: [20_000], clicks: [null] })).groups).toMatchObject([
      { verdict: 'fail', value: 20_000 },
      { verdict: 'pass', value: 0, samples: 0 },
    ]);
    expect(evaluate(counting, rows({ orders: [null], clicks: [null] }))).toMatchObject({
      verdict: 'pass',
      reason:
        'no bucket of the last 3m has a value for pipe=orders, so `absent` counts: 0, which is < 10,000 (met in 2 of 2 groups)',
    });
    expect(evaluate(counting, [])).toMatchObject({ verdict: 'pass', value: 0, groups: [] });
  });

  it('have no data when rows came without their group, unless one fails', () => {
    const reason = '2 rows of the response have no group by pipe: group by the name of a column, not by an expression';
    expect(evaluate(check, rows({ orders: [1] }), 2)).toMatchObject({ verdict: 'no-data', value: null, reason });
    expect(evaluate({ ...check, absent: 0 }, [], 2)).toMatchObject({ verdict: 'no-data', reason });
    expect(evaluate(check, rows({ orders: [20_000] }), 2)).toMatchObject({ verdict: 'fail', value: 20_000 });
  });

  it('are decided by the smallest when higher is better, and by the first failing one for equality', () => {
    const groups = rows({ orders: [7], clicks: [5], views: [3] });
    expect(evaluate({ ...check, pass: { comparator: '>', value: 1 } }, groups).value).toBe(3);
    expect(evaluate({ ...check, pass: { comparator: '!=', value: 5 } }, groups).value).toBe(5);
    expect(evaluate({ ...check, pass: { comparator: '==', value: 7 } }, groups).value).toBe(5);
    expect(evaluate({ ...check, pass: { comparator: '!=', value: 4 } }, groups).value).toBe(7);
  });

  it('are listed in the order of the service, with samples summed', () => {
    expect(evaluate(check, rows({ orders: [1, 2], clicks: [null, 20_000] }))).toMatchObject({
      samples: 3,
      groups: [
        { group: ['orders'], verdict: 'pass', value: 2, samples: 2 },
        { group: ['clicks'], verdict: 'fail', value: 20_000, samples: 1 },
      ],
    });
  });

  it('are as new as the one with the oldest last value', () => {
    const newestOf = (groups: Readonly<Record<string, readonly (number | null)[]>>) =>
      evaluate(check, rows(groups)).newest;
    const before = new Date(END_MS - MINUTE).toISOString();
    expect(newestOf({ orders: [1, 2], clicks: [3, null], views: [4, 5] })).toBe(before);
    expect(newestOf({ orders: [1, null], clicks: [2, 3] })).toBe(before);
    expect(newestOf({ orders: [1, 2], clicks: [null, null] })).toBeNull();
  });
});

const checks = fc
  .record({
    reduce: fc.constantFrom(...REDUCTIONS),
    comparator: fc.constantFrom(...COMPARATORS),
    value: fc.integer({ min: -20, max: 20 }),
    windowMs: fc.integer({ min: 1, max: 6 }).map((minutes) => minutes * MINUTE),
  })
  .map(({ reduce, windowMs, comparator, value }) => groupedCheck({ reduce, windowMs, pass: { comparator, value } }));

/** Rows before, at the start of, inside, at the end of and after the window; at most one per bucket and group. */
const anyRows = fc.uniqueArray(
  fc
    .record({
      group: fc.constantFrom('orders', 'clicks', 'views').map((name) => [name]),
      half: fc.integer({ min: -18, max: 4 }),
      value: fc.option(fc.integer({ min: -120, max: 120 }).map((quarters) => quarters / 4)),
    })
    .map(({ group, half, value }) => ({ group, bucketMs: END_MS + (half * MINUTE) / 2, values: [value] })),
  { selector: ({ group, bucketMs }) => `${group} ${bucketMs}` },
);

const isWhole = ({ windowMs }: SeriesCheck, { bucketMs }: SeriesRow) =>
  bucketMs >= END_MS - windowMs && bucketMs + MINUTE <= END_MS;

describe('for any rows', () => {
  it('the order of rows does not change the verdict', () => {
    const shuffled = anyRows.chain((rows) =>
      fc.tuple(fc.constant(rows), fc.shuffledSubarray(rows, { minLength: rows.length })),
    );
    checkProperty(
      fc.property(checks, shuffled, (check, [rows, others]) => {
        const [one, other] = [evaluate(check, rows), evaluate(check, others)];
        expect(other.verdict).toBe(one.verdict);
        expect(other.samples).toBe(one.samples);
        const { comparator } = check.pass;
        if (comparator !== '==' && comparator !== '!=') expect(other.value).toBe(one.value);
      }),
    );
  });

  it('buckets not wholly inside the window never count', () => {
    checkProperty(
      fc.property(checks, anyRows, (check, rows) => {
        const inside = rows.filter((row) => isWhole(check, row));
        expect(evaluate(check, rows)).toEqual(evaluate(check, inside));
      }),
    );
  });

  it('a check passes only when every group has a value and every value meets the condition', () => {
    checkProperty(
      fc.property(checks, anyRows, (check, rows) => {
        const { verdict, groups, value } = evaluate(check, rows);
        const passes = groups.length > 0 && groups.every((one) => one.verdict === 'pass' && one.value !== null);
        expect(verdict === 'pass').toBe(passes);
        expect(verdict === 'no-data').toBe(value === null);
        if (groups.some((one) => one.verdict === 'fail')) expect(verdict).toBe('fail');
      }),
    );
  });
});
