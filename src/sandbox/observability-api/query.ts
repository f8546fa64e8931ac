import { createHash } from 'node:crypto';
import { kindOf, type Pipe } from '../fleet/pipe.ts';
import { TICK_MS, TICKS_PER_DAY, tickAt, tickFrom } from '../simulation/clock.ts';
import { METRICS, type Metric } from '../simulation/record.ts';
import type { PipeRecord } from '../simulation/simulation.ts';
import { badQuery, type RequestedSeries, type SeriesRequest } from './request.ts';
import type { TextColumn } from './where.ts';
import { compileWhere, isTextColumn, type RowFilter } from './where.ts';

/** The one source of metrics: every row is one metric of one pipe at one tick. */
export const METRICS_SOURCE_ID = '65f4000000000000000000a1';

/** What is the same in every row of one metric of one pipe. */
export interface Stream {
  readonly of: Pipe;
  readonly metric: Metric;
  readonly columns: Readonly<Record<TextColumn, string>>;
}

/** The streams of the pipes, five a pipe, in their order. */
export function* streamsOf(pipes: readonly Pipe[], services: Readonly<Record<string, string>>): Generator<Stream> {
  const names = namesById(services);
  for (const of of pipes) {
    const shared = {
      pipe: of.name,
      pipeId: of.id,
      service: names.get(of.serviceId) ?? '',
      kind: kindOf(of) ?? Object.keys(of.source)[0] ?? '',
    };
    for (const metric of METRICS) yield { of, metric, columns: { ...shared, metric } };
  }
}

/** The names of the fleet's services by their ids. */
export function namesById(services: Readonly<Record<string, string>>): ReadonlyMap<string, string> {
  return new Map(Object.entries(services).map(([name, id]) => [id, name]));
}

/** The id of a pipe's lag alert, in the form of the service's own ids: 24 hexadecimal digits. */
export function alertIdOf(pipeId: string): string {
  return identify(pipeId);
}

/** Made-up ids for what is only referred to: 24 hexadecimal digits, the same for the same text. */
export function identify(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 24);
}

/** What is asked: the pipes with their names' services, and the simulated load of each up to `now` (epoch milliseconds). */
export interface QuerySource {
  readonly pipes: readonly Pipe[];
  /** Ids by name. */
  readonly services: Readonly<Record<string, string>>;
  readonly now: number;
  record(pipe: Pipe): PipeRecord;
}

/** One group in one bucket. */
export interface BucketCell {
  readonly group: readonly string[];
  /** Start of the bucket, epoch milliseconds; a multiple of the step since the epoch, so that it may be before the range. */
  readonly bucketMs: number;
  readonly value: number;
}

/** What one series came to: in order of time, within a bucket in the order of the fleet. Empty buckets are absent. */
export interface SeriesBuckets {
  readonly counts: boolean;
  readonly cells: readonly BucketCell[];
}

/** The most rows that one series reads: what 1,000 pipes have in 24 hours, and some more. Values of 8 bytes, 160 MB at worst. */
const MOST_ROWS = 20_000_000;
/** The most groups in buckets that one series gives. */
const MOST_CELLS = 250_000;

/** @throws QueryError 500 when the query names what is not there, or is too large. */
export function runQuery(request: SeriesRequest, source: QuerySource): readonly SeriesBuckets[] {
  const groupBy = request.groupBy.map((column) => {
    if (isTextColumn(column)) return column;
    throw badQuery(`groupBy names the unknown column ${JSON.stringify(column)}.`);
  });
  return request.series.map((series) => runSeries(series, request, groupBy, source));
}

interface CellGroup {
  readonly values: readonly string[];
  readonly aggregate: Aggregate;
}

