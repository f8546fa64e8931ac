import { DAY_MS, WEEK_MS } from '../../../src/model/clock.ts';
import type { PipeHistory, SizingOptions } from '../../../src/model/size/sizing.ts';
import { adviseSize } from '../../../src/sizing/decide.ts';
import { skipSteps } from '../../../src/sizing/series.ts';
import { hoursOfWeek, largestSize, sizesByStep } from '../../../src/sizing/week-of-sizes.ts';
import type { Decision, Rule } from './rule.ts';

/** What `recommend` reads by default, and the headroom that it adds. */
const HISTORY_MS = 5 * WEEK_MS;
const HEADROOM = 0.1;

export const oursWeekly: Rule = { name: 'pipeform, weekly', decideEveryMs: WEEK_MS, headrooms: [HEADROOM], decide };
export const oursDaily: Rule = { name: 'pipeform, daily', decideEveryMs: DAY_MS, headrooms: [HEADROOM], decide };

function decide(seen: PipeHistory, now: Decision, options: SizingOptions): Decision {
  const tooOld = Math.max(0, seen.cpu.length - Math.round(HISTORY_MS / seen.stepMs));
  const history = skipSteps(seen, tooOld);
  const largest = largestSize(now.size, now.windows);
  const { verdict, advised, windows } = adviseSize(history, largest, options, scheduleOf(history, now, options));
  return advised === null || verdict === 'keep' ? now : { size: advised, windows };
}

function scheduleOf({ startMs, stepMs, cpu }: PipeHistory, { size, windows }: Decision, { timezone }: SizingOptions) {
  if (windows.length === 0) return null;
  return { outside: size, sizes: sizesByStep(size, windows, hoursOfWeek(timezone, startMs, stepMs, cpu.length)) };
}
