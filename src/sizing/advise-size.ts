import { DAY_MS } from '../model/clock.ts';
import { count, formatNumber, formatPercent } from '../model/number.ts';
import { type Advice, capacityOf, type PipeHistory, type Size, type SizingOptions } from '../model/size/sizing.ts';
import { isSameSize } from '../model/size/workload.ts';
import { type DemandEstimate, estimateDemand, fillGaps } from './estimate-demand.ts';
import { hourlyCost, listSizes } from './fit-size.ts';
import { proposeSchedule } from './propose-windows.ts';
import { findEnough, findShortShare, type Past, usableOf } from './replay-past.ts';
import { findPeak } from './series.ts';

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

/** What is known of a pipe, and what it needs. */
interface Case {
  readonly now: Size;
  readonly options: SizingOptions;
  readonly estimate: DemandEstimate;
  readonly days: number;
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
}

/**
 * The cheapest size, or schedule of sizes, that would have held the past with headroom: a larger one at once, a smaller one only when it
 * saves enough, nothing waits, and it would have held for long enough, gaps in the data included.
 */
export function adviseSize(history: PipeHistory, now: Size, options: SizingOptions): Advice {
  const pipe = createCase(history, now, options);
  const fixed = adviseCase(pipe);
  if (fixed.advised === null || fixed.isLimited || pipe.days < LEAST_DAYS_TO_SHRINK) return fixed;
  const schedule = proposeSchedule(history, pipe.filled, {
    ...{ options, sizes: pipe.sizes, fixed: fixed.advised, unevenness: pipe.unevennessToShrink },
    ...{ mostShort: MOST_SHORT, leastSaving: LEAST_SCHEDULE_SAVING },
  });
  if (schedule === null) return fixed;
  const { size, windows, saving, short } = schedule;
  const spread = describeSpread(pipe.estimate);
  const cause = fixed.verdict === 'grow' ? `Too small${spread}, and the week repeats` : 'The week repeats';
  const reason = `${cause}: ${count(windows.length, 'window')} of time ${windows.length === 1 ? 'saves' : 'save'} ${formatPercent(saving, 1)} against ${describe(fixed.advised)} at all times.`;
  return { ...fixed, verdict: 'schedule', advised: size, windows, reason, short: { ...fixed.short, advised: short } };
}

/** The same, without a schedule. */
export function adviseFixedSize(history: PipeHistory, now: Size, options: SizingOptions): Advice {
  return adviseCase(createCase(history, now, options));
}

function createCase(history: PipeHistory, now: Size, options: SizingOptions): Case {
  const estimate = estimateDemand(history);
  const { demand, limit, unevenness, possibleUnevenness } = estimate;
  const known = { demand, limit, stepMs: history.stepMs, headroom: options.headroom };
  const memoryGb = findMemoryNeed(history, now, options.headroom);
  const largest = Math.max(findPeak(history.capacity) ?? 0, capacityOf(now));
  return {
    ...{ now, options, estimate, memoryGb, known, days: countDays(history, demand) },
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
  const { verdict, advised, reason } = chooseSize(pipe);
  const shortOf = (size: Size) => findShortShare({ ...known, headroom: 0 }, () => usableOf(size, unevenness));
  return { ...base, verdict, advised, reason, short: { now: shortOf(now), advised: shortOf(advised) } };
}

/** Why there is no advice; null if there is. */
function findUnknown({ days, estimate, known }: Case): string | null {
  if (days < LEAST_DAYS) return `Only ${count(Math.floor(days), 'day')} of history; advice needs ${LEAST_DAYS}.`;
  if (estimate.knownShare >= LEAST_KNOWN) return null;
  const all = Math.round((known.demand.length * known.stepMs) / DAY_MS);
  return `Demand is known for ${formatPercent(estimate.knownShare, 1)} of ${count(all, 'day')}; advice needs ${formatPercent(LEAST_KNOWN, 1)}.`;
}

function chooseSize(pipe: Case): Choice {
  const { now, options, estimate, memoryGb, sizes, known, filled, days } = pipe;
  const capacity = capacityOf(now);
  const peak = formatNumber(Math.round(findPeak(estimate.demand) ?? 0));
  const use = `Demand reaches ${peak} of ${formatNumber(capacity)} millicores in ${count(Math.floor(days), 'day')}${describeSpread(estimate)}`;
  const headroom = `${formatPercent(options.headroom, 1)} headroom`;
  const keep = (reason: string): Choice => ({ verdict: 'keep', advised: now, reason: `${use}; ${reason}.` });

  const short = findShortShare(known, () => usableOf(now, estimate.unevenness));
  if (short > MOST_SHORT || now.memoryGb < memoryGb) {
    const larger = sizes.filter((size) => capacityOf(size) >= capacity && size.memoryGb >= now.memoryGb);
    const enough = findEnough(known, larger, estimate.unevenness, MOST_SHORT)[0];
    const advised = enough ?? larger.at(-1) ?? now;
    if (isSameSize(advised, now)) return keep('it is too small, and a larger size is not possible within its limits');
    const cause = short > MOST_SHORT ? `it is short for ${formatPercent(short, 1)} of the time` : 'memory is too small';
    return { verdict: 'grow', advised, reason: `${use}; with ${headroom}, ${cause}.` };
  }
  const limited = estimate.isLimited
    ? 'lag is limited downstream or by partitions, and more capacity brings no throughput'
    : null;
  const advised = findEnough(filled, sizes, pipe.unevennessToShrink, MOST_SHORT)[0] ?? now;
  const saving = 1 - hourlyCost(advised, options) / hourlyCost(now, options);
  if (limited !== null && saving < LEAST_SAVING) return keep(limited);
  if (saving <= 0 || capacityOf(advised) > capacity) return keep(`no cheaper size holds it with ${headroom}`);
  if (saving < LEAST_SAVING) return keep(`a smaller size saves less than ${formatPercent(LEAST_SAVING, 1)}`);
  if (days < LEAST_DAYS_TO_SHRINK) return keep(`a smaller size needs ${LEAST_DAYS_TO_SHRINK} days of history`);
  if (estimate.isBehind) return keep(limited ?? 'a smaller size has to wait until lag is known to be gone');
  return { verdict: 'shrink', advised, reason: `${use}; ${describe(advised)} hold it with ${headroom}.` };
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
  const recent = memory?.slice(-Math.ceil((MEMORY_DAYS * DAY_MS) / stepMs)) ?? new Float32Array();
  const known = recent.filter((value) => !Number.isNaN(value));
  const peak = (findPeak(known) ?? 0) * (1 + Math.max(headroom, LEAST_MEMORY_HEADROOM));
  return known.length > 0 && known.length >= recent.length * LEAST_KNOWN ? peak : Math.max(peak, now.memoryGb);
}

/** From the first known step. */
function countDays({ stepMs }: PipeHistory, demand: Float32Array): number {
  const first = demand.findIndex((value) => !Number.isNaN(value));
  return first < 0 ? 0 : ((demand.length - first) * stepMs) / DAY_MS;
}
