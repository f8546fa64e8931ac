import { DAY_MS } from '../model/clock.ts';
import { seedOf } from '../model/random.ts';
import {
  type BacktestReport,
  capacityOf,
  type PipeHistory,
  type Size,
  type SizingOptions,
} from '../model/size/sizing.ts';
import type { Trace } from '../model/size/workload.ts';
import { estimateDemand } from './estimate-demand.ts';
import { OTHERS, OURS } from './policies/list.ts';
import type { Policy } from './policies/policy.ts';
import { skipSteps } from './series.ts';
import { chooseHeadroom, summarizeFixed, summarizePolicy } from './summarize-sweep.ts';
import { type Candidate, type PipeSweep, sweepPipe, TARGET_SHORT } from './sweep.ts';

/** What a rule has seen at its first decision. */
const LEAST_HISTORY_DAYS = 7;
/** What is counted after that. */
const LEAST_DAYS = 7;
/** Few headrooms, for the time that a fleet takes. */
const CANDIDATES: readonly Candidate[] = [
  ...OTHERS.map((policy) => ({ policy, headrooms: [-0.1, 0, 0.15, 0.3, 0.5, 0.8, 1.2, 2] })),
  ...OURS.map((policy) => ({ policy, headrooms: [0, 0.15, 0.4] })),
];

export interface BacktestOptions extends Omit<SizingOptions, 'headroom'> {
  /** How many of the last days are counted, as far as a week remains for the first decision. */
  readonly days: number;
}

/**
 * Replays the past of a pipe with each rule. Memory and the size of a replica are taken to have been those of now.
 * @param now the live size.
 * @returns null when less than two weeks are known.
 */
export function backtestPipe(
  pipe: string,
  history: PipeHistory,
  now: Size,
  options: BacktestOptions,
): PipeSweep | null {
  const perDay = DAY_MS / history.stepMs;
  const known = history.cpu.findIndex((value) => !Number.isNaN(value));
  const past = known > 0 ? skipSteps(history, known) : history;
  const from = Math.round(Math.max(LEAST_HISTORY_DAYS * perDay, past.cpu.length - options.days * perDay));
  if (known < 0 || past.cpu.length - from < LEAST_DAYS * perDay) return null;
  const capacity = past.capacity.subarray(0, from + 1).findLast((value) => value > 0) ?? capacityOf(now);
  const size = { ...now, replicas: Math.max(1, Math.round(capacity / now.cpuMillicores)) };
  const asItWas = followCapacity(past.capacity);
  return sweepPipe(pipe, traceOf(past), CANDIDATES, asItWas, { ...options, size, from, headroom: 0 });
}

/**
 * The table of all pipes. Each half of them has the headrooms that the other half chose; a single pipe has its own choice.
 * @param pipes at least one.
 */
export function summarizeBacktest(pipes: readonly PipeSweep[]): BacktestReport {
  // By a hash of their names, since neighbors in a list are often alike.
  const mixed = pipes.toSorted((a, b) => seedOf(a.pipe) - seedOf(b.pipe));
  const halves = [mixed.filter((_, index) => index % 2 === 0), mixed.filter((_, index) => index % 2 === 1)];
  const parts = halves
    .map((half, index) => ({ pipes: half, chosenBy: halves[1 - index] ?? [] }))
    .filter((part) => part.pipes.length > 0)
    .map((part) => ({ ...part, chosenBy: part.chosenBy.length > 0 ? part.chosenBy : part.pipes }));
  const sum = (figureOf: (pipe: PipeSweep) => number) => pipes.reduce((total, pipe) => total + figureOf(pipe), 0);
  return {
    pipes: pipes.length,
    days: sum(({ best }) => best.hours) / 24,
    unknown: 1 - sum(({ best }) => best.steps) / sum(({ steps }) => steps),
    target: TARGET_SHORT,
    rows: [
      summarizeFixed('as-it-was', pipes, ({ asItWas }) => asItWas),
      summarizeFixed('hindsight', pipes, ({ best }) => best),
      ...CANDIDATES.map((candidate, policy) => {
        const chosen = parts.map(({ pipes: part, chosenBy }) => ({
          pipes: part,
          choice: chooseHeadroom(chosenBy, policy),
        }));
        return summarizePolicy(candidate, policy, chosen);
      }),
    ],
  };
}

/** What the pipe had to do. Where the demand is not known, arrivals are not either. */
function traceOf(history: PipeHistory): Trace {
  const { demand, limit, unevenness, perMessage } = estimateDemand(history);
  const price = perMessage ?? 1;
  return {
    startMs: history.startMs,
    stepMs: history.stepMs,
    arrivals: demand.map((millicores) => millicores / price),
    perMessage: price,
    memoryGb: history.memory ?? new Float32Array(demand.length).fill(Number.NaN),
    unevenness,
    downstream: limit.map((millicores) => millicores / price),
    ...{ restarts: null, gaps: null, noise: null },
  };
}

/** The capacity that was: any number of replicas of the size of now, so that their price is right. */
function followCapacity(capacity: Float32Array): Policy {
  return {
    name: 'as-it-was',
    decideEveryMs: 0,
    decide({ cpu }, now) {
      const replicas = (capacity[cpu.length] ?? Number.NaN) / now.cpuMillicores;
      return { size: replicas > 0 && replicas !== now.replicas ? { ...now, replicas } : now, windows: [] };
    },
  };
}
