import { DAY_MS, WEEK_MS } from '../../../src/model/clock.ts';
import { tail } from '../../../src/sizing/series.ts';
import { fitSize } from './fit-size.ts';
import { OTHERS_HEADROOMS } from './headrooms.ts';
import type { Rule } from './rule.ts';

const HISTORY_MS = 8 * DAY_MS;
const HALF_LIFE_MS = DAY_MS;
const PERCENTILE = 0.9;
const MEMORY_HEADROOM = 0.15;
const BUMP_AFTER_OUT_OF_MEMORY = { factor: 1.2, leastGb: 0.1 } as const;
const BUCKET_GROWTH = 0.05;
const FIRST_BUCKET = { millicores: 10, gigabytes: 0.01 } as const;

/**
 * The Kubernetes Vertical Pod Autoscaler with its defaults: the 90th percentile of eight days with a half-life of one, of CPU by
 * samples and of memory by the peaks of days, and a margin; a peak at the limit counts as a fifth more. Its margin for CPU
 * is the headroom, 15% by default.
 */
export const vpa: Rule = {
  name: 'vpa',
  decideEveryMs: WEEK_MS,
  headrooms: OTHERS_HEADROOMS,
  decide({ cpu, memory, stepMs }, { size: now }, options) {
    const millicores = decayingPercentile(tail(cpu, HISTORY_MS, stepMs), stepMs, FIRST_BUCKET.millicores);
    if (Number.isNaN(millicores)) return { size: now, windows: [] };
    const peaks = memory === null ? null : peaksOfDays(tail(memory, HISTORY_MS, stepMs), stepMs);
    const raised = peaks?.map((peak) => (peak < now.memoryGb * 0.999 ? peak : bump(peak)));
    const peak = raised === undefined ? Number.NaN : decayingPercentile(raised, DAY_MS, FIRST_BUCKET.gigabytes);
    const need = {
      millicores: millicores * (1 + options.headroom),
      memoryGb: Number.isNaN(peak) ? now.memoryGb : peak * (1 + MEMORY_HEADROOM),
    };
    return { size: fitSize(need, now, options), windows: [] };
  },
};

function bump(peakGb: number): number {
  const { factor, leastGb } = BUMP_AFTER_OUT_OF_MEMORY;
  return Math.max(peakGb * factor, peakGb + leastGb);
}

/** The largest value of each day, counted back from the end; NaN for a day without any. */
function peaksOfDays(series: Float32Array, stepMs: number): Float32Array {
  const perDay = Math.round(DAY_MS / stepMs);
  const days = Math.ceil(series.length / perDay);
  const peaks = new Float32Array(days).fill(Number.NaN);
  for (const [index, value] of series.entries()) {
    const day = days - 1 - Math.floor((series.length - 1 - index) / perDay);
    const peak = peaks[day] ?? Number.NaN;
    if (value > peak || Number.isNaN(peak)) peaks[day] = value;
  }
  return peaks;
}

/** The end of the exponential bucket in which the percentile is, as the autoscaler's histograms give it; NaN without values. */
function decayingPercentile(series: Float32Array, stepMs: number, firstBucket: number): number {
  const weights: number[] = [];
  let total = 0;
  for (const [index, value] of series.entries()) {
    if (Number.isNaN(value)) continue;
    const weight = 2 ** (((index - series.length) * stepMs) / HALF_LIFE_MS);
    const bucket = Math.floor(Math.log1p((value * BUCKET_GROWTH) / firstBucket) / Math.log1p(BUCKET_GROWTH));
    weights[bucket] = (weights[bucket] ?? 0) + weight;
    total += weight;
  }
  let sum = 0;
  for (let bucket = 0; bucket < weights.length; bucket += 1) {
    sum += weights[bucket] ?? 0;
    if (sum >= PERCENTILE * total) return (firstBucket * ((1 + BUCKET_GROWTH) ** (bucket + 1) - 1)) / BUCKET_GROWTH;
  }
  return Number.NaN;
}
