import { type Diagnostic, hasErrors } from '../../model/diagnostic.ts';
import type { PlannedPipe } from '../../model/plan.ts';
import { changeLimit } from './change-limit.ts';
import { costLimit } from './cost-limit.ts';
import { loosenedGuards } from './loosened-guards.ts';
import { overrides } from './overrides.ts';
import type { ChangedPipe, FleetTotals, PipeFindings, PlanPolicy, PlanTotals, PolicyContext } from './plan-policy.ts';
import { promotion } from './promotion.ts';
import { protection } from './protection.ts';
import { remediation } from './remediation.ts';
import { replicaFactor } from './replica-factor.ts';
import { rules } from './rules.ts';
import { unmanaged } from './unmanaged.ts';

/** Every policy of plans, in the order in which reports show what they say. */
const POLICIES: readonly PlanPolicy[] = [
  overrides,
  protection,
  replicaFactor,
  loosenedGuards,
  changeLimit,
  costLimit,
  remediation,
  promotion,
  rules,
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

/** The pipes, with what the policies say of each update in view of all. A pipe with an error is refused and has no requests. */
export function refuseInView<Status extends string>(
  pipes: readonly PlannedPipe<Status>[],
  context: PolicyContext,
): readonly PlannedPipe<Status | 'refused'>[] {
  const updates = pipes.filter(({ status }) => status === 'update');
  const found = POLICIES.flatMap((policy) => policy.ofPipes?.(updates, context) ?? []);
  return pipes.map((pipe) => {
    const ofPipe = found.flatMap((one) => one.get(pipe.name) ?? []);
    if (ofPipe.length === 0) return pipe;
    const diagnostics = [...ofPipe, ...pipe.diagnostics];
    return hasErrors(ofPipe) ? { ...pipe, status: 'refused', requests: [], diagnostics } : { ...pipe, diagnostics };
  });
}

/** What the policies say of the complete plan. */
export function findPlanProblems(plan: PlanTotals, context: PolicyContext): readonly Diagnostic[] {
  return POLICIES.flatMap((policy) => [...(policy.ofPlan?.(plan, context) ?? []), ...(policy.ofFleet?.(plan) ?? [])]);
}

/** What the policies say of the changes of the complete fleet, when the shards of its plan are merged. */
export function findFleetProblems(plan: FleetTotals): readonly Diagnostic[] {
  return POLICIES.flatMap((policy) => policy.ofFleet?.(plan) ?? []);
}
