import type { Condition } from '../../model/check.ts';
import { formatMeasured } from '../../model/number.ts';
import { safeText } from '../../model/safe-text.ts';
import {
  GRANULARITIES,
  type Granularity,
  type SeriesQuery,
  type SeriesRow,
  type SeriesSpec,
  stepMs,
} from '../../model/series.ts';
import { padCells, widest } from '../text/fit-text.ts';
import type { Style } from '../text/style.ts';

/** One series of a query: of a check of the configuration, or asked for on the command line. */
export interface AskedSeries {
  /** The name of the check, or null. */
  readonly check: string | null;
  readonly spec: SeriesSpec;
  /** What the check asks of it, or null. */
  readonly pass: Condition | null;
  /** What its values count, or null when nobody said. */
  readonly unit: string | null;
}

/** A query and its answer: what every format renders. */
export interface SeriesReport {
  readonly query: SeriesQuery;
  /** In the order of the query's series. */
  readonly asked: readonly AskedSeries[];
  readonly rows: readonly SeriesRow[];
}

/**
 * What each series is called: its check, else its function, with what tells it from the others where that is not enough.
 * No two are the same, since they head the columns of a table.
 */
export function nameSeries(asked: readonly AskedSeries[]): readonly string[] {
  const specs = asked.map(({ spec }) => spec);
  const areWheresAlike = new Set(specs.map(({ where }) => where)).size <= 1;
  const areSourcesAlike = new Set(specs.map(({ sourceId }) => sourceId)).size <= 1;
  const names = asked.map(({ check, spec }) => {
    const where = areWheresAlike || spec.where === '' ? '' : ` where ${spec.where}`;
    return check ?? `${spec.aggFn}${where}${areSourcesAlike ? '' : ` of ${spec.sourceId}`}`;
  });
  return makeUnique(names);
}

/** The names with their units, `max [ms]`: as different from each other. */
function headSeries(asked: readonly AskedSeries[]): readonly string[] {
  const names = nameSeries(asked);
  return makeUnique(asked.map(({ unit }, index) => `${names[index] ?? ''}${unit === null ? '' : ` [${unit}]`}`));
}

function makeUnique(names: readonly string[]): readonly string[] {
  return names.map((name, index) => {
    const earlier = names.slice(0, index).filter((other) => other === name).length;
    return earlier === 0 ? name : `${name} (${earlier + 1})`;
  });
}

/** The columns that groups are told by, one for each value that any row has; a value without a column is numbered. */
function nameGroups({ query, rows }: SeriesReport): readonly string[] {
  const columns = query.series[0]?.groupBy ?? [];
  const count = rows.reduce((most, { group }) => Math.max(most, group.length), columns.length);
  return Array.from({ length: count }, (_, index) => columns[index] ?? `group ${index + 1}`);
}

/** Rows further apart than the query allows for are shown alone, without the gaps between them. */
const EDGE_BUCKETS = 2;

/**
 * Milliseconds of one bucket of an answer. `auto` is what the service made of it: the distance of most neighbours when it is a
 * bucket size of the contract, else what the field notes say that it picks.
 */
export function answeredStepMs(query: SeriesQuery, rows: readonly SeriesRow[]): number {
  const expected = stepMs(query.granularity, query.endMs - query.startMs);
  if (query.granularity !== 'auto') return expected;
  const times = observedTimes(rows);
  const distances = times.slice(1).map((time, index) => time - (times[index] ?? time));
  const nearest = distances.reduce((least, distance) => Math.min(least, distance), Number.POSITIVE_INFINITY);
  const isListed = GRANULARITIES.some((one) => one !== 'auto' && stepMs(one, 0) === nearest);
  const isUsual = distances.filter((distance) => distance === nearest).length * 2 > distances.length;
  return isListed && isUsual ? nearest : expected;
}

/**
 * The start of every bucket from the first to the last of the range, those without a row included: an absent bucket is a gap
 * and must be seen as one. Empty without rows; only the buckets that came where they stand on no regular grid.
 */
function bucketTimes(query: SeriesQuery, rows: readonly SeriesRow[]): readonly number[] {
  const times = observedTimes(rows);
  const [first] = times;
  if (first === undefined) return [];
  const step = answeredStepMs(query, rows);
  const anchor = mod(first, step);
  const from = query.startMs - mod(query.startMs - anchor, step);
  const buckets = Math.ceil((query.endMs - from) / step);
  const most = Math.max(query.maxBuckets, times.length) + EDGE_BUCKETS;
  if (buckets > most || times.some((time) => mod(time, step) !== anchor)) return times;
  const grid = Array.from({ length: Math.max(0, buckets) }, (_, index) => from + index * step);
  return sortTimes([...times, ...grid.filter((time) => time >= query.startMs)]);
}

function observedTimes(rows: readonly SeriesRow[]): readonly number[] {
  return sortTimes(rows.map(({ bucketMs }) => bucketMs));
}

function sortTimes(times: readonly number[]): readonly number[] {
  return [...new Set(times)].sort((one, other) => one - other);
}

function mod(value: number, divisor: number): number {
  return ((value % divisor) + divisor) % divisor;
}

/** One group in one bucket, whether the service has a row for it or not. */
interface CellRow {
  readonly bucketMs: number;
  readonly group: readonly string[];
  /** null for a gap. */
  readonly values: readonly (number | null)[];
}

interface SeriesTable {
  /** Heads of the columns of groups, and of those of values. */
  readonly groups: readonly string[];
  readonly series: readonly string[];
  readonly rows: readonly CellRow[];
}

/** Many groups of few rows each would be millions of gaps, more than memory holds. */
const MOST_FILLED = 500_000;

