import { HOUR_MS, WEEK_MS } from '../model/clock.ts';
import { capacityOf, isSameSize, type Size } from '../model/size/size.ts';
import type { AdvisedWindow, BacktestFigures, PipeBacktest, PipeHistory, SizingOptions } from '../model/size/sizing.ts';
import { adviseSize, MOST_SHORT } from './decide.ts';
import { type Demand, estimateDemand, usableOf } from './demand.ts';
import { findPeak, firstSteps, skipSteps } from './series.ts';
import { findLeastCapacity, findShortShare, type Past } from './short-share.ts';
import { hourlyCost, listSizes } from './sizes.ts';
import { hoursOfWeek, largestSize, sizesByStep } from './week-of-sizes.ts';

/** Weeks before the first advice. */
const FIRST_WEEKS = 2;

/**
 * Replays each whole week after the first two with the advice of the weeks before it, and counts what that would have cost and how often it
 * would have been short: evidence from weeks that the advice did not know. Memory and the size of a replica are taken to have been those of
 * now.
 * @param now the live size.
 * @returns null when less than three weeks are known.
 */
export function backtestPipe(history: PipeHistory, now: Size, options: SizingOptions): PipeBacktest | null {
  const first = history.cpu.findIndex((value) => !Number.isNaN(value));
  if (first < 0) return null;
  const known = skipSteps(history, first);
  const perWeek = Math.round(WEEK_MS / history.stepMs);
  const weeks = Math.floor(known.cpu.length / perWeek) - FIRST_WEEKS;
  if (weeks < 1) return null;

  const from = known.cpu.length - weeks * perWeek;
  const estimate = estimateDemand(known);
  const past: Past = {
    ...{ demand: estimate.demand.subarray(from), limit: estimate.limit.subarray(from) },
    ...{ stepMs: known.stepMs, headroom: 0 },
  };
  const steps = past.demand.filter((value) => !Number.isNaN(value)).length;
  if (steps === 0) return null;
  const figuresOf = (sizes: readonly Size[]) => sumUp(sizes, past, estimate, options);
  const asItWas = followCapacity(known, now);
  return {
    days: (past.demand.length * known.stepMs) / (24 * HOUR_MS),
    steps,
    unknownSteps: past.demand.length - steps,
    asItWas: figuresOf(asItWas.slice(from)),
    hindsight: figuresOf(Array<Size>(past.demand.length).fill(findBestFixed(past, known, now, estimate, options))),
    advice: figuresOf(followAdvice(known, asItWas[from - 1] ?? now, from, perWeek, options)),
  };
}

/** The size of each step from `from` on, when the advice of each week is taken. */
function followAdvice(
  history: PipeHistory,
  firstSize: Size,
  from: number,
  perWeek: number,
  options: SizingOptions,
): readonly Size[] {
  const { startMs, stepMs, cpu } = history;
  const hours = hoursOfWeek(options.timezone, startMs, stepMs, cpu.length);
  let plan: { readonly size: Size; readonly windows: readonly AdvisedWindow[] } = { size: firstSize, windows: [] };
  let byStep = sizesByStep(plan.size, plan.windows, hours);
  const sizes: Size[] = [];
  for (let week = from; week < cpu.length; week += perWeek) {
    const schedule = plan.windows.length === 0 ? null : { outside: plan.size, sizes: byStep.slice(0, week) };
    const largest = largestSize(plan.size, plan.windows);
    const { verdict, advised, windows } = adviseSize(firstSteps(history, week), largest, options, schedule);
    if (advised !== null && verdict !== 'keep') {
      plan = { size: advised, windows };
      byStep = sizesByStep(plan.size, plan.windows, hours);
    }
    sizes.push(...byStep.slice(week, week + perWeek));
  }
  return sizes;
}

/** The sizes that were: any number of replicas of the size of now, so that their price is right. What is unknown is as before it. */
function followCapacity({ capacity }: PipeHistory, now: Size): readonly Size[] {
  let size = now;
  return Array.from(capacity, (millicores) => {
    if (millicores > 0 && millicores !== capacityOf(size)) {
      size = { ...now, replicas: millicores / now.cpuMillicores };
    }
    return size;
  });
}

/** The cheapest size that was short seldom enough, which only hindsight knows; the largest where none was. */
function findBestFixed(
  past: Past,
  { memory, cpu }: PipeHistory,
  now: Size,
  { spread }: Demand,
  options: SizingOptions,
): Size {
  const memoryGb = memory === null ? null : findPeak(memory.subarray(cpu.length - past.demand.length));
  const least = findLeastCapacity(past, MOST_SHORT);
  const sizes = listSizes(memoryGb ?? now.memoryGb, now, options);
  return sizes.find((size) => usableOf(size, spread ?? 1) >= least) ?? sizes.at(-1) ?? now;
}

function sumUp(sizes: readonly Size[], past: Past, { spread }: Demand, options: SizingOptions): BacktestFigures {
  const usable = sizes.map((size) => usableOf(size, spread ?? 1));
  return {
    cost: sizes.reduce((sum, size) => sum + hourlyCost(size, options), 0) * (past.stepMs / HOUR_MS),
    short: findShortShare(past, (at) => usable[at] ?? 0),
    changes: sizes.filter((size, at) => at > 0 && !isSameSize(size, sizes[at - 1] ?? size)).length,
  };
}
