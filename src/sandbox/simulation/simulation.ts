import type { Pipe } from '../fleet/pipe.ts';
import { abilityOf } from './capacity.ts';
import type { SimulationClock } from './clock.ts';
import { TICK_MS, TICKS_PER_DAY, tickAt } from './clock.ts';
import { createArrivals, createLoad } from './load.ts';
import { createHistory, createPipeRing, type PipeRing, type PipeTrack, type Standing, walk } from './record.ts';

/** The latest 24 hours of one pipe, up to the tick that was asked for. */
export interface PipeRecord extends Pick<PipeRing, 'read'> {
  readonly firstTick: number;
  readonly lastTick: number;
}

/**
 * The simulated load of a fleet. Every number is a function of the pipe's id, of time, and of what was done to the pipe;
 * nothing is computed before somebody asks, and what is computed again comes out the same.
 */
export interface Simulation {
  readonly clock: SimulationClock;
  /** Walks the pipe up to now, which is at least 24 hours after the simulation's beginning. */
  record(pipe: Pipe): PipeRecord;
  /** Tells what a pipe was and is from now on; a scaling update on its way counts after `settlesInMs`. */
  note(before: Pipe, after: Pipe, settlesInMs: number): void;
  /** Forgets what was done to the pipes: their past is as if it had never been. */
  reset(): void;
  /** Where the simulated past begins, epoch milliseconds. */
  readonly begunAt: number;
  /** How many rings are kept. */
  kept(): number;
}

/** So many rings are kept, the latest ones used: 1,000 of 63,360 bytes are 64 MB. Of the others a few hundred bytes stay. */
export const MOST_KEPT = 1_000;
// Somebody who edits without end and never asks: walking folds what is older than two days.
const MOST_TURNS = 3 * TICKS_PER_DAY;

interface CachedRecord {
  readonly ring: PipeRing;
  standing: Standing;
}

/** @param initial the pipes as the fleet began: what comes in at each is sized by what it could process then. */
export function createSimulation(
  initial: readonly Pipe[],
  clock: SimulationClock,
  { mostKept = MOST_KEPT }: { readonly mostKept?: number } = {},
): Simulation {
  const begun = new Map(initial.map((pipe) => [pipe.id, pipe]));
  const startedAt = clock.now();
  const firstTick = tickAt(startedAt) - TICKS_PER_DAY;
  const tracks = new Map<string, PipeTrack>();
  // In order of use, the longest unused first.
  const kept = new Map<string, CachedRecord>();

  function trackOf(pipe: Pipe): PipeTrack {
    const known = tracks.get(pipe.id);
    if (known !== undefined) return known;
    const asBegun = abilityOf(begun.get(pipe.id) ?? pipe);
    const history = createHistory(asBegun);
    // A resumed state does not say since when the pipe is as it is: not for the whole past, or it would drown in backlog.
    history.note(startedAt, [{ at: startedAt, ability: abilityOf(pipe) }]);
    const track = {
      arrivals: createArrivals(createLoad(pipe.id, asBegun.capacity)),
      history,
      standings: [{ tick: firstTick, waiting: 0 }],
    };
    tracks.set(pipe.id, track);
    return track;
  }

  function keep(id: string, track: PipeTrack): CachedRecord {
    const found = kept.get(id) ?? { ring: takeRing(), standing: startAgain(track) };
    kept.delete(id);
    kept.set(id, found);
    return found;
  }

  function takeRing(): PipeRing {
    const [unused] = kept;
    if (unused === undefined || kept.size < mostKept) return createPipeRing();
    kept.delete(unused[0]);
    return unused[1].ring;
  }

  function record(pipe: Pipe): PipeRecord {
    const track = trackOf(pipe);
    const entry = keep(pipe.id, track);
    const tick = tickAt(clock.now());
    if (tick > entry.standing.tick) entry.standing = walk(track, entry.ring, entry.standing, tick);
    const lastTick = entry.standing.tick;
    return { read: entry.ring.read, firstTick: lastTick - TICKS_PER_DAY + 1, lastTick };
  }

  return {
    clock,
    record,
    note(before, after, settlesInMs) {
      const { history } = trackOf(before);
      const now = clock.now();
      const settled = abilityOf(after);
      const until = { ...after, scaling: after.settling?.before ?? after.scaling };
      history.note(
        now,
        settlesInMs > 0
          ? [
              { at: now, ability: abilityOf(until) },
              { at: now + settlesInMs, ability: settled },
            ]
          : [{ at: now, ability: settled }],
      );
      if (history.turns.length > MOST_TURNS) record(after);
    },
    reset() {
      tracks.clear();
      kept.clear();
    },
    begunAt: firstTick * TICK_MS,
    kept: () => kept.size,
  };
}

// From the oldest moment known, and so through the same numbers as the first time.
function startAgain(track: PipeTrack): Standing {
  const [oldest] = track.standings;
  track.standings = oldest === undefined ? [] : [oldest];
  return oldest ?? { tick: 0, waiting: 0 };
}
