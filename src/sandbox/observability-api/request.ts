import { isJsonObject, type JsonObject, type JsonValue } from '../../model/json.ts';

/** A request that the observability API does not carry out: the status, and the body as it goes out (field notes). */
export class QueryError extends Error {
  override readonly name = 'QueryError';
  readonly status: 400 | 401 | 404 | 413 | 429 | 500;
  readonly body: string;
  readonly contentType: string;
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: QueryError['status'], body: string | object, headers: QueryError['headers'] = {}) {
    super(typeof body === 'string' ? body : JSON.stringify(body));
    this.status = status;
    this.body = this.message;
    this.contentType = typeof body === 'string' ? 'text/plain; charset=utf-8' : 'application/json; charset=utf-8';
    this.headers = headers;
  }
}

/** Field notes, seen: what is wrong with a body, all of it, is a 400. */
export function badBody(problems: readonly string[]): QueryError {
  return new QueryError(400, { message: `Body validation failed: ${problems.join('; ')}` });
}

/** Field notes, seen: a query that cannot be run is a 500. */
export function badQuery(text: string): QueryError {
  return new QueryError(500, { error: text });
}

// Written down here apart from the client's list, as the ranges of the pipes API are: two lists check each other.
const STEPS = {
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
} as const;
const RETURN_TYPES = ['column', 'ratio'] as const;
const MOST_SERIES = 5;
const MOST_AUTO_BUCKETS = 60;
// The far end of what a Date can hold.
const LAST_TIME = 8.64e15;

export interface RequestedSeries {
  readonly sourceId: string;
  readonly aggFn: string;
  readonly where: string;
}

/** The body of the series query (contract, part 2), checked. */
export interface SeriesRequest {
  /** Epoch milliseconds. */
  readonly startTime: number;
  readonly endTime: number;
  /** Milliseconds of a bucket. */
  readonly stepMs: number;
  readonly returnType: (typeof RETURN_TYPES)[number];
  readonly series: readonly RequestedSeries[];
  /** Of every series: they have to agree (field notes). */
  readonly groupBy: readonly string[];
}

/** @throws QueryError 400 that names every problem. */
export function readSeriesRequest(body: JsonValue | undefined): SeriesRequest {
  const problems: string[] = [];
  if (!isJsonObject(body)) throw badBody(['the body must be a JSON object']);
  const { startTime, endTime, series, granularity = 'auto', seriesReturnType = 'column' } = body;
  for (const [name, time] of Object.entries({ startTime, endTime })) {
    if (typeof time !== 'number' || Math.abs(time) > LAST_TIME) problems.push(`${name} must be epoch milliseconds`);
  }
  const [start, end] = [Number(startTime), Number(endTime)];
  if (start >= end) problems.push('startTime must be before endTime');
  if (granularity !== 'auto' && !isOneOf(Object.keys(STEPS), granularity)) {
    problems.push(`granularity must be one of ${Object.keys(STEPS).join(', ')}, auto`);
  }
  if (!isOneOf(RETURN_TYPES, seriesReturnType)) problems.push(`seriesReturnType must be ${RETURN_TYPES.join(' or ')}`);
  const read = readSeries(series, problems);
  const [first] = read;
  if (read.some(({ groupBy }) => groupBy.join('\0') !== first?.groupBy.join('\0'))) {
    problems.push('groupBy must be the same in all series');
  }
  if (seriesReturnType === 'ratio' && read.length !== 2) problems.push('a ratio takes exactly 2 series');
  if (problems.length > 0) throw badBody(problems);
  return {
    startTime: start,
    endTime: end,
    stepMs: stepOf(String(granularity), end - start),
    returnType: seriesReturnType === 'ratio' ? 'ratio' : 'column',
    series: read.map(({ sourceId, aggFn, where }) => ({ sourceId, aggFn, where })),
    groupBy: first?.groupBy ?? [],
  };
}

function readSeries(value: JsonValue | undefined, problems: string[]) {
  if (!Array.isArray(value) || value.length < 1 || value.length > MOST_SERIES) {
    problems.push(`series must be a list of 1 to ${MOST_SERIES} series`);
    return [];
  }
  return value.map((element: JsonValue, index) => {
    const one: JsonObject = isJsonObject(element) ? element : {};
    const text = (name: string) => {
      const found = one[name];
      if (typeof found !== 'string') problems.push(`series[${index}].${name} must be a string`);
      return String(found);
    };
    const { groupBy = [] } = one;
    const isList = Array.isArray(groupBy) && groupBy.every((column) => typeof column === 'string');
    if (!isList) problems.push(`series[${index}].groupBy must be a list of strings`);
    const columns: readonly string[] = isList ? groupBy.map(String) : [];
    return { sourceId: text('sourceId'), aggFn: text('aggFn'), where: text('where'), groupBy: columns };
  });
}

// Field notes, seen: `auto` is the smallest step that gives at most 60 buckets.
function stepOf(granularity: string, rangeMs: number): number {
  const seconds: readonly [string, number][] = Object.entries(STEPS);
  const chosen = seconds.find(([name, length]) =>
    granularity === 'auto' ? rangeMs / (length * 1_000) <= MOST_AUTO_BUCKETS : name === granularity,
  );
  return (chosen?.[1] ?? STEPS['30d']) * 1_000;
}

function isOneOf(known: readonly string[], value: JsonValue): boolean {
  return known.some((one) => one === value);
}
