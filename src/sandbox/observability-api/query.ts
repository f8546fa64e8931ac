import { createHash } from 'node:crypto';
import type { Pipe } from '../fleet/pipe.ts';
import { ApiError, createQueryError } from '../http.ts';
import type { Simulation } from '../workload/simulation.ts';
import type { QueriedSeries, ReceivedQuery } from './request.ts';
import { compileWhere, isTextColumn, type TextColumn } from './where.ts';

/** The one source of metrics. A row is one metric of one pipe at one tick. */
export const METRICS_SOURCE_ID = '65f4000000000000000000a1';

export function namesById(services: Readonly<Record<string, string>>): ReadonlyMap<string, string> {
  return new Map(Object.entries(services).map(([name, id]) => [id, name]));
}

/** The id of a pipe's lag alert. */
export function alertIdOf(pipeId: string): string {
  return identify(pipeId);
}

/** Derives an id of 24 hexadecimal digits from a text. */
export function identify(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 24);
}

export interface QuerySource {
  readonly pipes: readonly Pipe[];
  /** Ids by name. */
  readonly services: Readonly<Record<string, string>>;
  readonly simulation: Pick<Simulation, 'tickMs' | 'units' | 'ticks' | 'record'>;
}

export interface BucketCell {
  /** null for an expression (field notes, seen). */
  readonly group: readonly (string | null)[];
  /** Start in epoch milliseconds, a multiple of the step. It may be before the range. */
  readonly bucketMs: number;
  readonly value: number;
}

/** The result of one series, by time, then in the order of the fleet. Empty buckets are absent. */
export interface SeriesBuckets {
  /** Whether the values are 64-bit counts. */
  readonly counts: boolean;
  readonly cells: readonly BucketCell[];
}

/** Rows that one series may read: more than 1,000 pipes have in 24 hours. They take 160 MB. */
const MAX_ROWS = 20_000_000;
/** Cells that one series may return. */
const MAX_CELLS = 250_000;

/** @throws ApiError 500 when the query is invalid or too large. */
export function runQuery(request: ReceivedQuery, source: QuerySource): readonly SeriesBuckets[] {
  const groupBy = request.groupBy.map((column) => {
    if (isTextColumn(column)) return column;
    if (!/^\w*$/.test(column)) return null;
    throw createQueryError(`groupBy names the unknown column ${JSON.stringify(column)}.`);
  });
  const streams = listStreams(source);
  return request.series.map((series) => runSeries(series, request, groupBy, streams, source));
}

/** The rows of one group in one bucket. */
interface Rows {
  readonly values: number[];
  /** The latest row counts; of equally late rows, the last one in the order of the fleet counts. */
  lastTick: number;
  lastValue: number;
}

function runSeries(
  { sourceId, aggFn, where, metric, level }: QueriedSeries,
  { startTime, endTime, stepMs }: ReceivedQuery,
  groupBy: readonly (TextColumn | null)[],
  all: ReturnType<typeof listStreams>,
  { simulation: { tickMs, ticks, record } }: QuerySource,
): SeriesBuckets {
  const aggregate = AGGREGATES.get(aggFn);
  if (sourceId !== METRICS_SOURCE_ID)
    throw new ApiError('NOT_FOUND', `there is no source ${JSON.stringify(sourceId)}.`);
  if (aggregate === undefined) throw createQueryError(`unknown aggregate function ${JSON.stringify(aggFn)}.`);
  const filter = compileWhere(where);
  const streams = all.filter(({ columns }) => (metric === null || columns.metric === metric) && filter(columns));
  const known = ticks();
  const firstTick = Math.max(known.firstTick, Math.ceil(startTime / tickMs));
  const lastTick = Math.min(known.lastTick, Math.ceil(endTime / tickMs) - 1);
  if (streams.length * Math.max(0, lastTick - firstTick + 1) > MAX_ROWS) {
    throw createQueryError(`the query reads more than ${MAX_ROWS} rows: narrow where or the range.`);
  }
  const bucketOf = (tick: number) => Math.floor((tick * tickMs) / stepMs);
  const firstBucket = bucketOf(firstTick);
  const buckets = Math.max(0, bucketOf(lastTick) - firstBucket + 1);
  // The key is the group as JSON.
  const groups = new Map<string, Rows[]>();
  for (const { pipe, columns } of streams) {
    const group = JSON.stringify(groupBy.map((column) => column && columns[column]));
    const found = groups.get(group) ?? [];
    groups.set(group, found);
    if (groups.size * buckets > MAX_CELLS) {
      throw createQueryError(
        `the query gives more than ${MAX_CELLS} rows: a larger granularity or fewer groups give fewer.`,
      );
    }
    const { read } = record(pipe);
    for (let tick = firstTick; tick <= lastTick; tick += 1) {
      const value = read(columns.metric, tick);
      if (Number.isNaN(value)) continue;
      const bucket = bucketOf(tick) - firstBucket;
      const rows = found[bucket];
      if (rows === undefined) {
        found[bucket] = { values: [value], lastTick: tick, lastValue: value };
        continue;
      }
      rows.values.push(value);
      if (tick < rows.lastTick) continue;
      rows.lastTick = tick;
      rows.lastValue = value;
    }
  }
  const named = [...groups].map(([group, found]) => ({ group: JSON.parse(group), found }));
  const cells: BucketCell[] = [];
  for (let bucket = 0; bucket < buckets; bucket += 1) {
    const bucketMs = (firstBucket + bucket) * stepMs;
    for (const { group, found } of named) {
      const rows = found[bucket];
      if (rows !== undefined) cells.push({ group, bucketMs, value: aggregate(rows, level) });
    }
  }
  return { counts: aggFn.startsWith('count'), cells };
}

/** Each metric of each pipe. */
function listStreams({ pipes, services, simulation }: QuerySource) {
  const metrics = Object.keys(simulation.units);
  const names = namesById(services);
  return pipes.flatMap((pipe) => {
    const kind = Object.keys(pipe.source)[0] ?? '';
    const shared = { pipe: pipe.name, pipeId: pipe.id, service: names.get(pipe.serviceId) ?? '', kind };
    return metrics.map((metric) => ({ pipe, columns: { ...shared, metric } }));
  });
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

/** Field notes, seen. */
const AGGREGATES: ReadonlyMap<string, (rows: Rows, level: number | null) => number> = new Map([
  ['count', ({ values }) => values.length],
  ['count_distinct', ({ values }) => new Set(values).size],
  ['sum', ({ values }) => sum(values)],
  ['avg', ({ values }) => sum(values) / values.length],
  ['min', ({ values }) => values.reduce((least, value) => Math.min(least, value))],
  ['max', ({ values }) => values.reduce((most, value) => Math.max(most, value))],
  ['last_value', ({ lastValue }) => lastValue],
  ['quantile', ({ values }, level) => findQuantile(values, level)],
] satisfies [string, (rows: Rows, level: number | null) => number][]);

// A guess.
const QUANTILE = 0.95;

/** Interpolates between the two nearest values. */
function findQuantile(values: readonly number[], level: number | null): number {
  const sorted = Float64Array.from(values).sort();
  const position = (level ?? QUANTILE) * (sorted.length - 1);
  const below = Math.floor(position);
  const from = sorted[below] ?? 0;
  const to = sorted[Math.min(below + 1, sorted.length - 1)] ?? from;
  return from + (to - from) * (position - below);
}
