import type { BacktestRow } from '../src/model/size/sizing.ts';
import { createTrace, guessSize, WORLDS, type World } from '../src/sandbox/workload/worlds.ts';
import { backtestPipe, summarizeBacktest } from '../src/sizing/backtest.ts';
import { fixedAt } from '../src/sizing/policies/fixed.ts';
import { OTHERS, OURS } from '../src/sizing/policies/list.ts';
import { observe } from '../src/sizing/replay.ts';
import { chooseHeadroom, summarizeFixed, summarizePolicy } from '../src/sizing/summarize-sweep.ts';
import { type PipeSweep, sweepPipe } from '../src/sizing/sweep.ts';

/** Seeds up to 1000 are for tuning. */
const TUNING_SEED = 1;
const REPORT_SEED = 5_001;
const PIPES = 50;
const HISTORY_DAYS = 28;
const REPORT_DAYS = 28;

/** From below to three times the demand that a rule sees: what it takes to be short seldom enough, and more. */
const CANDIDATES = [
  ...OTHERS.map((policy) => ({ policy, headrooms: [-0.2, -0.1, 0, 0.07, 0.15, 0.25, 0.35, 0.5, 0.7, 1, 1.5, 2] })),
  ...OURS.map((policy) => ({ policy, headrooms: [-0.1, 0, 0.07, 0.15, 0.25, 0.35, 0.5, 0.7] })),
];

const OPTIONS = {
  ...{ cpuHour: 0.04, memoryGbHour: 0.005, timezone: 'UTC' },
  limits: { replicas: { min: 1, max: 10 }, cpuMillicores: { min: 125, max: 2_000 }, memoryGb: { min: 0.5, max: 8 } },
};
const STEP_MS = 15 * 60_000;
/** A Monday. */
const START_MS = Date.UTC(2026, 0, 5);

/** The rows of a world: headrooms are chosen on the pipes for tuning, and used for others. */
export function compareRules(world: World): readonly BacktestRow[] {
  const tuning = sweepWorld(world, TUNING_SEED);
  const pipes = sweepWorld(world, REPORT_SEED);
  return [
    summarizeFixed('hindsight', pipes, ({ best }) => best),
    summarizeFixed('as-it-was', pipes, ({ asItWas }) => asItWas),
    ...CANDIDATES.map((candidate, policy) =>
      summarizePolicy(candidate, policy, [{ pipes, choice: chooseHeadroom(tuning, policy) }]),
    ),
  ];
}

/** Replays what was measured of so many pipes of all worlds, all held in memory as a command has them. */
export function backtestFleet(pipes: number, days: number): void {
  const histories = Array.from({ length: pipes }, (_, seed) => {
    const { size, trace } = createPipe(WORLDS[seed % WORLDS.length] ?? 'daily', seed, days);
    return { seed, size, history: observe(trace, size) };
  });
  const swept = histories.flatMap(
    ({ seed, size, history }) => backtestPipe(`pipe ${seed}`, history, size, { ...OPTIONS, days }) ?? [],
  );
  const report = summarizeBacktest(swept);
  if (report.pipes !== pipes) throw new Error(`${report.pipes} of ${pipes} pipes were replayed`);
}

function sweepWorld(world: World, firstSeed: number): readonly PipeSweep[] {
  const from = (HISTORY_DAYS * 86_400_000) / STEP_MS;
  return Array.from({ length: PIPES }, (_, index) => {
    const seed = firstSeed + index;
    const { size, trace } = createPipe(world, seed, HISTORY_DAYS + REPORT_DAYS);
    return sweepPipe(`seed ${seed}`, trace, CANDIDATES, fixedAt(size), { ...OPTIONS, size, from, headroom: 0 });
  });
}

function createPipe(world: World, seed: number, days: number) {
  const size = guessSize(seed);
  return { size, trace: createTrace(world, { seed, size, startMs: START_MS, days, stepMs: STEP_MS }) };
}
