import { diagnoseCode } from '../../model/diagnose-code.ts';
import { type Diagnostic, diagnose } from '../../model/diagnostic.ts';
import type { Cost, Scope } from '../../model/plan.ts';
import { formatCost, toCents } from '../../model/price.ts';
import type { PlanPolicy } from './plan-policy.ts';

/** `policy.maxMonthlyIncrease`. */
export const costLimit: PlanPolicy = {
  ofFleet: ({ scope, cost }) => findCostRefusal(scope, cost),
};

/** The error that refuses the complete plan when it raises the cost too much. `cost`: null when it is not known. */
function findCostRefusal({ costLimit }: Pick<Scope, 'costLimit'>, cost: Cost | null): readonly Diagnostic[] {
  if (costLimit === undefined) return [];
  if (cost === null) {
    const summary = 'What the changes of the plan cost is not known; policy.maxMonthlyIncrease limits it.';
    const detail =
      'The plan was made without `pricing` or with another currency, or only some changes of the size of a pipe are selected.';
    const hint = 'Make a new plan of the changes to apply, or apply with --force.';
    return [diagnose('error', { code: 'cost-increase', summary, detail, hint })];
  }
  const [before, after, limit] = [cost.before, cost.after, costLimit].map(toCents) as [number, number, number];
  if (after - before <= limit) return [];
  const format = (cents: number) => formatCost(cents, cost.currency);
  const summary = `The plan raises the cost a month by ${format(after - before)}; policy.maxMonthlyIncrease allows ${format(limit)}.`;
  const detail = `The pipes of the plan cost ${format(before)} a month now, and ${format(after)} with its changes.`;
  return [diagnoseCode('cost-increase', summary, detail)];
}
