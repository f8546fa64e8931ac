import { GRANULARITIES, MAX_SERIES, type SeriesQuery, type SeriesSpec, stepMs } from './reader.ts';

/** The latest time that `Date` can represent. */
const LATEST_MS = 8.64e15;

/** Why a query breaks the contract (observability API, parts 2 and 8) or the field notes; clauses with unescaped text. */
export function findQueryProblems(query: SeriesQuery): readonly string[] {
  return [...rangeProblems(query), ...query.series.flatMap(specProblems), ...groupProblems(query)];
}

function rangeProblems(query: SeriesQuery): readonly string[] {
  const { startMs, endMs, granularity, series } = query;
  const problems: string[] = [];
  if (!isTime(startMs)) problems.push('the start is not a time in whole milliseconds');
  if (!isTime(endMs)) problems.push('the end is not a time in whole milliseconds');
  const isRange = problems.length === 0 && startMs < endMs;
  if (problems.length === 0 && !isRange) {
    const [start, end] = [startMs, endMs].map((time) => new Date(time).toISOString());
    problems.push(`the start, ${start}, is not before the end, ${end}`);
  }
  const isListed = GRANULARITIES.includes(granularity);
  if (!isListed) problems.push(`the granularity ${granularity} is not one of ${GRANULARITIES.join(', ')}`);
  if (isRange && isListed) problems.push(...bucketProblems(query));
  if (series.length === 0) problems.push(`there is no series to ask for; a query takes 1 to ${MAX_SERIES}`);
  if (series.length > MAX_SERIES)
    problems.push(`${series.length} series are too many; a query takes 1 to ${MAX_SERIES}`);
  return problems;
}

/** Whether a number is a time in epoch milliseconds that `Date` can represent. */
export function isTime(time: number): boolean {
  return Number.isInteger(time) && Math.abs(time) <= LATEST_MS;
}

function bucketProblems({ startMs, endMs, granularity, maxBuckets }: SeriesQuery): readonly string[] {
  const rangeMs = endMs - startMs;
  const countBuckets = (stepOf: (typeof GRANULARITIES)[number]): number => Math.ceil(rangeMs / stepMs(stepOf, rangeMs));
  const count = countBuckets(granularity);
  if (count <= maxBuckets) return [];
  const fitting = GRANULARITIES.find((one) => one !== 'auto' && countBuckets(one) <= maxBuckets);
  const cure = fitting === undefined ? 'only a shorter range would fit' : `${fitting} would fit`;
  return [`${granularity} would give ${count} buckets, but at most ${maxBuckets} are allowed; ${cure}`];
}

function specProblems({ sourceId, aggFn, groupBy }: SeriesSpec, index: number): readonly string[] {
  const series = `series ${index + 1}`;
  return [
    ...(sourceId.trim() === '' ? [`${series} has no sourceId`] : []),
    ...(aggFn.trim() === '' ? [`${series} has no aggFn`] : []),
    ...(groupBy.some((column) => column.trim() === '') ? [`${series} has an empty name in groupBy`] : []),
  ];
}

function groupProblems({ series: [first, ...others] }: SeriesQuery): readonly string[] {
  const wanted = JSON.stringify(first?.groupBy);
  const different = others.findIndex(({ groupBy }) => JSON.stringify(groupBy) !== wanted);
  if (different < 0) return [];
  return [
    `series ${different + 2} is grouped differently from series 1; groupBy is the same for all series of a query`,
  ];
}
