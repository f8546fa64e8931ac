import { DAY_MS, HOUR_MS, WEEK_MS } from '../model/clock.ts';
import type { Size } from '../model/size/size.ts';
import type { PipeHistory } from '../model/size/sizing.ts';
import { findQuantile, get } from './series.ts';

/** What a pipe had to do, from what it did. Arrays have one value a step. */
export interface Demand {
  /** Millicores that the arriving messages need; NaN where it is unknown. */
  readonly demand: Float32Array;
  /** Millicores that a cause other than the size allows at most; infinite without one. */
  readonly limit: Float32Array;
  /** Messages wait while most of the capacity is free: the limit is downstream, or too few partitions. */
  readonly isLimitedElsewhere: boolean;
  /** The busiest replica's load over the mean of all, at least 1; null where no messages waited for capacity. */
  readonly spread: number | null;
  /** The share of the capacity that may be used by a pipe whose messages never waited. */
  readonly believed: number;
  /** Messages waited in the last hour, or it is not known. */
  readonly isBehind: boolean;
}

/** Lag that is worked off within a minute is no lag. */
const TOLERATED_SECONDS = 60;

/** Fewer steps with waiting messages are jitter. */
const ENOUGH_STEPS = 4;

/** Lag while a pipe uses less than this share of its capacity has another cause than its size. */
const FREE_SHARE = 0.5;

/** Below this share of what a pipe uses while messages wait, something else limits the step. */
const FULL_SHARE = 0.9;

/** A pipe that never waited may use its highest share so far times this. A larger stretch leaves uneven pipes short, a smaller one costs 9%. */
const STRETCH = 1.35;

/** A saturated step shows a lower bound of its demand, which is taken to be this much more: the size grows a quarter at a time. */
const SATURATED = { share: 0.9, factor: 1.25 };

/** Zeros in fewer steps than this share are restarts, not idle times. */
const IDLE_SHARE = 0.05;

/** One replica does not show how several share a load. */
const SPREAD_OF_ONE = 2;

/** The demand of each step: without lag it is the use, with lag it is what arrives, times the CPU that a message takes. */
export function estimateDemand({ cpu, capacity, rate, lag, stepMs }: PipeHistory): Demand {
  const typicalRate = findQuantile(rate?.filter((value) => value > 0) ?? new Float32Array(), 0.5) ?? 0;
  const waits = (at: number) => get(lag, at) > typicalRate * TOLERATED_SECONDS && typicalRate > 0;
  const waited = (at: number) => waits(at) || waits(at - 1);
  const perMessage = findQuantile(
    cpu.map((use, at) => (get(rate, at) > typicalRate / 10 && !waited(at) ? use / get(rate, at) : Number.NaN)),
    0.5,
  );

  // A pipe with messages that still wait at the end of a step did all that it could.
  const shares = cpu.map((use, at) => (use > 0 && waits(at) ? use / get(capacity, at) : Number.NaN));
  // The largest capacity counts, if there was one: where it was not used more than a smaller one, the limit is elsewhere.
  const largest = capacity.reduce((most, value, at) => (get(shares, at) > 0 && value > most ? value : most), 0);
  const ofLargest = shares.filter((_, at) => get(capacity, at) >= FULL_SHARE * largest);
  const top = findTop(shares);
  const isLimitedElsewhere = top !== null && (findTop(ofLargest) ?? top) < FREE_SHARE;

  const isIdle = cpu.filter((use) => use === 0).length >= cpu.length * IDLE_SHARE;
  const demand = cpu.map((use, at) => {
    if (Number.isNaN(use)) return Number.NaN;
    if (waited(at)) {
      const growth = (get(lag, at) - get(lag, at - 1)) / (stepMs / 1_000);
      return Math.max(0, (get(rate, at) + growth) * (perMessage ?? Number.NaN));
    }
    if (use === 0 && !isIdle) return Number.NaN;
    const isSaturated = Number.isNaN(get(lag, at)) && use >= SATURATED.share * get(capacity, at);
    return isSaturated ? SATURATED.factor * get(capacity, at) : use;
  });
  const limit = cpu.map((use, at) => {
    const isFree = get(shares, at) < FULL_SHARE * (top ?? 0) || (isLimitedElsewhere && waits(at));
    return isFree ? use : Number.POSITIVE_INFINITY;
  });
  const mostUsed =
    findQuantile(
      cpu.map((use, at) => use / get(capacity, at)),
      0.99,
    ) ?? 0;
  const recent = [...cpu.keys()].slice(-Math.round(HOUR_MS / stepMs));
  return {
    demand,
    limit,
    isLimitedElsewhere,
    spread: top !== null && !isLimitedElsewhere ? Math.max(1, 1 / top) : null,
    believed: Math.min(1, Math.max(FREE_SHARE, mostUsed * STRETCH)),
    isBehind: lag !== null && (recent.some(waits) || recent.every((at) => Number.isNaN(get(lag, at)))),
  };
}

/** The share of its capacity that a pipe uses while messages wait; null where that is too seldom. */
function findTop(shares: Float32Array): number | null {
  return shares.filter((share) => share > 0).length < ENOUGH_STEPS ? null : findQuantile(shares, 0.9);
}

/**
 * The capacity of a size over that of it that can be used, for advice. What a pipe now needs counts `spread` alone, so that nothing grows on a
 * guess.
 * @param isSingle the pipe has one replica and no schedule.
 */
export function findUnevenness({ spread, believed }: Demand, isSingle: boolean): number {
  return isSingle ? Math.max(spread ?? 1, SPREAD_OF_ONE) : (spread ?? 1 / believed);
}

/** Millicores of a size that can be used until its busiest replica is full. */
export function usableOf({ replicas, cpuMillicores }: Pick<Size, 'replicas' | 'cpuMillicores'>, unevenness: number) {
  return (replicas * cpuMillicores) / Math.min(unevenness, replicas);
}

/** How far gaps look around for a known demand: in the same time of the week, and in the same time of any day. */
const AROUND = { weekSteps: 2, dayMs: HOUR_MS };

/**
 * The demand with its gaps filled by the highest known one of that time of the week, else of that time of any day, and at least by the
 * use: so that missing data does not make a smaller size look enough.
 */
export function fillGaps(demand: Float32Array, { cpu, stepMs }: PipeHistory): Float32Array {
  if (!demand.some(Number.isNaN)) return demand;
  const ofWeek = findHighest(demand, Math.round(WEEK_MS / stepMs), AROUND.weekSteps);
  const ofDay = findHighest(demand, Math.round(DAY_MS / stepMs), Math.round(AROUND.dayMs / stepMs));
  return demand.map((value, at) => {
    if (!Number.isNaN(value)) return value;
    const known = ofWeek(at) ?? ofDay(at) ?? Number.NaN;
    return Math.max(Number.isNaN(known) ? 0 : known, get(cpu, at) || 0);
  });
}

/** The highest known value near the same time of each period; null without one. */
function findHighest(values: Float32Array, period: number, around: number): (at: number) => number | null {
  const highest = new Float32Array(period).fill(Number.NEGATIVE_INFINITY);
  for (const [at, value] of values.entries()) {
    for (let near = at - around; near <= at + around; near += 1) {
      const time = (near + period) % period;
      if (value > get(highest, time)) highest[time] = value;
    }
  }
  return (at) => {
    const value = get(highest, at % period);
    return value === Number.NEGATIVE_INFINITY ? null : value;
  };
}
