import { DAY_MS } from '../model/clock.ts';
import type { Band } from '../model/fleet.ts';
import { count, formatPercent } from '../model/number.ts';
import type { AdvisedPipe } from '../model/size/advice-report.ts';
import type { PipeHistory } from '../model/size/sizing.ts';
import { findWaits } from './estimate-demand.ts';
import { clamp } from './fit-size.ts';
import { findQuantile, get } from './series.ts';

/** The share of the time since the last update in which messages may wait. */
const MOST_WAITING = 0.02;

const LEAST_DAYS = 7;
/** Since the last update: what it brought has to be seen first. */
const LEAST_DAYS_SINCE = 1;

/** So many steps with lag show a throughput. Of those before the last update, only the latest are surely of the concurrency before. */
const ENOUGH_STEPS = 8;

/** What an update has to bring for another step: this share of throughput, or half of a proportional gain where that is less. */
const LEAST_GAIN = 0.05;

/** The concurrency of a pipe. `limits`: what it may become. `updatedMs`: the time of the last update of the pipe. */
export interface ConcurrencyNow {
  readonly now: number;
  readonly limits: Band;
  readonly updatedMs: number;
}

type ConcurrencyAdvice = Pick<AdvisedPipe, 'verdict' | 'reason' | 'isLimited' | 'concurrency'>;

/**
 * One step more while messages wait, unless the last update brought hardly any throughput. Never less: concurrency has no price, and what less
 * of it does is not known. What is missing counts as no wait.
 */
export function adviseConcurrency(
  history: Pick<PipeHistory, 'startMs' | 'stepMs' | 'rate' | 'lag'>,
  { now, limits, updatedMs }: ConcurrencyNow,
): ConcurrencyAdvice {
  const { startMs, stepMs, rate, lag } = history;
  const { waits } = findWaits(history);
  const isKnown = (at: number) => !Number.isNaN(get(lag, at)) && !Number.isNaN(get(rate, at));
  // A pipe that takes in nothing does not wait for concurrency.
  const isWaiting = (at: number) => waits(at) && get(rate, at) > 0;
  const daysOf = (steps: readonly number[]) => (steps.length * stepMs) / DAY_MS;
  const throughputOf = (steps: readonly number[]) =>
    findQuantile(
      Float32Array.from(steps, (at) => get(rate, at)),
      0.5,
    ) ?? 0;

  const steps = [...(lag ?? []).keys()];
  const updated = (updatedMs - startMs) / stepMs;
  const since = steps.filter((at) => at >= updated);
  const known = daysOf(steps.filter(isKnown));
  const unknown = (reason: string) => ({ verdict: 'unknown', reason, isLimited: false }) as const;
  if (known < LEAST_DAYS) {
    return unknown(`Only ${count(Math.floor(known), 'day')} of lag and rate; advice needs ${LEAST_DAYS}.`);
  }
  if (daysOf(since.filter(isKnown)) < LEAST_DAYS_SINCE) {
    return unknown('Less than a day of lag and rate since the last update of the pipe.');
  }

  const waiting = since.filter(isWaiting);
  const before = steps.filter((at) => at + 1 <= updated && isWaiting(at)).slice(-ENOUGH_STEPS);
  const share = waiting.length / since.length;
  const keep = (reason: string, isLimited = false) =>
    ({ verdict: 'keep', reason, isLimited, concurrency: { now, advised: now } }) as const;
  if (waiting.length === 0) return keep('Nothing waits.');
  const waited = `Messages waited for ${formatPercent(share, 1)} of the last ${count(Math.floor(daysOf(since)), 'day')}`;
  if (waiting.length < ENOUGH_STEPS || share <= MOST_WAITING) return keep(`${waited}, which is seldom.`);
  const gain = throughputOf(waiting) / throughputOf(before) - 1;
  if (before.length === ENOUGH_STEPS && gain < Math.min(LEAST_GAIN, 0.5 / now)) {
    return keep(`${waited}, but throughput was ${formatPercent(1 + gain, 1)} of that before the last update.`, true);
  }
  const advised = now + 1;
  if (clamp(advised, limits) !== advised) return keep(`${waited}, and more is not possible within its limits.`);
  return {
    verdict: 'grow',
    reason: `${waited}; one step more may help.`,
    isLimited: false,
    concurrency: { now, advised },
  };
}
