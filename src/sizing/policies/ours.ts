import { WEEK_MS } from '../../model/clock.ts';
import type { Advice, PipeHistory, PolicyName, Size, SizingOptions } from '../../model/size/sizing.ts';
import { adviseFixedSize, adviseSize } from '../advise-size.ts';
import { skipSteps } from '../series.ts';
import type { Policy } from './policy.ts';

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
      const tooOld = Math.max(0, seen.cpu.length - Math.round(HISTORY_MS / seen.stepMs));
      const { advised, windows } = advise(skipSteps(seen, tooOld), now, options);
      return { size: advised ?? now, windows };
    },
  };
}
