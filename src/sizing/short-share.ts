import { HOUR_MS, MINUTE_MS } from '../model/clock.ts';
import type { Demand } from './demand.ts';

/** What a size has to hold, one value a step. */
export interface Past extends Pick<Demand, 'demand' | 'limit'> {
  readonly stepMs: number;
  /** What is added to the demand, as a share. */
  readonly headroom: number;
}

/**
 * The share of the known steps in which a capacity could not take in what arrives, and what waits within an hour: the choice
 * of a size, its evidence and the backtest alike. A step with a limit elsewhere has no headroom, since no size helps there.
 * @param capacityAt the usable millicores in a step.
 */
export function findShortShare(
  { demand, limit, stepMs, headroom }: Past,
  capacityAt: (step: number) => number,
): number {
  let waiting = 0;
  let short = 0;
  let known = 0;
  for (let at = 0; at < demand.length; at += 1) {
    const measured = demand[at] ?? Number.NaN;
    if (Number.isNaN(measured)) continue;
    known += 1;
    const capacity = capacityAt(at);
    const possible = limit[at] ?? Number.POSITIVE_INFINITY;
    const arriving = possible < Number.POSITIVE_INFINITY ? measured : measured * (1 + headroom);
    const needed = Math.min(possible, arriving + (waiting * stepMs) / HOUR_MS);
    waiting = Math.max(0, waiting + arriving - Math.min(capacity, possible));
    if (waiting > (capacity * MINUTE_MS) / stepMs && capacity < needed) short += 1;
  }
  return known === 0 ? 0 : short / known;
}

/** What the search of the least capacity may be off by, as a share of it. */
const PRECISION = 1e-3;

/** The least usable millicores with which at most a share of the past is short; more is never short for longer. */
export function findLeastCapacity(past: Past, mostShort: number): number {
  let low = 0;
  let high = past.demand.reduce((most, value) => (value > most ? value : most), 1) * (1 + past.headroom);
  // A backlog of a time with a limit elsewhere may take more than any step alone.
  while (findShortShare(past, () => high) > mostShort) high *= 2;
  while (high - low > high * PRECISION) {
    const middle = (low + high) / 2;
    if (findShortShare(past, () => middle) <= mostShort) high = middle;
    else low = middle;
  }
  return high;
}
