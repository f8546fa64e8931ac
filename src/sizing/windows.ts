import type { Size } from '../model/size/size.ts';
import type { AdvisedWindow } from '../model/size/sizing.ts';
import { usableOf } from './demand.ts';
import { findQuantile, get } from './series.ts';
import { findShortShare, type Past } from './short-share.ts';

const HOURS = 24;
const WEEK_HOURS = 7 * HOURS;
const MOST_WINDOWS = 3;

/** All days, weekdays, the weekend, and each day: what a window may be of. */
const DAY_SETS = [[1, 2, 3, 4, 5, 6, 7], [1, 2, 3, 4, 5], [6, 7], [1], [2], [3], [4], [5], [6], [7]];

/** What an hour short of capacity costs, in hours of the whole pipe: the first with which a plan holds counts. */
const SHORT_PRICES = [3, 6, 12, 25, 50, 100, 200];

const LEAST_MILLICORES = 1;

/** A window that saves less, as a share of all replicas in a week, is not worth its line. */
const LEAST_WORTH = 0.005;

interface WindowsOptions {
  /** The hour of the local week of each step. */
  readonly hours: Uint16Array;
  /** The size of a replica, with the number of replicas that holds the past at all times. */
  readonly size: Size;
  readonly leastReplicas: number;
  readonly unevenness: number;
  /** The share of the past that may be short. */
  readonly mostShort: number;
  readonly timezone: string;
}

export interface Windows {
  /** Replicas outside of all windows. */
  readonly replicas: number;
  readonly windows: readonly AdvisedWindow[];
  /** The mean number of replicas in a week. */
  readonly mean: number;
}

/** The cheapest week of up to three windows with which at most a share of the past is short; null without one. */
export function findWindows(past: Past, options: WindowsOptions): Windows | null {
  const { hours, size, leastReplicas, unevenness, mostShort, timezone } = options;
  const values = groupByHour(past, hours);
  const levels = values.map((samples) => Math.max(LEAST_MILLICORES, findQuantile(new Float32Array(samples), 0.5) ?? 0));
  // With the highest level of the neighboring hours, edges that are steep and jobs that start late are held.
  const wide = levels.map((level, hour) =>
    Math.max(level, levels[(hour + WEEK_HOURS - 1) % WEEK_HOURS] ?? 0, levels[(hour + 1) % WEEK_HOURS] ?? 0),
  );
  const plans = [levels, wide].flatMap((level) => {
    const short = findShortByReplicas(values, level, size, unevenness);
    // A higher price of shortage gives a plan that is short less often.
    let found: WeekPlan | null = null;
    let [low, high] = [0, SHORT_PRICES.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      const costs = findCosts(short, size.replicas * (SHORT_PRICES[middle] ?? 0));
      const plan = planWeek(costs, size.replicas, leastReplicas);
      const usable = plan.byHour.map((replicas) => usableOf({ ...size, replicas }, unevenness));
      if (findShortShare(past, (at) => usable[hours[at] ?? 0] ?? 0) <= mostShort) [found, high] = [plan, middle];
      else low = middle + 1;
    }
    return found === null ? [] : [found];
  });
  const [first, second] = plans;
  const best = first === undefined || (second !== undefined && meanOf(second) < meanOf(first)) ? second : first;
  if (best === undefined || best.windows.length === 0) return null;
  return {
    replicas: best.base,
    mean: meanOf(best),
    windows: best.windows.map(({ days, from, length, replicas }) => ({
      ...{ days, hours: formatHours(from, length), timezone, replicas },
    })),
  };
}

function meanOf({ byHour }: WeekPlan): number {
  return byHour.reduce((sum, replicas) => sum + replicas, 0) / WEEK_HOURS;
}

/** What is needed in each hour of the week, headroom included. */
function groupByHour({ demand, limit, headroom }: Past, hours: Uint16Array): readonly (readonly number[])[] {
  const byHour = Array.from({ length: WEEK_HOURS }, () => [] as number[]);
  // A step also counts for the hours of its neighbors: a new size takes minutes to work, and rhythms shift.
  for (let at = 0; at < demand.length; at += 1) {
    const value = get(demand, at);
    const needed = Math.min(value * (1 + headroom), limit[at] ?? value);
    const hour = hours[at] ?? 0;
    const [before, after] = [hours[at - 1] ?? hour, hours[at + 1] ?? hour];
    byHour[hour]?.push(needed);
    if (before !== hour) byHour[before]?.push(needed);
    if (after !== hour && after !== before) byHour[after]?.push(needed);
  }
  return byHour;
}

/** For each hour of the week, the share of it in which each number of replicas, from none to the most, is short. */
function findShortByReplicas(
  values: readonly (readonly number[])[],
  levels: readonly number[],
  size: Size,
  unevenness: number,
): ByReplicas {
  // All hours together show how far a load may be above the usual one of its hour: a burst comes at any time.
  const ratios = new Float64Array(values.reduce((sum, samples) => sum + samples.length, 0));
  let next = 0;
  for (const [hour, samples] of values.entries()) {
    for (const value of samples) ratios[next++] = value / (levels[hour] ?? LEAST_MILLICORES);
  }
  ratios.sort();
  const usable = Array.from({ length: size.replicas + 1 }, (_, replicas) =>
    replicas === 0 ? 0 : usableOf({ ...size, replicas }, unevenness),
  );
  return levels.map((level) => usable.map((millicores) => 1 - countUpTo(ratios, millicores / level) / ratios.length));
}

