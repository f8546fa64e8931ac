import { diagnoseCode } from '../../model/diagnose-code.ts';
import { type Diagnostic, diagnose } from '../../model/diagnostic.ts';
import type { Location } from '../../model/location.ts';
import { isOverridden, type Override } from '../../model/plan.ts';

/** A freeze that holds now. */
export interface ActiveFreeze {
  readonly reason: string;
  readonly location: Location;
  /** This is the same as in `Freeze`. */
  readonly allowsSchedule?: true;
  /** `2027-01-03 00:00 UTC`, and the same in the zone of the freeze if that is another; null when no end is known. */
  readonly until: { readonly utc: string; readonly local: string | null } | null;
}

/** The freeze that holds now, by the clock of the service; null without one. */
export type FindFreeze = () => ActiveFreeze | null;

/** A freeze as a diagnostic: `error` refuses an apply, `warning` is for a plan. An override makes it a note. */
export function freezeProblems(
  freeze: ActiveFreeze | null,
  overrides: readonly Override[],
  severity: 'error' | 'warning',
): readonly Diagnostic[] {
  if (freeze === null) return [];
  const isIgnored = isOverridden(overrides, 'freeze');
  const effect = severity === 'error' ? 'nothing was written' : 'apply would write nothing now';
  return [freezeProblem(freeze, isIgnored ? null : effect, isIgnored ? 'note' : severity)];
}

/** `effect`: what the freeze does to the plan or the run; null when it is overridden. */
export function freezeProblem(
  freeze: ActiveFreeze,
  effect: string | null,
  severity: Diagnostic['severity'] = 'error',
): Diagnostic {
  const summary = `Changes are frozen ${describeEnd(freeze)}${effect === null ? '' : `; ${effect}`}.`;
  const detail = `Reason: ${freeze.reason}`;
  const hint =
    'The freeze allows scheduled sizes: pass `--only-origin schedule --base REF` for these, or --override-freeze REASON.';
  if (freeze.allowsSchedule) return diagnose(severity, { code: 'frozen', summary, detail, hint }, freeze.location);
  return diagnoseCode('frozen', summary, detail, severity, freeze.location);
}

/** `until 2027-01-03 00:00 UTC` */
function describeEnd({ until }: ActiveFreeze): string {
  if (until === null) return 'with no known end';
  return `until ${until.local === null ? until.utc : `${until.local} (${until.utc})`}`;
}
