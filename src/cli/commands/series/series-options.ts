import { type Granularity, MOST_SERIES, type SeriesSpec } from '../../../model/series.ts';
import { isSeriesUnit, LONGEST_UNIT } from '../../../model/series-unit.ts';
import { formatDuration } from '../../../model/units.ts';
import { UsageError } from '../../options/value-types.ts';

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

/** The command's own options. */
interface GivenOptions {
  readonly source: readonly string[];
  readonly agg: readonly string[];
  readonly where: readonly string[];
  readonly groupBy: readonly string[];
  readonly unit: readonly string[];
  readonly since: number | null;
  readonly from: number | null;
  readonly to: number | null;
  readonly granularity: Granularity | null;
  readonly maxBuckets: number;
  readonly watch: boolean;
  readonly every: number | null;
}

const DEFAULT_WATCH_MS = 10_000;

/** Faster would be no news: the shortest bucket is 30 s. */
const SHORTEST_WATCH_MS = 1_000;

/** Throws UsageError for options that mean nothing together. */
export function readSeriesOptions(names: readonly string[], own: GivenOptions): SeriesOptions {
  const adHoc = readAdHoc(own);
  if (names.length > 0 && adHoc.length > 0) {
    throw new UsageError('Names of checks cannot be used with --agg.', 'Ask for checks or for series of your own.');
  }
  const beside = (['source', 'where', 'groupBy', 'unit'] as const).filter((key) => own[key].length > 0);
  if (adHoc.length === 0 && beside.length > 0) {
    const option = beside[0] === 'groupBy' ? '--group-by' : `--${beside[0]}`;
    throw names.length > 0
      ? new UsageError(`${option} cannot be used with names of checks.`, 'The check defines its own query.')
      : new UsageError(`${option} needs --agg FN.`, 'Each --agg starts a series, such as --agg max.');
  }
  if (adHoc.length === 0 && names.length === 0) {
    const hint = 'Name series checks of the configuration, or give --source ID --agg FN.';
    throw new UsageError('Nothing says which series to ask for.', hint);
  }
  if (names.length > MOST_SERIES) {
    throw new UsageError(`A query takes at most ${MOST_SERIES} series, not ${names.length}.`, 'Name fewer checks.');
  }
  const { granularity, maxBuckets } = own;
  return { names, adHoc, time: readTime(own), granularity, maxBuckets, watchMs: readWatch(own) };
}

/** Each --agg starts a series; one --where, --source and --unit serves all of them, several one each. */
function readAdHoc(own: GivenOptions): readonly AdHocSeries[] {
  const { agg: functions, source: sources, where: wheres } = own;
  if (functions.length === 0) return [];
  if (sources.length === 0) {
    throw new UsageError('--agg needs --source ID.', 'The id of the source is in the address of its page.');
  }
  const units = own.unit.map(readUnit);
  const groupBy = own.groupBy.flatMap((columns) => columns.split(',')).map((column) => column.trim());
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

function readTime({ since, from, to }: GivenOptions): AskedTime {
  if (since !== null && (from !== null || to !== null)) {
    throw new UsageError('--since cannot be used with --from and --to.', 'Give one or the other.');
  }
  if (from === null && to !== null) throw new UsageError('--to needs --from TIME.', 'Or give --since 1h.');
  if (from === null) return { of: 'since', sinceMs: since };
  return { of: 'range', fromMs: from, toMs: to };
}

function readWatch({ watch, every, to }: GivenOptions): number | null {
  if (!watch) {
    if (every !== null) throw new UsageError('--every needs --watch.', 'It sets how often to query again.');
    return null;
  }
  if (to !== null) {
    throw new UsageError('--watch cannot be used with --to.', 'The past does not change; watch until now.');
  }
  const milliseconds = every ?? DEFAULT_WATCH_MS;
  if (milliseconds >= SHORTEST_WATCH_MS) return milliseconds;
  throw new UsageError(`--every takes at least 1s, not "${formatDuration(milliseconds)}".`, 'Write it like 10s.');
}
