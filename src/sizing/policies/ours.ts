import type { Advice, PipeHistory, PolicyName, Size, SizingOptions } from '../../model/sizing.ts';
import { adviseFixedSize, adviseSize } from '../advise-size.ts';
import { type Policy, tail, WEEK_MS } from './policy.ts';

/** What `recommend` reads by default. */
const HISTORY_MS = 4 * WEEK_MS;

export const oursFixed = createPolicy('fixed', adviseFixedSize);
export const oursWindows = createPolicy('windows', adviseSize);

/** Takes the advice once a week. */
function createPolicy(
  name: PolicyName,
  advise: (history: PipeHistory, now: Size, options: SizingOptions) => Advice,
): Policy {
  return {
    name,
    decideEveryMs: WEEK_MS,
    decide(seen, now, options) {
      const { advised, windows } = advise(cutHistory(seen), now, options);
      return { size: advised ?? now, windows };
    },
  };
}

function cutHistory({ startMs, stepMs, cpu, memory, rate, lag, capacity }: PipeHistory): PipeHistory {
  const cut = (series: Float32Array) => tail(series, HISTORY_MS, stepMs);
  return {
    startMs: startMs + (cpu.length - cut(cpu).length) * stepMs,
    ...{ stepMs, cpu: cut(cpu), capacity: cut(capacity) },
    memory: memory === null ? null : cut(memory),
    rate: rate === null ? null : cut(rate),
    lag: lag === null ? null : cut(lag),
  };
}
