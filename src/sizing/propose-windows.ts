import { WEEK_MS } from '../model/clock.ts';
import type { AdvisedWindow, PipeHistory, Size, SizingOptions } from '../model/size/sizing.ts';
import { hourlyCost } from './fit-size.ts';
import { findEnough, findShortShare, type Past, usableOf } from './replay-past.ts';
import { findQuantile } from './series.ts';
import { hoursOfWeek } from './week-of-sizes.ts';

const HOURS = 24;
const WEEK_HOURS = 7 * HOURS;
const MOST_WINDOWS = 3;

/** All days, weekdays, the weekend, and each day: what a window may be of. */
const DAY_SETS = [[1, 2, 3, 4, 5, 6, 7], [1, 2, 3, 4, 5], [6, 7], [1], [2], [3], [4], [5], [6], [7]];

/** What an hour short of capacity costs, in hours of the size: the first with which a schedule is short seldom enough counts. */
const SHORT_PRICES = [10, 30, 100];

/** How often a schedule may be short in a week that it does not know, over how often in those that it knows. */
const UNSEEN_FACTOR = 4;

/** A replica size costs as much as the cheapest if it is not more than this above it. */
const ABOUT_AS_CHEAP = 1.1;

const LEAST_MILLICORES = 1;

/** A window that saves less, as a share of all replicas in a week, is not worth its line. */
const LEAST_WORTH = 0.005;

interface ScheduleOptions {
  readonly options: SizingOptions;
  /** The possible sizes, the cheapest first. */
  readonly sizes: readonly Size[];
  /** The advised size for all hours. */
  readonly fixed: Size;
  readonly unevenness: number;
  readonly mostShort: number;
  readonly leastSaving: number;
}

interface Schedule {
  /** Outside the windows. */
  readonly size: Size;
  readonly windows: readonly AdvisedWindow[];
  /** The share of the price of `fixed`. */
  readonly saving: number;
  /** The share of the past, without headroom. */
  readonly short: number;
}

