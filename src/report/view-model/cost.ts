import { type Change, type CostTotals, isRefusedAsWhole, type Plan, resizes } from '../../model/plan.ts';
import { formatCents, sumAmounts, toCents } from '../../model/price.ts';
import type { Drift } from '../../model/report.ts';
import { joinParts } from './format.ts';
import type { ReportPipe } from './report-pipe.ts';
import type { StatusContext } from './status.ts';

/**
 * `1,204.50 -> 1,310.00 USD a month (+105.50)` of all pipes, and how much more a policy allows where the cost rises; empty when
 * nothing changes. Of a schedule that changes, also where no size changes now.
 */
export function describeCost(report: Plan | Drift): string {
  const { cost, scope } = report;
  if (cost === undefined || cost.before === cost.after || (report.kind === 'plan' && isRefusedAsWhole(report)))
    return '';
  const limit = report.kind === 'plan' && cost.after > cost.before ? scope?.costLimit : undefined;
  const allowed = limit === undefined ? '' : `the policy allows +${formatCents(toCents(limit))}`;
  return joinParts([formatCosts(cost, cost.currency, report), allowed], '; ');
}

/**
 * The same of the pipes with a change, together. The first change of the size of a pipe has the cost with all of its changes; empty
 * for others, and without pricing.
 */
export function describeCostOf(
  { path }: Change,
  pipes: readonly ReportPipe[],
  currency: string | null,
  context: StatusContext,
): string {
  const costs = pipes.flatMap(({ changes, allChanges = changes, cost }) => {
    return cost !== undefined && allChanges.find(resizes)?.path === path ? [cost] : [];
  });
  if (costs.length === 0 || currency === null) return '';
  const sum = (key: keyof CostTotals) => sumAmounts(costs.map((cost) => cost[key]));
  const words = costs.length === 1 ? 'cost' : 'total cost';
  return `${words} ${formatCosts({ before: sum('before'), after: sum('after') }, currency, context)}`;
}

/** A drift report says `live 1,204.50, declared 1,310.00 USD a month`. */
function formatCosts({ before, after }: CostTotals, currency: string, { kind }: StatusContext): string {
  const [from, to] = [toCents(before), toCents(after)];
  if (kind === 'drift' && from !== to)
    return `live ${formatCents(from)}, declared ${formatCents(to)} ${currency} a month`;
  return formatCostChange(from, to, currency);
}

/** `1,204.50 -> 890.00 USD a month (-314.50)`, or `1,204.50 USD a month` of the same; amounts are in cents. */
export function formatCostChange(from: number, to: number, currency: string): string {
  const unit = `${currency} a month`;
  if (from === to) return `${formatCents(to)} ${unit}`;
  const sign = to > from ? '+' : '-';
  return `${formatCents(from)} -> ${formatCents(to)} ${unit} (${sign}${formatCents(Math.abs(to - from))})`;
}
