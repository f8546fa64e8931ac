import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { METRICS_SOURCE_ID, type QuerySource, runQuery } from '../../../src/sandbox/observability-api/query.ts';
import { readSeriesRequest } from '../../../src/sandbox/observability-api/request.ts';
import { chanceAt, seedOf } from '../../../src/sandbox/random.ts';
import { METRIC_UNITS, METRICS } from '../../../src/sandbox/workload/simulation.ts';
import { checkProperty } from '../../effort.ts';
import { DAY, NOON, QUICKSTART, TICK_MS } from '../workload/simulate.ts';

const SERVICES = { analytics: QUICKSTART[0]?.serviceId ?? '' };

/** Small whole numbers with gaps, to get ties, distinct values and empty buckets. */
function valueAt(id: string, metric: string, tick: number): number {
  const chance = chanceAt(seedOf(id + metric), tick);
  return chance < 0.3 ? Number.NaN : Math.floor(chance * 20);
}

function sourceAt(now: number): QuerySource {
  const lastTick = Math.floor(now / TICK_MS);
  const ticks = { firstTick: lastTick - DAY / TICK_MS + 1, lastTick };
  const simulation: QuerySource['simulation'] = {
    ...{ tickMs: TICK_MS, units: METRIC_UNITS },
    ticks: () => ticks,
    record: ({ id }) => ({ ...ticks, read: (metric, tick) => valueAt(id, metric, tick) }),
  };
  return { pipes: QUICKSTART, services: SERVICES, simulation };
}

interface Row {
  readonly pipe: string;
  readonly metric: (typeof METRICS)[number];
  readonly value: number;
  readonly at: number;
}

/** Every row in a range, ordered by time, each read once. */
function rowsIn(startTime: number, endTime: number, now: number): readonly Row[] {
  const rows: Row[] = [];
  for (let at = Math.ceil(startTime / TICK_MS) * TICK_MS; at < endTime && at <= now; at += TICK_MS) {
    for (const { id, name } of QUICKSTART) {
      for (const metric of METRICS) {
        const value = valueAt(id, metric, at / TICK_MS);
        if (!Number.isNaN(value)) rows.push({ pipe: name, metric, value, at });
      }
    }
  }
  return rows;
}

const REDUCE: Readonly<Record<string, (values: readonly number[]) => number>> = {
  count: (values) => values.length,
  count_distinct: (values) => new Set(values).size,
  sum: (values) => values.reduce((sum, value) => sum + value, 0),
  avg: (values) => values.reduce((sum, value) => sum + value, 0) / values.length,
  min: (values) => Math.min(...values),
  max: (values) => Math.max(...values),
  last_value: (values) => values.at(-1) ?? Number.NaN,
  quantile: (values) => {
    const sorted = values.toSorted((a, b) => a - b);
    const position = 0.95 * (sorted.length - 1);
    const [below = 0, above = 0] = [sorted[Math.floor(position)], sorted[Math.ceil(position)]];
    return below + (above - below) * (position % 1);
  },
};

const WHERES: readonly (readonly [string, (row: Row) => boolean])[] = [
  ['', () => true],
  ['metric:lag', ({ metric }) => metric === 'lag'],
  ['pipe:p* AND metric:errors', ({ pipe, metric }) => pipe.startsWith('p') && metric === 'errors'],
  ['pipe:nobody', () => false],
];

describe('a series query', () => {
  test('returns the same result as evaluating all rows', () => {
    checkProperty(
      fc.property(
        fc.record({
          aggFn: fc.constantFrom(...Object.keys(REDUCE)),
          where: fc.constantFrom(...WHERES),
          groupBy: fc.constantFrom<readonly ('pipe' | 'metric')[]>([], ['pipe'], ['metric', 'pipe']),
          granularity: fc.constantFrom(['30s', 30_000], ['1m', 60_000], ['5m', 300_000], ['1h', 3_600_000] as const),
          before: fc.integer({ min: 1, max: 600_000 }),
          length: fc.integer({ min: 1, max: 700_000 }),
        }),
        ({ aggFn, where: [where, holds], groupBy, granularity, before, length }) => {
          const [step, stepMs] = [String(granularity[0]), Number(granularity[1])];
          const range = { startTime: NOON - before, endTime: NOON - before + length };
          const series = [{ sourceId: METRICS_SOURCE_ID, aggFn, where, groupBy }];
          const request = readSeriesRequest({ ...range, granularity: step, series });
          const [found] = runQuery(request, sourceAt(NOON));
          const expected = new Map<string, number[]>();
          for (const row of rowsIn(range.startTime, range.endTime, NOON).filter(holds)) {
            const key = JSON.stringify([Math.floor(row.at / stepMs) * stepMs, groupBy.map((column) => row[column])]);
            expected.set(key, [...(expected.get(key) ?? []), row.value]);
          }
          const given = found?.cells.map(({ bucketMs, group, value }) => [JSON.stringify([bucketMs, group]), value]);
          const wanted = [...expected].map(([key, values]) => [key, REDUCE[aggFn]?.(values)]);
          const sorted = (entries: unknown[][]) => entries.toSorted((a, b) => (String(a[0]) < String(b[0]) ? -1 : 1));
          expect(sorted((given ?? []) as unknown[][])).toEqual(
            sorted(wanted).map(([key, value]) => [key, expect.closeTo(Number(value), 9)]),
          );
          const times = found?.cells.map(({ bucketMs }) => bucketMs) ?? [];
          expect(times).toEqual(times.toSorted((a, b) => a - b));
        },
      ),
      { numRuns: 60 },
    );
  });

  test('covers the last 24 hours, and nothing in the future', () => {
    const series = [{ sourceId: METRICS_SOURCE_ID, aggFn: 'count', where: '' }];
    const request = readSeriesRequest({ startTime: 1e12, endTime: 9e12, granularity: '30s', series });
    const times = runQuery(request, sourceAt(NOON + 12_345))[0]?.cells.map(({ bucketMs }) => bucketMs) ?? [];
    expect([times[0], times.at(-1)]).toEqual([NOON - 86_400_000 + TICK_MS, NOON]);
  });

  test('is a 500 with the reason when it returns or reads too much', () => {
    const many = Array.from({ length: 2_000 }, (_, index) => ({
      ...QUICKSTART[0],
      id: `p${index}`,
      name: `p${index}`,
    }));
    const source = { ...sourceAt(NOON), pipes: many as unknown as QuerySource['pipes'] };
    const query = (where: string, groupBy: readonly string[]) => {
      const series = [{ sourceId: METRICS_SOURCE_ID, aggFn: 'max', where, groupBy }];
      return runQuery(
        readSeriesRequest({ startTime: NOON - 86_400_000, endTime: NOON, granularity: '1m', series }),
        source,
      );
    };
    expect(() => query('', [])).toThrow('the query reads more than 20000000 rows');
    expect(() => query('metric:lag', ['pipe'])).toThrow('the query gives more than 250000 rows');
  });
});
