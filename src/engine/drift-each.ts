import type { Drift } from '../model/drift.ts';
import { createDriftFinder, type DriftOptions, type DriftRead, joinDrift } from '../plan/find-drift.ts';
import type { ObservedFleet, ToObserve } from './observe-project.ts';
import type { OpenJudge } from './read-fleet.ts';

/** Finds the drift of each pipe that has been read. */
export function driftEach(opened: Pick<ToObserve, 'base' | 'selection'>): OpenJudge<DriftRead> {
  return async () => createDriftFinder(opened);
}

/** The drift of what was observed; what was known before it is told first. */
export function driftObserved(
  { fleet, reads, base, selection, findings, diagnostics }: ObservedFleet<DriftRead>,
  frame: Pick<DriftOptions, 'now' | 'tool'>,
): Drift {
  const drift = joinDrift(fleet, reads, { ...frame, base, selection, checks: findings });
  return { ...drift, diagnostics: [...diagnostics, ...drift.diagnostics] };
}
