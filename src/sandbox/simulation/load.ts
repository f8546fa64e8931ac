import { chanceAt, seedOf, swingAt } from '../random.ts';
import { TICKS_PER_DAY } from './clock.ts';

const TICKS_PER_HOUR = TICKS_PER_DAY / 24;
const BUSIEST_TICK = 13 * TICKS_PER_HOUR;
const PHASES_PER_HOUR = 6;
const TICKS_PER_PHASE = TICKS_PER_HOUR / PHASES_PER_HOUR;
const WEEKEND = 0.97;
// The most messages that a burst leaves waiting at the capacity that the load is sized for: far from any alert.
const BURST_BACKLOG = 4_000;
const BURST_CHANCE = 0.25;
const BURST_TICKS = { least: 4, most: 12 } as const;

// One day of the sinusoid for all pipes: the sine is the most expensive part of a tick.
const RHYTHM = Float64Array.from(
  { length: TICKS_PER_DAY },
  (_, tick) => 0.5 + 0.5 * Math.cos((2 * Math.PI * tick) / TICKS_PER_DAY),
);

/** What one hour is like at a pipe. */
interface Hour {
  readonly dayFactor: number;
  /** At the beginning of each of its six phases, and at its end. */
  readonly swings: readonly number[];
  /** The ticks of its burst, the second one not included; both 0 when it has none. */
  readonly burst: readonly [from: number, to: number];
  readonly burstFactor: number;
}

/**
 * Messages that come in at a pipe during a tick: the daily rhythm, better and worse days and phases, and a burst now and then.
 * A function of the pipe and of time alone, whatever is done to the pipe.
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
  let hour = describeHour(seed, 0);
  return (tick) => {
    const wanted = Math.floor(tick / TICKS_PER_HOUR);
    if (wanted !== known) hour = describeHour(seed, wanted);
    known = wanted;
    const sinceBusiest = (((tick - busiest) % TICKS_PER_DAY) + TICKS_PER_DAY) % TICKS_PER_DAY;
    const share = (trough + (peak - trough) * (RHYTHM[sinceBusiest] ?? 0)) * hour.dayFactor * phaseFactor(hour, tick);
    const usual = sizedFor * share * (1 + 0.03 * swingAt(seed, tick));
    const [from, to] = hour.burst;
    if (tick < from || tick >= to) return Math.round(usual);
    const most = sizedFor + BURST_BACKLOG / (to - from);
    return Math.round(Math.max(usual, Math.min(usual * hour.burstFactor, most)));
  };
}

function describeHour(seed: number, hour: number): Hour {
  const day = Math.floor(hour / 24);
  // The epoch began on a Thursday.
  const weekday = (day + 4) % 7;
  const firstPhase = hour * PHASES_PER_HOUR;
  return {
    dayFactor: (1 + 0.015 * swingAt(seed ^ 0x0da1, day)) * (weekday === 0 || weekday === 6 ? WEEKEND : 1),
    swings: Array.from({ length: PHASES_PER_HOUR + 1 }, (_, index) => swingAt(seed ^ 0x5be11, firstPhase + index)),
    burst: findBurst(seed, hour),
    burstFactor: 1.2 + 0.4 * chanceAt(seed ^ 0xf0ac, hour),
  };
}

/** At most one burst an hour, wholly inside it. */
function findBurst(seed: number, hour: number): Hour['burst'] {
  if (chanceAt(seed ^ 0xb0057, hour) >= BURST_CHANCE) return [0, 0];
  const { least, most } = BURST_TICKS;
  const length = least + Math.floor(chanceAt(seed ^ 0x1e46, hour) * (most - least + 1));
  const into = Math.floor(chanceAt(seed ^ 0xbe61, hour) * (TICKS_PER_HOUR - length));
  const from = hour * TICKS_PER_HOUR + into;
  return [from, from + length];
}

function phaseFactor({ swings }: Hour, tick: number): number {
  const along = (tick % TICKS_PER_HOUR) / TICKS_PER_PHASE;
  const phase = Math.floor(along);
  const from = swings[phase] ?? 0;
  const to = swings[phase + 1] ?? 0;
  return 1 + 0.025 * (from + (to - from) * (along - phase));
}
