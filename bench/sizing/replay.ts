import { HOUR_MS } from '../../src/model/clock.ts';
import { isSameSize, type Size } from '../../src/model/size/size.ts';
import type { PipeHistory, SizingOptions } from '../../src/model/size/sizing.ts';
import { type PipeState, type PipeStep, startPipe } from '../../src/sandbox/workload/step-pipe.ts';
import { hourlyCost } from '../../src/sizing/sizes.ts';
import { hoursOfWeek, sizesByHour } from '../../src/sizing/week-of-sizes.ts';
import type { Decision, Rule } from './rules/rule.ts';
import { stepTrace, type Trace } from './trace.ts';

export interface ReplayOptions extends SizingOptions {
  /** The size at the beginning. */
  readonly size: Size;
  /** The step of the first decision; the steps before it are the history, and are not counted. */
  readonly from: number;
}

/** What a rule would have cost and done: sums over the counted steps. */
export interface Sums {
  readonly steps: number;
  /** Steps short of capacity. */
  readonly short: number;
  /** The cost has the unit of the prices. */
  readonly cost: number;
  /** Changes of size, those by windows included. */
  readonly changes: number;
  /** Steps in which memory ran out. */
  readonly outOfMemory: number;
}

/**
 * Replays a trace in a closed loop, for several rules and headrooms: a rule sees only what its own earlier sizes led to. The history before
 * the first decision is replayed once.
 */
export function createReplay(trace: Trace, options: ReplayOptions): (rule: Rule, headroom: number) => Sums {
  const { arrivals, stepMs, startMs } = trace;
  const { from, size: firstSize } = options;
  const hoursOf = hoursOfWeek(options.timezone, startMs, stepMs, arrivals.length);
  const history = createRecord(trace);
  const first = replayHistory(trace, options, history);
  return (rule, headroom) => {
    const record = createRecord(trace, history);
    const decideOptions = { ...options, headroom };
    const every = Math.max(1, Math.round(rule.decideEveryMs / stepMs));
    const sums = { steps: 0, short: 0, cost: 0, changes: 0, outOfMemory: 0 };
    let decision: Decision = { size: firstSize, windows: [] };
    let byHour = sizesByHour(decision.size, decision.windows);
    let state = first;
    for (let index = from; index < arrivals.length; index += 1) {
      if ((index - from) % every === 0) {
        const next = rule.decide(record.until(index), decision, decideOptions);
        if (next !== decision) byHour = sizesByHour(next.size, next.windows);
        decision = next;
      }
      const size = byHour[hoursOf[index] ?? 0] ?? decision.size;
      if (!isSameSize(size, state.asked)) sums.changes += 1;
      const step = stepTrace(state, trace, index, size);
      state = step;
      record.add(index, step);
      sums.steps += 1;
      sums.cost += (hourlyCost(size, options) * stepMs) / HOUR_MS;
      if (step.isShort) sums.short += 1;
      if (step.isOutOfMemory) sums.outOfMemory += 1;
    }
    return sums;
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
    const step = stepTrace(state, trace, index, size);
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
