import type { Pipe } from '../fleet/pipe.ts';
import { type Ability, abilityOf, METRICS, type Metric, work } from './capacity.ts';
import { type SimulationClock, TICK_MS, TICKS_PER_DAY, tickAt } from './clock.ts';
import { createArrivals } from './load.ts';

/** The latest 24 hours of one pipe, up to the tick that was asked for. */
export interface PipeRecord {
  readonly firstTick: number;
  readonly lastTick: number;
  /** NaN when there is no row. */
  read(metric: Metric, tick: number): number;
}

/** From `at` on (epoch milliseconds of the simulation) the pipe has this ability. */
export interface AbilityChange {
  readonly at: number;
  readonly ability: Ability;
}

/** How many messages waited after a tick. */
interface Backlog {
  readonly tick: number;
  readonly waiting: number;
}

/** What is kept of a pipe, so that its last 24 hours can be computed again to the same numbers. */
interface Track {
  /** Messages that come in during a tick. */
  readonly arrivals: (tick: number) => number;
  /** In order of time. A tick goes by the latest change before it, so that it never changes afterwards. */
  changes: readonly AbilityChange[];
  /** At the last two midnights: the older one lies 24 hours back at least. */
  checkpoints: readonly [oldest: Backlog, ...Backlog[]];
  /** Up to where it is computed. */
  backlog: Backlog;
  /** 24 hours of values, one after the other for each tick: 115,200 bytes. Absent until somebody asks. */
  ring?: Float64Array | undefined;
}

/** How many pipes stay computed, the ones used last: some 115 MB. */
export const MAX_COMPUTED = 1_000;

export type Simulation = ReturnType<typeof createSimulation>;

/**
 * The simulated load of a fleet. Every number is a function of the pipe's id, of time, and of what was done to the pipe;
 * nothing is computed before somebody asks, and what is computed again comes out the same.
 * @param initial the pipes as the fleet began: the load of each is sized by what it could process then.
 */
export function createSimulation(initial: readonly Pipe[], clock: SimulationClock, maxComputed = MAX_COMPUTED) {
  const begun = new Map(initial.map((pipe) => [pipe.id, pipe]));
  const startedAt = clock.now();
  const firstTick = tickAt(startedAt) - TICKS_PER_DAY;
  const tracks = new Map<string, Track>();
  // In order of use, the longest unused first.
  const computed = new Set<Track>();

  function trackOf(pipe: Pipe): Track {
    const known = tracks.get(pipe.id);
    if (known !== undefined) return known;
    const asBegun = abilityOf(begun.get(pipe.id) ?? pipe);
    const backlog = { tick: firstTick, waiting: 0 };
    const track: Track = {
      arrivals: createArrivals(pipe.id, asBegun.capacity),
      // A resumed state does not say since when: not for the whole past, or the backlog would be huge.
      changes: addChanges([{ at: Number.NEGATIVE_INFINITY, ability: asBegun }], startedAt, [
        { at: startedAt, ability: abilityOf(pipe) },
      ]),
      checkpoints: [backlog],
      backlog,
    };
    tracks.set(pipe.id, track);
    return track;
  }

  function keepComputed(track: Track): void {
    computed.delete(track);
    computed.add(track);
    const [unused] = computed;
    if (computed.size <= maxComputed || unused === undefined) return;
    computed.delete(unused);
    // From the oldest moment known, and so through the same numbers as the first time.
    const [oldest] = unused.checkpoints;
    Object.assign(unused, { ring: undefined, backlog: oldest, checkpoints: [oldest] });
  }

  return {
    clock,
    /** Computes the pipe up to now. */
    record(pipe: Pipe): PipeRecord {
      const track = trackOf(pipe);
      keepComputed(track);
      const ring = advance(track, tickAt(clock.now()));
      const lastTick = track.backlog.tick;
      return {
        firstTick: lastTick - TICKS_PER_DAY + 1,
        lastTick,
        read: (metric, tick) => ring[slotOf(tick) + COLUMN_OF[metric]] ?? Number.NaN,
      };
    },
    /** Notes what a pipe was and is from now on; a scaling update in progress counts after `settlesInMs`. */
    note(before: Pipe, after: Pipe, settlesInMs: number): void {
      const track = trackOf(before);
      const now = clock.now();
      const settled = { at: now + settlesInMs, ability: abilityOf(after) };
      const until = { ...after, scaling: after.settling?.before ?? after.scaling };
      const next = settlesInMs > 0 ? [{ at: now, ability: abilityOf(until) }, settled] : [settled];
      track.changes = addChanges(track.changes, now, next);
    },
    /** Forgets what was done to the pipes. */
    reset(): void {
      tracks.clear();
      computed.clear();
    },
    /** Where the simulated past begins, epoch milliseconds. */
    begunAt: firstTick * TICK_MS,
  };
}

const COLUMN_OF = Object.fromEntries(METRICS.map((metric, index) => [metric, index])) as Record<Metric, number>;

function slotOf(tick: number): number {
  return (tick % TICKS_PER_DAY) * METRICS.length;
}

/** Replaces the changes to come. `next` is in order of time, none before `now`. */
export function addChanges(
  changes: readonly AbilityChange[],
  now: number,
  next: readonly AbilityChange[],
): readonly AbilityChange[] {
  const past = changes.filter(({ at }) => at < now);
  return [...past, ...next].filter(({ at }, index, all) => {
    const later = all[index + 1];
    // Of the changes between two ticks only the last one matters.
    return later === undefined || tickAt(later.at) !== tickAt(at);
  });
}

/** Computes the ticks up to `toTick`. @returns the last 24 hours of them. */
function advance(track: Track, toTick: number): Float64Array {
  const { arrivals, changes, backlog } = track;
  const ring = track.ring ?? new Float64Array(TICKS_PER_DAY * METRICS.length).fill(Number.NaN);
  track.ring = ring;
  let { waiting } = backlog;
  let change = 0;
  for (let tick = backlog.tick + 1; tick <= toTick; tick += 1) {
    while ((changes[change + 1]?.at ?? Number.POSITIVE_INFINITY) < tick * TICK_MS) change += 1;
    const ability = changes[change]?.ability;
    const arrived = arrivals(tick);
    const measured = ability?.mode === 'works' ? work(ability, waiting, arrived) : null;
    waiting = measured?.lag ?? (ability?.mode === 'waits' ? waiting + arrived : 0);
    const slot = slotOf(tick);
    for (const metric of METRICS) ring[slot + COLUMN_OF[metric]] = measured?.[metric] ?? Number.NaN;
    if (tick % TICKS_PER_DAY === 0) track.checkpoints = [track.checkpoints.at(-1) ?? backlog, { tick, waiting }];
  }
  track.backlog = { tick: Math.max(toTick, backlog.tick), waiting };
  // What was decided before the older checkpoint is not needed again.
  const decidedBefore = (track.checkpoints[0].tick + 1) * TICK_MS;
  const latest = changes.findLastIndex(({ at }) => at < decidedBefore);
  track.changes = changes.slice(Math.max(0, latest));
  return ring;
}
