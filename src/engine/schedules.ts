import { NO_WRITE_POLICIES, type WritePolicies } from '../apply/ports.ts';
import { isScalingKey } from '../model/field/field.ts';
import type { Fleet } from '../model/fleet.ts';
import { addressOf } from '../model/pipe-address.ts';
import { isSameDesired } from '../plan/attribute-changes.ts';
import type { PipeRead } from '../plan/plan-fleet.ts';
import { scheduleFleet, schedulePipe } from '../plan/schedule-fleet.ts';
import type { Project } from './project.ts';

/** Whether a pipe of the fleet, or of the environment that it is promoted from, has a schedule. */
export function hasSchedules({ pipes, promotion }: Fleet): boolean {
  return (
    pipes.some(({ schedule }) => schedule !== undefined) ||
    (promotion?.source != null && hasSchedules(promotion.source))
  );
}

/**
 * The project with the sizes of `atMs`, or else of now: by the clock of the service, so after a response. All that is compared,
 * also the base, has the sizes of that one time.
 */
export function applySchedules<Sized extends Project>(project: Sized): Sized {
  const { base, connection } = project;
  const atMs = project.atMs ?? connection.now();
  const fleet = scheduleFleet(project.fleet, atMs);
  const byName = new Map(fleet.pipes.map((pipe) => [pipe.name, pipe]));
  const pipes = project.pipes.map((pipe) => byName.get(pipe.name) ?? pipe);
  const hadSchedules = base !== null && [...base.pipes.values()].some(({ schedule }) => schedule !== undefined);
  if (!hadSchedules) return { ...project, fleet, pipes };
  const basePipes = new Map([...base.pipes].map(([address, pipe]) => [address, schedulePipe(pipe, atMs)]));
  return { ...project, fleet, pipes, base: { ...base, pipes: basePipes } };
}

/** The reads with the pipes of a fleet as they are desired. */
export function withDesired(reads: readonly PipeRead[], { pipes }: Fleet): readonly PipeRead[] {
  const byName = new Map(pipes.map((pipe) => [pipe.name, pipe]));
  return reads.map((read) => ({ ...read, desired: byName.get(read.desired.name) ?? read.desired }));
}

/** Whether the schedule asks for another size than the fleet has, of a field in a request. */
export function followSchedules({
  fleet,
  connection,
}: Pick<Project, 'fleet' | 'connection'>): WritePolicies['hasWindowEnded'] {
  const scheduled = new Map(
    fleet.pipes.flatMap((pipe) => (pipe.sizesNow === undefined ? [] : [[addressOf(pipe), pipe] as const])),
  );
  if (scheduled.size === 0) return NO_WRITE_POLICIES.hasWindowEnded;
  return (address, keys) => {
    const pipe = scheduled.get(addressOf(address));
    const nowMs = connection.now();
    const { sinceMs, untilMs } = pipe?.sizesNow ?? { sinceMs: null, untilMs: null };
    // The clock of a service may also step back, over the start of a window.
    const isSameTime = nowMs >= (sinceMs ?? -Infinity) && nowMs < (untilMs ?? Infinity);
    if (pipe === undefined || isSameTime) return false;
    const { scaling } = schedulePipe(pipe, nowMs);
    return keys.filter(isScalingKey).some((key) => !isSameDesired(pipe.scaling[key]?.value, scaling[key]?.value));
  };
}
