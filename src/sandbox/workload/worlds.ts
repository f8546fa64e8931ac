import { DAY_MS, HOUR_MS, MINUTE_MS, WEEK_MS } from '../../model/clock.ts';
import { capacityOf, type Size } from '../../model/size/size.ts';
import { chanceAt, swingAt } from '../random.ts';
import type { StepLoad } from './step-pipe.ts';

type DrawRange = readonly [least: number, most: number];

/** Something that happens once in each `everyDays`, at a random time of them. */
interface Event {
  readonly everyDays: DrawRange;
  readonly hours: DrawRange;
  readonly factor: DrawRange;
}

/** What a pipe of a world draws from. Shares are of the load of its usual busiest hour. */
interface WorldRule {
  /** The load of the quietest hour. */
  readonly trough: DrawRange;
  /** The load of a weekend over that of a weekday. */
  readonly weekend: DrawRange;
  readonly bursts?: Event;
  /** What the load grows by in a week. */
  readonly growth?: DrawRange;
  readonly restarts?: Event;
  readonly gaps?: Event;
  /** How far measured CPU may be off. */
  readonly noise?: DrawRange;
  readonly unevenness?: DrawRange;
  readonly isLimitedDownstream?: true;
  /** The size over what the usual busiest hour needs. */
  readonly guess?: DrawRange;
  /** Millicores for one message a second. */
  readonly perMessage?: DrawRange;
  readonly busiestHour?: DrawRange;
  /** GB that a replica needs, as a share of what it has. */
  readonly memory?: DrawRange;
  /** The most messages a second by which a burst exceeds what the size can take in. */
  readonly burstBacklog?: number;
  /** The load differs at random from one such time to the next. */
  readonly jitterMs?: number;
}

const EVEN: DrawRange = [1, 1];

const RULES = {
  /** A day repeats. */
  daily: { trough: [0.1, 0.35], weekend: EVEN },
  /** A week repeats: quiet weekends. */
  weekly: { trough: [0.2, 0.45], weekend: [0.2, 0.5] },
  /** Bursts that no calendar knows, every few days. */
  bursts: {
    trough: [0.3, 0.55],
    weekend: EVEN,
    bursts: { everyDays: [2, 5], hours: [1, 4], factor: [1.4, 2.4] },
    guess: [1.8, 3.3],
  },
  /** The load grows each week. */
  growth: { trough: [0.3, 0.6], weekend: [0.8, 1], growth: [0.02, 0.08] },
  /** Restarts, missing data and noise. */
  restarts: {
    trough: [0.3, 0.6],
    weekend: EVEN,
    restarts: { everyDays: [3, 8], hours: [0.2, 0.6], factor: EVEN },
    gaps: { everyDays: [1, 3], hours: [0.5, 6], factor: EVEN },
    noise: [0.05, 0.15],
  },
  /** Uneven replicas; for two of three pipes also a limit downstream. */
  limited: { trough: [0.3, 0.6], weekend: EVEN, unevenness: [1.2, 1.8], isLimitedDownstream: true },
} as const satisfies Record<string, WorldRule>;

/** The load of a fleet without a workload, which its sizes can take in at all times. */
export const FITTING = 'fitting';
const FITTING_RULE: WorldRule = {
  trough: [0.48, 0.58],
  weekend: EVEN,
  guess: [1.3, 1.35],
  perMessage: EVEN,
  // Around the noon of UTC, so that most demonstrations have some load.
  busiestHour: [12, 14],
  bursts: { everyDays: [1 / 6, 1 / 6], hours: [1 / 30, 1 / 10], factor: [1.2, 1.6] },
  // The longest burst leaves 4,000 messages waiting.
  burstBacklog: 11,
  memory: [0.15, 0.35],
  jitterMs: MINUTE_MS / 2,
};

export type World = keyof typeof RULES;
export const WORLDS = Object.keys(RULES) as readonly World[];

export interface WorldLoadOptions {
  /** An integer: the pipe. */
  readonly seed: number;
  /** The size that somebody guessed for the busiest hour: the load fits it, more or less. */
  readonly size: Size;
  /** What a message costs as the pipe is configured, as in `StepAbility`. */
  readonly cost: number;
  /** Growth counts from here; all else depends on the time alone. */
  readonly growsFromMs: number;
}

/** What a pipe has to do at a time, and whether it is measured then. */
export interface Load extends StepLoad {
  readonly isMeasured: boolean;
}

/** The load of one pipe of a world, in messages a second and what they cost, at a time in epoch milliseconds. */
export function createLoad(
  world: World | typeof FITTING,
  { seed, size, cost, growsFromMs }: WorldLoadOptions,
): (atMs: number) => Load {
  const rule: WorldRule = world === FITTING ? FITTING_RULE : RULES[world];
  const draw = createDraw(seed);
  const unevenness = rule.unevenness === undefined ? 1 : draw(...rule.unevenness);
  const guess = draw(...(rule.guess ?? [1.2, 2.2])) * unevenness;
  const perMessage = draw(...(rule.perMessage ?? [0.2, 4]));
  const full = capacityOf(size) / (perMessage * cost);
  const busiest = full / guess;
  const busiestHour = draw(...(rule.busiestHour ?? [0, 24]));
  const share = createShare(rule, { seed, growsFromMs, busiestHour, draw });
  const limit = rule.isLimitedDownstream === undefined ? null : createLimit(busiestHour, draw);
  const restart = rule.restarts === undefined ? null : createEvent(rule.restarts, seed ^ 0x4e57, draw);
  const gap = rule.gaps === undefined ? null : createEvent(rule.gaps, seed ^ 0x6a95, draw);
  const noise = rule.noise === undefined ? 0 : draw(...rule.noise);
  const memoryGb = createMemory(size, rule.memory ?? [0.15, 0.6], seed ^ 0x3e30, draw);
  // Bursts are not so high that they fire the alert of a pipe that fits.
  const most = rule.burstBacklog === undefined ? Number.POSITIVE_INFINITY : full + rule.burstBacklog;
  return (atMs) => ({
    arrivals: Math.min(most, busiest * share(atMs)),
    perMessage,
    memoryGb: memoryGb(atMs),
    unevenness,
    writable: limit === null ? Number.POSITIVE_INFINITY : busiest * limit(atMs),
    restarts: restart !== null && restart(atMs) !== null,
    isMeasured: gap === null || (gap(atMs) === null && chanceAt(seed ^ 0x6a96, tickOf(atMs)) >= 0.02),
    noise: noise === 0 ? 1 : 1 + noise * swingAt(seed ^ 0x4015e, tickOf(atMs)),
  });
}