/** For each hour of the week, a value for each number of replicas, from none to the most. */
type ByReplicas = readonly (readonly number[])[];

function findCosts(short: ByReplicas, price: number): ByReplicas {
  return short.map((shares) => shares.map((share, replicas) => replicas + price * share));
}

/** What each number of replicas costs in all of these hours. */
function sumCosts(hours: ByReplicas): readonly number[] {
  const totals = (hours[0] ?? []).map(() => 0);
  for (const byReplicas of hours) {
    for (let replicas = 0; replicas < totals.length; replicas += 1) {
      totals[replicas] = (totals[replicas] ?? 0) + (byReplicas[replicas] ?? 0);
    }
  }
  return totals;
}

/** How many values are not larger. */
function countUpTo(sorted: Float64Array, value: number): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? 0) <= value) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Days with hours, and the number of replicas in them. */
interface Window {
  readonly days: readonly number[];
  readonly from: number;
  readonly length: number;
  readonly replicas: number;
}

interface WeekPlan {
  /** Replicas outside the windows. */
  readonly base: number;
  /** They do not overlap. */
  readonly windows: readonly Window[];
  /** Replicas from Monday 00:00. */
  readonly byHour: readonly number[];
}

/** Finds the windows that cost least, one by one. Where there are as many as possible, each is looked for once more with the others known. */
function planWeek(costs: ByReplicas, most: number, least: number): WeekPlan {
  const counts = Array.from({ length: most - least + 1 }, (_, more) => least + more);
  let plan: WeekPlan = { base: most, windows: [], byHour: Array<number>(WEEK_HOURS).fill(most) };
  for (let pass = 0; pass < 2 * MOST_WINDOWS; pass += 1) {
    const others = plan.windows.length < MOST_WINDOWS ? plan.windows : plan.windows.slice(1);
    const found = findBestWindow(costs, plan.base, placeWindows(others), counts);
    if (found === null) break;
    const windows = [...others, found];
    const placed = placeWindows(windows);
    const outside = costs.filter((_, hour) => placed[hour] === null);
    const totals = sumCosts(outside);
    const base = counts.reduce(
      (best, replicas) => ((totals[replicas] ?? 0) < (totals[best] ?? 0) ? replicas : best),
      plan.base,
    );
    plan = { base, windows, byHour: placed.map((replicas) => replicas ?? base) };
  }
  return { ...plan, windows: plan.windows.filter(({ replicas }) => replicas !== plan.base) };
}

/** The window outside the covered hours that saves most against the base; null if none saves. */
function findBestWindow(
  costs: ByReplicas,
  base: number,
  placed: readonly (number | null)[],
  counts: readonly number[],
): Window | null {
  let best: Window | null = null;
  let bestSaving = LEAST_WORTH * WEEK_HOURS * (counts.at(-1) ?? 0);
  for (const replicas of counts.filter((one) => one !== base)) {
    const saved = costs.map((byReplicas, hour) =>
      placed[hour] === null ? (byReplicas[base] ?? 0) - (byReplicas[replicas] ?? 0) : Number.NEGATIVE_INFINITY,
    );
    // No window saves more than all hours that save anything, which spares most of the search.
    if (sumPositive(saved) <= bestSaving) continue;
    // The hours of Monday follow those of Sunday.
    saved.push(...saved.slice(0, HOURS));
    for (const days of DAY_SETS) {
      // These are the savings in the hours of these days, and in the nights after them.
      const savings = Array<number>(2 * HOURS).fill(0);
      for (const day of days) {
        const midnight = (day - 1) * HOURS;
        for (let hour = 0; hour < savings.length; hour += 1) {
          savings[hour] = (savings[hour] ?? 0) + (saved[midnight + hour] ?? 0);
        }
      }
      if (sumPositive(savings) <= bestSaving) continue;
      for (let from = 0; from < HOURS; from += 1) {
        // No window begins with an hour that saves nothing: nights after these days are found with the evening before them.
        if ((savings[from] ?? 0) <= 0) continue;
        let saving = 0;
        for (let length = 1; length <= (from === 0 ? HOURS : HOURS - 1); length += 1) {
          saving += savings[from + length - 1] ?? 0;
          if (saving > bestSaving) [bestSaving, best] = [saving, { days, from, length, replicas }];
        }
      }
    }
  }
  return best;
}

function sumPositive(values: readonly number[]): number {
  return values.reduce((sum, value) => (value > 0 ? sum + value : sum), 0);
}

/** The number of replicas in each hour of the week that a window has; null outside of all. */
function placeWindows(windows: readonly Window[]): readonly (number | null)[] {
  const placed = Array<number | null>(WEEK_HOURS).fill(null);
  for (const { days, from, length, replicas } of windows) {
    for (const day of days) {
      const start = (day - 1) * HOURS + from;
      for (let hour = start; hour < start + length; hour += 1) placed[hour % WEEK_HOURS] = replicas;
    }
  }
  return placed;
}

function formatHours(from: number, length: number): AdvisedWindow['hours'] {
  const format = (hour: number) => `${`${hour % HOURS}`.padStart(2, '0')}:00`;
  return length === HOURS ? null : { from: format(from), until: format(from + length) };
}
