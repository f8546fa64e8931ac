import { minutesOfWeek } from '../calendar/weekly-window.ts';
import { HOUR_MS } from '../model/clock.ts';
import type { AdvisedWindow, PipeHistory, Size, SizingOptions } from '../model/size/sizing.ts';
import { isSameSize, type PipeState, type PipeStep, startPipe, stepPipe, type Trace } from '../model/size/workload.ts';
import { hourlyCost } from './fit-size.ts';
import type { Policy } from './policies/policy.ts';
import { sizeAtMinute } from './week-of-sizes.ts';

export interface ReplayOptions extends SizingOptions {
  /** The size at the beginning. */
  readonly size: Size;
  /** The step of the first decision; the steps before it are the history, and are not counted. */
  readonly from: number;
}

/** What a policy would have cost and done: sums over the counted steps, those of known arrivals. */
export interface ReplayResult {
  readonly steps: number;
  readonly hours: number;
  /** Steps short of capacity. */
  readonly short: number;
  /** In the unit of the prices. */
  readonly cost: number;
  /** Millicore-hours. */
  readonly used: number;
  readonly capacity: number;
  /** Changes of size, those by windows included. */
  readonly changes: number;
  /** Steps in which memory ran out. */
  readonly outOfMemory: number;
  /** The size asked for in each step from the first decision on. */
  readonly sizes: readonly Size[];
}

/** Replays a trace in a closed loop: a policy sees only what its own earlier sizes led to. */
export function replay(trace: Trace, policy: Policy, options: ReplayOptions): ReplayResult {
  return createReplay(trace, options)(policy, options.headroom);
}

/** As `replay`, for several policies and headrooms: the history before the first decision is replayed once. */
export function createReplay(trace: Trace, options: ReplayOptions): (policy: Policy, headroom: number) => ReplayResult {
  const { arrivals, stepMs, startMs } = trace;
  const { from, size: firstSize } = options;
  const minutes = minutesOfWeek(options.timezone, startMs, stepMs, arrivals.length);
  const hours = stepMs / HOUR_MS;
  const history = createRecord(trace);
  const first = replayHistory(trace, options, history);
  return (policy, headroom) => {
    const record = createRecord(trace, history);
    const decideOptions = { ...options, headroom };
    const every = Math.max(1, Math.round(policy.decideEveryMs / stepMs));
    const sums = { steps: 0, hours: 0, short: 0, cost: 0, used: 0, capacity: 0, changes: 0, outOfMemory: 0 };
    const sizes: Size[] = [];
    let decided = firstSize;
    let windows: readonly AdvisedWindow[] = [];
    let state = first;
    for (let index = from; index < arrivals.length; index += 1) {
      if ((index - from) % every === 0) {
        ({ size: decided, windows } = policy.decide(record.until(index), decided, decideOptions));
      }
      const size = sizeAtMinute(decided, windows, minutes[index] ?? 0);
      sizes.push(size);
      if (Number.isNaN(arrivals[index])) continue;
      if (!isSameSize(size, state.asked)) sums.changes += 1;
      const step = stepPipe(state, trace, index, size);
      state = step;
      record.add(index, step);
      sums.steps += 1;
      sums.hours += hours;
      sums.cost += hourlyCost(size, options) * hours;
      sums.used += step.cpu * hours;
      sums.capacity += step.capacity * hours;
      if (step.isShort) sums.short += 1;
      if (step.isOutOfMemory) sums.outOfMemory += 1;
    }
    return { ...sums, sizes };
  };
}

/** What is measured of a pipe that keeps its size. */
export function observe(trace: Trace, size: Size): PipeHistory {
  const record = createRecord(trace);
  replayHistory(trace, { from: trace.arrivals.length, size }, record);
  return { startMs: trace.startMs, stepMs: trace.stepMs, ...record.series };
}

/** The state of a pipe of the first size at the first decision. */
export function replayHistory(
  trace: Trace,
  { from, size }: Pick<ReplayOptions, 'from' | 'size'>,
  record?: { add(index: number, step: PipeStep): void },
): PipeState {
  let state = startPipe(size);
  for (let index = 0; index < from; index += 1) {
    if (Number.isNaN(trace.arrivals[index])) continue;
    const step = stepPipe(state, trace, index, size);
    record?.add(index, step);
    state = step;
  }
  return state;
}

type Series = Readonly<Record<'cpu' | 'memory' | 'rate' | 'lag' | 'capacity', Float32Array>>;

/** The beginning of series, made when it is read: a rule that decides each step reads little of thousands of them. */
class Seen implements PipeHistory {
  readonly startMs: number;
  readonly stepMs: number;
  readonly #series: Series;
  readonly #length: number;

  constructor({ startMs, stepMs }: Pick<PipeHistory, 'startMs' | 'stepMs'>, series: Series, length: number) {
    this.startMs = startMs;
    this.stepMs = stepMs;
    this.#series = series;
    this.#length = length;
  }

  get cpu(): Float32Array {
    return this.#series.cpu.subarray(0, this.#length);
  }

  get memory(): Float32Array {
    return this.#series.memory.subarray(0, this.#length);
  }

  get rate(): Float32Array {
    return this.#series.rate.subarray(0, this.#length);
  }

  get lag(): Float32Array {
    return this.#series.lag.subarray(0, this.#length);
  }

  get capacity(): Float32Array {
    return this.#series.capacity.subarray(0, this.#length);
  }
}

/** The series that are measured, NaN until they are; `earlier` is copied. */
function createRecord({ startMs, stepMs, gaps, arrivals: { length } }: Trace, earlier?: { readonly series: Series }) {
  const begin = (name: keyof Series) => earlier?.series[name].slice() ?? new Float32Array(length).fill(Number.NaN);
  const series = {
    cpu: begin('cpu'),
    memory: begin('memory'),
    rate: begin('rate'),
    lag: begin('lag'),
    capacity: begin('capacity'),
  };
  return {
    series,
    add(index: number, { cpu, memory, rate, waiting, capacity }: PipeStep) {
      if (gaps?.[index] === 1) return;
      series.cpu[index] = cpu;
      series.memory[index] = memory;
      series.rate[index] = rate;
      series.lag[index] = waiting;
      series.capacity[index] = capacity;
    },
    /** What is known at the beginning of a step. */
    until: (index: number): PipeHistory => new Seen({ startMs, stepMs }, series, index),
  };
}