function runSeries(
  series: RequestedSeries,
  { startTime, endTime, stepMs }: SeriesRequest,
  groupBy: readonly TextColumn[],
  source: QuerySource,
): SeriesBuckets {
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
  const cells: BucketCell[] = [];
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
  const byKey = new Map<string, CellGroup>();
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

/** Gathers the values of one group into buckets, and says what each came to. */
export interface Aggregate {
  add(bucket: number, value: number, tick: number): void;
  /** null for a bucket without rows. */
  resultOf(bucket: number): number | null;
}

/** How an aggregate function makes one number of many, and whether the service writes it as a 64-bit count. */
export interface AggregateFunction {
  readonly counts?: true;
  create(buckets: number): Aggregate;
}

// Which quantile the service takes is not shown: a guess.
const QUANTILE = 0.95;

/** The aggregate functions that have been seen (field notes); `quantile` is the 95th percentile, interpolated. */
const FUNCTIONS: ReadonlyMap<string, AggregateFunction> = new Map<string, AggregateFunction>([
  ['count', { counts: true, create: (buckets) => fold(buckets, 0, (count) => count + 1) }],
  ['count_distinct', { counts: true, create: (buckets) => collect(buckets, countDistinct) }],
  ['sum', { create: (buckets) => fold(buckets, 0, (sum, value) => sum + value) }],
  ['avg', { create: createAverage }],
  ['min', { create: (buckets) => fold(buckets, Number.POSITIVE_INFINITY, Math.min) }],
  ['max', { create: (buckets) => fold(buckets, Number.NEGATIVE_INFINITY, Math.max) }],
  ['last_value', { create: createLast }],
  ['quantile', { create: (buckets) => collect(buckets, quantile) }],
]);

export function findAggregate(name: string): AggregateFunction | undefined {
  return FUNCTIONS.get(name);
}

function fold(buckets: number, initial: number, step: (kept: number, value: number) => number): Aggregate {
  const kept = new Float64Array(buckets).fill(initial);
  const seen = new Uint8Array(buckets);
  return {
    add(bucket, value) {
      kept[bucket] = step(kept[bucket] ?? initial, value);
      seen[bucket] = 1;
    },
    resultOf: (bucket) => (seen[bucket] === 1 ? (kept[bucket] ?? null) : null),
  };
}

function createAverage(buckets: number): Aggregate {
  const sums = new Float64Array(buckets);
  const counts = new Uint32Array(buckets);
  return {
    add(bucket, value) {
      sums[bucket] = (sums[bucket] ?? 0) + value;
      counts[bucket] = (counts[bucket] ?? 0) + 1;
    },
    resultOf(bucket) {
      const count = counts[bucket] ?? 0;
      return count === 0 ? null : (sums[bucket] ?? 0) / count;
    },
  };
}

// Of rows of one moment the last one that comes, which is the last one in the order of the fleet.
function createLast(buckets: number): Aggregate {
  const kept = new Float64Array(buckets);
  const ticks = new Float64Array(buckets).fill(Number.NEGATIVE_INFINITY);
  return {
    add(bucket, value, tick) {
      if (tick < (ticks[bucket] ?? 0)) return;
      kept[bucket] = value;
      ticks[bucket] = tick;
    },
    resultOf: (bucket) => (Number.isFinite(ticks[bucket]) ? (kept[bucket] ?? null) : null),
  };
}

// Values are kept as 8 bytes each, in lists that double: the bound on rows is a bound on memory.
function collect(buckets: number, reduce: (sorted: Float64Array) => number): Aggregate {
  const lists: (Float64Array | undefined)[] = Array.from({ length: buckets });
  const counts = new Uint32Array(buckets);
  return {
    add(bucket, value) {
      const count = counts[bucket] ?? 0;
      let list = lists[bucket] ?? new Float64Array(4);
      if (count === list.length) {
        const longer = new Float64Array(count * 2);
        longer.set(list);
        list = longer;
      }
      list[count] = value;
      lists[bucket] = list;
      counts[bucket] = count + 1;
    },
    resultOf(bucket) {
      const list = lists[bucket];
      return list === undefined ? null : reduce(list.subarray(0, counts[bucket]).sort());
    },
  };
}

function countDistinct(sorted: Float64Array): number {
  return sorted.reduce((count, value, index) => (index > 0 && sorted[index - 1] === value ? count : count + 1), 0);
}

function quantile(sorted: Float64Array): number {
  const position = QUANTILE * (sorted.length - 1);
  const below = Math.floor(position);
  const from = sorted[below] ?? 0;
  const to = sorted[Math.min(below + 1, sorted.length - 1)] ?? from;
  return from + (to - from) * (position - below);
}
