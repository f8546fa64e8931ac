import { diagnoseCode } from '../../model/diagnose-code.ts';
import type { Diagnostic } from '../../model/diagnostic.ts';
import type { Fleet } from '../../model/fleet.ts';
import { count, formatNumber } from '../../model/number.ts';
import type { ChangeLimit, Scope } from '../../model/plan.ts';
import type { Allowances, PlanPolicy } from './plan-policy.ts';
import { wholePart } from './whole-part.ts';

/** `policy.maxChangedPipes`. */
export const changeLimit: PlanPolicy = {
  ofFleet: ({ scope, changedPipes }) => findFleetRefusal(scope, changedPipes),
};

/** The error that refuses the complete plan when it changes too many pipes. */
export function findFleetRefusal(
  { fleet, changeLimit }: Pick<Scope, 'fleet' | 'changeLimit'>,
  changedPipes: number,
): readonly Diagnostic[] {
  if (changeLimit === null || changedPipes <= changeLimit.pipes) return [];
  const { pipes, rule } = changeLimit;
  const written = rule.endsWith('%') ? `${rule} (${formatNumber(pipes)} of them)` : rule;
  const summary = `The plan changes ${formatNumber(changedPipes)} of ${count(fleet, 'pipe')}; policy.maxChangedPipes allows ${written}.`;
  const detail = 'The whole plan is refused because a change this large is often a mistake.';
  return [diagnoseCode('too-many-changes', summary, detail)];
}

/** The limits of a plan of the fleet; those that are not set or overridden are left out. */
export function findLimits(fleet: Fleet, allowances: Allowances): Pick<Scope, 'changeLimit' | 'costLimit'> {
  const changeLimit = findChangeLimit(fleet, allowances);
  const costLimit = allowances.force ? null : fleet.policy.maxMonthlyIncrease;
  return costLimit === null ? { changeLimit } : { changeLimit, costLimit };
}

/** null also when the fleet is small. */
function findChangeLimit(fleet: Fleet, allowances: Allowances): ChangeLimit | null {
  const rule = fleet.policy.maxChangedPipes;
  const total = fleet.pipes.length;
  if (rule === null || allowances.force || total <= fleet.policy.minPipes) return null;
  if ('count' in rule) return { pipes: rule.count, rule: `${rule.count}` };
  return { pipes: wholePart(rule.share * total), rule: `${Number((rule.share * 100).toFixed(2))}%` };
}

/** The error that refuses a shard that was planned alone when a policy limits the changes of the complete fleet. */
export function findUnseenFleet({ changeLimit, costLimit, shard }: Scope): readonly Diagnostic[] {
  const limits = [
    ...(changeLimit === null ? [] : ['policy.maxChangedPipes']),
    ...(costLimit === undefined ? [] : ['policy.maxMonthlyIncrease']),
  ];
  if (limits.length === 0 || shard === null || shard.total === 1) return [];
  const { index, total } = shard;
  const counts = `${limits.join(' and ')} ${limits.length === 1 ? 'counts' : 'count'}`;
  const summary = `This is shard ${index} of ${total}; ${counts} the whole fleet, which a shard does not see.`;
  const detail = 'Each shard can be within the limit while all shards together exceed it.';
  return [diagnoseCode('fleet-not-seen', summary, detail)];
}
