import { diagnoseCode } from '../../model/diagnose-code.ts';
import type { Override } from '../../model/plan.ts';
import type { PlanPolicy } from './plan-policy.ts';

/** The overrides of a saved plan and of the command that applies it; for one policy, that of the command. */
export function joinOverrides(planned: readonly Override[], given: readonly Override[]): readonly Override[] {
  return [...planned.filter(({ policy }) => given.every((one) => one.policy !== policy)), ...given];
}

const OVERRIDDEN: Readonly<Record<Override['policy'], string>> = { freeze: 'policy.freeze', promotion: 'promotion' };

/** Each override is a warning, so that every report shows its reason. */
export const overrides: PlanPolicy = {
  ofPlan: (_, { allowances }) =>
    allowances.overrides.map(({ policy, reason }) =>
      diagnoseCode('policy-overridden', `${OVERRIDDEN[policy]} is overridden: ${reason}`, null, 'warning'),
    ),
};
