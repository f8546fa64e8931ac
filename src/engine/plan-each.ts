import type { Plan } from '../model/plan.ts';
import { createPipePlanner, joinPlan, type PlannedRead, type PlanOptions } from '../plan/plan-fleet.ts';
import type { Allowances } from '../plan/policy/policy.ts';
import type { ServiceView } from './ask-service.ts';
import type { ObservedFleet, ToObserve } from './observe-project.ts';
import type { OpenJudge } from './read-fleet.ts';

/** Plans each pipe that has been read, from when the histories are there that it may be planned with. */
export function planEach(
  { fleet, base, selection }: Pick<ToObserve, 'fleet' | 'base' | 'selection'>,
  allowances: Allowances,
  view: Promise<ServiceView>,
): OpenJudge<PlannedRead> {
  return async () => {
    const { histories: recommendations } = await view;
    return createPipePlanner(fleet, { allowances, base, selection, recommendations });
  };
}

/** The plan of what was observed; what was known before it is told first. */
export function planObserved(
  { fleet, reads, base, selection, findings, diagnostics }: ObservedFleet<PlannedRead>,
  allowances: Allowances,
  frame: Pick<PlanOptions, 'now' | 'tool'>,
): Plan {
  const plan = joinPlan(fleet, reads, { ...frame, allowances, base, selection, checks: findings });
  return { ...plan, diagnostics: [...diagnostics, ...plan.diagnostics] };
}
