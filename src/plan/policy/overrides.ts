import { diagnoseCode } from '../../model/diagnose-code.ts';
import type { Diagnostic } from '../../model/diagnostic.ts';
import type { Override } from '../../model/plan.ts';

/** The overrides of a saved plan and of the command that applies it; for one policy, that of the command. */
export function joinOverrides(planned: readonly Override[], own: readonly Override[]): readonly Override[] {
  return [...planned.filter(({ policy }) => own.every((one) => one.policy !== policy)), ...own];
}

const OVERRIDDEN: Readonly<Record<Override['policy'], string>> = { freeze: 'policy.freeze', promotion: 'promotion' };

/** A warning for each override, so that every report shows its reason. */
export function reportOverrides(overrides: readonly Override[]): readonly Diagnostic[] {
  return overrides.map(({ policy, reason }) =>
    diagnoseCode('policy-overridden', `${OVERRIDDEN[policy]} is overridden: ${reason}`, null, 'warning'),
  );
}