/** Up to three windows that hold the past, and the last week by what is known before it; null if they do not save enough. */
export function proposeSchedule(
  { startMs, stepMs }: PipeHistory,
  past: Past,
  options: ScheduleOptions,
): Schedule | null {
  const { sizes, fixed, unevenness, mostShort } = options;
  const { limits, timezone } = options.options;
  const enough = findEnough(past, sizes, unevenness, mostShort);
  const costOf = (size: Size) => hourlyCost(size, options.options);
  const cheap = enough.filter((size) => costOf(size) <= costOf(enough[0] ?? size) * ABOUT_AS_CHEAP);
  // Of small replicas, the number follows the demand most closely.
  const size = cheap.reduce<Size | null>(
    (best, next) => (next.replicas > (best?.replicas ?? limits.replicas.min) ? next : best),
    null,
  );
  if (size === null) return null;

  const hours = hoursOfWeek(timezone, startMs, stepMs, past.demand.length);
  const needed = past.demand.map(
    (value, at) => Math.min(value * (1 + past.headroom), past.limit[at] ?? value) * unevenness,
  );
  const plan = (held: Held, shortPrice: number) =>
    planWeek(findCosts(held, shortPrice), size.replicas, limits.replicas.min);
  const shortWith = ({ byHour }: WeekPlan, of: Past, from = 0) => {
    const usable = byHour.map((replicas) => usableOf({ ...size, replicas }, unevenness));
    return findShortShare(of, (at) => usable[hours[from + at] ?? 0] ?? 0);
  };
  const held = findHeld(needed, hours, size);
  for (const shortPrice of SHORT_PRICES) {
    const week = plan(held, shortPrice);
    if (shortWith(week, past) > mostShort) continue;
    const cost = week.byHour.reduce((sum, replicas) => sum + costOf({ ...size, replicas }), 0) / WEEK_HOURS;
    const saving = 1 - cost / costOf(fixed);
    if (week.windows.length === 0 || saving < options.leastSaving) return null;
    const before = Math.max(0, needed.length - Math.round(WEEK_MS / stepMs));
    const last = { ...past, demand: past.demand.subarray(before), limit: past.limit.subarray(before) };
    const heldBefore = findHeld(needed.subarray(0, before), hours, size);
    if (shortWith(plan(heldBefore, shortPrice), last, before) > mostShort * UNSEEN_FACTOR) return null;
    const windows = week.windows.map(({ days, from, length, replicas }) => ({
      days,
      hours: formatHours(from, length),
      timezone,
      replicas,
    }));
    return {
      size: { ...size, replicas: week.base },
      windows,
      saving,
      short: shortWith(week, { ...past, headroom: 0 }),
    };
  }
  return null;
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

/** The share of each hour of the week that each number of replicas holds, from none to the most. */
type Held = readonly Float64Array[];

function findHeld(needed: Float32Array, hours: Uint16Array, { replicas: most, cpuMillicores }: Size): Held {
  const hourOf = (at: number) => hours[at] ?? 0;
  const byHour = Array.from({ length: WEEK_HOURS }, () => [] as number[]);
  // A step also counts for the hours of its neighbors: a new size takes minutes to work, and rhythms shift.
  for (let at = 0; at < needed.length; at += 1) {
    const value = needed[at] ?? 0;
    byHour[hourOf(at)]?.push(value);
    if (at > 0 && hourOf(at - 1) !== hourOf(at)) byHour[hourOf(at - 1)]?.push(value);
    if (at + 1 < needed.length && hourOf(at + 1) !== hourOf(at)) byHour[hourOf(at + 1)]?.push(value);
  }
  // All hours together show how far a load may be above the usual one of its hour: a burst comes at any time.
  const usual = byHour.map((values) => Math.max(LEAST_MILLICORES, findQuantile(Float32Array.from(values), 0.5) ?? 0));
  const ratios = Float64Array.from(
    byHour.flatMap((values, hour) => values.map((value) => value / (usual[hour] ?? 1))),
  ).sort();
  return usual.map((level) =>
    Float64Array.from(
      { length: most + 1 },
      (_, replicas) => countUpTo(ratios, (replicas * cpuMillicores) / level) / ratios.length,
    ),
  );
}

/** What each number of replicas costs in each hour of the week, shortage included, in replicas. */
type Costs = readonly Float64Array[];

function findCosts(held: Held, shortPrice: number): Costs {
  return held.map((shares) =>
    shares.map((share, replicas) => replicas + (shares.length - 1) * shortPrice * (1 - share)),
  );
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

/** Finds the windows that cost least: one by one, and then each once more with the others known. */
function planWeek(costs: Costs, most: number, least: number): WeekPlan {
  const counts = Array.from({ length: most - least + 1 }, (_, more) => least + more);
  let plan: WeekPlan = { base: most, windows: [], byHour: Array<number>(WEEK_HOURS).fill(most) };
  for (let pass = 0; pass < 2 * MOST_WINDOWS; pass += 1) {
    const others = plan.windows.length < MOST_WINDOWS ? plan.windows : plan.windows.slice(1);
    const found = findBestWindow(costs, plan.base, new Set(others.flatMap(hoursOf)), counts);
    if (found === null) break;
    const windows = [...others, found];
    const covered = new Set(windows.flatMap(hoursOf));
    const outside = costs.filter((_, hour) => !covered.has(hour));
    const costOf = (replicas: number) => outside.reduce((sum, byReplicas) => sum + (byReplicas[replicas] ?? 0), 0);
    const base = counts.reduce((best, replicas) => (costOf(replicas) < costOf(best) ? replicas : best), plan.base);
    const byHour = Array<number>(WEEK_HOURS).fill(base);
    for (const window of windows) for (const hour of hoursOf(window)) byHour[hour] = window.replicas;
    plan = { base, windows, byHour };
  }
  return { ...plan, windows: plan.windows.filter(({ replicas }) => replicas !== plan.base) };
}

/** The window outside the covered hours that saves most against the base; null if none saves. */
function findBestWindow(
  costs: Costs,
  base: number,
  covered: ReadonlySet<number>,
  counts: readonly number[],
): Window | null {
  let best: Window | null = null;
  let most = LEAST_WORTH * WEEK_HOURS * (counts.at(-1) ?? 0);
  for (const replicas of counts) {
    const saved = costs.map((byReplicas, hour) =>
      covered.has(hour) ? Number.NEGATIVE_INFINITY : (byReplicas[base] ?? 0) - (byReplicas[replicas] ?? 0),
    );
    for (const days of DAY_SETS) {
      // Of the hours of these days, and of the nights after them.
      const savings = new Float64Array(2 * HOURS);
      for (const day of days) {
        for (let hour = 0; hour < savings.length; hour += 1) {
          savings[hour] = (savings[hour] ?? 0) + (saved[((day - 1) * HOURS + hour) % WEEK_HOURS] ?? 0);
        }
      }
      for (let from = 0; from < HOURS; from += 1) {
        let saving = 0;
        for (let length = 1; length <= (from === 0 ? HOURS : HOURS - 1); length += 1) {
          saving += savings[from + length - 1] ?? 0;
          if (saving > most) [most, best] = [saving, { days, from, length, replicas }];
        }
      }
    }
  }
  return best;
}

/** The hours of the week of a window. */
function hoursOf({ days, from, length }: Window): readonly number[] {
  return days.flatMap((day) => Array.from({ length }, (_, at) => ((day - 1) * HOURS + from + at) % WEEK_HOURS));
}

function formatHours(from: number, length: number): AdvisedWindow['hours'] {
  const format = (hour: number) => `${`${hour % HOURS}`.padStart(2, '0')}:00`;
  return length === HOURS ? null : { from: format(from), until: format(from + length) };
}
