import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findQueryProblems } from '../../src/model/observability/query-problems.ts';
import { GRANULARITIES, type SeriesQuery, type SeriesSpec, stepMs } from '../../src/model/observability/reader.ts';
import { checkProperty, countCases } from '../effort.ts';

const HOUR_MS = 3_600_000;
const START = Date.parse('2026-11-20T10:00:00Z');
const LAG: SeriesSpec = { sourceId: 's1', aggFn: 'max', where: '', groupBy: [] };

function query(changes: Partial<SeriesQuery> = {}): SeriesQuery {
  return { startMs: START, endMs: START + HOUR_MS, granularity: '1m', series: [LAG], maxBuckets: 60, ...changes };
}

describe('a valid query', () => {
  it.each(GRANULARITIES)('may have the granularity %s', (granularity) => {
    expect(findQueryProblems(query({ granularity, maxBuckets: 120 }))).toEqual([]);
  });

  it('has one to five series, with any filter and function', () => {
    for (const count of [1, 2, 3, 4, 5]) {
      const series = Array.from({ length: count }, (_, index) => ({
        ...LAG,
        aggFn: `f${index}`,
        where: 'a:b',
        groupBy: ['x'],
      }));
      expect(findQueryProblems(query({ series }))).toEqual([]);
    }
  });

  it('has exactly the maximum number of buckets', () => {
    expect(findQueryProblems(query({ maxBuckets: 60 }))).toEqual([]);
    expect(findQueryProblems(query({ endMs: START + HOUR_MS + 1, maxBuckets: 60 }))).toHaveLength(1);
  });
});

describe('an invalid query', () => {
  it.each<[string, Partial<SeriesQuery>, string[]]>([
    [
      'ends before it starts',
      { endMs: START - 1 },
      ['the start, 2026-11-20T10:00:00.000Z, is not before the end, 2026-11-20T09:59:59.999Z'],
    ],
    [
      'is empty',
      { endMs: START },
      ['the start, 2026-11-20T10:00:00.000Z, is not before the end, 2026-11-20T10:00:00.000Z'],
    ],
    ['has an invalid start', { startMs: Number.NaN }, ['the start is not a time in whole milliseconds']],
    ['ends at a fraction of a millisecond', { endMs: START + 0.5 }, ['the end is not a time in whole milliseconds']],
    ['has no end', { endMs: Number.POSITIVE_INFINITY }, ['the end is not a time in whole milliseconds']],
    ['ends after the last possible date', { endMs: 1e17 }, ['the end is not a time in whole milliseconds']],
    ['has no series', { series: [] }, ['there is no series to ask for; a query takes 1 to 5']],
    [
      'has too many series',
      { series: Array.from({ length: 6 }, () => LAG) },
      ['6 series are too many; a query takes 1 to 5'],
    ],
    [
      'has missing properties',
      { series: [LAG, { sourceId: ' ', aggFn: '', where: '', groupBy: [''] }] },
      [
        'series 2 has no sourceId',
        'series 2 has no aggFn',
        'series 2 has an empty name in groupBy',
        'series 2 is grouped differently from series 1; groupBy is the same for all series of a query',
      ],
    ],
    [
      'groups in a different order',
      { series: [LAG, LAG, LAG].map((spec, index) => ({ ...spec, groupBy: index === 2 ? ['b', 'a'] : ['a', 'b'] })) },
      ['series 3 is grouped differently from series 1; groupBy is the same for all series of a query'],
    ],
    [
      'has an unknown granularity',
      { granularity: '3m' as '5m' },
      [`the granularity 3m is not one of ${GRANULARITIES.join(', ')}`],
    ],
    [
      'has more buckets than the maximum',
      { granularity: '30s' },
      ['30s would give 120 buckets, but at most 60 are allowed; 1m would fit'],
    ],
    [
      'has more buckets than the maximum with auto',
      { granularity: 'auto', maxBuckets: 10 },
      ['auto would give 60 buckets, but at most 10 are allowed; 10m would fit'],
    ],
    [
      'has too many buckets at any granularity',
      { startMs: 0, granularity: '1d', maxBuckets: 5 },
      ['1d would give 20778 buckets, but at most 5 are allowed; only a shorter range would fit'],
    ],
  ])('%s', (_, changes, problems) => {
    expect(findQueryProblems(query(changes))).toEqual(problems);
  });

  it('is reported with every problem at once', () => {
    const problems = findQueryProblems(query({ startMs: Number.NaN, granularity: 'x' as '5m', series: [] }));
    expect(problems).toHaveLength(3);
  });
});

it('is reported with the smallest granularity that fits, for any range', () => {
  const ranges = fc.integer({ min: 1, max: 400 * 24 * HOUR_MS });
  const named = countCases();
  checkProperty(
    fc.property(
      ranges,
      fc.constantFrom(...GRANULARITIES),
      fc.integer({ min: 1, max: 500 }),
      (range, granularity, most) => {
        const asked = query({ endMs: START + range, granularity, maxBuckets: most });
        const [problem] = findQueryProblems(asked);
        const fits = (one: (typeof GRANULARITIES)[number]): boolean => Math.ceil(range / stepMs(one, range)) <= most;
        expect(problem === undefined).toBe(fits(granularity));
        const other = GRANULARITIES.find((one) => problem?.endsWith(`; ${one} would fit`));
        if (problem === undefined || other === undefined) return;
        named.add();
        expect(findQueryProblems({ ...asked, granularity: other })).toEqual([]);
        expect(GRANULARITIES.slice(0, GRANULARITIES.indexOf(other)).some(fits)).toBe(false);
      },
    ),
  );
  named.expectSome();
});
