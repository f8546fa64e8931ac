import type { Diagnostic } from '../../model/diagnostic.ts';
import { changeLimit } from './change-limit.ts';
import { costLimit } from './cost-limit.ts';
import { loosenedGuards } from './loosened-guards.ts';
import type { ChangedPipe, PipeFindings, PlanPolicy, PlanTotals, PolicyContext } from './plan-policy.ts';
import { promotion } from './promotion.ts';
import { protection } from './protection.ts';
import { remediation } from './remediation.ts';
import { replicaFactor } from './replica-factor.ts';
import { unmanaged } from './unmanaged.ts';

/** Every policy of plans, in the order in which reports show what they say. */
const POLICIES: readonly PlanPolicy[] = [
  protection,
  replicaFactor,
  loosenedGuards,
  changeLimit,
  costLimit,
  remediation,
  promotion,
  unmanaged,
];

/** What the policies say of the changes of a pipe. */
export function findPipeProblems(pipe: ChangedPipe, context: PolicyContext): PipeFindings {
  const found = POLICIES.flatMap((policy) => policy.ofPipe?.(pipe, context) ?? []);
  return {
    refusals: found.filter(({ severity }) => severity === 'error'),
    notes: found.filter(({ severity }) => severity !== 'error'),
  };
}

/** What the policies say of the complete plan. */
export function findPlanProblems(plan: PlanTotals, context: PolicyContext): readonly Diagnostic[] {
  return POLICIES.flatMap((policy) => policy.ofPlan?.(plan, context) ?? []);
}
