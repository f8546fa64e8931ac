import type { Fleet } from '../model/fleet.ts';
import type { AskRules } from '../plan/policy/rules.ts';

/** null without rules. Loads CEL only for a fleet with rules. `nowMs`: epoch milliseconds. */
export async function openRules({ policy: { rules } }: Fleet, nowMs: number): Promise<AskRules | null> {
  if (rules.length === 0) return null;
  return (await import('../plan/policy/create-rules.ts')).createRules(rules, nowMs);
}
