import { DAY_MS, HOUR_MS } from '../model/clock.ts';
import type { PipeHistory } from '../model/size/sizing.ts';
import { findQuantile, get } from './series.ts';

/** What a pipe had to do, from what it did. Arrays have one value a step. */
export interface DemandEstimate {
  /** Millicores that the arriving messages need; NaN where it is unknown. */
  readonly demand: Float32Array;
  /** Millicores that could be used at most, because of a limit downstream or of partitions; infinite without one. */
  readonly limit: Float32Array;
  /** A limit was found: there, more capacity brings no throughput. */
  readonly isLimited: boolean;
  /** The largest replica's load over the mean of all, at least 1, as lag showed it: 1 / unevenness of the capacity can be used. */
  readonly unevenness: number;
  /** What it may be: a pipe that never was near its capacity has not shown how much of that can be used. */
  readonly possibleUnevenness: number;
  /** Millicores for one message a second, from times without lag; null without rate. */
  readonly perMessage: number | null;
  /** Messages waited in the last hour, or it is not known. */
  readonly isBehind: boolean;
  /** The share of steps with a known demand. */
  readonly knownShare: number;
}

/** Lag that is worked off within a minute is no lag. */
const TOLERATED_SECONDS = 60;

/** From this share of the usable capacity on, an average may hide that it was short. */
const NEAR_CAPACITY = 0.9;

/** Lag while less than this share of the capacity is used has another reason than capacity. */
const FREE_CAPACITY = 0.5;

/** The use that was seen, times this, is believed to be possible. */
const BELIEVED_STRETCH = 1.7;

/** Fewer steps than these are jitter. */
const ENOUGH_STEPS = 4;

/** Capacity that grows by the one factor, and throughput by less than the other, was useless. */
const CAPACITY_GAIN = 1.1;
const THROUGHPUT_GAIN = 1.05;

/** Zeros in fewer steps than this share are restarts, not idle times. */
const IDLE_SHARE = 0.05;

/**
 * The demand of each step: without lag it is the use, with lag it is what arrives, times the price of a message. Unknown are steps without
 * data, steps near capacity without rate and lag, and zeros after a restart.
 */
export function estimateDemand(history: PipeHistory): DemandEstimate {
  const { cpu, capacity, rate, lag, stepMs } = history;
  const { typicalRate, waits } = findWaits(history);
  const growth = (at: number) => (get(lag, at) - get(lag, at - 1)) / (stepMs / 1_000);
  const perMessage = findQuantile(
    cpu.map((use, at) => use / get(rate, at)).filter((_, at) => get(rate, at) > typicalRate / 10 && !waits(at)),
    0.5,
  );

  // A pipe with messages that still wait at the end of a step did all that it could.
  const shares = cpu.map((use, at) => (use > 0 && waits(at) ? use / get(capacity, at) : Number.NaN));
  const plateau = findPlateau(cpu, capacity, shares);
  const full = shares.filter((share, at) => share >= FREE_CAPACITY && get(cpu, at) < plateau);
  const unevenness = full.length < ENOUGH_STEPS ? 1 : Math.max(1, 1 / (findQuantile(full, 0.5) ?? 1));
  const limit = cpu.map((use, at) => {
    const isFree = get(shares, at) < NEAR_CAPACITY / unevenness;
    return isFree || (!Number.isNaN(get(shares, at)) && use >= plateau) ? use : Number.POSITIVE_INFINITY;
  });

  const isLimited = limit.filter((value) => value < Number.POSITIVE_INFINITY).length >= ENOUGH_STEPS;
  const mostUsed =
    findQuantile(
      cpu.map((use, at) => use / get(capacity, at)),
      0.99,
    ) ?? 0;
  const believed = Math.max(FREE_CAPACITY, Math.min(1, mostUsed * (isLimited ? 1 : BELIEVED_STRETCH)));

  const recent = [...cpu.keys()].slice(-Math.round(HOUR_MS / stepMs));
  const isIdle = cpu.filter((use) => use === 0).length > cpu.length * IDLE_SHARE;
  const demand = cpu.map((use, at) => {
    if (Number.isNaN(use) || (use === 0 && !isIdle && !(growth(at) > 0))) return Number.NaN;
    const arriving = (get(rate, at) + growth(at)) * (perMessage ?? Number.NaN);
    if (Number.isNaN(arriving)) return use < (get(capacity, at) * NEAR_CAPACITY) / unevenness ? use : Number.NaN;
    return waits(at) || waits(at - 1) ? Math.max(0, arriving) : use;
  });
  return {
    demand,
    limit,
    isLimited,
    unevenness,
    possibleUnevenness: full.length < ENOUGH_STEPS ? 1 / believed : unevenness,
    perMessage,
    isBehind: lag !== null && (recent.some(waits) || recent.every((at) => Number.isNaN(get(lag, at)))),
    knownShare: demand.filter((value) => !Number.isNaN(value)).length / Math.max(1, demand.length),
  };
}

/** Messages a second of a usual step that has some, and whether messages wait at a step; what is not known does not wait. */
export function findWaits({ rate, lag }: Pick<PipeHistory, 'rate' | 'lag'>) {
  const typicalRate = findQuantile(rate?.filter((value) => value > 0) ?? new Float32Array(), 0.5) ?? 0;
  return { typicalRate, waits: (at: number) => get(lag, at) > typicalRate * TOLERATED_SECONDS };
}

/**
 * The use that a pipe on which messages wait reaches with its largest capacity and with a smaller one alike: more capacity brings no
 * throughput. Infinite without one.
 */
function findPlateau(cpu: Float32Array, capacity: Float32Array, shares: Float32Array): number {
  const isBusy = (at: number) => !Number.isNaN(get(shares, at));
  const largest = capacity.reduce((most, value, at) => (isBusy(at) && value > most ? value : most), 0);
  const after = cpu.filter((_, at) => isBusy(at) && capacity[at] === largest);
  const before = cpu.filter((_, at) => isBusy(at) && get(capacity, at) * CAPACITY_GAIN < largest);
  if (Math.min(before.length, after.length) < ENOUGH_STEPS) return Number.POSITIVE_INFINITY;
  const gain = (findQuantile(after, 0.9) ?? 0) / (findQuantile(before, 0.9) ?? 0);
  const isUseless = gain < THROUGHPUT_GAIN && gain > 1 / THROUGHPUT_GAIN;
  return isUseless ? (findQuantile(after, 0.9) ?? 0) / THROUGHPUT_GAIN : Number.POSITIVE_INFINITY;
}

/**
 * The demand with its gaps filled by the highest known one of any day at the same time, give or take an hour, and at least by the use: so
 * that what is missing does not make a smaller size look enough.
 */
export function fillGaps(demand: Float32Array, { cpu, stepMs }: PipeHistory): Float32Array {
  const perDay = Math.round(DAY_MS / stepMs);
  const around = Math.round(HOUR_MS / stepMs);
  const highest = new Float32Array(perDay);
  for (const [at, value] of demand.entries()) {
    for (let near = at - around; near <= at + around; near += 1) {
      const time = (near + perDay) % perDay;
      if (value > (highest[time] ?? 0)) highest[time] = value;
    }
  }
  return demand.map((value, at) =>
    Number.isNaN(value) ? Math.max(highest[at % perDay] ?? 0, get(cpu, at) || 0) : value,
  );
}
