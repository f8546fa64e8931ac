import { chanceAt, seedOf, swingAt } from '../random.ts';
import { TICKS_PER_DAY } from './clock.ts';

/** What comes in at one pipe: a function of the pipe and of time alone, whatever is done to the pipe. */
export interface Load {
  readonly seed: number;
  /** What the pipe can process in one tick as the fleet began, in messages: the load is sized by it. */
  readonly sizedFor: number;
  /** Share of `sizedFor` that comes in at the busiest time of day, and at the quietest. */
  readonly peak: number;
  readonly trough: number;
  /** How many ticks after 13:00 UTC the pipe is busiest; up to an hour, before or after. */
  readonly shift: number;
}

const TICKS_PER_HOUR = TICKS_PER_DAY / 24;
const BUSIEST_TICK = 13 * TICKS_PER_HOUR;
const SPELLS_PER_HOUR = 6;
const TICKS_PER_SPELL = TICKS_PER_HOUR / SPELLS_PER_HOUR;
const WEEKEND = 0.97;
// A burst leaves at most so many messages waiting with the capacity that the load is sized for: far from any alert.
const BURST_BACKLOG = 4_000;
const BURST_CHANCE = 0.25;
const BURST_TICKS = { least: 4, most: 12 } as const;

// One day of the sinusoid for all pipes: the sine is the dearest part of a tick.
const RHYTHM = Float64Array.from(
  { length: TICKS_PER_DAY },
  (_, tick) => 0.5 + 0.5 * Math.cos((2 * Math.PI * tick) / TICKS_PER_DAY),
);

/** @param sizedFor messages in a tick. */
export function createLoad(pipeId: string, sizedFor: number): Load {
  const seed = seedOf(pipeId);
  return {
    seed,
    sizedFor,
    peak: 0.74 + 0.03 * chanceAt(seed, -1),
    trough: 0.36 + 0.08 * chanceAt(seed, -2),
    shift: Math.round(TICKS_PER_HOUR * swingAt(seed, -3)),
  };
}

/** What one hour is like at a pipe. */
interface Hour {
  readonly dayFactor: number;
  /** At the beginning of each of its six spells, and at its end. */
  readonly spells: readonly number[];
  /** The ticks of its burst, the second one not included; both 0 when it has none. */
  readonly burst: readonly [from: number, to: number];
  readonly burstFactor: number;
}

/**
 * Messages that come in during a tick: the daily rhythm, better and worse days and spells, and a burst now and then. The
 * function holds on to the hour that it was last asked for, since most ticks are asked for in their order.
 */
export function createArrivals(load: Load): (tick: number) => number {
  const { seed, sizedFor, peak, trough, shift } = load;
  let held = Number.NaN;
  let hour: Hour = describeHour(load, 0);
  return (tick) => {
    const asked = Math.floor(tick / TICKS_PER_HOUR);
    if (asked !== held) hour = describeHour(load, asked);
    held = asked;
    const sinceBusiest = (tick - BUSIEST_TICK - shift) % TICKS_PER_DAY;
    const rhythm = RHYTHM[sinceBusiest < 0 ? sinceBusiest + TICKS_PER_DAY : sinceBusiest] ?? 0;
    const share = (trough + (peak - trough) * rhythm) * hour.dayFactor * spellFactor(hour, tick);
    const usual = sizedFor * share * (1 + 0.03 * swingAt(seed, tick));
    const [from, to] = hour.burst;
    if (tick < from || tick >= to) return Math.round(usual);
    const most = sizedFor + BURST_BACKLOG / (to - from);
    return Math.round(Math.max(usual, Math.min(usual * hour.burstFactor, most)));
  };
}

function describeHour({ seed }: Load, hour: number): Hour {
  const begin = hour * TICKS_PER_HOUR;
  const firstSpell = begin / TICKS_PER_SPELL;
  const day = Math.floor(begin / TICKS_PER_DAY);
  // The epoch began on a Thursday.
  const weekday = (day + 4) % 7;
  return {
    dayFactor: (1 + 0.015 * swingAt(seed ^ 0x0da1, day)) * (weekday === 0 || weekday === 6 ? WEEKEND : 1),
    spells: Array.from({ length: SPELLS_PER_HOUR + 1 }, (_, index) => swingAt(seed ^ 0x5be11, firstSpell + index)),
    burst: findBurst(seed, hour),
    burstFactor: 1.2 + 0.4 * chanceAt(seed ^ 0xf0ac, hour),
  };
}

// At most one burst an hour, wholly inside it.
function findBurst(seed: number, hour: number): Hour['burst'] {
  if (chanceAt(seed ^ 0xb0057, hour) >= BURST_CHANCE) return [0, 0];
  const { least, most } = BURST_TICKS;
  const length = least + Math.floor(chanceAt(seed ^ 0x1e46, hour) * (most - least + 1));
  const into = Math.floor(chanceAt(seed ^ 0xbe61, hour) * (TICKS_PER_HOUR - length));
  const from = hour * TICKS_PER_HOUR + into;
  return [from, from + length];
}

function spellFactor({ spells }: Hour, tick: number): number {
  const along = (tick % TICKS_PER_HOUR) / TICKS_PER_SPELL;
  const spell = Math.floor(along);
  const from = spells[spell] ?? 0;
  const to = spells[spell + 1] ?? 0;
  return 1 + 0.025 * (from + (to - from) * (along - spell));
}
