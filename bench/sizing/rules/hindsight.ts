import { WEEK_MS } from '../../../src/model/clock.ts';
import { usableOf } from '../../../src/sizing/demand.ts';
import { findPeak } from '../../../src/sizing/series.ts';
import { findLeastCapacity } from '../../../src/sizing/short-share.ts';
import { hourlyCost, listSizes } from '../../../src/sizing/sizes.ts';
import { hoursOfWeek } from '../../../src/sizing/week-of-sizes.ts';
import { findWindows } from '../../../src/sizing/windows.ts';
import type { Trace } from '../trace.ts';
import type { Decision, Rule } from './rule.ts';

/** The cheapest three windows of each week for what that week brings, which only hindsight knows: how far any rule with windows is from the best. */
export function hindsightWindows({ arrivals, perMessage, downstream, memoryGb, unevenness, ...time }: Trace): Rule {
  const week = Math.round(WEEK_MS / time.stepMs);
  return {
    name: 'hindsight, windows',
    decideEveryMs: WEEK_MS,
    headrooms: [0],
    decide({ cpu: { length: from } }, now, options): Decision {
      const demand = arrivals.subarray(from, from + week).map((rate) => rate * perMessage);
      const limit = demand.map((_, at) => (downstream?.[from + at] ?? Number.POSITIVE_INFINITY) * perMessage);
      const past = { demand, limit, stepMs: time.stepMs, headroom: 0 };
      const memory = findPeak(memoryGb.subarray(from, from + week)) ?? 0;
      const least = findLeastCapacity(past, MOST_SHORT);
      const sizes = listSizes(memory, now.size, options).filter((size) => usableOf(size, unevenness) >= least);
      const plans = sizes.slice(0, 40).flatMap((size) => {
        const hours = hoursOfWeek(options.timezone, time.startMs + from * time.stepMs, time.stepMs, demand.length);
        const found = findWindows(past, {
          ...{ hours, size, unevenness, mostShort: MOST_SHORT, timezone: options.timezone },
          leastReplicas: options.limits.replicas.min,
        });
        const fixed = { size, windows: [], cost: hourlyCost(size, options) };
        if (found === null) return [fixed];
        const { replicas, windows, mean } = found;
        return [
          fixed,
          { size: { ...size, replicas }, windows, cost: hourlyCost({ ...size, replicas: mean }, options) },
        ];
      });
      return plans.sort((a, b) => a.cost - b.cost)[0] ?? now;
    },
  };
}

const MOST_SHORT = 0.005;
