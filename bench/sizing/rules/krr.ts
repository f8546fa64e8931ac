import { WEEK_MS } from '../../../src/model/clock.ts';
import { findPeak, tail } from '../../../src/sizing/series.ts';
import { fitSize } from './fit-size.ts';
import { OTHERS_HEADROOMS } from './headrooms.ts';
import type { Rule } from './rule.ts';

const HISTORY_MS = 2 * WEEK_MS;
const PERCENTILE = 0.95;
const MEMORY_HEADROOM = 0.15;

/**
 * The simple strategy of KRR with its defaults: the 95th percentile of CPU and the peak of memory plus 15%, of two weeks. It has no
 * margin for CPU; the headroom is one.
 */
export const krr: Rule = {
  name: 'krr',
  decideEveryMs: WEEK_MS,
  headrooms: OTHERS_HEADROOMS,
  decide({ cpu, memory, stepMs }, { size: now }, options) {
    const known = tail(cpu, HISTORY_MS, stepMs)
      .filter((value) => !Number.isNaN(value))
      .sort();
    if (known.length === 0) return { size: now, windows: [] };
    const peak = memory === null ? null : findPeak(tail(memory, HISTORY_MS, stepMs));
    const need = {
      millicores: percentile(known, PERCENTILE) * (1 + options.headroom),
      memoryGb: peak === null ? now.memoryGb : peak * (1 + MEMORY_HEADROOM),
    };
    return { size: fitSize(need, now, options), windows: [] };
  },
};

/** Between two values, the share of the way. */
function percentile(sorted: Float32Array, share: number): number {
  const position = share * (sorted.length - 1);
  const lower = sorted[Math.floor(position)] ?? 0;
  const upper = sorted[Math.ceil(position)] ?? 0;
  return lower + (upper - lower) * (position - Math.floor(position));
}
