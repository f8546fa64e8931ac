import { DAY_MS, WEEK_MS } from '../model/clock.ts';
import { count, formatNumber, formatPercent } from '../model/number.ts';
import type { SizeShare } from '../model/price.ts';
import { type Advice, capacityOf, type PipeHistory, type Size, type SizingOptions } from '../model/size/sizing.ts';
import { isSameSize } from '../model/size/workload.ts';
import { type DemandEstimate, estimateDemand, fillGaps } from './estimate-demand.ts';
import { hourlyCost, listSizes } from './fit-size.ts';
import { proposeSchedule } from './propose-windows.ts';
import { findEnough, findShortShare, type Past, usableOf } from './replay-past.ts';
import { findPeak, tail } from './series.ts';
import { sharesOfSizes } from './week-of-sizes.ts';

/** The share of the past, with headroom, in which a size may be short. */
const MOST_SHORT = 0.02;

const MEMORY_DAYS = 8;
/** Memory that runs out stops a pipe, so that a smaller headroom is for CPU alone. */
const LEAST_MEMORY_HEADROOM = 0.15;

const LEAST_DAYS = 7;
const LEAST_DAYS_TO_SHRINK = 14;
const LEAST_KNOWN = 0.7;
const LEAST_SAVING = 0.2;
const LEAST_SCHEDULE_SAVING = 0.1;

/** Of one replica, nothing is known of how the load of several is spread. */
const UNKNOWN_UNEVENNESS = 2;
/** From here on, the capacity that can be used is clearly less than that of all replicas. */
const NOTABLE_UNEVENNESS = 1.1;

/** The sizes of a pipe with a schedule. */
export interface ScheduledSizes {
  /** Outside of all windows. */
  readonly outside: Size;
  /** One for each step of the history. */
  readonly sizes: readonly Size[];
}

/** What is known of a pipe, and what it needs. */
interface Case {
  readonly history: PipeHistory;
  /** The largest of a schedule. */
  readonly now: Size;
  readonly schedule: ScheduledSizes | null;
  readonly options: SizingOptions;
  readonly estimate: DemandEstimate;
  /** From the first known demand on. */
  readonly days: number;
  /** Why nothing becomes smaller yet; null if it may. */
  readonly wait: string | null;
  /** GB of a replica. */
  readonly memoryGb: number;
  readonly sizes: readonly Size[];
  /** Gaps are left out. */
  readonly known: Past;
  /** Gaps count as the busiest day. */
  readonly filled: Past;
  readonly unevennessToShrink: number;
}

interface Choice {
  readonly verdict: 'grow' | 'shrink' | 'keep';
  readonly advised: Size;
  readonly reason: string;
  readonly isTooSmall?: true;
}

/**
 * The cheapest size, or schedule of sizes, that would have held the past with headroom: a larger one at once, a smaller one only when it
 * saves enough, nothing waits, and it would have held for long enough, gaps in the data included. A schedule that holds stays unless the
 * advice saves enough against it.
 * @param now of a pipe with a schedule, its largest size.
 */
export function adviseSize(
  history: PipeHistory,
  now: Size,
  options: SizingOptions,
  schedule: ScheduledSizes | null = null,
): Advice {
  const pipe = createCase(history, now, options, schedule);
  const fixed = adviseCase(pipe);
  const advice = proposeWindows(pipe, fixed);
  const { verdict, advised, windows, short } = advice;
  if (schedule === null || advised === null || (fixed.isTooSmall && verdict !== 'keep')) return advice;
  const lastWeek = schedule.sizes.slice(-Math.round(WEEK_MS / history.stepMs));
  // Unrounded, since prices may be far below a cent.
  const costOf = (parts: readonly SizeShare[]) =>
    parts.reduce((sum, { share, size }) => sum + share * hourlyCost(size, options), 0);
  const before = costOf(lastWeek.map((size) => ({ share: 1 / lastWeek.length, size })));
  const saving = 1 - costOf(sharesOfSizes(advised, windows)) / before;
  if (saving >= LEAST_SCHEDULE_SAVING && verdict !== 'keep') {
    const saves = windows.length === 0 ? `${describe(advised)} at all times save` : saveBy(windows.length);
    const percent = formatPercent(saving, 1);
    return { ...advice, reason: `The past needs less: ${saves} ${percent} against its schedule.` };
  }
  const holds = `Its schedule holds with ${describeHeadroom(options, findShortWithHeadroom(pipe))}`;
  const others =
    pipe.wait === null
      ? `no other size or schedule saves ${formatPercent(LEAST_SCHEDULE_SAVING, 1)}`
      : `a smaller size or another schedule ${pipe.wait}`;
  return {
    ...{ ...fixed, verdict: 'keep', advised: schedule.outside, short: { ...short, advised: short.now } },
    reason: fixed.verdict === 'keep' && (fixed.isTooSmall || fixed.isLimited) ? fixed.reason : `${holds}; ${others}.`,
  };
}

