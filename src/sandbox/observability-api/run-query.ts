import type { Pipe } from '../fleet/pipe.ts';
import type { PipeRecord } from '../simulation/simulation.ts';
import { TICK_MS, TICKS_PER_DAY, tickAt, tickFrom } from '../simulation/ticks.ts';
import { type Aggregate, type AggregateFunction, findAggregate } from './aggregate.ts';
import { isTextColumn, METRICS_SOURCE_ID, type Stream, streamsOf, type TextColumn } from './columns.ts';
import { badQuery } from './query-error.ts';
import type { RequestedSeries, SeriesRequest } from './series-request.ts';
import { compileWhere, type RowFilter } from './where.ts';

/** What is asked: the pipes with their names' services, and the simulated load of each up to `now` (epoch milliseconds). */
export interface QuerySource {
  readonly pipes: readonly Pipe[];
  /** Ids by name. */
  readonly services: Readonly<Record<string, string>>;
  readonly now: number;
  record(pipe: Pipe): PipeRecord;
}

/** One group in one bucket. */
export interface Cell {
  readonly group: readonly string[];
  /** Start of the bucket, epoch milliseconds; a multiple of the step since the epoch, so that it may be before the range. */
  readonly bucketMs: number;
  readonly value: number;
}

/** What one series came to: in order of time, within a bucket in the order of the fleet. Empty buckets are absent. */
export interface SeriesCells {
  readonly counts: boolean;
  readonly cells: readonly Cell[];
}

/** The most rows that one series reads: what 1,000 pipes have in 24 hours, and some more. Values of 8 bytes, 160 MB at worst. */
const MOST_ROWS = 20_000_000;
/** The most groups in buckets that one series gives. */
const MOST_CELLS = 250_000;

/** @throws QueryError 500 when the query names what is not there, or is too large. */
export function runQuery(request: SeriesRequest, source: QuerySource): readonly SeriesCells[] {
  const groupBy = request.groupBy.map((column) => {
    if (isTextColumn(column)) return column;
    throw badQuery(`groupBy names the unknown column ${JSON.stringify(column)}.`);
  });
  return request.series.map((series) => runSeries(series, request, groupBy, source));
}

interface Group {
  readonly values: readonly string[];
  readonly aggregate: Aggregate;
}

function runSeries(
  series: RequestedSeries,
  { startTime, endTime, stepMs }: SeriesRequest,
  groupBy: readonly TextColumn[],
  source: QuerySource,
): SeriesCells {
  const aggregateFunction = findAggregate(series.aggFn);
  if (series.sourceId !== METRICS_SOURCE_ID) throw badQuery(`there is no source ${JSON.stringify(series.sourceId)}.`);
  if (aggregateFunction === undefined) throw badQuery(`unknown aggregate function ${JSON.stringify(series.aggFn)}.`);
  const matching = findStreams(series.where, source);
  const lastTick = Math.min(tickAt(source.now), tickFrom(endTime) - 1);
  const firstTick = Math.max(tickAt(source.now) - TICKS_PER_DAY + 1, tickFrom(startTime));
  const ticksPerBucket = stepMs / TICK_MS;
  const firstBucket = Math.floor(firstTick / ticksPerBucket);
  const buckets = Math.max(0, Math.floor(lastTick / ticksPerBucket) - firstBucket + 1);
  if (matching.length * Math.max(0, lastTick - firstTick + 1) > MOST_ROWS) {
    throw badQuery(`the query reads more than ${MOST_ROWS} rows: narrow where or the range.`);
  }
  const groups = createGroups(matching, groupBy, buckets, aggregateFunction);
  for (const { stream, rows, key } of groups.members) {
    const { read, firstTick: oldest } = source.record(stream.of);
    const { add } = groups.byKey.get(key)?.aggregate ?? {};
    for (let tick = Math.max(firstTick, oldest); tick <= lastTick; tick += 1) {
      const value = read(stream.metric, tick);
      if (Number.isNaN(value) || (rows !== true && !rows(value))) continue;
      add?.(Math.floor(tick / ticksPerBucket) - firstBucket, value, tick);
    }
  }
  const cells: Cell[] = [];
  for (let bucket = 0; bucket < buckets; bucket += 1) {
    for (const { values, aggregate } of groups.byKey.values()) {
      const value = aggregate.resultOf(bucket);
      if (value !== null) cells.push({ group: values, bucketMs: (firstBucket + bucket) * stepMs, value });
    }
  }
  return { counts: aggregateFunction.counts === true, cells };
}

interface Matching {
  readonly stream: Stream;
  readonly rows: Exclude<RowFilter, false>;
}

function findStreams(where: string, { pipes, services }: QuerySource): readonly Matching[] {
  const filter = compileWhere(where);
  const found: Matching[] = [];
  for (const stream of streamsOf(pipes, services)) {
    const rows = filter(stream.columns);
    if (rows !== false) found.push({ stream, rows });
  }
  return found;
}

function createGroups(
  matching: readonly Matching[],
  groupBy: readonly TextColumn[],
  buckets: number,
  { create }: AggregateFunction,
) {
  const byKey = new Map<string, Group>();
  const members = matching.map(({ stream, rows }) => {
    const values = groupBy.map((column) => stream.columns[column]);
    const key = values.join('\0');
    if (!byKey.has(key)) {
      if ((byKey.size + 1) * buckets > MOST_CELLS) {
        throw badQuery(
          `the query gives more than ${MOST_CELLS} rows: a larger granularity or fewer groups give fewer.`,
        );
      }
      byKey.set(key, { values, aggregate: create(buckets) });
    }
    return { stream, rows, key };
  });
  return { byKey, members };
}
