import { type ScalingKey, SIZE_KEYS } from '../model/field/field.ts';
import { type Band, type DesiredPipe, isBand, type SizesOfWeek } from '../model/fleet.ts';
import { hidesSize, type LivePipe } from '../model/live-pipe.ts';
import { becomesUnknown, type Change, type Cost, type CostTotals, resizes } from '../model/plan.ts';
import { fromCents, monthlyCents, type Prices, type Pricing, type SizeShare, sumAmounts } from '../model/price.ts';
import { scalingAfter } from './build-requests.ts';
import { amount } from './capacity.ts';
import type { Comparison } from './diff/compare-pipe.ts';
import { decideScaling } from './diff/diff-scaling.ts';

/**
 * What a pipe costs now, and with its changes; null when it is not counted, as in `capacityOf`, or shows no size. A schedule costs the
 * mean over its week, and so does a pipe without a change of its size. Before a change, the live size counts, so that no schedule
 * raises the cost unseen; or the schedule of the base where that costs less, so that a longer window saves nothing at noon.
 * @param base the pipe at the base; null without one.
 */
export function findCost(
  { changes, live }: Pick<Comparison, 'live'> & { readonly changes: readonly Change[] },
  pricing: Pricing | null,
  desired: DesiredPipe,
  base: DesiredPipe | null,
): CostTotals | null {
  if (live === null || pricing === null || changes.some(becomesUnknown)) return null;
  if (SIZES.some((key) => hidesSize(live, key))) return null;
  const resizing = changes.filter(resizes);
  const after = weeklyCents(scalingAfter(changes, live), pricing, desired.sizesNow?.week);
  if (resizing.length === 0) return after === 0 ? null : { before: fromCents(after), after: fromCents(after) };
  const size = scalingAfter([], live);
  const isFollowed = resizing.every(({ origin }) => origin === 'schedule' || origin === 'config');
  const followed = isFollowed ? base?.sizesNow?.week : undefined;
  const before = Math.min(weeklyCents(size, pricing), weeklyCents(size, pricing, followed));
  return { before: fromCents(before), after: fromCents(after) };
}

/** The cost of a pipe and of its rollback: before that, the schedule counts, as it did after the update that is taken back. */
export function findRollbackCost(
  { cost, changes }: { readonly cost: CostTotals; readonly changes: readonly Change[] },
  live: LivePipe,
  pricing: Pricing,
  { sizesNow }: DesiredPipe,
): CostTotals {
  const before = fromCents(weeklyCents(scalingAfter([], live), pricing, sizesNow?.week));
  return { before, after: changes.some(resizes) ? cost.after : before };
}

const SIZES: readonly ScalingKey[] = ['replicas', ...SIZE_KEYS];

type Scaling = Readonly<Record<ScalingKey, number | null>>;

const ALWAYS: readonly SizesOfWeek[] = [{ ms: 1, scaling: {} }];

/** What a size costs a month, in cents; with the sizes of a week, the mean of it. */
export function weeklyCents(now: Scaling, prices: Prices, week = ALWAYS): number {
  // A week has many parts and few sizes, and exact arithmetic takes long.
  const bySize = new Map<string, SizeShare>();
  for (const { ms, scaling } of week) {
    const size = resize(now, scaling);
    const key = `${size.replicas} ${size.cpuMillicores} ${size.memoryGb}`;
    bySize.set(key, { share: (bySize.get(key)?.share ?? 0) + ms, size });
  }
  return monthlyCents([...bySize.values()], prices);
}

/** A size with scheduled values in place of its own; of a band, the value nearest to its own. */
export function resize(now: Scaling, scheduled: SizesOfWeek['scaling']): SizeShare['size'] {
  const amountOf = (key: ScalingKey): number => amount(findSize(scheduled[key], now[key]));
  const [replicas, memoryGb] = [amountOf('replicas'), amountOf('replicaMemoryGb')];
  return { replicas, cpuMillicores: amountOf('replicaCpuMillicores'), memoryGb };
}

function findSize(scheduled: number | Band | undefined, now: number | null): number | null {
  // The size of a band is not known where live shows none.
  if (scheduled === undefined || (now === null && isBand(scheduled))) return now;
  return decideScaling(scheduled, now);
}

/** The cost of all pipes: the exact sum of theirs. Refused changes, and those that are not made for another reason, change nothing. */
export function sumCosts(
  pipes: readonly { readonly status: string; readonly cost?: CostTotals }[],
  currency: string,
): Cost {
  const costs = pipes.flatMap(({ status, cost }) => {
    if (cost === undefined) return [];
    return [status === 'refused' || status === 'stale' ? { ...cost, after: cost.before } : cost];
  });
  const sum = (key: keyof CostTotals) => sumAmounts(costs.map((cost) => cost[key]));
  return { currency, before: sum('before'), after: sum('after') };
}

/** The cost of a pipe with only some of its planned changes; null when they resize it in another way than planned. */
export function narrowCost(
  cost: CostTotals,
  planned: readonly Change[],
  selected: readonly Change[],
): CostTotals | null {
  const left = selected.filter(resizes).length;
  if (left === planned.filter(resizes).length) return cost;
  return left === 0 ? { ...cost, after: cost.before } : null;
}
