import { type Guards, NO_GUARDS } from '../apply/rollout/guards.ts';
import type { DesiredPipe, Fleet } from '../model/fleet.ts';

/** What stands guard over an apply to the pipes: the rollout and the checks of the pipes; nothing with --no-rollout. */
export function findGuards(fleet: Fleet, pipes: readonly DesiredPipe[], rollout: 'wanted' | 'left-out'): Guards {
  if (rollout === 'left-out') return NO_GUARDS;
  const guarded = pipes.filter(({ checks }) => checks.length > 0);
  return {
    rollout: fleet.rollout,
    checks: fleet.checks,
    ofPipe: new Map(guarded.map(({ name, checks }) => [name, [...new Set(checks)]])),
  };
}

/** Whether any of the guards is a check, for which a service must be asked. */
export function asksChecks({ rollout, ofPipe }: Guards): boolean {
  return ofPipe.size > 0 || (rollout !== null && rollout.before.length + rollout.after.length > 0);
}
