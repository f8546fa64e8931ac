import { diagnoseCode } from '../../model/diagnose-code.ts';
import type { Diagnostic } from '../../model/diagnostic.ts';
import { REPLICAS } from '../../model/field/field.ts';
import type { Band, DesiredPipe } from '../../model/fleet.ts';
import type { Change } from '../../model/plan.ts';
import type { PlanPolicy } from './plan-policy.ts';
import { wholePart } from './whole-part.ts';

/** `policy.maxReplicaFactor`: how far replicas grow or shrink in one apply. */
export const replicaFactor: PlanPolicy = {
  ofPipe({ desired, changes }, { fleet, allowances }) {
    const factor = allowances.force ? null : fleet.policy.maxReplicaFactor;
    const replicas = changes.find(({ path }) => path === REPLICAS);
    if (factor === null || replicas === undefined || !exceeds(replicas, factor)) return [];
    return [factorProblem(desired, replicas, factor)];
  },
};

function exceeds(change: Change, factor: number): boolean {
  const { before, after } = change;
  if (typeof before !== 'number' || before <= 0) return false;
  // The service's default may be any number of replicas.
  if (typeof after !== 'number') return true;
  const { min, max } = reachOf(before, factor);
  return after < min || after > max;
}

/** The replicas that one apply may reach; only `current` when the factor is too small for a step of one. */
function reachOf(current: number, factor: number): Band {
  return { min: Math.min(current, -wholePart(-current / factor)), max: Math.max(current, wholePart(current * factor)) };
}

function factorProblem(desired: DesiredPipe, { before, after, location }: Change, factor: number): Diagnostic {
  const target =
    after === null ? "the service's default, which is not known" : `${after}, more than a factor of ${factor}`;
  const summary = `Replicas of pipe ${desired.name} would go from ${before} to ${target}.`;
  const detail = 'policy.maxReplicaFactor limits how far replicas grow or shrink in one apply.';
  return diagnoseCode('replica-factor', summary, detail, 'error', location);
}
