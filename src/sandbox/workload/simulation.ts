import { DAY_MS, MINUTE_MS, SECOND_MS } from '../../model/clock.ts';
import type { Pipe } from '../fleet/pipe.ts';
import { seedOf } from '../random.ts';
import { parseWorkload, type Workload } from '../switches.ts';
import { type Ability, abilityOf, isStream } from './ability.ts';
import type { SimulationClock } from './clock.ts';
import { INSERT_MESSAGES, type PipeStep, startPipe, stepPipe } from './step-pipe.ts';
import { createLoad, FITTING, type Load, WORLDS } from './worlds.ts';

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
interface AbilityChange {
  readonly at: number;
  readonly ability: Ability;
}

/** The history of one pipe. All metrics of a tick are computed from it. */
interface Track {
  readonly loadAt: (atMs: number) => Load;
  /** The changes are in order of time. A change affects only the ticks after it, so computed ticks never change. */
  changes: readonly AbilityChange[];
  /** The latest computed tick. */
  lastTick: number;
  /** Messages that wait after each tick that is kept and the one before: a ring. */
  readonly waiting: Float64Array;
}

/** The metrics of every pipe. */
export const METRIC_UNITS = {
  arrivals: 'messages/s',
  throughput: 'messages/s',
  lag: 'messages',
  errors: 'messages/s',
  utilization: 'ratio',
} as const;

export const METRICS = Object.keys(METRIC_UNITS) as readonly (keyof typeof METRIC_UNITS)[];

/** The metrics that recommendations need, too. */
const SIZING_UNITS = {
  ...METRIC_UNITS,
  ...{ cpu: 'millicores', memory: 'GB', rate: 'messages/s', capacity: 'millicores' },
} as const;

type Metric = keyof typeof SIZING_UNITS;

/** A load that fits the pipes, in ticks that are shown when they begin. */
const LIVE = {
  tickMs: MINUTE_MS / 2,
  beginsAt: MINUTE_MS / 2,
  pastMs: DAY_MS,
  keptMs: DAY_MS,
  units: METRIC_UNITS,
} as const;

/** The history that recommendations need, in ticks that are shown when they have ended. It begins at midnight, 60 days ago. */
const HISTORY = {
  tickMs: 15 * MINUTE_MS,
  beginsAt: DAY_MS,
  pastMs: 60 * DAY_MS,
  keptMs: 61 * DAY_MS,
  units: SIZING_UNITS,
} as const;

/**
 * Simulates the load of a fleet and what its pipes do. It depends only on the workload, on the ids and first sizes of the pipes, on
 * the time and on the changes of the pipes, and is computed on demand. With a workload, only streams have data, and a pipe may have
 * a workload of its own.
 */
