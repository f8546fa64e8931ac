import { DAY_MS, WEEK_MS } from '../model/clock.ts';
import { count, formatNumber, formatPercent } from '../model/number.ts';
import { capacityOf, isSameSize, type Size } from '../model/size/size.ts';
import type { Advice, PipeHistory, SizingOptions } from '../model/size/sizing.ts';
import { type Demand, estimateDemand, fillGaps, findUnevenness, usableOf } from './demand.ts';
import { findPeak, tail } from './series.ts';
import { findLeastCapacity, findShortShare, type Past } from './short-share.ts';
import { hourlyCost, isAlike, listSizes } from './sizes.ts';
import { hoursOfWeek, largestSize, sizesByHour } from './week-of-sizes.ts';
import { findWindows } from './windows.ts';

// The rule, its parameters and what was tried and rejected are those of the design page on sizing; `bench/sizing` measures them.

/** The share of the past, with headroom, that a plan may be short for. */
export const MOST_SHORT = 0.01;
/** Another size or schedule has to save so much, which spares reviews and costs next to nothing. */
const LEAST_SAVING = 0.1;
/** Windows have to save so much against the size that holds at all times. */
const LEAST_WINDOW_SAVING = 0.05;
/** A replica costs about as much as the cheapest up to this factor; of those, small replicas follow the demand most closely. */
const ABOUT_AS_CHEAP = 1.1;

export const MEMORY_DAYS = 8;
/** Memory that runs out stops a pipe. */
const MEMORY_FACTOR = 1.15;

const LEAST_DAYS = 7;
const LEAST_DAYS_TO_SHRINK = 14;
const LEAST_KNOWN = 0.7;

/** From here on, the capacity that can be used is clearly less than that of all replicas. */
const NOTABLE_SPREAD = 1.1;

/** The sizes of a pipe with a schedule. */
export interface ScheduledSizes {
  /** Outside of all windows. */
  readonly outside: Size;
  /** One for each step of the history. */
  readonly sizes: readonly Size[];
}

/** Everything that the advice for a pipe is derived from. */
interface Case {
  readonly history: PipeHistory;
  /** The largest size of a schedule. */
  readonly now: Size;
  readonly schedule: ScheduledSizes | null;
  readonly options: SizingOptions;
  readonly estimate: Demand;
  /** The hour of the local week of each step. */
  readonly hours: Uint16Array;
  /** GB of a replica. */
  readonly memoryGb: number;
  /** Why nothing becomes smaller yet; null if it may. */
  readonly wait: string | null;
}

/** A size for all hours, or one outside of windows. */
interface SizePlan extends Pick<Advice, 'windows'> {
  readonly size: Size;
  /** The mean price of an hour. */
  readonly hourlyCost: number;
}

/**
 * The cheapest size, or schedule of sizes, that is short for at most 1% of the past with headroom. What the pipe has now stays unless it no
 * longer holds, or the advice saves 10%. Nothing becomes smaller within two weeks of history, while messages wait, or because data is missing.
 * @param now of a pipe with a schedule, its largest size.
 */
