import { type Diagnostic, diagnoseCode } from '../../model/diagnostic.ts';
import type { Location } from '../../model/location.ts';
import type { Override } from '../../model/plan.ts';

/** A freeze that holds now. */
export interface ActiveFreeze {
  readonly reason: string;
  readonly location: Location;
  /** `2027-01-03 00:00 UTC`, and the same in the zone of the freeze if that is another; null when no end is known. */
  readonly until: { readonly utc: string; readonly local: string | null } | null;
}

/** The freeze that holds at a time in epoch milliseconds, or null. */
export type FindFreeze = (nowMs: number) => ActiveFreeze | null;

/** A freeze as a diagnostic: `error` refuses an apply, `warning` is for a plan. An override makes it a note. */
export function reportFreeze(
  freeze: ActiveFreeze | null,
  overrides: readonly Override[],
  severity: 'error' | 'warning',
): readonly Diagnostic[] {
  if (freeze === null) return [];
  const isOverridden = isFreezeOverridden(overrides);
  const { reason, location } = freeze;
  const effect = severity === 'error' ? 'nothing was written' : 'apply would write nothing now';
  const summary = `Changes are frozen ${describeEnd(freeze)}${isOverridden ? '' : `; ${effect}`}.`;
  return [diagnoseCode('frozen', summary, `Reason: ${reason}`, isOverridden ? 'note' : severity, location)];
}

export function isFreezeOverridden(overrides: readonly Override[]): boolean {
  return overrides.some(({ policy }) => policy === 'freeze');
}

/** `until 2027-01-03 00:00 UTC` */
export function describeEnd({ until }: ActiveFreeze): string {
  if (until === null) return 'without an end';
  return `until ${until.local === null ? until.utc : `${until.local} (${until.utc})`}`;
}
