import { HOUR_MS, MINUTE_MS } from '../model/clock.ts';
import { capacityOf, type Size } from '../model/size/sizing.ts';
import type { DemandEstimate } from './estimate-demand.ts';

/** What a size has to hold, one value a step. */
export interface Past extends Pick<DemandEstimate, 'demand' | 'limit'> {
  readonly stepMs: number;
  /** What is added to the demand, as a share. */
  readonly headroom: number;
}

/** Millicores that can be used until the largest replica is full. */
export function usableOf(size: Size, unevenness: number): number {
  return capacityOf(size) / Math.min(unevenness, size.replicas);
}

/**
 * The share of the known steps in which a capacity could not take in what arrives, and what waits within an hour; as `stepPipe` has it.
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

/** The sizes, in their order, that are short for at most a share of the past. More capacity is never short for longer. */
export function findEnough(past: Past, sizes: readonly Size[], unevenness: number, mostShort: number): readonly Size[] {
  const levels = [...new Set(sizes.map((size) => usableOf(size, unevenness)))].sort((a, b) => a - b);
  let [low, high] = [0, levels.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (findShortShare(past, () => levels[middle] ?? 0) <= mostShort) high = middle;
    else low = middle + 1;
  }
  const least = levels[low] ?? Number.POSITIVE_INFINITY;
  return sizes.filter((size) => usableOf(size, unevenness) >= least);
}
