import type { Condition } from '../../model/check.ts';
import { formatMeasured } from '../../model/number.ts';
import { GRANULARITIES, type SeriesQuery, type SeriesRow, type SeriesSpec, stepMs } from '../../model/series.ts';
import { safeText } from '../../model/text.ts';
import { alignCells } from '../text/fit-text.ts';
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

/** What each series is called in heads of columns: its check, else its function, with what tells it from the others. No two are the same. */
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

/** Milliseconds of one bucket. Of `auto`, the usual distance between rows when it is a bucket size, else the size by the field notes. */
export function answeredStepMs(query: SeriesQuery, rows: readonly SeriesRow[]): number {
  const expected = stepMs(query.granularity, query.endMs - query.startMs);
  if (query.granularity !== 'auto') return expected;
  const times = sortTimes(rows.map(({ bucketMs }) => bucketMs));
  const distances = times.slice(1).map((time, index) => time - (times[index] ?? time));
  const nearest = distances.reduce((least, distance) => Math.min(least, distance), Number.POSITIVE_INFINITY);
  const isListed = GRANULARITIES.some((one) => one !== 'auto' && stepMs(one, 0) === nearest);
  const isUsual = distances.filter((distance) => distance === nearest).length * 2 > distances.length;
  return isListed && isUsual ? nearest : expected;
}

/** Rows further apart than the query allows for are shown alone, without the gaps between them. */
const EDGE_BUCKETS = 2;

/** The start of every bucket of the range, so that gaps show; only the buckets that came where they stand on no regular grid. */
function bucketTimes(query: SeriesQuery, rows: readonly SeriesRow[]): readonly number[] {
  const times = sortTimes(rows.map(({ bucketMs }) => bucketMs));
  const [first] = times;
  if (first === undefined) return [];
  const step = answeredStepMs(query, rows);
  const start = first - Math.floor((first - query.startMs) / step) * step;
  const buckets = Math.max(0, Math.ceil((query.endMs - start) / step));
  const most = Math.max(query.maxBuckets, times.length) + EDGE_BUCKETS;
  if (buckets > most || times.some((time) => (time - first) % step !== 0)) return times;
  return sortTimes([...times, ...Array.from({ length: buckets }, (_, index) => start + index * step)]);
}

function sortTimes(times: readonly number[]): readonly number[] {
  return [...new Set(times)].sort((one, other) => one - other);
}

/** More gaps than this would take more memory than there is. */
const MOST_FILLED = 500_000;

/** The rows of each group, in the order in which the groups came. */
export function groupRows(rows: readonly SeriesRow[]): readonly (readonly SeriesRow[])[] {
  const byGroup = new Map<string, SeriesRow[]>();
  for (const row of rows) {
    const key = JSON.stringify(row.group);
    const own = byGroup.get(key) ?? [];
    own.push(row);
    byGroup.set(key, own);
  }
  return [...byGroup.values()];
}

/**
 * The heads of the columns of groups and of values, and every group in every bucket of the range, in order of time, a gap as
 * null; only the rows that came where that is more than 500,000.
 */
function fillCells(report: SeriesReport) {
  const [groups, series] = [nameGroups(report), headSeries(report.asked)];
  const times = bucketTimes(report.query, report.rows);
  const known = groupRows(report.rows).map((rows) => {
    return { group: rows[0]?.group ?? [], byTime: new Map(rows.map((row) => [row.bucketMs, row])) };
  });
  const rows =
    times.length * known.length > MOST_FILLED
      ? report.rows
      : times.flatMap((bucketMs) =>
          known.map(({ group, byTime }) => byTime.get(bucketMs) ?? { bucketMs, group, values: [] }),
        );
  const cells = rows.map(({ bucketMs, group, values }) => ({
    bucketMs,
    group: groups.map((_, index) => group[index] ?? ''),
    values: series.map((_, index) => values[index] ?? null),
  }));
  return { groups, series, rows: cells };
}

/** ISO 8601 in UTC; what is no time of the calendar stays the number that came. */
function formatIsoTime(timeMs: number): string {
  const date = new Date(timeMs);
  return Number.isNaN(date.getTime()) ? `${timeMs}` : date.toISOString();
}

/** What `series --format json` prints (schema/series.schema.json). Times are ISO 8601 in UTC; a bucket that is not there is a gap. */
export type SeriesDocument = ReturnType<typeof describeSeries>;

export function describeSeries({ query, asked, rows }: SeriesReport) {
  const names = nameSeries(asked);
  return {
    kind: 'series',
    formatVersion: 1,
    query: {
      from: formatIsoTime(query.startMs),
      to: formatIsoTime(query.endMs),
      granularity: query.granularity,
      groupBy: query.series[0]?.groupBy ?? [],
      series: asked.map(({ check, spec: { sourceId, aggFn, where }, unit }, index) => {
        return { name: names[index] ?? aggFn, check, sourceId, aggFn, where, unit };
      }),
    },
    rows: rows.map(({ bucketMs, group, values }) => ({ time: formatIsoTime(bucketMs), group, values })),
  };
}

/** Every bucket of every group in aligned columns, times of UTC; a gap is blank. No line is cut, so that it can be searched. */
export function renderSeriesTable(report: SeriesReport, style: Style): string {
  const { groups, series, rows } = fillCells(report);
  if (rows.length === 0) return 'No data in this time.\n';
  const body = rows.map(({ bucketMs, group, values }) => [
    formatIsoTime(bucketMs).replace('.000Z', 'Z'),
    ...group.map(safeText),
    ...values.map((value) => (value === null ? '' : formatMeasured(value))),
  ]);
  const [head = '', ...lines] = alignCells([['time', ...groups, ...series].map(safeText), ...body], 1 + groups.length);
  return `${[style.bold(head), ...lines].join('\n')}\n`;
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
