import type { Pipe } from '../fleet/pipe.ts';
import { type Ability, abilityOf, METRIC_UNITS, type Metric, work } from './capacity.ts';
import { type SimulationClock, TICK_MS, TICKS_PER_DAY, tickAt } from './clock.ts';
import { createArrivals } from './load.ts';

/** The metrics of the pipes over the simulated time. A tick is a number of `tickMs` since the epoch. */
export interface Simulation {
  readonly clock: SimulationClock;
  readonly tickMs: number;
  /** The unit of each metric, by name. */
  readonly units: Readonly<Record<string, string>>;
  /** Start of the simulated past, epoch milliseconds. */
  readonly begunAt: number;
  /** The ticks that are kept now. */
  ticks(): Ticks;
  /** Computes the pipe up to now. */
  record(pipe: Pipe): PipeRecord;
  /** Notes a change of a pipe. A scaling update takes effect after `settlesInMs`. */
  note(before: Pipe, after: Pipe, settlesInMs: number): void;
  /** Forgets all pipes. */
  reset(): void;
}

/** Both are included. */
interface Ticks {
  readonly firstTick: number;
  readonly lastTick: number;
}

export interface PipeRecord extends Ticks {
  /** NaN when there is no data. */
  read(metric: string, tick: number): number;
}

/** From `at` on (epoch milliseconds of the simulation) the pipe has this ability. */
export interface AbilityChange {
  readonly at: number;
  readonly ability: Ability;
}

/** The history of one pipe. All metrics of a tick are computed from it. */
interface Track {
  /** Messages that arrive during a tick. */
  readonly arrivals: (tick: number) => number;
  /** The changes are in order of time. A change affects only the ticks after it, so computed ticks never change. */
  changes: readonly AbilityChange[];
  /** The latest computed tick. */
  lastTick: number;
  /** Messages that wait after each tick of the last 24 hours and the one before: a ring of 23 KB. */
  readonly waiting: Float64Array;
}

/**
 * The simulated load of a fleet. It depends only on the ids of the pipes, on the time and on the changes of the pipes, and is
 * computed on demand. The load of each pipe matches the capacity that it has when it is first seen.
 */
export function createSimulation(clock: SimulationClock): Simulation {
  const firstTick = tickAt(clock.now()) - TICKS_PER_DAY;
  const tracks = new Map<string, Track>();

  function trackOf(pipe: Pipe): Track {
    const existing = tracks.get(pipe.id);
    if (existing !== undefined) return existing;
    const ability = abilityOf(pipe);
    const track: Track = {
      arrivals: createArrivals(pipe.id, ability.capacity),
      changes: [{ at: Number.NEGATIVE_INFINITY, ability }],
      lastTick: firstTick,
      waiting: new Float64Array(TICKS_PER_DAY + 1),
    };
    tracks.set(pipe.id, track);
    return track;
  }

  const ticks = () => {
    const lastTick = tickAt(clock.now());
    return { firstTick: lastTick - TICKS_PER_DAY + 1, lastTick };
  };

  return {
    clock,
    tickMs: TICK_MS,
    units: METRIC_UNITS,
    begunAt: firstTick * TICK_MS,
    ticks,
    record(pipe) {
      const track = trackOf(pipe);
      const known = ticks();
      advance(track, known.lastTick);
      return { ...known, read: (metric, tick) => measure(track, tick)?.[metric as Metric] ?? Number.NaN };
    },
    note(before, after, settlesInMs) {
      const track = trackOf(before);
      const now = clock.now();
      const settled = { at: now + settlesInMs, ability: abilityOf(after) };
      const until = { ...after, scaling: after.settling?.before ?? after.scaling };
      const next = settlesInMs > 0 ? [{ at: now, ability: abilityOf(until) }, settled] : [settled];
      track.changes = addChanges(track.changes, now, next);
    },
    reset: () => tracks.clear(),
  };
}

/** Replaces future changes. `next` is in order of time, none before `now`. */
export function addChanges(
  changes: readonly AbilityChange[],
  now: number,
  next: readonly AbilityChange[],
): readonly AbilityChange[] {
  const past = changes.filter(({ at }) => at < now);
  return [...past, ...next].filter(({ at }, index, all) => {
    const later = all[index + 1];
    // Only the last change between two ticks has an effect.
    return later === undefined || tickAt(later.at) !== tickAt(at);
  });
}

function advance(track: Track, toTick: number): void {
  while (track.lastTick < toTick) {
    const tick = track.lastTick + 1;
    track.waiting[slotOf(tick)] = measure(track, tick)?.lag ?? waitWithoutWork(track, tick);
    track.lastTick = tick;
  }
}

/** The metrics of one tick; undefined when there is no data. */
function measure(track: Track, tick: number): ReturnType<typeof work> | undefined {
  const ability = abilityAt(track, tick);
  if (ability?.mode !== 'works') return undefined;
  return work(ability, waitingAfter(track, tick - 1), track.arrivals(tick));
}

function waitWithoutWork(track: Track, tick: number): number {
  if (abilityAt(track, tick)?.mode !== 'waits') return 0;
  return waitingAfter(track, tick - 1) + track.arrivals(tick);
}

function abilityAt({ changes }: Track, tick: number): Ability | undefined {
  return changes.findLast(({ at }) => at < tick * TICK_MS)?.ability;
}

function waitingAfter({ waiting }: Track, tick: number): number {
  return waiting[slotOf(tick)] ?? 0;
}

function slotOf(tick: number): number {
  return tick % (TICKS_PER_DAY + 1);
}
