import { chanceAt, seedOf, swingAt } from './noise.ts';
import { TICKS_PER_DAY } from './ticks.ts';

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
const TICKS_PER_SPELL = TICKS_PER_HOUR / 6;
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

/** Messages that come in during the tick: the daily rhythm, better and worse days and spells, and a burst now and then. */
export function arrivalsAt(load: Load, tick: number): number {
  const { seed, sizedFor, peak, trough, shift } = load;
  const sinceBusiest = (tick - BUSIEST_TICK - shift) % TICKS_PER_DAY;
  const rhythm = RHYTHM[sinceBusiest < 0 ? sinceBusiest + TICKS_PER_DAY : sinceBusiest] ?? 0;
  const share = (trough + (peak - trough) * rhythm) * dayFactor(seed, tick) * spellFactor(seed, tick);
  const usual = sizedFor * share * (1 + 0.03 * swingAt(seed, tick));
  return Math.round(Math.max(usual, burstAt(load, tick, usual)));
}

function dayFactor(seed: number, tick: number): number {
  const day = Math.floor(tick / TICKS_PER_DAY);
  // The epoch began on a Thursday.
  const weekday = (day + 4) % 7;
  return (1 + 0.015 * swingAt(seed ^ 0x0da1, day)) * (weekday === 0 || weekday === 6 ? WEEKEND : 1);
}

function spellFactor(seed: number, tick: number): number {
  const spell = Math.floor(tick / TICKS_PER_SPELL);
  const along = tick / TICKS_PER_SPELL - spell;
  const from = swingAt(seed ^ 0x5be11, spell);
  const to = swingAt(seed ^ 0x5be11, spell + 1);
  return 1 + 0.025 * (from + (to - from) * along);
}

// At most one burst an hour, wholly inside it.
function burstAt({ seed, sizedFor }: Load, tick: number, usual: number): number {
  const hour = Math.floor(tick / TICKS_PER_HOUR);
  if (chanceAt(seed ^ 0xb0057, hour) >= BURST_CHANCE) return 0;
  const { least, most } = BURST_TICKS;
  const length = least + Math.floor(chanceAt(seed ^ 0x1e46, hour) * (most - least + 1));
  const begin = hour * TICKS_PER_HOUR + Math.floor(chanceAt(seed ^ 0xbe61, hour) * (TICKS_PER_HOUR - length));
  if (tick < begin || tick >= begin + length) return 0;
  const wanted = usual * (1.2 + 0.4 * chanceAt(seed ^ 0xf0ac, hour));
  return Math.min(wanted, sizedFor + BURST_BACKLOG / length);
}
