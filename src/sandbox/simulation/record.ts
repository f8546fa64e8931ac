import { type Ability, work } from './capacity.ts';
import { TICK_MS, TICK_SECONDS, TICKS_PER_DAY, tickAt } from './clock.ts';

/** What each pipe is measured by, and in which unit. */
export const METRIC_UNITS = {
  arrivals: 'messages/s',
  throughput: 'messages/s',
  lag: 'messages',
  errors: 'messages/s',
  utilization: 'ratio',
} as const;

export type Metric = keyof typeof METRIC_UNITS;
export const METRICS = Object.keys(METRIC_UNITS) as readonly Metric[];

/** Whole messages of one tick. */
export interface Measured {
  readonly arrived: number;
  readonly processed: number;
  readonly waiting: number;
  readonly failed: number;
  /** 0 to 1. */
  readonly utilization: number;
}

/** The latest 24 hours of one pipe. 2,880 ticks of 22 bytes: 63,360 bytes. */
export interface PipeRing {
  /** Writes what the tick measured; null when the pipe showed nothing. */
  write(tick: number, measured: Measured | null): void;
  /** The value of the row, or NaN when there is none. Only the latest 2,880 ticks written may be asked for. */
  read(metric: Metric, tick: number): number;
}

const NO_ROW = 0xffff;
const UTILIZATION_STEPS = 10_000;

export function createPipeRing(): PipeRing {
  const arrived = new Uint32Array(TICKS_PER_DAY);
  const processed = new Uint32Array(TICKS_PER_DAY);
  const failed = new Uint32Array(TICKS_PER_DAY);
  const waiting = new Float64Array(TICKS_PER_DAY);
  const utilization = new Uint16Array(TICKS_PER_DAY).fill(NO_ROW);
  return {
    write(tick, measured) {
      const slot = tick % TICKS_PER_DAY;
      utilization[slot] = measured === null ? NO_ROW : Math.round(measured.utilization * UTILIZATION_STEPS);
      if (measured === null) return;
      arrived[slot] = measured.arrived;
      processed[slot] = measured.processed;
      failed[slot] = measured.failed;
      waiting[slot] = measured.waiting;
    },
    read(metric, tick) {
      const slot = tick % TICKS_PER_DAY;
      const used = utilization[slot] ?? NO_ROW;
      if (used === NO_ROW) return Number.NaN;
      switch (metric) {
        case 'arrivals':
          return perSecond(arrived[slot] ?? 0);
        case 'throughput':
          return perSecond(processed[slot] ?? 0);
        case 'errors':
          return perSecond(failed[slot] ?? 0);
        case 'lag':
          return waiting[slot] ?? 0;
        case 'utilization':
          return used / UTILIZATION_STEPS;
      }
    },
  };
}

// Thousandths are plenty, and read better than thirds.
function perSecond(messages: number): number {
  return Math.round((messages * 1_000) / TICK_SECONDS) / 1_000;
}

/** From `at` on (epoch milliseconds of the simulation) the pipe is able to do this. */
export interface AbilityChange {
  readonly at: number;
  readonly ability: Ability;
}

/** What a pipe was able to do, in order of time. A tick goes by the latest turn before it, so that it never changes afterwards. */
export interface History {
  readonly turns: readonly AbilityChange[];
  /** Puts turns to come in the place of those that were still to come. `next` is in order of time, none before `now`. */
  note(now: number, next: readonly AbilityChange[]): void;
  /** Folds everything that is decided by that tick into one turn. */
  fold(tick: number): void;
}

export function createHistory(first: Ability): History {
  let turns: readonly AbilityChange[] = [{ at: Number.NEGATIVE_INFINITY, ability: first }];
  return {
    get turns() {
      return turns;
    },
    note(now, next) {
      const past = turns.filter(({ at }) => at < now);
      turns = [...past, ...next].filter((turn, index, all) => {
        const later = all[index + 1];
        // Of the turns between two ticks only the last one matters.
        return later === undefined || tickAt(later.at) !== tickAt(turn.at);
      });
    },
    fold(tick) {
      const decided = turns.findLastIndex(({ at }) => at < (tick + 1) * TICK_MS);
      if (decided > 0) turns = turns.slice(decided);
    },
  };
}

/** Where a pipe stood: how many messages waited after a tick. */
export interface Standing {
  readonly tick: number;
  readonly waiting: number;
}

/**
 * What of a pipe is kept for good, so that its last 24 hours can be computed again to the same numbers: its load, its history,
 * and where it stood at one moment that lies 24 hours back at least (and at most one more after it).
 */
export interface PipeTrack {
  /** Messages that come in during a tick. */
  readonly arrivals: (tick: number) => number;
  readonly history: History;
  /** Oldest first; never empty. */
  standings: readonly Standing[];
}

/**
 * Walks from where the pipe stood to a tick and writes the ring on the way.
 * @returns where it stands then.
 */
export function walk(track: PipeTrack, ring: PipeRing, from: Standing, toTick: number): Standing {
  const { arrivals, history } = track;
  const { turns } = history;
  const firstKept = toTick - TICKS_PER_DAY + 1;
  let { waiting } = from;
  let turn = 0;
  for (let tick = from.tick + 1; tick <= toTick; tick += 1) {
    while ((turns[turn + 1]?.at ?? Number.POSITIVE_INFINITY) < tick * TICK_MS) turn += 1;
    const ability = turns[turn]?.ability;
    const arrived = arrivals(tick);
    if (ability?.mode === 'works') {
      const measured = work(ability, waiting, arrived);
      waiting = measured.waiting;
      if (tick >= firstKept) ring.write(tick, measured);
    } else {
      waiting = ability?.mode === 'waits' ? waiting + arrived : 0;
      if (tick >= firstKept) ring.write(tick, null);
    }
    if (tick % TICKS_PER_DAY === 0) track.standings = [...track.standings, { tick, waiting }].slice(-2);
  }
  history.fold(track.standings[0]?.tick ?? toTick);
  return { tick: toTick, waiting };
}
