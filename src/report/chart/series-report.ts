import type { Condition } from '../../model/check.ts';
import { groupBy } from '../../model/group-by.ts';
import { formatMeasured } from '../../model/number.ts';
import {
  GRANULARITIES,
  type SeriesQuery,
  type SeriesRow,
  type SeriesSpec,
  stepMs,
} from '../../model/observability/reader.ts';
import { safeText } from '../../model/text.ts';
import { alignCells } from '../text/fit-text.ts';
import type { Style } from '../text/style.ts';

/** What is shown in place of values. A mistyped metric is no error: the service finds no rows. */
export const NO_DATA = [
  'No data in this time.',
  'Check the source, the metric and the filter, or look further back with --since.',
];

/** One series of a query, from a check of the configuration or from the command line. */
export interface RequestedSeries {
  /** The name of the check, or null. */
  readonly check: string | null;
  readonly spec: SeriesSpec;
  /** The condition of the check, or null. */
  readonly pass: Condition | null;
  /** The unit of its values, or null when unknown. */
  readonly unit: string | null;
}

/** A query and its result. */
export interface SeriesReport {
  readonly query: SeriesQuery;
  /** The order is that of the query's series. */
  readonly requested: readonly RequestedSeries[];
  readonly rows: readonly SeriesRow[];
}

/** A unique name for each series: its check, else its function and what distinguishes it. */
export function nameSeries(requested: readonly RequestedSeries[]): readonly string[] {
  const specs = requested.map(({ spec }) => spec);
  const areWheresAlike = new Set(specs.map(({ where }) => where)).size <= 1;
  const areSourcesAlike = new Set(specs.map(({ sourceId }) => sourceId)).size <= 1;
  const names = requested.map(({ check, spec }) => {
    const where = areWheresAlike || spec.where === '' ? '' : ` where ${spec.where}`;
    return check ?? `${describeAggregate(spec)}${where}${areSourcesAlike ? '' : ` from ${spec.sourceId}`}`;
  });
  return makeUnique(names);
}

/** `max`, `quantile 0.95 of Duration` */
export function describeAggregate({ aggFn, level, metricName, field }: SeriesSpec): string {
  const what = metricName ?? field;
  return `${aggFn}${level === undefined ? '' : ` ${level}`}${what === undefined ? '' : ` of ${what}`}`;
}

function headSeries(requested: readonly RequestedSeries[]): readonly string[] {
  const names = nameSeries(requested);
  return makeUnique(requested.map(({ unit }, index) => `${names[index] ?? ''}${unit === null ? '' : ` [${unit}]`}`));
}

function makeUnique(names: readonly string[]): readonly string[] {
  return names.map((name, index) => {
    const earlier = names.slice(0, index).filter((other) => other === name).length;
    return earlier === 0 ? name : `${name} (${earlier + 1})`;
  });
}

/** The column heads of group values. Values without a `groupBy` column are numbered. */
function nameGroups({ query, rows }: Pick<SeriesReport, 'query' | 'rows'>): readonly string[] {
  const columns = query.series[0]?.groupBy ?? [];
  const count = rows.reduce((most, { group }) => Math.max(most, group.length), columns.length);
  return Array.from({ length: count }, (_, index) => columns[index] ?? `group ${index + 1}`);
}

/** Milliseconds per bucket. For `auto`: the usual distance of rows if it is a bucket size, else the size of the field notes. */
export function answeredStepMs(query: SeriesQuery, rows: readonly SeriesRow[]): number {
  const expected = stepMs(query.granularity, query.endMs - query.startMs);
  if (query.granularity !== 'auto') return expected;
  const times = [...new Set(rows.map(({ bucketMs }) => bucketMs))].sort((one, other) => one - other);
  const distances = times.slice(1).map((time, index) => time - (times[index] ?? time));
  const nearest = distances.reduce((least, distance) => Math.min(least, distance), Number.POSITIVE_INFINITY);
  const isListed = GRANULARITIES.some((one) => one !== 'auto' && stepMs(one, 0) === nearest);
  const isUsual = distances.filter((distance) => distance === nearest).length * 2 > distances.length;
  return isListed && isUsual ? nearest : expected;
}

/** The rows of each group, in the order received. */
export function groupRows(rows: readonly SeriesRow[]): readonly (readonly SeriesRow[])[] {
  return [...groupBy(rows, ({ group }) => JSON.stringify(group)).values()];
}

/** The values of a group in one line, safe to print. */
export function listGroup(group: readonly string[]): string {
  return group.map((value) => (value === '' ? '(empty)' : safeText(value))).join(', ');
}

/** The column heads, and the rows by time. A bucket that the service does not have has no row. */
function listCells({ query, requested, rows }: SeriesReport) {
  const [groups, series] = [nameGroups({ query, rows }), headSeries(requested)];
  const cells = rows
    .toSorted((one, other) => one.bucketMs - other.bucketMs)
    .map(({ bucketMs, group, values }) => ({
      bucketMs,
      group: groups.map((_, index) => group[index] ?? ''),
      values: series.map((_, index) => values[index] ?? null),
    }));
  return { groups, series, rows: cells };
}

/** ISO 8601 in UTC, or the number itself outside of the calendar. */
function formatIsoTime(timeMs: number): string {
  const date = new Date(timeMs);
  return Number.isNaN(date.getTime()) ? `${timeMs}` : date.toISOString();
}

/** The document of `series --format json` (schema/series.schema.json). A missing bucket is a gap. */
export type SeriesDocument = ReturnType<typeof describeSeries>;

export function describeSeries({ query, requested, rows }: SeriesReport) {
  const names = nameSeries(requested);
  return {
    kind: 'series' as const,
    formatVersion: 1,
    query: {
      from: formatIsoTime(query.startMs),
      to: formatIsoTime(query.endMs),
      granularity: query.granularity,
      groupBy: query.series[0]?.groupBy ?? [],
      series: requested.map(({ check, spec: { groupBy: _, ...spec }, unit }, index) => {
        return { name: names[index] ?? spec.aggFn, check, ...spec, unit };
      }),
    },
    rows: rows.map(({ bucketMs, group, values }) => ({ time: formatIsoTime(bucketMs), group, values })),
  };
}

/** The rows in aligned columns; a missing value is blank. Lines are not cut, so that they can be searched. */
export function renderSeriesTable(report: SeriesReport, style: Style): string {
  const { groups, series, rows } = listCells(report);
  if (rows.length === 0) return `${NO_DATA.join('\n')}\n`;
  const body = rows.map(({ bucketMs, group, values }) => [
    formatIsoTime(bucketMs).replace('.000Z', 'Z'),
    ...group.map(safeText),
    ...values.map((value) => (value === null ? '' : formatMeasured(value))),
  ]);
  const [head = '', ...lines] = alignCells([['time', ...groups, ...series].map(safeText), ...body], 1 + groups.length);
  return `${[style.bold(head), ...lines].join('\n')}\n`;
}

/** Spreadsheets run text that starts like this as a formula. */
const FORMULA = /^[=+\-@]/;

/** The rows as CSV (RFC 4180), with a head; a missing value is an empty cell. Formulas get an apostrophe in front. */
export function renderSeriesCsv(report: SeriesReport): string {
  const { groups, series, rows } = listCells(report);
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
