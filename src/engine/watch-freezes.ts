import type { Fleet } from '../model/fleet.ts';
import type { FindFreeze } from '../plan/policy/freeze.ts';

/** Loads the time zones only for a fleet with freezes. */
export async function watchFreezes({ policy: { freeze } }: Fleet): Promise<FindFreeze> {
  if (freeze.length === 0) return () => null;
  const { findFreeze } = await import('../plan/policy/find-freeze.ts');
  return (nowMs) => findFreeze(freeze, nowMs);
}
