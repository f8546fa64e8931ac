import type { PipeHistory } from '../model/size/sizing.ts';

/** The last `durationMs` of a series. */
export function tail(series: Float32Array, durationMs: number, stepMs: number): Float32Array {
  return series.subarray(Math.max(0, series.length - Math.round(durationMs / stepMs)));
}

/** The largest known value; null without any. */
export function findPeak(series: Float32Array): number | null {
  const peak = series.reduce((most, value) => (value > most ? value : most), Number.NEGATIVE_INFINITY);
  return peak === Number.NEGATIVE_INFINITY ? null : peak;
}

/** A history without its first steps. */
export function skipSteps(history: PipeHistory, steps: number): PipeHistory {
  const startMs = history.startMs + steps * history.stepMs;
  return { ...cut(history, (series) => series.subarray(steps)), startMs };
}

/** Cuts a history to its first steps. */
export function firstSteps(history: PipeHistory, steps: number): PipeHistory {
  return cut(history, (series) => series.subarray(0, steps));
}

function cut(history: PipeHistory, part: (series: Float32Array) => Float32Array): PipeHistory {
  const { startMs, stepMs, cpu, memory, rate, lag, capacity } = history;
  return {
    ...{ startMs, stepMs, cpu: part(cpu), capacity: part(capacity) },
    ...{ memory: memory && part(memory), rate: rate && part(rate), lag: lag && part(lag) },
  };
}

/** NaN where it is unknown. */
export function get(series: Float32Array | null, at: number): number {
  return series?.[at] ?? Number.NaN;
}

/** null without finite values. A sort puts what is infinite or unknown last; to sort all takes half the time of a filter before it. */
export function findQuantile(series: Float32Array, share: number): number | null {
  const sorted = series.slice().sort();
  let known = sorted.length;
  while (known > 0 && !Number.isFinite(sorted[known - 1])) known -= 1;
  return known === 0 ? null : (sorted[Math.floor(known * share)] ?? null);
}