/** The advice with windows, where they save enough against a fixed size. */
function proposeWindows(pipe: Case, fixed: Advice): Advice {
  const { history, options, wait } = pipe;
  if (fixed.advised === null || fixed.isLimited || wait !== null) return fixed;
  const schedule = proposeSchedule(history, pipe.filled, {
    ...{ options, sizes: pipe.sizes, fixed: fixed.advised, unevenness: pipe.unevennessToShrink },
    ...{ mostShort: MOST_SHORT, leastSaving: LEAST_SCHEDULE_SAVING },
  });
  if (schedule === null) return fixed;
  const { size, windows, saving, short } = schedule;
  const spread = describeSpread(pipe.estimate);
  const cause = fixed.isTooSmall ? `Too small${spread}, and the week repeats` : 'The week repeats';
  const reason = `${cause}: ${saveBy(windows.length)} ${formatPercent(saving, 1)} against ${describe(fixed.advised)} at all times.`;
  return { ...fixed, verdict: 'schedule', advised: size, windows, reason, short: { ...fixed.short, advised: short } };
}

function saveBy(windows: number): string {
  return `${count(windows, 'window')} of time ${windows === 1 ? 'saves' : 'save'}`;
}

/** The same, without a schedule. */
export function adviseFixedSize(history: PipeHistory, now: Size, options: SizingOptions): Advice {
  return adviseCase(createCase(history, now, options, null));
}

function createCase(history: PipeHistory, now: Size, options: SizingOptions, schedule: ScheduledSizes | null): Case {
  const estimate = estimateDemand(history);
  const { demand, limit, unevenness, possibleUnevenness } = estimate;
  const known = { demand, limit, stepMs: history.stepMs, headroom: options.headroom };
  const memoryGb = findMemoryNeed(history, now, options.headroom);
  const largest = Math.max(findPeak(history.capacity) ?? 0, capacityOf(now));
  const days = countDays(history, demand);
  return {
    ...{ history, now, schedule, options, estimate, memoryGb, known, days },
    wait:
      days < LEAST_DAYS_TO_SHRINK
        ? `needs ${LEAST_DAYS_TO_SHRINK} days of history`
        : estimate.isBehind
          ? 'must wait until the lag has cleared'
          : null,
    // Limits may leave only sizes with less memory than now: what is needed stays.
    sizes: listSizes(memoryGb, now, options).filter((size) => size.memoryGb >= Math.min(memoryGb, now.memoryGb)),
    filled: { ...known, demand: fillGaps(demand, history) },
    // Headroom is for what may be, and so is how uneven the load may be: the larger of both counts.
    unevennessToShrink:
      largest <= now.cpuMillicores
        ? UNKNOWN_UNEVENNESS
        : Math.max(unevenness, possibleUnevenness / (1 + options.headroom)),
  };
}

function adviseCase(pipe: Case): Advice {
  const { now, estimate, known } = pipe;
  const { demand, isLimited, unevenness } = estimate;
  const base = { now, windows: [], isLimited, demand };
  const unknown = findUnknown(pipe);
  if (unknown !== null) {
    return { ...base, verdict: 'unknown', advised: null, reason: unknown, short: { now: null, advised: null } };
  }
  const { verdict, advised, reason, isTooSmall } = chooseSize(pipe);
  const past = { ...known, headroom: 0 };
  const short = {
    now: findShortNow(pipe, past, unevenness),
    advised: findShortShare(past, () => usableOf(advised, unevenness)),
  };
  return { ...base, verdict, advised, reason, short, ...(isTooSmall && { isTooSmall }) };
}

/** The share of a past in which the size of now, or those of the schedule, are short. */
function findShortNow({ now, schedule }: Case, past: Past, unevenness: number): number {
  return findShortShare(past, (step) => usableOf(schedule?.sizes[step] ?? now, unevenness));
}

/** The same with headroom. */
function findShortWithHeadroom(pipe: Case): number {
  const short = findShortNow(pipe, pipe.known, pipe.estimate.unevenness);
  // As a proposal is measured, so that one that was taken is kept.
  return pipe.schedule === null ? short : Math.min(short, findShortNow(pipe, pipe.filled, pipe.unevennessToShrink));
}

/** Why there is no advice; null if there is. */
function findUnknown({ history, estimate }: Case): string | null {
  const { cpu, stepMs } = history;
  const days = countDays(history, cpu);
  if (days < LEAST_DAYS) return `Only ${count(Math.floor(days), 'day')} of history; advice needs ${LEAST_DAYS}.`;
  if (estimate.knownShare >= LEAST_KNOWN) return null;
  const all = count(Math.round((cpu.length * stepMs) / DAY_MS), 'day');
  const share = `${formatPercent(estimate.knownShare, 1)} of ${all}; advice needs ${formatPercent(LEAST_KNOWN, 1)}`;
  const isMeasured = cpu.filter((value) => !Number.isNaN(value)).length >= cpu.length * LEAST_KNOWN;
  const cause = ': near or without a known capacity, that takes `rate`, `lag` and times without lag';
  return `Demand is known for ${share}${isMeasured ? cause : ''}.`;
}

