/** Gathers the values of one group into buckets, and says what each came to. */
export interface Aggregate {
  add(bucket: number, value: number, tick: number): void;
  /** null for a bucket without rows. */
  resultOf(bucket: number): number | null;
}

/** How an aggregate function makes one number of many, and whether the service writes it as a 64-bit count. */
export interface AggregateFunction {
  readonly counts?: true;
  create(buckets: number): Aggregate;
}

// Which quantile the service takes is not shown: a guess.
const QUANTILE = 0.95;

/** The aggregate functions that have been seen (field notes); `quantile` is the 95th percentile, interpolated. */
const FUNCTIONS: ReadonlyMap<string, AggregateFunction> = new Map<string, AggregateFunction>([
  ['count', { counts: true, create: (buckets) => fold(buckets, 0, (count) => count + 1) }],
  ['count_distinct', { counts: true, create: (buckets) => collect(buckets, countDistinct) }],
  ['sum', { create: (buckets) => fold(buckets, 0, (sum, value) => sum + value) }],
  ['avg', { create: createAverage }],
  ['min', { create: (buckets) => fold(buckets, Number.POSITIVE_INFINITY, Math.min) }],
  ['max', { create: (buckets) => fold(buckets, Number.NEGATIVE_INFINITY, Math.max) }],
  ['last_value', { create: createLast }],
  ['quantile', { create: (buckets) => collect(buckets, quantile) }],
]);

export function findAggregate(name: string): AggregateFunction | undefined {
  return FUNCTIONS.get(name);
}

function fold(buckets: number, initial: number, step: (kept: number, value: number) => number): Aggregate {
  const kept = new Float64Array(buckets).fill(initial);
  const seen = new Uint8Array(buckets);
  return {
    add(bucket, value) {
      kept[bucket] = step(kept[bucket] ?? initial, value);
      seen[bucket] = 1;
    },
    resultOf: (bucket) => (seen[bucket] === 1 ? (kept[bucket] ?? null) : null),
  };
}

function createAverage(buckets: number): Aggregate {
  const sums = new Float64Array(buckets);
  const counts = new Uint32Array(buckets);
  return {
    add(bucket, value) {
      sums[bucket] = (sums[bucket] ?? 0) + value;
      counts[bucket] = (counts[bucket] ?? 0) + 1;
    },
    resultOf(bucket) {
      const count = counts[bucket] ?? 0;
      return count === 0 ? null : (sums[bucket] ?? 0) / count;
    },
  };
}

// Of rows of one moment the last one that comes, which is the last one in the order of the fleet.
function createLast(buckets: number): Aggregate {
  const kept = new Float64Array(buckets);
  const ticks = new Float64Array(buckets).fill(Number.NEGATIVE_INFINITY);
  return {
    add(bucket, value, tick) {
      if (tick < (ticks[bucket] ?? 0)) return;
      kept[bucket] = value;
      ticks[bucket] = tick;
    },
    resultOf: (bucket) => (Number.isFinite(ticks[bucket]) ? (kept[bucket] ?? null) : null),
  };
}

// Values are kept as 8 bytes each, in lists that double: the bound on rows is a bound on memory.
function collect(buckets: number, reduce: (sorted: Float64Array) => number): Aggregate {
  const lists: (Float64Array | undefined)[] = Array.from({ length: buckets });
  const counts = new Uint32Array(buckets);
  return {
    add(bucket, value) {
      const count = counts[bucket] ?? 0;
      let list = lists[bucket] ?? new Float64Array(4);
      if (count === list.length) {
        const longer = new Float64Array(count * 2);
        longer.set(list);
        list = longer;
      }
      list[count] = value;
      lists[bucket] = list;
      counts[bucket] = count + 1;
    },
    resultOf(bucket) {
      const list = lists[bucket];
      return list === undefined ? null : reduce(list.subarray(0, counts[bucket]).sort());
    },
  };
}

function countDistinct(sorted: Float64Array): number {
  return sorted.reduce((count, value, index) => (index > 0 && sorted[index - 1] === value ? count : count + 1), 0);
}

function quantile(sorted: Float64Array): number {
  const position = QUANTILE * (sorted.length - 1);
  const below = Math.floor(position);
  const from = sorted[below] ?? 0;
  const to = sorted[Math.min(below + 1, sorted.length - 1)] ?? from;
  return from + (to - from) * (position - below);
}