export function adviseSize(
  history: PipeHistory,
  now: Size,
  options: SizingOptions,
  schedule: ScheduledSizes | null = null,
): Advice {
  const estimate = estimateDemand(history);
  const { demand, limit, spread, isLimitedElsewhere } = estimate;
  const base = { now, windows: [], isLimited: isLimitedElsewhere, demand } as const;
  const unknown = findUnknown(history, demand);
  if (unknown !== null) {
    return { ...base, verdict: 'unknown', advised: null, reason: unknown, short: { now: null, advised: null } };
  }
  const hours = hoursOfWeek(options.timezone, history.startMs, history.stepMs, demand.length);
  const memoryGb = findMemoryNeed(history, now);
  const wait = findWait(history, estimate);
  const pipe: Case = { history, now, schedule, options, estimate, hours, memoryGb, wait };

  // What the pipe has now counts the spread that was seen, so that nothing grows on a guess.
  const usableNow = (at: number) => usableOf(schedule?.sizes[at] ?? now, spread ?? 1);
  const past = { demand, limit, stepMs: history.stepMs, headroom: options.headroom };
  const short = findShortShare(past, usableNow);
  const holds = short <= MOST_SHORT && now.memoryGb >= memoryGb;
  const plan = findPlan(pipe, holds);
  const saving = 1 - plan.hourlyCost / findCostNow(pipe);

  const measured = { ...past, headroom: 0 };
  const shortNow = findShortShare(measured, usableNow);
  const found = holds ? base : { ...base, isTooSmall: true as const };
  const keep = (why: string): Advice => ({
    ...found,
    verdict: 'keep',
    advised: schedule?.outside ?? now,
    reason: `${describeUse(pipe)}; ${why}.`,
    short: { now: shortNow, advised: shortNow },
  });
  const situation = `${schedule === null ? 'it holds' : 'its schedule holds'} with ${describeHeadroom(options, short)}`;
  if (holds && saving < LEAST_SAVING) {
    const limits = isLimitedElsewhere ? `, and ${LIMITED_ELSEWHERE}` : '';
    return keep(`${situation}, and no other size or schedule saves ${formatPercent(LEAST_SAVING, 1)}${limits}`);
  }
  if (holds && wait !== null) return keep(`${situation}, and less ${wait}`);
  const most = capacityOf(largestSize(plan.size, plan.windows));
  if (isLimitedElsewhere && most > capacityOf(now)) return keep(LIMITED_ELSEWHERE);
  if (schedule === null && plan.windows.length === 0 && isSameSize(plan.size, now)) {
    return keep('it is too small, and a larger size is not possible within its limits');
  }
  const byHour = sizesByHour(plan.size, plan.windows).map((size) => usableOf(size, spread ?? 1));
  const isSmaller = holds || (schedule !== null && saving > 0);
  return {
    ...found,
    verdict: plan.windows.length > 0 ? 'schedule' : isSmaller ? 'shrink' : 'grow',
    advised: plan.size,
    windows: plan.windows,
    reason: `${describeUse(pipe)}; ${describePlan(plan, pipe, holds, short)}.`,
    short: { now: shortNow, advised: findShortShare(measured, (at) => byHour[hours[at] ?? 0] ?? 0) },
  };
}

/** Why there is no advice; null if there is. */
function findUnknown({ cpu, stepMs }: PipeHistory, demand: Float32Array): string | null {
  const days = (countKnown(cpu) * stepMs) / DAY_MS;
  if (days < LEAST_DAYS) return `Only ${count(Math.floor(days), 'day')} of CPU are known; advice needs ${LEAST_DAYS}.`;
  const first = cpu.findIndex((value) => !Number.isNaN(value));
  const share = countKnown(demand) / (demand.length - first);
  if (share >= LEAST_KNOWN) return null;
  return `Demand is known for ${formatPercent(share, 1)} of the time; advice needs ${formatPercent(LEAST_KNOWN, 1)}. While messages wait, it takes \`rate\`, and times without lag.`;
}

/** Why nothing becomes smaller yet; null if it may. A wait that has another reason than the size does not count. */
function findWait({ cpu, stepMs }: PipeHistory, { isBehind, isLimitedElsewhere }: Demand): string | null {
  const first = cpu.findIndex((value) => !Number.isNaN(value));
  if ((cpu.length - first) * stepMs < LEAST_DAYS_TO_SHRINK * DAY_MS) {
    return `needs ${LEAST_DAYS_TO_SHRINK} days of history`;
  }
  return isBehind && !isLimitedElsewhere ? 'must wait until the lag has cleared' : null;
}

/** GB of a replica. What is not known is not less than now. */
function findMemoryNeed({ memory, stepMs }: PipeHistory, now: Size): number {
  const recent = tail(memory ?? new Float32Array(), MEMORY_DAYS * DAY_MS, stepMs);
  const need = (findPeak(recent) ?? 0) * MEMORY_FACTOR;
  const isKnown = recent.length > 0 && countKnown(recent) >= recent.length * LEAST_KNOWN;
  return isKnown ? need : Math.max(need, now.memoryGb);
}

/** The mean price of an hour of the last week. */
function findCostNow({ history, now, schedule, options }: Case): number {
  if (schedule === null) return hourlyCost(now, options);
  const week = schedule.sizes.slice(-Math.round(WEEK_MS / history.stepMs));
  return week.reduce((sum, size) => sum + hourlyCost(size, options), 0) / week.length;
}