/**
 * An answer as a whole table: every group in every bucket of the range, in order of time, so that no gap is overlooked. When
 * that is more than 500,000 rows, only those that came.
 */
function fillCells(report: SeriesReport): SeriesTable {
  const byGroup = new Map<string, Map<number, SeriesRow>>();
  for (const row of report.rows) {
    const key = JSON.stringify(row.group);
    const own = byGroup.get(key) ?? new Map<number, SeriesRow>();
    own.set(row.bucketMs, row);
    byGroup.set(key, own);
  }
  const heads = nameGroups(report);
  const series = headSeries(report.asked);
  const known = [...byGroup.values()].map((rows) => ({ rows, group: [...rows.values()][0]?.group ?? [] }));
  const toCells = (bucketMs: number, group: readonly string[], values: SeriesRow['values']): CellRow => ({
    bucketMs,
    group: heads.map((_, index) => group[index] ?? ''),
    values: series.map((_, index) => values[index] ?? null),
  });
  const times = bucketTimes(report.query, report.rows);
  const rows =
    times.length * known.length > MOST_FILLED
      ? report.rows.map(({ bucketMs, group, values }) => toCells(bucketMs, group, values))
      : times.flatMap((bucketMs) =>
          known.map(({ rows: own, group }) => toCells(bucketMs, group, own.get(bucketMs)?.values ?? [])),
        );
  return { groups: heads, series, rows };
}

/** ISO 8601 in UTC; what is no time of the calendar stays the number that came. */
function formatIsoTime(timeMs: number): string {
  const date = new Date(timeMs);
  return Number.isNaN(date.getTime()) ? `${timeMs}` : date.toISOString();
}

/** What `series --format json` prints (schema/series.schema.json). Times are ISO 8601 in UTC. */
export interface SeriesDocument {
  readonly kind: 'series';
  readonly formatVersion: 1;
  readonly query: {
    readonly from: string;
    readonly to: string;
    readonly granularity: Granularity;
    readonly groupBy: readonly string[];
    readonly series: readonly {
      readonly name: string;
      /** The check of the configuration that it is of, or null. */
      readonly check: string | null;
      readonly sourceId: string;
      readonly aggFn: string;
      readonly where: string;
      /** What its values count, or null when nobody said. */
      readonly unit: string | null;
    }[];
  };
  /** What the service answered, in order of time; a bucket that is not there is a gap. */
  readonly rows: readonly {
    readonly time: string;
    readonly group: readonly string[];
    /** In the order of the series. */
    readonly values: readonly (number | null)[];
  }[];
}

export function describeSeries(report: SeriesReport): SeriesDocument {
  const { query, asked, rows } = report;
  const names = nameSeries(asked);
  return {
    kind: 'series',
    formatVersion: 1,
    query: {
      from: formatIsoTime(query.startMs),
      to: formatIsoTime(query.endMs),
      granularity: query.granularity,
      groupBy: query.series[0]?.groupBy ?? [],
      series: asked.map(({ check, spec: { sourceId, aggFn, where }, unit }, index) => ({
        name: names[index] ?? aggFn,
        check,
        sourceId,
        aggFn,
        where,
        unit,
      })),
    },
    rows: rows.map(({ bucketMs, group, values }) => ({ time: formatIsoTime(bucketMs), group, values })),
  };
}

/** Every bucket of every group in aligned columns, times of UTC; a gap is blank. No line is cut, so that it can be searched. */
export function renderSeriesTable(report: SeriesReport, style: Style): string {
  const { groups, series, rows } = fillCells(report);
  if (rows.length === 0) return 'No data in this time.\n';
  const words = ['time', ...groups, ...series].map(safeText);
  const left = 1 + groups.length;
  const body = rows.map(({ bucketMs, group, values }) => [
    formatIsoTime(bucketMs).replace('.000Z', 'Z'),
    ...group.map(safeText),
    ...values.map((value) => (value === null ? '' : formatMeasured(value))),
  ]);
  // Groups come again in every bucket, and measuring text is slow.
  const widths = words.map((word, index) => widest([...new Set([word, ...body.map((cells) => cells[index] ?? '')])]));
  const padded = widths.map(() => new Map<string, string>());
  const pad = (cell: string, index: number): string => {
    const known = padded[index]?.get(cell) ?? padCells(cell, widths[index] ?? 0);
    padded[index]?.set(cell, known);
    return index < left ? known : `${known.slice(cell.length)}${cell}`;
  };
  const line = (cells: readonly string[]): string => cells.map(pad).join('  ').trimEnd();
  return `${[style.bold(line(words)), ...body.map(line)].join('\n')}\n`;
}

/** What makes a spreadsheet take text for a formula; ours are numbers, theirs may be anything. */
const FORMULA = /^[=+\-@]/;

/**
 * Every bucket of every group as CSV (RFC 4180: lines end with CR LF, quotes are doubled), with a head, times in ISO 8601
 * and an empty cell for a gap. Values stand as they came. Text that a spreadsheet would run as a formula has an
 * apostrophe before it, and characters that cannot be seen are written as escapes.
 */
export function renderSeriesCsv(report: SeriesReport): string {
  const { groups, series, rows } = fillCells(report);
  const lines = [
    ['time', ...groups, ...series].map(quoteText),
    ...rows.map(({ bucketMs, group, values }) => [
      formatIsoTime(bucketMs),
      ...group.map(quoteText),
      ...values.map((value) => (value === null ? '' : `${value}`)),
    ]),
  ];
  return lines.map((cells) => `${cells.join(',')}\r\n`).join('');
}

function quoteText(text: string): string {
  const harmless = safeText(FORMULA.test(text) ? `'${text}` : text);
  return /[",]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
