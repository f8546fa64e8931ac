import type { PipeAddress } from '../model/client.ts';
import { sectionOf } from '../model/field/field.ts';
import type { Fleet } from '../model/fleet.ts';
import type { FindFreeze } from '../plan/policy/freeze.ts';
import type { EvaluateRules } from '../plan/policy/rules.ts';
import type { ReviewedPlan } from '../plan/saved/review-plan.ts';
import type { Project } from './project.ts';

// What few configurations have is loaded only for those.

/** null without rules; otherwise loads CEL. `nowMs`: for the last days of exceptions, in epoch milliseconds. */
export async function openRules({ policy: { rules } }: Fleet, nowMs: number): Promise<EvaluateRules | null> {
  if (rules.length === 0) return null;
  return (await import('../plan/policy/create-rules.ts')).createRules(rules, nowMs);
}

/**
 * Finds nothing without freezes; otherwise loads the time zones. Freezes go by the clock of the service (`connection`). Those that
 * allow scheduled sizes do not hold for a plan of these alone.
 */
export async function watchFreezes(
  { pipes }: Pick<ReviewedPlan, 'pipes'>,
  { fleet, connection }: Pick<Project, 'fleet' | 'connection'>,
): Promise<FindFreeze> {
  const changes = pipes.filter(({ status }) => status === 'update').flatMap((pipe) => pipe.changes);
  const isOfClockAlone = changes.length > 0 && changes.every(({ origin }) => origin === 'schedule');
  // Without a base, nobody knows what the clock changed.
  const mayBeScheduled = changes.some(
    ({ path, origin }) => origin === 'schedule' || (origin === null && sectionOf(path) === 'scaling'),
  );
  // The first that holds is reported, and --only-origin schedule helps only where no other does.
  const strictFirst = fleet.policy.freeze.toSorted(
    (a, b) => Number(a.allowsSchedule ?? 0) - Number(b.allowsSchedule ?? 0),
  );
  const freezes = strictFirst.flatMap(({ allowsSchedule = false, ...freeze }) => {
    if (!allowsSchedule || !mayBeScheduled) return [freeze];
    return isOfClockAlone ? [] : [{ ...freeze, allowsSchedule }];
  });
  if (freezes.length === 0) return () => null;
  const { findFreeze } = await import('../plan/policy/find-freeze.ts');
  return () => findFreeze(freezes, connection.now());
}

/** Reads a pipe that the plan updates, so that freezes go by a new time of the service. Without freezes, sends nothing. */
export async function askServiceTime(
  { pipes }: Pick<ReviewedPlan, 'pipes'>,
  project: Pick<Project, 'fleet' | 'connection' | 'runtime'>,
): Promise<void> {
  const updated = pipes.find(({ status }) => status === 'update');
  if (project.fleet.policy.freeze.length > 0) await readServiceTime(updated, project);
}

/** Reads a pipe, whatever the response is, for a new time of the service. */
export async function readServiceTime(
  pipe: PipeAddress | undefined,
  { connection, runtime }: Pick<Project, 'connection' | 'runtime'>,
): Promise<void> {
  if (pipe === undefined) return;
  const { createPipeReader } = await import('../api/index.ts');
  await createPipeReader(connection).readPipe(pipe, runtime.interrupts.stop);
}
