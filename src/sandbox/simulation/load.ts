import { chanceAt, seedOf, swingAt } from '../../model/random.ts';
import { TICKS_PER_DAY } from './clock.ts';

const TICKS_PER_HOUR = TICKS_PER_DAY / 24;
const BUSIEST_TICK = 13 * TICKS_PER_HOUR;
// The most messages that a burst leaves waiting. Far below the threshold of the alert.
const BURST_BACKLOG = 4_000;
const BURST_CHANCE = 0.25;
const BURST_TICKS = { least: 4, most: 12 } as const;

// Computed once, since the cosine is the most expensive part of a tick.
const RHYTHM = Float64Array.from(
  { length: TICKS_PER_DAY },
  (_, tick) => 0.5 + 0.5 * Math.cos((2 * Math.PI * tick) / TICKS_PER_DAY),
);

/**
 * Returns the messages that arrive during a tick: a daily rhythm with noise and bursts. They depend only on the pipe and the time.
 * @param sizedFor the initial capacity of the pipe, in messages per tick.
 */
export function createArrivals(pipeId: string, sizedFor: number): (tick: number) => number {
  const seed = seedOf(pipeId);
  // Shares of `sizedFor`.
  const peak = 0.74 + 0.03 * chanceAt(seed, -1);
  const trough = 0.36 + 0.08 * chanceAt(seed, -2);
  // At most one hour before or after 13:00 UTC.
  const busiest = BUSIEST_TICK + Math.round(TICKS_PER_HOUR * swingAt(seed, -3));
  // Cached, since most ticks are computed in order.
  let known = Number.NaN;
  let burst = describeBurst(seed, 0);
  return (tick) => {
    const hour = Math.floor(tick / TICKS_PER_HOUR);
    if (hour !== known) burst = describeBurst(seed, hour);
    known = hour;
    const sinceBusiest = (((tick - busiest) % TICKS_PER_DAY) + TICKS_PER_DAY) % TICKS_PER_DAY;
    const share = trough + (peak - trough) * (RHYTHM[sinceBusiest] ?? 0);
    const usual = sizedFor * share * (1 + 0.05 * swingAt(seed, tick));
    if (burst === null || tick < burst.from || tick >= burst.to) return Math.round(usual);
    const most = sizedFor + BURST_BACKLOG / (burst.to - burst.from);
    return Math.round(Math.max(usual, Math.min(usual * burst.factor, most)));
  };
}

/** The burst inside an hour, null for most hours. The tick `to` is excluded. */
function describeBurst(seed: number, hour: number) {
  if (chanceAt(seed ^ 0xb0057, hour) >= BURST_CHANCE) return null;
  const { least, most } = BURST_TICKS;
  const ticks = least + Math.floor(chanceAt(seed ^ 0x1e46, hour) * (most - least + 1));
  const from = hour * TICKS_PER_HOUR + Math.floor(chanceAt(seed ^ 0xbe61, hour) * (TICKS_PER_HOUR - ticks));
  return { from, to: from + ticks, factor: 1.2 + 0.4 * chanceAt(seed ^ 0xf0ac, hour) };
}
