import type { Fleet } from '../model/fleet.ts';
import type { FindFreeze } from '../plan/policy/freeze.ts';
import type { AskRules } from '../plan/policy/rules.ts';
import type { ReviewedPlan } from '../plan/saved/review-plan.ts';
import type { Project } from './project.ts';

// What few configurations have is loaded only for those.

/** null without rules; otherwise loads CEL. `nowMs`: epoch milliseconds. */
export async function openRules({ policy: { rules } }: Fleet, nowMs: number): Promise<AskRules | null> {
  if (rules.length === 0) return null;
  return (await import('../plan/policy/create-rules.ts')).createRules(rules, nowMs);
}

/** Finds nothing without freezes; otherwise loads the time zones. Freezes go by the clock of the service (`connection`). */
export async function watchFreezes({ fleet, connection }: Pick<Project, 'fleet' | 'connection'>): Promise<FindFreeze> {
  const { freeze } = fleet.policy;
  if (freeze.length === 0) return () => null;
  const { findFreeze } = await import('../plan/policy/find-freeze.ts');
  return () => findFreeze(freeze, connection.now());
}

/**
 * Reads a pipe that the plan updates, whatever the response is, so that freezes go by a new time of the service. Without freezes,
 * sends nothing.
 */
export async function askServiceTime(
  { pipes }: Pick<ReviewedPlan, 'pipes'>,
  { fleet, connection, runtime }: Pick<Project, 'fleet' | 'connection' | 'runtime'>,
): Promise<void> {
  const pipe = pipes.find(({ status }) => status === 'update');
  if (fleet.policy.freeze.length === 0 || pipe === undefined) return;
  const { createPipeReader } = await import('../api/index.ts');
  await createPipeReader(connection).readPipe(pipe, runtime.interrupts.stop);
}
