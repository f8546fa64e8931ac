import type { Size } from '../../../src/model/size/size.ts';
import type { PipeState } from '../../../src/sandbox/workload/step-pipe.ts';
import { findPeak } from '../../../src/sizing/series.ts';
import { listSizes } from '../../../src/sizing/sizes.ts';
import { type ReplayOptions, replayHistory } from '../replay.ts';
import { stepTrace, type Trace } from '../trace.ts';
import type { Rule } from './rule.ts';

/** One size for ever. */
export function fixedAt(size: Size): Rule {
  const decide = () => ({ size, windows: [] });
  return { name: 'fixed', decideEveryMs: Number.POSITIVE_INFINITY, headrooms: [], decide };
}

/**
 * The cheapest fixed size with at most `mostShort` (a share) of the counted steps short of capacity, which only hindsight knows; the most
 * expensive one where no size is enough.
 */
export function findBestFixed(trace: Trace, options: ReplayOptions, mostShort: number): Size {
  const needed = findPeak(trace.memoryGb.subarray(options.from)) ?? options.size.memoryGb;
  const most = mostShort * trace.arrivals.subarray(options.from).filter((value) => !Number.isNaN(value)).length;
  const first = replayHistory(trace, options);
  const sizes = listSizes(needed, options.size, options);
  return sizes.find((size) => isEnough(trace, size, options.from, first, most)) ?? sizes.at(-1) ?? options.size;
}

/** Whether at most so many steps are short. */
function isEnough(trace: Trace, size: Size, from: number, first: PipeState, most: number): boolean {
  let state = first;
  let short = 0;
  for (let index = from; index < trace.arrivals.length && short <= most; index += 1) {
    if (Number.isNaN(trace.arrivals[index])) continue;
    const step = stepTrace(state, trace, index, size);
    if (step.isShort) short += 1;
    state = step;
  }
  return short <= most;
}