/** The cheapest plan for the past, its gaps filled. Of a pipe that does not hold, and may not become smaller, no part does. */
function findPlan(pipe: Case, holds: boolean): SizePlan {
  const { history, now, schedule, options, estimate, hours, memoryGb, wait } = pipe;
  const { demand, limit } = estimate;
  const unevenness = findUnevenness(estimate, now.replicas === 1 && schedule === null);
  const filled = fillGaps(demand, history);
  const past: Past = { demand: filled, limit, stepMs: history.stepMs, headroom: options.headroom };
  const least = findLeastCapacity(past, MOST_SHORT);
  // Limits may leave only sizes with less memory than now: what is needed stays.
  const withMemory = listSizes(memoryGb, now, options).filter(
    (size) => size.memoryGb >= Math.min(memoryGb, now.memoryGb),
  );
  const growsOnly = !holds && wait !== null;
  const sizes = growsOnly ? withMemory.filter((size) => isAtLeast(size, now)) : withMemory;
  const enough = sizes.filter((size) => usableOf(size, unevenness) >= least);
  const largest = sizes.reduce(
    (most, size) => (usableOf(size, unevenness) > usableOf(most, unevenness) ? size : most),
    now,
  );
  const size = enough[0] ?? largest;
  const fixed = { size, windows: [], hourlyCost: hourlyCost(size, options) };
  if (wait !== null) return fixed;

  // The first of each shape in the list has the fewest replicas that are enough.
  const fits = enough.filter((one, index) => enough.findIndex((other) => isAlike(one, other)) === index);
  const cheap = fits.filter((one) => hourlyCost(one, options) <= fixed.hourlyCost * ABOUT_AS_CHEAP);
  const shape = cheap.reduce<Size | null>((best, one) => (one.replicas > (best?.replicas ?? 1) ? one : best), null);
  if (shape === null) return fixed;
  const found = findWindows(past, {
    ...{ hours, unevenness, mostShort: MOST_SHORT, timezone: options.timezone },
    ...{ size: shape, leastReplicas: options.limits.replicas.min },
  });
  if (found === null) return fixed;
  const cost = hourlyCost({ ...shape, replicas: found.mean }, options);
  if (cost > fixed.hourlyCost * (1 - LEAST_WINDOW_SAVING)) return fixed;
  return { size: { ...shape, replicas: found.replicas }, windows: found.windows, hourlyCost: cost };
}

function isAtLeast(size: Size, now: Size): boolean {
  return capacityOf(size) >= capacityOf(now) && size.memoryGb >= now.memoryGb;
}

const LIMITED_ELSEWHERE =
  'messages wait while half of the capacity is free, so that the limit is the destination or the partitions';

/** `Demand reaches 5,200 of 6,000 millicores in 35 days` */
function describeUse({ history, now, schedule, estimate: { demand, spread } }: Case): string {
  const capacity = Math.max(...(schedule?.sizes ?? [now]).map(capacityOf));
  const peak = formatNumber(Math.round(findPeak(demand) ?? 0));
  const first = demand.findIndex((value) => !Number.isNaN(value));
  const days = count(Math.floor(((demand.length - first) * history.stepMs) / DAY_MS), 'day');
  const uneven =
    spread === null || spread < NOTABLE_SPREAD
      ? ''
      : `, with ${formatNumber(Math.round(spread * 10) / 10)} times the mean load on the busiest replica`;
  return `Demand reaches ${peak} of ${formatNumber(capacity)} millicores in ${days}${uneven}`;
}

function describePlan({ size, windows }: SizePlan, { options }: Case, holds: boolean, short: number): string {
  const headroom = describeHeadroom(options, short);
  const cause =
    short > MOST_SHORT
      ? `with ${formatPercent(options.headroom, 1)} headroom, it is short for ${formatPercent(short, 1)} of the time`
      : 'memory is too small';
  if (windows.length > 0) {
    const repeats = `the week repeats, and ${count(windows.length, 'window')} of time ${windows.length === 1 ? 'holds' : 'hold'} it`;
    return holds ? repeats : `${cause}; ${repeats}`;
  }
  if (!holds) return cause;
  return `${formatNumber(size.replicas)} × ${formatNumber(size.cpuMillicores)} millicores hold it with ${headroom}`;
}

/** `10% headroom`, and for how much of the time. `short`: the share of the past that was short with it. */
function describeHeadroom({ headroom }: SizingOptions, short: number): string {
  const always = `${formatPercent(headroom, 1)} headroom`;
  return short > 0 ? `${always} for at least ${formatPercent(1 - MOST_SHORT, 1)} of the time` : always;
}

function countKnown(values: Float32Array): number {
  return values.reduce((known, value) => (Number.isNaN(value) ? known : known + 1), 0);
}
