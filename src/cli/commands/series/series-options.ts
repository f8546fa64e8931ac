import { GRANULARITIES, type Granularity, MOST_SERIES, type SeriesSpec } from '../../../model/series.ts';
import { isSeriesUnit, LONGEST_UNIT } from '../../../model/series-unit.ts';
import { readTimeMs } from '../../../model/time.ts';
import { textOf } from '../../options/command-options.ts';
import type { Raw } from '../../options/global-options.ts';
import { readChoice, readDuration, readPositive, readSpan } from '../../options/option-values.ts';
import { UsageError } from '../../options/usage-error.ts';

/** Which time is asked for. */
export type AskedTime =
  /** So long until now; null: as long as is usual for what is asked. */
  | { readonly of: 'since'; readonly sinceMs: number | null }
  /** `toMs` null: until now. */
  | { readonly of: 'range'; readonly fromMs: number; readonly toMs: number | null };

/** A series that is asked for on the command line. */
export interface AdHocSeries {
  readonly spec: SeriesSpec;
  /** What its values count, or null when nobody said. */
  readonly unit: string | null;
}

/** The options of `series`, read; which checks the names stand for is known only with the configuration. */
export interface SeriesOptions {
  /** Names of checks; empty when `adHoc` is not. */
  readonly names: readonly string[];
  readonly adHoc: readonly AdHocSeries[];
  readonly time: AskedTime;
  /** null: that of the checks, or `auto`. */
  readonly granularity: Granularity | null;
  readonly maxBuckets: number;
  /** Milliseconds from one turn to the next, or null to ask once. */
  readonly watchMs: number | null;
}

const DEFAULT_BUCKETS = 1_000;
const MOST_BUCKETS = 100_000;
const DEFAULT_WATCH_MS = 10_000;

/** Faster would be no news: the shortest bucket is 30 s. */
const SHORTEST_WATCH_MS = 1_000;

/** Throws UsageError for options that mean nothing together. */
export function readSeriesOptions(names: readonly string[], own: Raw): SeriesOptions {
  const adHoc = readAdHoc(own);
  if (names.length > 0 && adHoc.length > 0) {
    throw new UsageError('Names of checks do not go with --agg.', 'Ask for checks or for series of your own.');
  }
  const beside = ['source', 'where', 'groupBy', 'unit'].filter((key) => listOf(own[key]).length > 0);
  if (adHoc.length === 0 && beside.length > 0) {
    const option = beside[0] === 'groupBy' ? '--group-by' : `--${beside[0]}`;
    throw names.length > 0
      ? new UsageError(`${option} does not go with names of checks.`, 'A check says itself what it asks for.')
      : new UsageError(`${option} needs --agg FN.`, 'Each --agg starts a series, such as --agg max.');
  }
  if (adHoc.length === 0 && names.length === 0) {
    const hint = 'Name series checks of the configuration, or give --source ID --agg FN.';
    throw new UsageError('Nothing says which series to ask for.', hint);
  }
  if (names.length > MOST_SERIES) {
    throw new UsageError(`A query takes at most ${MOST_SERIES} series, not ${names.length}.`, 'Name fewer checks.');
  }
  const granularity = textOf(own.granularity);
  const maxBuckets = textOf(own.maxBuckets);
  return {
    names,
    adHoc,
    time: readTime(own),
    granularity: granularity === null ? null : readChoice(GRANULARITIES)(granularity, '--granularity'),
    maxBuckets: maxBuckets === null ? DEFAULT_BUCKETS : readPositive(MOST_BUCKETS)(maxBuckets, '--max-buckets'),
    watchMs: readWatch(own),
  };
}

/** Each --agg starts a series; one --where, --source and --unit serves all of them, several one each. */
function readAdHoc(own: Raw): readonly AdHocSeries[] {
  const functions = listOf(own.agg);
  if (functions.length === 0) return [];
  const sources = listOf(own.source);
  if (sources.length === 0) {
    throw new UsageError('--agg needs --source ID.', 'The id of the source is in the address of its page.');
  }
  const wheres = listOf(own.where);
  const units = listOf(own.unit).map(readUnit);
  const groupBy = listOf(own.groupBy)
    .flatMap((columns) => columns.split(','))
    .map((column) => column.trim());
  return functions.map((aggFn, index) => ({
    spec: {
      sourceId: shareOut(sources, index, functions.length, '--source') ?? '',
      aggFn,
      where: shareOut(wheres, index, functions.length, '--where') ?? '',
      groupBy,
    },
    unit: shareOut(units, index, functions.length, '--unit') ?? null,
  }));
}

function readUnit(value: string): string {
  if (isSeriesUnit(value)) return value;
  throw new UsageError(
    `--unit takes 1 to ${LONGEST_UNIT} characters that can be seen, not "${value}".`,
    'Write it like messages or ms.',
  );
}

function shareOut(values: readonly string[], index: number, series: number, option: string): string | undefined {
  if (values.length <= 1) return values[0];
  if (values.length === series) return values[index];
  const hint = `Give ${option} once for all series, or once for each --agg.`;
  throw new UsageError(`There are ${values.length} ${option} for ${series} --agg.`, hint);
}

function readTime(own: Raw): AskedTime {
  const [since, from, to] = [textOf(own.since), textOf(own.from), textOf(own.to)];
  if (since !== null && (from !== null || to !== null)) {
    throw new UsageError('--since does not go with --from and --to.', 'Give one or the other.');
  }
  if (from === null && to !== null) throw new UsageError('--to needs --from TIME.', 'Or give --since 1h.');
  if (from === null) return { of: 'since', sinceMs: since === null ? null : readSpan(since, '--since') };
  return { of: 'range', fromMs: readInstant(from, '--from'), toMs: to === null ? null : readInstant(to, '--to') };
}

function readWatch(own: Raw): number | null {
  const every = textOf(own.every);
  if (own.watch !== true) {
    if (every !== null) throw new UsageError('--every needs --watch.', 'It says how often to ask again.');
    return null;
  }
  if (textOf(own.to) !== null) {
    throw new UsageError('--watch does not go with --to.', 'What is over does not change; watch until now.');
  }
  if (every === null) return DEFAULT_WATCH_MS;
  const milliseconds = readDuration(every, '--every');
  if (milliseconds >= SHORTEST_WATCH_MS) return milliseconds;
  throw new UsageError(`--every takes at least 1s, not "${every}".`, 'Write it like 10s.');
}

/** Epoch milliseconds of a time in ISO 8601, of UTC unless a zone is given. */
function readInstant(value: string, name: string): number {
  const milliseconds = readTimeMs(value);
  // A day that its month does not have would be taken for one of the next month.
  if (!Number.isNaN(milliseconds) && isOfCalendar(value.trim().slice(0, 'YYYY-MM-DD'.length))) return milliseconds;
  const hint = 'Write it like 2026-11-20T10:00 (UTC), 2026-11-20T10:00+01:00 or 2026-11-20.';
  throw new UsageError(`${name} takes a time, not "${value}".`, hint);
}

function isOfCalendar(day: string): boolean {
  const time = Date.parse(`${day}T00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(day);
}

function listOf(value: Raw[string]): readonly string[] {
  return Array.isArray(value) ? value : [];
}
