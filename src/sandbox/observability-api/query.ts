import { createHash } from 'node:crypto';
import type { Pipe } from '../fleet/pipe.ts';
import { createQueryError } from '../http.ts';
import { METRICS } from '../simulation/capacity.ts';
import { TICK_MS, TICKS_PER_DAY, tickAt, tickFrom } from '../simulation/clock.ts';
import type { PipeRecord } from '../simulation/simulation.ts';
import type { RequestedSeries, SeriesQuery } from './request.ts';
import { compileWhere, isTextColumn, type TextColumn } from './where.ts';

/** The one source of metrics: every row is one metric of one pipe at one tick. */
export const METRICS_SOURCE_ID = '65f4000000000000000000a1';

/** The names of the fleet's services by their ids. */
export function namesById(services: Readonly<Record<string, string>>): ReadonlyMap<string, string> {
  return new Map(Object.entries(services).map(([name, id]) => [id, name]));
}

/** The id of a pipe's lag alert. */
export function alertIdOf(pipeId: string): string {
  return identify(pipeId);
}

/** A made-up id as the service has them, 24 hexadecimal digits; the same for the same text. */
export function identify(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 24);
}

/** The pipes, the ids of services by name, and the simulated load of each pipe up to `now` (epoch milliseconds). */
export interface QuerySource {
  readonly pipes: readonly Pipe[];
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

/** The result of one series: in order of time, within a bucket in the order of the fleet. Empty buckets are absent. */
export interface SeriesBuckets {
  /** Whether the service writes the values as 64-bit counts. */
  readonly counts: boolean;
  readonly cells: readonly BucketCell[];
}

/** The most rows that one series reads: what 1,000 pipes have in 24 hours, and some more. Values of 8 bytes, 160 MB. */
const MAX_ROWS = 20_000_000;
/** The most groups in buckets that one series gives. */
const MAX_CELLS = 250_000;

/** @throws ApiError 500 when the query names what does not exist, or is too large. */
export function runQuery(request: SeriesQuery, source: QuerySource): readonly SeriesBuckets[] {
  const groupBy = request.groupBy.map((column) => {
    if (isTextColumn(column)) return column;
    throw createQueryError(`groupBy names the unknown column ${JSON.stringify(column)}.`);
  });
  return request.series.map((series) => runSeries(series, request, groupBy, source));
}

/** The rows of one group in one bucket. */
interface Rows {
  readonly values: number[];
  /** Of the rows of the latest moment, the last one in the order of the fleet. */
  lastTick: number;
  lastValue: number;
}

function runSeries(
  { sourceId, aggFn, where }: RequestedSeries,
  { startTime, endTime, stepMs }: SeriesQuery,
  groupBy: readonly TextColumn[],
  source: QuerySource,
): SeriesBuckets {
  const aggregate = AGGREGATES.get(aggFn);
  if (sourceId !== METRICS_SOURCE_ID) throw createQueryError(`there is no source ${JSON.stringify(sourceId)}.`);
  if (aggregate === undefined) throw createQueryError(`unknown aggregate function ${JSON.stringify(aggFn)}.`);
  const filter = compileWhere(where);
  const streams = listStreams(source).filter(({ columns }) => filter(columns, null) !== false);
  const firstTick = Math.max(tickAt(source.now) - TICKS_PER_DAY + 1, tickFrom(startTime));
  const lastTick = Math.min(tickAt(source.now), tickFrom(endTime) - 1);
  if (streams.length * Math.max(0, lastTick - firstTick + 1) > MAX_ROWS) {
    throw createQueryError(`the query reads more than ${MAX_ROWS} rows: narrow where or the range.`);
  }
  const ticksPerBucket = stepMs / TICK_MS;
  const firstBucket = Math.floor(firstTick / ticksPerBucket);
  const buckets = Math.max(0, Math.floor(lastTick / ticksPerBucket) - firstBucket + 1);
  // By the values of the group, as JSON.
  const groups = new Map<string, Rows[]>();
  for (const { pipe, columns } of streams) {
    const group = JSON.stringify(groupBy.map((column) => columns[column]));
    const found = groups.get(group) ?? [];
    groups.set(group, found);
    if (groups.size * buckets > MAX_CELLS) {
      throw createQueryError(
        `the query gives more than ${MAX_CELLS} rows: a larger granularity or fewer groups give fewer.`,
      );
    }
    const passAll = filter(columns, null) === true;
    const { read, firstTick: oldest } = source.record(pipe);
    for (let tick = Math.max(firstTick, oldest); tick <= lastTick; tick += 1) {
      const value = read(columns.metric, tick);
      if (Number.isNaN(value) || !(passAll || filter(columns, value))) continue;
      const bucket = Math.floor(tick / ticksPerBucket) - firstBucket;
      const rows = found[bucket] ?? { values: [], lastTick: tick, lastValue: value };
      found[bucket] = rows;
      rows.values.push(value);
      if (tick >= rows.lastTick) Object.assign(rows, { lastTick: tick, lastValue: value });
    }
  }
  const named = [...groups].map(([group, found]) => ({ group: JSON.parse(group), found }));
  const cells = Array.from({ length: buckets }, (_, bucket) =>
    named.flatMap(({ group, found: { [bucket]: rows } }) => {
      const bucketMs = (firstBucket + bucket) * stepMs;
      return rows === undefined ? [] : [{ group, bucketMs, value: aggregate(rows) }];
    }),
  );
  return { counts: aggFn.startsWith('count'), cells: cells.flat() };
}

/** Each metric of each pipe. */
function listStreams({ pipes, services }: QuerySource) {
  const names = namesById(services);
  return pipes.flatMap((pipe) => {
    const kind = Object.keys(pipe.source)[0] ?? '';
    const shared = { pipe: pipe.name, pipeId: pipe.id, service: names.get(pipe.serviceId) ?? '', kind };
    return METRICS.map((metric) => ({ pipe, columns: { ...shared, metric } }));
  });
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

/** The aggregate functions that have been seen (field notes). */
const AGGREGATES: ReadonlyMap<string, (rows: Rows) => number> = new Map([
  ['count', ({ values }) => values.length],
  ['count_distinct', ({ values }) => new Set(values).size],
  ['sum', ({ values }) => sum(values)],
  ['avg', ({ values }) => sum(values) / values.length],
  ['min', ({ values }) => values.reduce((least, value) => Math.min(least, value))],
  ['max', ({ values }) => values.reduce((most, value) => Math.max(most, value))],
  ['last_value', ({ lastValue }) => lastValue],
  ['quantile', ({ values }) => findQuantile(values)],
] satisfies [string, (rows: Rows) => number][]);

// Which quantile the service takes is not shown: a guess.
const QUANTILE = 0.95;

/** Interpolated between the two nearest values. */
function findQuantile(values: readonly number[]): number {
  const sorted = Float64Array.from(values).sort();
  const position = QUANTILE * (sorted.length - 1);
  const below = Math.floor(position);
  const from = sorted[below] ?? 0;
  const to = sorted[Math.min(below + 1, sorted.length - 1)] ?? from;
  return from + (to - from) * (position - below);
}
