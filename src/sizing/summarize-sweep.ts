import { fromCents, toCents } from '../model/price.ts';
import { createRandom } from '../model/random.ts';
import type { BacktestFigures, BacktestRow, Estimate, PolicyName } from '../model/size/sizing.ts';
import { type Candidate, type PipeSweep, type Sums, TARGET_SHORT } from './sweep.ts';

const RESAMPLES = 1_000;

/** A pipe's replay beside that of its best fixed size. */
interface Pair {
  readonly pipe: string;
  readonly sums: Sums;
  readonly best: Sums;
}

/** The index of the cheapest headroom of a policy with at most the target's share of time short; of the least share, if none. */
export function chooseHeadroom(
  pipes: readonly PipeSweep[],
  policy: number,
): { index: number; isWithinTarget: boolean } {
  const points = frontOf(pipes, policy).map((point, index) => ({ ...point, index }));
  const within = points.filter(({ short }) => short <= TARGET_SHORT);
  const chosen =
    within.length > 0
      ? within.reduce((best, point) => (point.relativeCost < best.relativeCost ? point : best))
      : points.reduce((best, point) => (point.short < best.short ? point : best));
  return { index: chosen.index, isWithinTarget: within.length > 0 };
}

/** Cost and time short at each headroom of a policy. */
export function frontOf(
  pipes: readonly PipeSweep[],
  policy: number,
): readonly { relativeCost: number; short: number }[] {
  const headrooms = pipes[0]?.policies[policy]?.length ?? 0;
  return Array.from({ length: headrooms }, (_, index) => {
    const pairs = pairsOf(pipes, ({ policies }) => policies[policy]?.[index]);
    return { relativeCost: relativeCostOf(pairs), short: shortOf(pairs) };
  });
}

/** A row of the table of a policy: each part of the pipes with the headroom that was chosen for it. */
export function summarizePolicy(
  { policy: { name }, headrooms }: Candidate,
  policy: number,
  parts: readonly {
    readonly pipes: readonly PipeSweep[];
    readonly choice: { index: number; isWithinTarget: boolean };
  }[],
): BacktestRow {
  const pairs = parts.flatMap(({ pipes, choice }) =>
    pairsOf(pipes, ({ policies }) => policies[policy]?.[choice.index]),
  );
  const all = parts.flatMap(({ pipes }) => pipes);
  return {
    policy: name,
    headrooms: parts.map(({ choice }) => headrooms[choice.index] ?? 0),
    isWithinTarget: parts.every(({ choice }) => choice.isWithinTarget),
    figures: summarize(pairs),
    front: frontOf(all, policy).map((point, index) => ({ headroom: headrooms[index] ?? 0, ...point })),
  };
}

/** A row of a rule without headroom. */
export function summarizeFixed(
  name: PolicyName,
  pipes: readonly PipeSweep[],
  sumsOf: (pipe: PipeSweep) => Sums,
): BacktestRow {
  return {
    ...{ policy: name, headrooms: [], isWithinTarget: true, front: [] },
    figures: summarize(pairsOf(pipes, sumsOf)),
  };
}

function pairsOf(pipes: readonly PipeSweep[], sumsOf: (pipe: PipeSweep) => Sums | undefined): readonly Pair[] {
  return pipes.flatMap((swept) => {
    const sums = sumsOf(swept);
    return sums === undefined || sums.steps === 0 ? [] : [{ pipe: swept.pipe, sums, best: swept.best }];
  });
}

function summarize(pairs: readonly Pair[]): BacktestFigures {
  const total = (figureOf: (pair: Pair) => number) => pairs.reduce((sum, pair) => sum + figureOf(pair), 0);
  const steps = total(({ sums }) => sums.steps);
  const costs = pairs.map(({ pipe, sums, best }) => ({ pipe, relativeCost: sums.cost / best.cost }));
  const shares = pairs.map(({ pipe, sums }) => ({ pipe, share: sums.short / sums.steps }));
  const none = { pipe: '', relativeCost: 0, share: 0 };
  return {
    cost: fromCents(toCents(total(({ sums }) => sums.cost))),
    relativeCost: estimate(pairs, relativeCostOf),
    slack: 1 - total(({ sums }) => sums.used) / total(({ sums }) => sums.capacity),
    short: estimate(pairs, shortOf),
    changesPerDay: total(({ sums }) => sums.changes) / (total(({ sums }) => sums.hours) / 24),
    outOfMemory: total(({ sums }) => sums.outOfMemory) / steps,
    worst: {
      cost: costs.reduce((worst, one) => (one.relativeCost > worst.relativeCost ? one : worst), costs[0] ?? none),
      short: shares.reduce((worst, one) => (one.share > worst.share ? one : worst), shares[0] ?? none),
    },
  };
}

function relativeCostOf(pairs: readonly Pair[]): number {
  let cost = 0;
  let best = 0;
  for (const pair of pairs) {
    cost += pair.sums.cost;
    best += pair.best.cost;
  }
  return cost / best;
}

function shortOf(pairs: readonly Pair[]): number {
  let short = 0;
  let steps = 0;
  for (const { sums } of pairs) {
    short += sums.short;
    steps += sums.steps;
  }
  return short / steps;
}

/** The figure of all pipes, and the middle 95% of those of as many pipes drawn with replacement; the same draws for each figure. */
function estimate(pairs: readonly Pair[], figureOf: (pairs: readonly Pair[]) => number): Estimate {
  const random = createRandom(1);
  const figures = Array.from({ length: RESAMPLES }, () => figureOf(pairs.map(() => random.pick(pairs)))).sort(
    (a, b) => a - b,
  );
  const at = (share: number) => figures[Math.round(share * (RESAMPLES - 1))] ?? Number.NaN;
  return { value: figureOf(pairs), low: at(0.025), high: at(0.975) };
}