export function createSimulation(clock: SimulationClock, workload?: Workload): Simulation {
  const { tickMs, beginsAt, pastMs, keptMs, units } = workload === undefined ? LIVE : HISTORY;
  const begunAt = Math.floor(clock.now() / beginsAt) * beginsAt - pastMs;
  const begun = begunAt / tickMs;
  const kept = keptMs / tickMs;
  const tracks = new Map<string, Track>();

  function trackOf(pipe: Pipe): Track {
    const existing = tracks.get(pipe.id);
    if (existing !== undefined) return existing;
    const ability = abilityOf(pipe);
    const track: Track = {
      loadAt: chooseLoad(pipe, ability),
      changes: [{ at: Number.NEGATIVE_INFINITY, ability }],
      lastTick: begun - 1,
      waiting: new Float64Array(kept + 1),
    };
    tracks.set(pipe.id, track);
    return track;
  }

  /** The cost of a message is that of the first settings, and changes as they do. */
  function chooseLoad(pipe: Pipe, { size, cost }: Ability): Track['loadAt'] {
    const options = { size, cost, growsFromMs: begunAt };
    if (workload === undefined) return createLoad(FITTING, { ...options, seed: seedOf(pipe.id) });
    const { world, seed: chosen } = parseWorkload(pipe.workload ?? '') ?? workload;
    const seed = seedOf(`${chosen} ${pipe.id}`);
    const drawn = WORLDS[seed % WORLDS.length] ?? 'daily';
    return createLoad(world === 'mixed' ? drawn : world, { ...options, seed });
  }

  function ticks(): Ticks {
    const lastTick = Math.floor(clock.now() / tickMs) - (workload === undefined ? 0 : 1);
    return { firstTick: Math.max(begun, lastTick - kept + 1), lastTick };
  }

  function slotOf(tick: number): number {
    return tick % (kept + 1);
  }

  function abilityAt({ changes }: Track, tick: number): Ability {
    return (changes.findLast(({ at }) => at < tick * tickMs) as AbilityChange).ability;
  }

  function tickOf(track: Track, tick: number): PipeTick {
    const ability = abilityAt(track, tick);
    const load = track.loadAt(tick * tickMs);
    // A short tick needs no time for a resize: the settling of the update stands for it.
    const asked = workload === undefined ? ability.size : abilityAt(track, tick - 1).size;
    const before = { ...startPipe(asked), waiting: track.waiting[slotOf(tick - 1)] ?? 0 };
    if (ability.mode === 'works') {
      const step = stepPipe(before, load, ability, tickMs);
      return { load, ability, step, waiting: step.waiting };
    }
    const arrived = (load.arrivals * tickMs) / SECOND_MS;
    return { load, ability, step: null, waiting: ability.mode === 'waits' ? before.waiting + arrived : 0 };
  }

  return {
    clock,
    tickMs,
    units,
    begunAt,
    ticks,
    record(pipe) {
      const known = ticks();
      if (workload !== undefined && !isStream(pipe)) return { ...known, read: () => Number.NaN };
      const track = trackOf(pipe);
      while (track.lastTick < known.lastTick) {
        track.lastTick += 1;
        track.waiting[slotOf(track.lastTick)] = tickOf(track, track.lastTick).waiting;
      }
      const read = (metric: string, tick: number): number => {
        if (tick < known.firstTick || tick > known.lastTick) return Number.NaN;
        return measure(metric as Metric, tickOf(track, tick));
      };
      return { ...known, read };
    },
    note(before, after, settlesInMs) {
      const track = trackOf(before);
      const now = clock.now();
      const settled = { at: now + settlesInMs, ability: abilityOf(after) };
      const until = { ...after, scaling: after.settling?.before ?? after.scaling };
      const next = settlesInMs > 0 ? [{ at: now, ability: abilityOf(until) }, settled] : [settled];
      track.changes = addChanges(track.changes, now, next, tickMs);
    },
    reset: () => tracks.clear(),
  };
}

/** Replaces future changes. `next` is in order of time, none before `now`. */
function addChanges(
  changes: readonly AbilityChange[],
  now: number,
  next: readonly AbilityChange[],
  tickMs: number,
): readonly AbilityChange[] {
  const past = changes.filter(({ at }) => at < now);
  return [...past, ...next].filter(({ at }, index, all) => {
    const later = all[index + 1];
    // Only the last change between two ticks has an effect.
    return later === undefined || Math.floor(later.at / tickMs) !== Math.floor(at / tickMs);
  });
}

/** What happened to a pipe in a tick. `step` is null while the pipe does not work. */
interface PipeTick {
  readonly ability: Ability;
  readonly load: Load;
  readonly step: PipeStep | null;
  readonly waiting: number;
}

const OVERLOAD_ERRORS = 0.02;
// A pipe with this much waiting work is fully overloaded.
const OVERLOAD_SECONDS = 120;

/** The value of a metric; NaN when there is no data. */
function measure(metric: Metric, { ability, load, step }: PipeTick): number {
  if (step === null || !load.isMeasured) return Number.NaN;
  const { rate, cpu, memory, capacity, waiting } = step;
  switch (metric) {
    case 'arrivals':
      return toThousandths(load.arrivals);
    case 'throughput':
    case 'rate':
      return toThousandths(rate);
    case 'lag':
      return Math.round(waiting);
    case 'errors': {
      const backlog = Math.max(0, waiting - INSERT_MESSAGES) * load.perMessage * ability.cost;
      const overload = Math.min(1, backlog / (capacity * OVERLOAD_SECONDS));
      return toThousandths(rate * (ability.errorShare + OVERLOAD_ERRORS * overload));
    }
    case 'utilization':
      return toThousandths(cpu / capacity);
    case 'cpu':
      return toThousandths(cpu);
    case 'memory':
      return toThousandths(memory);
    case 'capacity':
      return toThousandths(capacity);
    default:
      return Number.NaN;
  }
}

export function toThousandths(value: number): number {
  return Math.round(value * 1_000) / 1_000;
}
