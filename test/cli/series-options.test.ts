import { describe, expect, it } from 'vitest';
import { fetchSeries, planSeries, queryAt } from '../../src/cli/commands/series/query.ts';
import { readAdHocSeries } from '../../src/cli/commands/series/request.ts';
import { SERIES_OPTIONS } from '../../src/cli/options/command-options.ts';
import { readValues } from '../../src/cli/options/option-spec.ts';
import { UsageError } from '../../src/cli/options/value-types.ts';
import type { Check } from '../../src/model/check.ts';
import type { Granularity } from '../../src/model/observability/reader.ts';
import { alertCheck, answerRows, fakeReader, groupedCheck, seriesCheck } from '../health/samples.ts';
import { fleetOf, NOW } from '../plan/samples.ts';
import { giveOptions, type Raw } from './fake-context.ts';

const NOW_MS = NOW.getTime();
const HOUR_MS = 3_600_000;

function readSeriesOptions(names: readonly string[], raw: Raw) {
  const { own } = readValues({ own: SERIES_OPTIONS }, giveOptions(raw), {});
  return { own, adHoc: readAdHocSeries(names, own) };
}

function refusal(names: readonly string[], own: Raw): string {
  try {
    readSeriesOptions(names, own);
  } catch (thrown) {
    const error: unknown = thrown instanceof AggregateError ? thrown.errors[0] : thrown;
    if (error instanceof UsageError) return error.message;
    throw error;
  }
  return 'nothing is wrong';
}

describe('ad hoc queries', () => {
  it('each --agg starts a series; one --source and one --where serve all', () => {
    const own = { agg: ['max', 'count'], source: ['s'], where: ['metric:lag'], groupBy: ['pipe, kind', 'service'] };
    const groupBy = ['pipe', 'kind', 'service'];
    expect(readSeriesOptions([], own).adHoc).toEqual([
      { check: null, spec: { sourceId: 's', aggFn: 'max', where: 'metric:lag', groupBy }, pass: null, unit: null },
      { check: null, spec: { sourceId: 's', aggFn: 'count', where: 'metric:lag', groupBy }, pass: null, unit: null },
    ]);
  });

  it('or one for each; without --where a series includes everything', () => {
    expect(readSeriesOptions([], { agg: ['max', 'min'], source: ['s', 't'], where: ['a', 'b'] }).adHoc).toMatchObject([
      { spec: { sourceId: 's', where: 'a' } },
      { spec: { sourceId: 't', where: 'b' } },
    ]);
    expect(readSeriesOptions([], { agg: ['max'], source: ['s'] }).adHoc).toMatchObject([
      { spec: { where: '', groupBy: [] } },
    ]);
  });

  it('one --unit applies to all series, several to one each', () => {
    const unitsOf = (unit: readonly string[]) =>
      readSeriesOptions([], { agg: ['max', 'count'], source: ['s'], unit }).adHoc.map((series) => series.unit);
    expect(unitsOf(['ms'])).toEqual(['ms', 'ms']);
    expect(unitsOf(['ms', '%'])).toEqual(['ms', '%']);
  });

  it.each<[string, readonly string[], Raw, string]>([
    ['no arguments', [], {}, 'No series is given.'],
    ['no source', [], { agg: ['max'] }, '--agg needs --source ID.'],
    ['no function', [], { source: ['s'] }, '--source needs --agg FN.'],
    [
      'two filters for three',
      [],
      { agg: ['a', 'b', 'c'], source: ['s'], where: ['x', 'y'] },
      '--where is given 2 times and --agg 3 times.',
    ],
    ['two sources for one', [], { agg: ['a'], source: ['s', 't'] }, '--source is given 2 times and --agg once.'],
    ['names and functions', ['lag'], { agg: ['max'], source: ['s'] }, 'Names of checks cannot be used with --agg.'],
    ['names and a filter', ['lag'], { where: ['x'] }, '--where cannot be used with names of checks.'],
    ['names and groups', ['lag'], { groupBy: ['x'] }, '--group-by cannot be used with names of checks.'],
    ['names and a unit', ['lag'], { unit: ['ms'] }, '--unit cannot be used with names of checks.'],
    [
      'a unit that cannot be seen',
      [],
      { agg: ['a'], source: ['s'], unit: ['\u200b'] },
      '--unit takes 1 to 20 visible characters, not "\u200b".',
    ],
    ['too many names', ['a', 'b', 'c', 'd', 'e', 'f'], {}, 'A query takes at most 5 series, not 6.'],
    ['since and from', ['lag'], { since: '1h', from: '2026-11-20' }, '--since cannot be used with --from and --to.'],
    ['to alone', ['lag'], { to: '2026-11-20' }, '--to needs --from TIME.'],
    ['no duration', ['lag'], { since: 'yesterday' }, '--since takes a duration greater than 0, not "yesterday".'],
    ['no granularity', ['lag'], { granularity: '3m' }, '"3m" is not a valid value for --granularity.'],
    ['no buckets', ['lag'], { maxBuckets: '0' }, '--max-buckets takes a whole number from 1 to 100000, not "0".'],
  ])('refuses %s', (_, names, own, message) => {
    expect(refusal(names, own)).toBe(message);
  });
});