type Draw = (least: number, most: number) => number;

/** Each call is the next choice of the pipe. */
function createDraw(seed: number): Draw {
  let position = 0;
  return (least, most) => {
    position -= 1;
    return least + (most - least) * chanceAt(seed, position);
  };
}

/** The load at a time, as a share of that of the usual busiest hour. */
function createShare(
  rule: WorldRule,
  { seed, growsFromMs, busiestHour, draw }: { seed: number; growsFromMs: number; busiestHour: number; draw: Draw },
): (atMs: number) => number {
  const trough = draw(...rule.trough);
  const weekend = draw(...rule.weekend);
  const rhythm = createRhythm(draw);
  const growth = rule.growth === undefined ? 0 : draw(...rule.growth);
  const burst = rule.bursts === undefined ? null : createEvent(rule.bursts, seed ^ 0xb0057, draw);
  return (atMs) => {
    const hour = (atMs / HOUR_MS) % 24;
    // 1970-01-01 was a Thursday.
    const isWeekend = (Math.floor(atMs / DAY_MS) + 3) % 7 >= 5;
    const usual = (trough + (1 - trough) * rhythm(hour - busiestHour)) * (isWeekend ? weekend : 1);
    const noise =
      0.06 * smoothAt(seed ^ 0xda7, atMs, DAY_MS) +
      0.06 * smoothAt(seed ^ 0x4042, atMs, 4 * HOUR_MS) +
      0.04 * swingAt(seed ^ 0x71c4, tickOf(atMs, rule.jitterMs));
    return usual * (1 + noise) * (1 + growth) ** ((atMs - growsFromMs) / WEEK_MS) * (burst?.(atMs) ?? 1);
  };
}

/** The rhythm goes from 0 in the quietest to 1 in the busiest hour: a wave for one pipe, a plateau with steep sides for another. */
function createRhythm(draw: Draw): (sinceBusiestHours: number) => number {
  const steepness = draw(1.5, 6);
  const middle = draw(-0.2, 0.5);
  const rise = (height: number) => 1 / (1 + Math.exp(-steepness * (height - middle)));
  const [least, most] = [rise(-1), rise(1)];
  return (hours) => (rise(Math.cos((2 * Math.PI * hours) / 24)) - least) / (most - least);
}

/** Finds the factor of the event that is going on, or null. */
function createEvent({ everyDays, hours, factor }: Event, seed: number, draw: Draw): (atMs: number) => number | null {
  const everyMs = draw(...everyDays) * DAY_MS;
  const between = ([least, most]: DrawRange, position: number) => least + (most - least) * chanceAt(seed, position);
  const eventOf = (slot: number) => {
    const lengthMs = between(hours, 3 * slot) * HOUR_MS;
    const fromMs = slot * everyMs + chanceAt(seed, 3 * slot + 1) * (everyMs - lengthMs);
    return { slot, fromMs, untilMs: fromMs + lengthMs, factor: between(factor, 3 * slot + 2) };
  };
  // The last event is kept, since most times are asked for in order.
  let event = eventOf(0);
  return (atMs) => {
    const slot = Math.floor(atMs / everyMs);
    if (slot !== event.slot) event = eventOf(slot);
    return atMs >= event.fromMs && atMs < event.untilMs ? event.factor : null;
  };
}

/** Messages that can be written, as a share of the busiest hour's: without limit, little in a quiet hour, or a constant. */
function createLimit(busiestHour: number, draw: Draw): ((atMs: number) => number) | null {
  const kind = draw(0, 3);
  if (kind < 1) return null;
  if (kind < 2) {
    const most = draw(0.85, 0.95);
    return () => most;
  }
  const from = busiestHour + draw(9, 14);
  const hours = draw(0.5, 1.5);
  return (atMs) => ((atMs / HOUR_MS - from) % 24 < hours ? 0.1 : Number.POSITIVE_INFINITY);
}

/** GB of the largest replica: a level, swings, and a peak of an hour every week or so. */
function createMemory(size: Size, share: DrawRange, seed: number, draw: Draw): (atMs: number) => number {
  const level = size.memoryGb * draw(...share);
  const peak = createEvent({ everyDays: [5, 8], hours: [0.5, 1.5], factor: [1.1, 1.3] }, seed, draw);
  return (atMs) => level * (1 + 0.1 * smoothAt(seed, atMs, 6 * HOUR_MS)) * (peak(atMs) ?? 1);
}

function tickOf(atMs: number, everyMs = 5 * MINUTE_MS): number {
  return Math.floor(atMs / everyMs);
}

/** The value goes from -1 to 1 without jumps: choices at every `periodMs`, and straight lines between them. */
function smoothAt(seed: number, atMs: number, periodMs: number): number {
  const position = Math.floor(atMs / periodMs);
  const share = atMs / periodMs - position;
  return swingAt(seed, position) * (1 - share) + swingAt(seed, position + 1) * share;
}
