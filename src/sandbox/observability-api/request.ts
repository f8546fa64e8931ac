import { isJsonObject, type JsonObject, type JsonValue } from '../../model/json/json.ts';
import { ApiError } from '../http.ts';
import { parseMilliseconds } from '../switches.ts';

// Written separately from the client's list, so that the two check each other.
const GRANULARITIES = ['30s', '1m', '5m', '10m', '15m', '30m', '1h', '2h', '6h', '12h', '1d', '2d', '7d', '30d'];
const MAX_SERIES = 5;
const MAX_AUTO_BUCKETS = 60;
// A time has 13 digits.
const [FIRST_TIME, LAST_TIME] = [1e12, 1e13 - 1];
const RETURN_TYPES = ['column', 'ratio'] as const;

export interface QueriedSeries {
  readonly sourceId: string;
  readonly aggFn: string;
  readonly where: string;
  readonly groupBy: readonly string[];
  /** The metric that `field` or `metricName` names; null for all. */
  readonly metric: string | null;
  /** Which quantile; null for the usual one. */
  readonly level: number | null;
}

/** The validated body of a series query (contract, part 2). */
export interface ReceivedQuery {
  /** Epoch milliseconds. */
  readonly startTime: number;
  readonly endTime: number;
  /** Milliseconds of a bucket. */
  readonly stepMs: number;
  readonly returnType: (typeof RETURN_TYPES)[number] | null;
  readonly series: readonly QueriedSeries[];
  /** The same in every series (field notes). */
  readonly groupBy: readonly string[];
}

/** Field notes, seen: a 400 that names all problems. */
function createBodyError(problems: readonly string[]): ApiError {
  return new ApiError('BAD_REQUEST', `Body validation failed: ${problems.join('; ')}`);
}

export function readSeriesRequest(body: JsonValue | undefined): ReceivedQuery {
  if (!isJsonObject(body)) throw createBodyError(['the body must be a JSON object']);
  const { startTime, endTime, granularity = 'auto', seriesReturnType } = body;
  const problems: string[] = [];
  for (const [name, time] of Object.entries({ startTime, endTime })) {
    const isTime = Number.isInteger(time) && Number(time) >= FIRST_TIME && Number(time) <= LAST_TIME;
    if (!isTime) problems.push(`${name} must be epoch milliseconds of 13 digits`);
  }
  const start = Number(startTime);
  const end = Number(endTime);
  if (start >= end) problems.push('startTime must be before endTime');
  if (granularity !== 'auto' && !GRANULARITIES.includes(String(granularity))) {
    problems.push(`granularity must be one of ${GRANULARITIES.join(', ')}, auto`);
  }
  const returnType = RETURN_TYPES.find((one) => one === seriesReturnType) ?? null;
  if (returnType === null && seriesReturnType !== undefined) problems.push('seriesReturnType must be column or ratio');
  const series = readSeries(body.series, problems);
  const [{ groupBy } = { groupBy: [] }] = series;
  if (series.some((one) => one.groupBy.join('\0') !== groupBy.join('\0'))) {
    problems.push('groupBy must be the same in all series');
  }
  if (returnType === 'ratio' && series.length !== 2) problems.push('a ratio takes exactly 2 series');
  if (problems.length > 0) throw createBodyError(problems);
  const stepMs = stepOf(String(granularity), end - start);
  return { startTime: start, endTime: end, stepMs, returnType, series, groupBy };
}

function readSeries(value: JsonValue | undefined, problems: string[]): readonly QueriedSeries[] {
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
    const { field, metricName, metricDataType, whereLanguage = 'lucene', level } = one;
    for (const [name, value] of Object.entries({ field, metricName, metricDataType })) {
      if (value !== undefined && typeof value !== 'string') problems.push(`series[${index}].${name} must be a string`);
    }
    if (whereLanguage !== 'lucene') problems.push(`series[${index}].whereLanguage must be lucene in this sandbox`);
    if (level !== undefined && !(typeof level === 'number' && level > 0 && level < 1))
      problems.push(`series[${index}].level must be a number between 0 and 1`);
    const metric = metricName ?? field;
    return {
      ...{ sourceId: text('sourceId'), aggFn: text('aggFn'), where: text('where'), groupBy: columns },
      ...{ metric: metric === undefined ? null : String(metric), level: level === undefined ? null : Number(level) },
    };
  });
}

/** The step is in milliseconds. Field notes, seen: `auto` is the smallest step with at most 60 buckets. */
function stepOf(granularity: string, rangeMs: number): number {
  const steps = GRANULARITIES.map((name) => parseMilliseconds(name) ?? 0);
  const named = steps[GRANULARITIES.indexOf(granularity)];
  return named ?? steps.find((step) => rangeMs / step <= MAX_AUTO_BUCKETS) ?? Math.max(...steps);
}