describe('start and end times', () => {
  it.each([
    ['2026-11-20', '2026-11-20T00:00:00.000Z'],
    ['2026-11-20T10:00+01:00', '2026-11-20T09:00:00.000Z'],
  ])('%s is %s', (from, iso) => {
    expect(plan(['lag'], { from }).query).toMatchObject({ startMs: Date.parse(iso), endMs: NOW_MS });
  });

  it.each(['now', '2026-02-30', ''])('rejects "%s"', (from) => {
    expect(refusal(['lag'], { from })).toBe(`--from takes a time, not "${from}".`);
  });
});

const CHECKS: readonly Check[] = [
  seriesCheck({ name: 'lag' }),
  seriesCheck({ name: 'sized', unit: 'bytes' }),
  seriesCheck({ name: 'slow', granularity: '5m', windowMs: 6 * HOUR_MS }),
  groupedCheck({ name: 'grouped' }),
  alertCheck({ name: 'page' }),
];
const FLEET = { ...fleetOf([]), checks: new Map(CHECKS.map((check) => [check.name, check])) };

function plan(names: readonly string[], own: Raw = {}) {
  const read = readSeriesOptions(names, own);
  const { planned, diagnostics } = planSeries(names, read.adHoc, read.own, FLEET, NOW_MS);
  return {
    query: queryAt(planned, NOW_MS),
    requested: planned.requested,
    problems: diagnostics.map(({ summary }) => summary),
  };
}

// That it is sent again for the time of the service is in test/e2e/series.test.ts.
it('a query is sent once when the clock of the service agrees', async () => {
  const reader = fakeReader({ series: () => answerRows([]) });
  const { planned } = planSeries(['lag'], [], readSeriesOptions(['lag'], {}).own, FLEET, NOW_MS);
  await fetchSeries(planned, reader, { monotonicMs: () => 0 }, new AbortController().signal);
  expect(reader.queries).toHaveLength(1);
});

describe('queries by check name', () => {
  it('send the query of the check for the last hour', () => {
    const { query, requested, problems } = plan(['lag']);
    expect(problems).toEqual([]);
    expect(query).toEqual({
      startMs: NOW_MS - HOUR_MS,
      endMs: NOW_MS,
      granularity: '1m',
      series: [seriesCheck().series],
      maxBuckets: 1_000,
    });
    expect(requested).toMatchObject([{ check: 'lag', pass: { comparator: '<', value: 10_000 }, unit: null }]);
  });

  it('use the unit of the check', () => {
    expect(plan(['sized']).requested).toMatchObject([{ check: 'sized', unit: 'bytes' }]);
  });

  it('cover the whole window of a check when it is longer, or the given time and granularity', () => {
    expect(plan(['slow']).query).toMatchObject({ startMs: NOW_MS - 6 * HOUR_MS, granularity: '5m' });
    expect(plan(['slow'], { since: '2h', granularity: 'auto' }).query).toMatchObject({
      startMs: NOW_MS - 2 * HOUR_MS,
      granularity: 'auto',
    });
  });

  it.each<[readonly string[], Raw, readonly string[]]>([
    [['lga'], {}, ['The configuration has no check named lga.']],
    [['page'], {}, ['page is a check of an alert, not of a series.']],
    [['lag', 'slow'], {}, ['The checks use different granularities (1m and 5m); one query has one.']],
    [['lag', 'slow'], { granularity: '5m' }, []],
    [
      ['lag', 'grouped'],
      {},
      [
        'The query was not sent: series 2 is grouped differently from series 1; groupBy is the same for all series of a query.',
      ],
    ],
  ])('%j with %j: %j', (names, own, problems) => {
    expect(plan(names, own).problems).toEqual(problems);
  });
});

describe('an invalid query', () => {
  it('reports all its problems at once', () => {
    const agg = ['a', 'b', 'c', 'd', 'e', ' '];
    const { problems } = plan([], { agg, source: ['s'], from: '2026-11-21', to: '2026-11-20' });
    expect(problems).toHaveLength(3);
  });

  it.each<[Granularity, string, number]>([
    ['30s', '30d', 1],
    ['auto', '365d', 0],
    ['1m', '16h', 0],
  ])('%s over %s has %i problem', (granularity, since, count) => {
    expect(plan([], { agg: ['max'], source: ['s'], granularity, since }).problems).toHaveLength(count);
  });
});
