import { isJsonObject, type JsonObject, type JsonValue } from '../../model/json.ts';
import { ApiError } from '../http.ts';

// Seconds. Written apart from the client's list, as the ranges of the pipes API are: two lists check each other.
const STEPS: Readonly<Record<string, number>> = {
  '30s': 30,
  '1m': 60,
  '5m': 300,
  '10m': 600,
  '15m': 900,
  '30m': 1_800,
  '1h': 3_600,
  '2h': 7_200,
  '6h': 21_600,
  '12h': 43_200,
  '1d': 86_400,
  '2d': 172_800,
  '7d': 604_800,
  '30d': 2_592_000,
};
const MAX_SERIES = 5;
const MAX_AUTO_BUCKETS = 60;
// The far end of what a Date can hold.
const LAST_TIME = 8.64e15;

export interface RequestedSeries {
  readonly sourceId: string;
  readonly aggFn: string;
  readonly where: string;
  readonly groupBy: readonly string[];
}

/** The body of the series query (contract, part 2), checked. */
export interface SeriesQuery {
  /** Epoch milliseconds. */
  readonly startTime: number;
  readonly endTime: number;
  /** Milliseconds of a bucket. */
  readonly stepMs: number;
  readonly isRatio: boolean;
  readonly series: readonly RequestedSeries[];
  /** Of every series: they have to agree (field notes). */
  readonly groupBy: readonly string[];
}

/** Field notes, seen: an invalid body is a 400 that names all problems. */
function createBodyError(problems: readonly string[]): ApiError {
  return new ApiError('BAD_REQUEST', `Body validation failed: ${problems.join('; ')}`);
}

/** @throws ApiError 400 that names every problem. */
export function readSeriesRequest(body: JsonValue | undefined): SeriesQuery {
  if (!isJsonObject(body)) throw createBodyError(['the body must be a JSON object']);
  const { startTime, endTime, granularity = 'auto', seriesReturnType = 'column' } = body;
  const problems: string[] = [];
  for (const [name, time] of Object.entries({ startTime, endTime })) {
    if (typeof time !== 'number' || Math.abs(time) > LAST_TIME) problems.push(`${name} must be epoch milliseconds`);
  }
  const [start, end] = [Number(startTime), Number(endTime)];
  if (start >= end) problems.push('startTime must be before endTime');
  if (granularity !== 'auto' && !Object.hasOwn(STEPS, String(granularity))) {
    problems.push(`granularity must be one of ${Object.keys(STEPS).join(', ')}, auto`);
  }
  const isRatio = seriesReturnType === 'ratio';
  if (!isRatio && seriesReturnType !== 'column') problems.push('seriesReturnType must be column or ratio');
  const series = readSeries(body.series, problems);
  const [{ groupBy } = { groupBy: [] }] = series;
  if (series.some((one) => one.groupBy.join('\0') !== groupBy.join('\0'))) {
    problems.push('groupBy must be the same in all series');
  }
  if (isRatio && series.length !== 2) problems.push('a ratio takes exactly 2 series');
  if (problems.length > 0) throw createBodyError(problems);
  return { startTime: start, endTime: end, stepMs: stepOf(String(granularity), end - start), isRatio, series, groupBy };
}

function readSeries(value: JsonValue | undefined, problems: string[]): readonly RequestedSeries[] {
  if (!Array.isArray(value) || value.length < 1 || value.length > MAX_SERIES) {
    problems.push(`series must be a list of 1 to ${MAX_SERIES} series`);
    return [];
  }
  return value.map((element: JsonValue, index) => {
    const one: JsonObject = isJsonObject(element) ? element : {};
    const text = (name: string) => {
      if (typeof one[name] !== 'string') problems.push(`series[${index}].${name} must be a string`);
      return String(one[name]);
    };
    const { groupBy = [] } = one;
    const isList = Array.isArray(groupBy) && groupBy.every((column) => typeof column === 'string');
    if (!isList) problems.push(`series[${index}].groupBy must be a list of strings`);
    const columns = isList ? groupBy.map(String) : [];
    return { sourceId: text('sourceId'), aggFn: text('aggFn'), where: text('where'), groupBy: columns };
  });
}

// Field notes, seen: `auto` is the smallest step that gives at most 60 buckets.
function stepOf(granularity: string, rangeMs: number): number {
  const seconds =
    granularity === 'auto'
      ? Object.values(STEPS).find((length) => rangeMs / (length * 1_000) <= MAX_AUTO_BUCKETS)
      : STEPS[granularity];
  return (seconds ?? 2_592_000) * 1_000;
}
