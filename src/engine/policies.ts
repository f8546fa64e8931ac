import { createPipeReader } from '../api/index.ts';
import { NO_WRITE_POLICIES, type WritePolicies } from '../apply/ports.ts';
import type { PipeAddress, RateLimitWait } from '../model/client.ts';
import type { Diagnostic } from '../model/diagnostic.ts';
import { sectionOf } from '../model/field/field.ts';
import type { Fleet } from '../model/fleet.ts';
import { addressOf } from '../model/pipe-address.ts';
import { isOverridden, type Override, type PlannedPipe } from '../model/plan.ts';
import { findDesired } from '../plan/attribute-changes.ts';
import { findFreeze } from '../plan/policy/find-freeze.ts';
import type { FindFreeze } from '../plan/policy/freeze.ts';
import type { EvaluateRules } from '../plan/policy/plan-policy.ts';
import { findPromotion, promotionProblem } from '../plan/policy/promotion.ts';
import type { ReviewedPlan } from '../plan/saved/review-plan.ts';
import { scheduleFleet } from '../plan/schedule-fleet.ts';
import type { Project } from './project.ts';
import { followSchedules } from './schedules.ts';

/** The compiled rules; null without rules, which loads no CEL. `nowMs`: for the last days of exceptions, in epoch milliseconds. */
export async function openRules({ policy: { rules } }: Fleet, nowMs: number): Promise<EvaluateRules | null> {
  if (rules.length === 0) return null;
  return (await import('../plan/policy/create-rules.ts')).createRules(rules, nowMs);
}

/** Freezes go by the clock of the service (`connection`). Those that allow scheduled sizes do not hold for a plan of these alone. */
export function watchFreezes(
  { pipes }: Pick<ReviewedPlan, 'pipes'>,
  { fleet, connection }: Pick<Project, 'fleet' | 'connection'>,
): FindFreeze {
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
  return () => findFreeze(freezes, connection.now());
}

/** What the policies of the project say again before writes. A rollback is held to the sizes of a schedule alone. */
export function openWritePolicies(
  plan: ReviewedPlan,
  project: Project,
  isRollback: boolean,
  onWait: (wait: RateLimitWait) => void,
): WritePolicies {
  const scheduled = { ...NO_WRITE_POLICIES, hasWindowEnded: followSchedules(project) };
  if (isRollback) return scheduled;
  const isFree = isOverridden(plan.overrides, 'freeze');
  return {
    ...scheduled,
    findFreeze: isFree ? NO_WRITE_POLICIES.findFreeze : watchFreezes(plan, project),
    isManaged: managedBy(project.fleet),
    findNotPromoted: followPromotion(project, plan.overrides, onWait),
  };
}

function managedBy({ pipes }: Fleet): WritePolicies['isManaged'] {
  const byAddress = new Map(pipes.map((pipe) => [addressOf(pipe), pipe]));
  return (address, field) => {
    const desired = byAddress.get(addressOf(address));
    return desired !== undefined && findDesired(desired, field) !== undefined;
  };
}

function followPromotion(
  { fleet: planned, connection, promotion }: Project,
  overrides: readonly Override[],
  emitWait: (wait: RateLimitWait) => void,
): WritePolicies['findNotPromoted'] {
  if (findPromotion(planned, overrides) === null) return NO_WRITE_POLICIES.findNotPromoted;
  return async (pipes) => {
    const fleet = scheduleFleet(planned, connection.now());
    const sources = await promotion?.readSources(fleet, pipes, ({ rateLimit }) => {
      if (rateLimit !== undefined) emitWait(rateLimit);
    });
    // The reads there took over the listener, where the address is the same.
    connection.onRateLimit(emitWait);
    const refuse = (pipe: PlannedPipe): readonly Diagnostic[] => {
      const problem = promotionProblem(pipe, fleet, sources ?? new Map());
      return problem?.severity === 'error' ? [problem] : [];
    };
    return new Map(pipes.map((pipe) => [pipe.name, refuse(pipe)]));
  };
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
  await createPipeReader(connection).readPipe(pipe, runtime.interrupts.stop);
}
