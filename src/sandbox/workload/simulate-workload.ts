import { DAY_MS, MINUTE_MS } from '../../model/clock.ts';
import { seedOf } from '../../model/random.ts';
import type { Size } from '../../model/size/sizing.ts';
import type { Pipe } from '../fleet/pipe.ts';
import { type Ability, abilityOf, isStream, METRIC_UNITS, scalingOf, toThousandths } from '../simulation/capacity.ts';
import type { SimulationClock } from '../simulation/clock.ts';
import type { Simulation } from '../simulation/simulation.ts';
import { parseWorkload, type Workload } from '../switches.ts';
import { type PipeState, type PipeStep, startPipe, stepPipe, type Trace } from './step-pipe.ts';
import { createTrace, WORLDS } from './worlds.ts';

const STEP_MS = 15 * MINUTE_MS;
const STEPS_PER_DAY = DAY_MS / STEP_MS;
const HISTORY_DAYS = 60;

/** The metrics of sizing, beside those of the simulated load. */
const UNITS = { ...METRIC_UNITS, cpu: 'millicores', memory: 'GB', rate: 'messages/s', capacity: 'millicores' };

/** The size and mode of a pipe from a step on. Steps and days count from the beginning of the history. */
interface Change {
  readonly step: number;
  readonly size: Size;
  readonly mode: Ability['mode'];
}

/** What a pipe does in a day, for each step of it that has ended; undefined where nothing was measured. */
interface Day {
  readonly day: number;
  /** The latest step that had ended then. */
  readonly lastStep: number;
  readonly metrics: readonly (Readonly<Record<string, number>> | undefined)[];
}

interface Track {
  /** The changes are in order of time. A change affects only steps after it, so computed steps never change. */
  changes: readonly Change[];
  /** The state of the pipe at the beginning of each day. The steps of a day are computed when they are read. */
  readonly states: PipeState[];
  /** The two days that were computed last: a query of up to a day reads them for one series after the other. */
  days: readonly Day[];
}

/**
 * Simulates what the streams of a fleet have to do and did, from 60 days before now on. It depends only on the workload, on the ids
 * and first sizes of the pipes, on the time and on the changes of the pipes. A pipe may have a workload of its own. A step is
 * shown when it has ended; a change of a pipe counts from the next step on. Pipes without replicas have no data.
 */
export function createWorkloadSimulation(clock: SimulationClock, workload: Workload): Simulation {
  const begunAt = (Math.floor(clock.now() / DAY_MS) - HISTORY_DAYS) * DAY_MS;
  const firstTick = begunAt / STEP_MS;
  const tracks = new Map<string, Track>();
  const ticks = () => ({ firstTick, lastTick: Math.floor(clock.now() / STEP_MS) - 1 });

  function trackOf(pipe: Pipe): Track {
    const existing = tracks.get(pipe.id);
    if (existing !== undefined) return existing;
    const first = describePipe(pipe, 0);
    const track = { changes: [first], states: [startPipe(first.size)], days: [] };
    tracks.set(pipe.id, track);
    return track;
  }

  /** Computes the day up to the latest step that has ended, and the days before it of which the end is not known. */
  function computeDay(pipe: Pipe, track: Track, day: number, lastStep: number): Day {
    const { world, seed } = parseWorkload(pipe.workload ?? '') ?? workload;
    const own = seedOf(`${seed} ${pipe.id}`);
    const drawn = WORLDS[own % WORLDS.length] ?? 'daily';
    const [{ size } = describePipe(pipe, 0)] = track.changes;
    const load = { seed: own, size, growsFromMs: begunAt, days: 1, stepMs: STEP_MS };
    const from = Math.min(day, track.states.length - 1);
    let computed: Day = { day, lastStep, metrics: [] };
    for (let next = from; next <= day; next += 1) {
      const trace = createTrace(world === 'mixed' ? drawn : world, { ...load, startMs: begunAt + next * DAY_MS });
      const { metrics, after } = runDay(track, trace, next, lastStep);
      if (metrics.length === STEPS_PER_DAY) track.states[next + 1] = after;
      computed = { day: next, lastStep, metrics };
    }
    return computed;
  }

  function showDay(pipe: Pipe, track: Track, day: number, lastStep: number): Day {
    const known = track.days.find((one) => one.day === day);
    if (known !== undefined && known.lastStep === lastStep) return known;
    const computed = computeDay(pipe, track, day, lastStep);
    track.days = [computed, ...track.days.filter((one) => one.day !== day)].slice(0, 2);
    return computed;
  }

  return {
    clock,
    tickMs: STEP_MS,
    units: UNITS,
    begunAt,
    ticks,
    record(pipe) {
      const known = ticks();
      if (!isStream(pipe)) return { ...known, read: () => Number.NaN };
      const track = trackOf(pipe);
      const lastStep = known.lastTick - firstTick;
      let shown: Day | undefined;
      const read = (metric: string, tick: number): number => {
        const step = tick - firstTick;
        if (step < 0 || step > lastStep) return Number.NaN;
        const day = Math.floor(step / STEPS_PER_DAY);
        if (shown?.day !== day) shown = showDay(pipe, track, day, lastStep);
        return shown.metrics[step % STEPS_PER_DAY]?.[metric] ?? Number.NaN;
      };
      return { ...known, read };
    },
    note(before, after) {
      const track = trackOf(before);
      const step = Math.floor(clock.now() / STEP_MS) + 1 - firstTick;
      track.changes = [...track.changes.filter((change) => change.step < step), describePipe(after, step)];
    },
    reset: () => tracks.clear(),
  };
}

/** The steps of one day that have ended, and the state after them. */
function runDay({ changes, states }: Track, trace: Trace, day: number, lastStep: number) {
  const firstStep = day * STEPS_PER_DAY;
  const metrics: Day['metrics'][number][] = [];
  let state = states[day] as PipeState;
  for (let index = 0; index < STEPS_PER_DAY && firstStep + index <= lastStep; index += 1) {
    const { size, mode } = changes.findLast(({ step }) => step <= firstStep + index) as Change;
    const arrivals = trace.arrivals[index] ?? 0;
    if (mode === 'works') {
      const done = stepPipe(state, trace, index, size);
      metrics.push(trace.gaps?.[index] === 1 ? undefined : describeStep(done, arrivals));
      state = done;
    } else {
      metrics.push(undefined);
      state = { ...state, waiting: mode === 'waits' ? state.waiting + (arrivals * STEP_MS) / 1_000 : 0 };
    }
  }
  return { metrics, after: state };
}

function describeStep({ rate, cpu, memory, capacity, waiting }: PipeStep, arrivals: number) {
  const taken = toThousandths(rate);
  return {
    arrivals: toThousandths(arrivals),
    throughput: taken,
    lag: Math.round(waiting),
    errors: 0,
    utilization: toThousandths(cpu / capacity),
    cpu: toThousandths(cpu),
    memory: toThousandths(memory),
    rate: taken,
    capacity: toThousandths(capacity),
  };
}

function describePipe(pipe: Pipe, step: number): Change {
  const size = {
    replicas: scalingOf(pipe, 'replicas'),
    cpuMillicores: scalingOf(pipe, 'replicaCpuMillicores'),
    memoryGb: scalingOf(pipe, 'replicaMemoryGb'),
  };
  return { step, size, mode: abilityOf(pipe).mode };
}
