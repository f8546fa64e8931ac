import pMap from 'p-map';
import { type RequestFailure, wasStopped } from '../../model/client.ts';
import { DAY_MS, MINUTE_MS } from '../../model/clock.ts';
import type { ObservabilityReader, SeriesRow } from '../../model/observability/reader.ts';
import { SIZING_SERIES, type Sizing, type SizingSeriesName } from '../../model/size/sizing-series.ts';

const STEP_MS = 15 * MINUTE_MS;

/** Services may return a row for each series of a group. Responses of three times as many take no less time, and 80 MB more memory. */
const MAX_ROWS = 50_000;

/** Checks have the same limit. */
const MAX_BUCKETS = 10_000;

/** The service may add a partial bucket at each end (field notes). */
const EDGE_BUCKETS = 2;

/** One response is read while the next one is made. */
const PARALLEL = 2;

/** The values of a group by series; NaN for a step without one. null for a series that the configuration does not have. */
export type GroupValues = Readonly<Record<SizingSeriesName, Float32Array | null>>;

export interface Histories {
  readonly startMs: number;
  readonly stepMs: number;
  readonly steps: number;
  readonly groups: ReadonlyMap<string, GroupValues>;
  /** Groups that are no pipe, without their values: a wrong column may have tens of thousands (field notes). */
  readonly others: ReadonlySet<string>;
  /** Rows without a group. */
  readonly ungrouped: number;
  /** The requests were for parts of the time, which have no values then. The newest part is first. */
  readonly failures: readonly RequestFailure[];
  readonly queries: number;
}

interface HistoryOptions {
  /** The number of groups to expect. */
  readonly pipes: number;
  isPipe(group: string): boolean;
  readonly signal: AbortSignal;
  /** Days that were read, and failed. */
  onProgress(days: { readonly done: number; readonly total: number; readonly failed: number }): void;
}

interface HistoryPart {
  /** The first step and the one after the last. */
  readonly from: number;
  readonly until: number;
}

/**
 * Reads the series of all pipes, one query for each part of the time, the newest part first; it ends with the last complete step by
 * the service's clock. When the first part cannot be read, no other is tried.
 */
export async function readHistories(
  sizing: Sizing,
  reader: ObservabilityReader,
  options: HistoryOptions,
): Promise<Histories> {
  const names = SIZING_SERIES.filter((name) => sizing.series[name] !== undefined);
  const series = names.flatMap((name) => sizing.series[name] ?? []);
  const steps = Math.floor(sizing.historyMs / STEP_MS);
  const length = Math.max(1, Math.min(MAX_BUCKETS, Math.floor(MAX_ROWS / (Math.max(1, options.pipes) * names.length))));
  const [newest, ...older] = listParts(steps, length);
  const groups = new Map<string, GroupValues>();
  const others = new Set<string>();
  const failures: RequestFailure[] = [];
  let [done, failed, queries, ungrouped] = [0, 0, 0, 0];

  const query = async ({ from, until }: HistoryPart, startMs: number) => {
    queries += 1;
    return reader.querySeries(
      {
        startMs: startMs + from * STEP_MS,
        endMs: startMs + until * STEP_MS,
        granularity: '15m',
        series: series.map(({ location: _, ...spec }) => spec),
        maxBuckets: length + EDGE_BUCKETS,
      },
      options.signal,
    );
  };
  const toDays = (parts: number) => Math.round((parts * STEP_MS) / DAY_MS);
  const keep = (result: Awaited<ReturnType<typeof query>>, part: HistoryPart, startMs: number): void => {
    done += part.until - part.from;
    if (result.ok) {
      ungrouped += result.ungrouped;
      const isOfPipe = ({ group: [name = ''] }: SeriesRow): boolean => {
        if (groups.has(name)) return true;
        if (others.has(name)) return false;
        if (options.isPipe(name)) return true;
        others.add(name);
        return false;
      };
      addRows(groups, result.rows.filter(isOfPipe), names, { ...part, startMs, steps });
    } else {
      failed += part.until - part.from;
      failures.push(result.failure);
    }
    if (!options.signal.aborted)
      options.onProgress({ done: toDays(done), total: toDays(steps), failed: toDays(failed) });
  };

  const findStart = (): number => (Math.floor(reader.now() / STEP_MS) - steps) * STEP_MS;
  let startMs = findStart();
  if (newest !== undefined) {
    let first = await query(newest, startMs);
    // Only a response shows the time of the service.
    if (first.ok && findStart() !== startMs) {
      startMs = findStart();
      first = await query(newest, startMs);
    }
    keep(first, newest, startMs);
    if (first.ok) {
      await pMap(
        older,
        async (part) => {
          if (!failures.some(wasStopped)) keep(await query(part, startMs), part, startMs);
        },
        { concurrency: PARALLEL },
      );
    }
  }
  return { startMs, stepMs: STEP_MS, steps, groups, others, ungrouped, failures, queries };
}

/** The newest first. */
function listParts(steps: number, length: number): readonly HistoryPart[] {
  const count = Math.ceil(steps / length);
  return Array.from({ length: count }, (_, index) => {
    const until = steps - index * length;
    return { from: Math.max(0, until - length), until };
  });
}

function addRows(
  groups: Map<string, GroupValues>,
  rows: readonly SeriesRow[],
  names: readonly SizingSeriesName[],
  { from, until, startMs, steps }: HistoryPart & { readonly startMs: number; readonly steps: number },
): void {
  for (const { group, bucketMs, values } of rows) {
    const step = (bucketMs - startMs) / STEP_MS;
    // Edge buckets are partial (field notes).
    if (!Number.isInteger(step) || step < from || step >= until) continue;
    const name = group[0] ?? '';
    const known = groups.get(name) ?? createValues(names, steps);
    groups.set(name, known);
    for (const [index, value] of values.entries()) {
      const series = names[index];
      const array = series === undefined ? null : known[series];
      if (array != null && value !== null) array[step] = value;
    }
  }
}

function createValues(names: readonly SizingSeriesName[], steps: number): GroupValues {
  const create = (name: SizingSeriesName) => (names.includes(name) ? new Float32Array(steps).fill(Number.NaN) : null);
  return {
    cpu: create('cpu'),
    memory: create('memory'),
    rate: create('rate'),
    lag: create('lag'),
    capacity: create('capacity'),
  };
}