function chooseSize(pipe: Case): Choice {
  const { now, schedule, options, estimate, memoryGb, sizes, known, filled, days, wait } = pipe;
  const capacity = Math.max(...(schedule?.sizes ?? [now]).map(capacityOf));
  const peak = formatNumber(Math.round(findPeak(estimate.demand) ?? 0));
  const use = `Demand reaches ${peak} of ${formatNumber(capacity)} millicores in ${count(Math.floor(days), 'day')}${describeSpread(estimate)}`;
  const headroom = describeHeadroom(options);
  const keep = (reason: string): Choice => ({ verdict: 'keep', advised: now, reason: `${use}; ${reason}.` });

  const short = findShortWithHeadroom(pipe);
  if (short > MOST_SHORT || now.memoryGb < memoryGb) {
    const larger = sizes.filter((size) => capacityOf(size) >= capacity && size.memoryGb >= now.memoryGb);
    const enough = findEnough(known, larger, estimate.unevenness, MOST_SHORT);
    // A schedule has its largest size at few times: less than that may hold at all times.
    const smaller =
      schedule !== null && wait === null ? findEnough(filled, sizes, pipe.unevennessToShrink, MOST_SHORT) : [];
    const advised = sizes.find((size) => enough.includes(size) || smaller.includes(size)) ?? larger.at(-1) ?? now;
    // The largest size of a schedule may hold at all times what the schedule does not.
    const holdsMore = () => findShortShare(known, () => usableOf(now, estimate.unevenness)) < short;
    if (isSameSize(advised, now) && !(short > MOST_SHORT && holdsMore())) {
      const limits = 'it is too small, and a larger size is not possible within its limits';
      return { ...keep(limits), isTooSmall: true };
    }
    const cause = short > MOST_SHORT ? `it is short for ${formatPercent(short, 1)} of the time` : 'memory is too small';
    return { verdict: 'grow', advised, isTooSmall: true, reason: `${use}; with ${headroom}, ${cause}.` };
  }
  const limit = 'lag is limited downstream or by partitions';
  const limited = estimate.isLimited ? `${limit}, and more capacity brings no throughput` : null;
  const advised = findEnough(filled, sizes, pipe.unevennessToShrink, MOST_SHORT)[0] ?? now;
  const saving = 1 - hourlyCost(advised, options) / hourlyCost(now, options);
  if (limited !== null && saving < LEAST_SAVING) return keep(limited);
  if (saving <= 0 || capacityOf(advised) > capacity) return keep(`no cheaper size holds it with ${headroom}`);
  if (saving < LEAST_SAVING) return keep(`a smaller size saves less than ${formatPercent(LEAST_SAVING, 1)}`);
  if (wait !== null) return keep(limited ?? `a smaller size ${wait}`);
  const shortAdvised = findShortShare(filled, () => usableOf(advised, pipe.unevennessToShrink));
  const reason = estimate.isLimited
    ? `${limit}, and ${describe(advised)} do as much`
    : `${describe(advised)} hold it with ${describeHeadroom(options, shortAdvised)}`;
  return { verdict: 'shrink', advised, reason: `${use}; ${reason}.` };
}

/** `15% headroom`, and for how much of the time. `short`: the share of the past that was short with it. */
function describeHeadroom({ headroom }: SizingOptions, short = 0): string {
  const always = `${formatPercent(headroom, 1)} headroom`;
  return short > 0 ? `${always} for at least ${formatPercent(1 - MOST_SHORT, 1)} of the time` : always;
}

/** Why a pipe is short below its capacity; empty for an even load. */
function describeSpread({ unevenness }: DemandEstimate): string {
  const times = formatNumber(Math.round(unevenness * 10) / 10);
  return unevenness < NOTABLE_UNEVENNESS ? '' : `, with ${times} times the mean load on the busiest replica`;
}

function describe({ replicas, cpuMillicores }: Size): string {
  return `${formatNumber(replicas)} × ${formatNumber(cpuMillicores)} millicores`;
}

/** GB of a replica. What is not known is not less than now. */
function findMemoryNeed({ memory, stepMs }: PipeHistory, now: Size, headroom: number): number {
  const recent = tail(memory ?? new Float32Array(), MEMORY_DAYS * DAY_MS, stepMs);
  const known = recent.filter((value) => !Number.isNaN(value));
  const peak = (findPeak(known) ?? 0) * (1 + Math.max(headroom, LEAST_MEMORY_HEADROOM));
  return known.length > 0 && known.length >= recent.length * LEAST_KNOWN ? peak : Math.max(peak, now.memoryGb);
}

/** From the first known step. */
function countDays({ stepMs }: PipeHistory, values: Float32Array): number {
  const first = values.findIndex((value) => !Number.isNaN(value));
  return first < 0 ? 0 : ((values.length - first) * stepMs) / DAY_MS;
}
