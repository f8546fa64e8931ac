import { chanceAt, seedOf, swingAt } from '../random.ts';
import { TICKS_PER_DAY } from './clock.ts';

const TICKS_PER_HOUR = TICKS_PER_DAY / 24;
const BUSIEST_TICK = 13 * TICKS_PER_HOUR;
// The most messages that a burst leaves waiting at the capacity that the load is sized for: far from any alert.
const BURST_BACKLOG = 4_000;
const BURST_CHANCE = 0.25;
const BURST_TICKS = { least: 4, most: 12 } as const;

// One day of the sinusoid for all pipes: the sine is the most expensive part of a tick.
const RHYTHM = Float64Array.from(
  { length: TICKS_PER_DAY },
  (_, tick) => 0.5 + 0.5 * Math.cos((2 * Math.PI * tick) / TICKS_PER_DAY),
);

/**
 * Messages that come in at a pipe during a tick: the daily rhythm with some noise, and a burst now and then. A function of the
 * pipe and of time alone, whatever is done to the pipe.
 * @param sizedFor what the pipe can process in one tick as the fleet began, in messages.
 */
export function createArrivals(pipeId: string, sizedFor: number): (tick: number) => number {
  const seed = seedOf(pipeId);
  // Share of `sizedFor` at the busiest time of day, and at the quietest.
  const peak = 0.74 + 0.03 * chanceAt(seed, -1);
  const trough = 0.36 + 0.08 * chanceAt(seed, -2);
  // The pipe is busiest up to an hour before or after 13:00 UTC.
  const busiest = BUSIEST_TICK + Math.round(TICKS_PER_HOUR * swingAt(seed, -3));
  // Most ticks are asked for in order.
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

/** The burst of an hour, wholly inside it; not every hour has one. The tick `to` is not part of it. */
function describeBurst(seed: number, hour: number) {
  if (chanceAt(seed ^ 0xb0057, hour) >= BURST_CHANCE) return null;
  const { least, most } = BURST_TICKS;
  const ticks = least + Math.floor(chanceAt(seed ^ 0x1e46, hour) * (most - least + 1));
  const from = hour * TICKS_PER_HOUR + Math.floor(chanceAt(seed ^ 0xbe61, hour) * (TICKS_PER_HOUR - ticks));
  return { from, to: from + ticks, factor: 1.2 + 0.4 * chanceAt(seed ^ 0xf0ac, hour) };
}
