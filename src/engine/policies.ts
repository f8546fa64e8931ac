import type { Fleet } from '../model/fleet.ts';
import type { FindFreeze } from '../plan/policy/freeze.ts';
import type { AskRules } from '../plan/policy/rules.ts';

// What few configurations have is loaded only for those.

/** null without rules; otherwise loads CEL. `nowMs`: epoch milliseconds. */
export async function openRules({ policy: { rules } }: Fleet, nowMs: number): Promise<AskRules | null> {
  if (rules.length === 0) return null;
  return (await import('../plan/policy/create-rules.ts')).createRules(rules, nowMs);
}

/** Finds nothing without freezes; otherwise loads the time zones. */
export async function watchFreezes({ policy: { freeze } }: Fleet): Promise<FindFreeze> {
  if (freeze.length === 0) return () => null;
  const { findFreeze } = await import('../plan/policy/find-freeze.ts');
  return (nowMs) => findFreeze(freeze, nowMs);
}
