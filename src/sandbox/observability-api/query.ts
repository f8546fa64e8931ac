import { createHash } from 'node:crypto';
import { kindOf, type Pipe } from '../fleet/pipe.ts';
import { createQueryError } from '../http.ts';
import { METRICS, type Metric } from '../simulation/capacity.ts';
import { TICK_MS, TICKS_PER_DAY, tickAt, tickFrom } from '../simulation/clock.ts';
import type { PipeRecord } from '../simulation/simulation.ts';
import type { RequestedSeries, SeriesQuery } from './request.ts';
import { compileWhere, isTextColumn, type RowFilter, type TextColumn } from './where.ts';

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
  const streams = findStreams(where, groupBy, source);
  const firstTick = Math.max(tickAt(source.now) - TICKS_PER_DAY + 1, tickFrom(startTime));
  const lastTick = Math.min(tickAt(source.now), tickFrom(endTime) - 1);
  if (streams.length * Math.max(0, lastTick - firstTick + 1) > MAX_ROWS) {
    throw createQueryError(`the query reads more than ${MAX_ROWS} rows: narrow where or the range.`);
  }
  const ticksPerBucket = stepMs / TICK_MS;
  const firstBucket = Math.floor(firstTick / ticksPerBucket);
  const buckets = Math.max(0, Math.floor(lastTick / ticksPerBucket) - firstBucket + 1);
  const groups = new Map(streams.map(({ group }) => [group, [] as Rows[]]));
  if (groups.size * buckets > MAX_CELLS) {
    throw createQueryError(
      `the query gives more than ${MAX_CELLS} rows: a larger granularity or fewer groups give fewer.`,
    );
  }
  for (const { pipe, metric, group, rows } of streams) {
    const { read, firstTick: oldest } = source.record(pipe);
    const found = groups.get(group) ?? [];
    for (let tick = Math.max(firstTick, oldest); tick <= lastTick; tick += 1) {
      const value = read(metric, tick);
      if (Number.isNaN(value) || (rows !== true && !rows(value))) continue;
      const bucket = Math.floor(tick / ticksPerBucket) - firstBucket;
      found[bucket] ??= { values: [], lastTick: tick, lastValue: value };
      addRow(found[bucket], value, tick);
    }
  }
  const cells: BucketCell[] = [];
  const named = [...groups].map(([group, found]) => ({ group: JSON.parse(group), found }));
  for (let bucket = 0; bucket < buckets; bucket += 1) {
    const bucketMs = (firstBucket + bucket) * stepMs;
    for (const { group, found } of named) {
      const rows = found[bucket];
      if (rows !== undefined) cells.push({ group, bucketMs, value: aggregate(rows) });
    }
  }
  return { counts: aggFn.startsWith('count'), cells };
}

function addRow(rows: Rows, value: number, tick: number): void {
  rows.values.push(value);
  if (tick < rows.lastTick) return;
  rows.lastTick = tick;
  rows.lastValue = value;
}

/** One metric of one pipe. */
interface Stream {
  readonly pipe: Pipe;
  readonly metric: Metric;
  /** The values that it is grouped by, as JSON. */
  readonly group: string;
  /** Which of its rows the filter lets through. */
  readonly rows: Exclude<RowFilter, false>;
}

function findStreams(
  where: string,
  groupBy: readonly TextColumn[],
  { pipes, services }: QuerySource,
): readonly Stream[] {
  const filter = compileWhere(where);
  const names = namesById(services);
  return pipes.flatMap((pipe) => {
    const kind = kindOf(pipe) ?? Object.keys(pipe.source)[0] ?? '';
    const shared = { pipe: pipe.name, pipeId: pipe.id, service: names.get(pipe.serviceId) ?? '', kind };
    return METRICS.flatMap((metric) => {
      const columns = { ...shared, metric };
      const rows = filter(columns);
      const group = JSON.stringify(groupBy.map((column) => columns[column]));
      return rows === false ? [] : [{ pipe, metric, group, rows }];
    });
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
