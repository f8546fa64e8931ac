import { DAY_MS, WEEK_MS } from '../../src/model/clock.ts';
import { createRandom } from '../../src/sandbox/random.ts';
import { createReplay, type ReplayOptions, type Sums } from './replay.ts';
import { findBestFixed, fixedAt } from './rules/fixed.ts';
import { hindsightWindows } from './rules/hindsight.ts';
import { RULES } from './rules/list.ts';
import { createPipe, WORLDS } from './worlds.ts';

/** The share of time short of capacity at which the rules are compared. */
export const TARGET_SHORT = 0.005;

/** Pipes of each world, and the first of their seeds: others than those that were looked at while the rule was built. */
export const PIPES = 10;
const FIRST_SEED = 70_001;

const STEP_MS = 15 * 60_000;
/** A Monday. */
const START_MS = Date.UTC(2026, 0, 5);
const HISTORY_MS = 5 * WEEK_MS;
const COUNTED_MS = 8 * WEEK_MS;

const OPTIONS = {
  ...{ cpuHour: 0.04, memoryGbHour: 0.005, timezone: 'UTC' },
  limits: { replicas: { min: 1, max: 10 }, cpuMillicores: { min: 125, max: 2_000 }, memoryGb: { min: 0.5, max: 8 } },
};

/** What the rules did for one pipe; by rule, and then by headroom. */
export interface Comparison {
  readonly best: Sums;
  readonly asItWas: Sums;
  /** The best three windows of each week, in hindsight. */
  readonly bestWindows: Sums;
  readonly rules: readonly (readonly Sums[])[];
}

/** Replays the pipes of a world with each rule and headroom. */
export function compareWorld(world: string): readonly Comparison[] {
  const rule = WORLDS[world];
  if (rule === undefined) throw new Error(`no world ${world}`);
  return Array.from({ length: PIPES }, (_, index) => {
    const { size, trace } = createPipe(rule, FIRST_SEED + index, {
      ...{ startMs: START_MS, countedFromMs: START_MS + HISTORY_MS, stepMs: STEP_MS },
      steps: (HISTORY_MS + COUNTED_MS) / STEP_MS,
    });
    const options: ReplayOptions = { ...OPTIONS, size, from: HISTORY_MS / STEP_MS, headroom: 0 };
    const run = createReplay(trace, options);
    return {
      best: run(fixedAt(findBestFixed(trace, options, TARGET_SHORT)), 0),
      asItWas: run(fixedAt(size), 0),
      bestWindows: run(hindsightWindows(trace), 0),
      rules: RULES.map((one) => one.headrooms.map((headroom) => run(one, headroom))),
    };
  });
}

/** A figure with its interval of 95%, by bootstrap over pipes. */
export interface Estimate {
  readonly value: number;
  readonly low: number;
  readonly high: number;
}

/** One line of the table. */
export interface RuleFigures {
  readonly name: string;
  readonly headroom: number | null;
  /** Over the best fixed size in hindsight. */
  readonly cost: Estimate;
  readonly short: Estimate;
  readonly changesPerDay: number;
  readonly outOfMemory: number;
}

/**
 * The figures of each rule over all pipes, with the one headroom for all that is the cheapest of those that are short for at most the target; where
 * none is, with the one that is short least.
 */
export function summarizeRules(pipes: readonly Comparison[]): readonly RuleFigures[] {
  return [
    summarize('as it was', null, pipes, ({ asItWas }) => asItWas),
    ...RULES.map(({ name, headrooms }, rule) => {
      const points = headrooms.map((headroom, index) => {
        const sumsOf = (pipe: Comparison) => pipe.rules[rule]?.[index] ?? pipe.best;
        return { headroom, sumsOf, cost: costOf(pipes, sumsOf), short: shortOf(pipes, sumsOf) };
      });
      const within = points.filter(({ short }) => short <= TARGET_SHORT);
      const sorted =
        within.length > 0 ? within.sort((a, b) => a.cost - b.cost) : points.sort((a, b) => a.short - b.short);
      const [{ headroom, sumsOf } = { headroom: 0, sumsOf: ({ best }: Comparison) => best }] = sorted;
      return summarize(name, headroom, pipes, sumsOf);
    }),
    summarize('hindsight, windows', null, pipes, ({ bestWindows }) => bestWindows),
  ];
}

type SumsOf = (pipe: Comparison) => Sums;

function summarize(name: string, headroom: number | null, pipes: readonly Comparison[], sumsOf: SumsOf): RuleFigures {
  const total = (figureOf: (sums: Sums) => number) => pipes.reduce((sum, pipe) => sum + figureOf(sumsOf(pipe)), 0);
  return {
    ...{ name, headroom },
    cost: estimate(pipes, (drawn) => costOf(drawn, sumsOf)),
    short: estimate(pipes, (drawn) => shortOf(drawn, sumsOf)),
    changesPerDay: total(({ changes }) => changes) / (pipes.length * (COUNTED_MS / DAY_MS)),
    outOfMemory: total((sums) => sums.outOfMemory) / total(({ steps }) => steps),
  };
}

/** The mean over pipes, each against its own best fixed size: a large pipe counts as a small one. */
function costOf(pipes: readonly Comparison[], sumsOf: SumsOf): number {
  return pipes.reduce((sum, pipe) => sum + sumsOf(pipe).cost / pipe.best.cost, 0) / pipes.length;
}

function shortOf(pipes: readonly Comparison[], sumsOf: SumsOf): number {
  return pipes.reduce((sum, pipe) => sum + sumsOf(pipe).short / sumsOf(pipe).steps, 0) / pipes.length;
}

const RESAMPLES = 500;

/** The middle 95% of the figures of as many pipes drawn with replacement. */
function estimate(pipes: readonly Comparison[], figureOf: (pipes: readonly Comparison[]) => number): Estimate {
  const random = createRandom(1);
  const figures = Array.from({ length: RESAMPLES }, () => figureOf(pipes.map(() => random.pick(pipes)))).sort(
    (a, b) => a - b,
  );
  const at = (share: number) => figures[Math.round(share * (RESAMPLES - 1))] ?? Number.NaN;
  return { value: figureOf(pipes), low: at(0.025), high: at(0.975) };
}
