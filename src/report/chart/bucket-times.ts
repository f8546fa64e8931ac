import { GRANULARITIES, type SeriesQuery, type SeriesRow, stepMs } from '../../model/series.ts';

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
export function bucketTimes(query: SeriesQuery, rows: readonly SeriesRow[]): readonly number[] {
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
