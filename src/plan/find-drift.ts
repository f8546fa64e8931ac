import { readInstantMs } from '../model/field/units.ts';
import type { DesiredPipe, Fleet, Policy } from '../model/fleet.ts';
import { type LivePipe, wasNeverUpdated } from '../model/live-pipe.ts';
import { countStatuses, type FieldChange } from '../model/plan.ts';
import { DRIFT_STATUSES, type Drift, type DriftPipe, type DriftStatus, type DriftSummary } from '../model/report.ts';
import { isLate, notePipesNoLongerManaged } from './attribute-changes.ts';
import { findUnmanaged, reportListings, type ServiceListing } from './coverage.ts';
import { describeGone, reportNotRequested } from './describe-failure.ts';
import type { ComparedPipe, Comparison } from './diff/compare-pipe.ts';
import { isCompanion } from './diff/diff-scaling.ts';
import { hashBasis } from './diff/snapshot.ts';
import { compareFleet, emptyPlan, type PipeRead, type PlanFleetOptions } from './plan-fleet.ts';
import { NO_ALLOWANCES } from './policy/policy.ts';

export type FindDriftOptions = Omit<PlanFleetOptions, 'allowances'>;

/** Compares live with declared for the pipes in `reads`; synchronous and pure. */
export function findDrift(fleet: Fleet, reads: readonly PipeRead[], options: FindDriftOptions): Drift {
  const { base = null, listings = [] } = options;
  const findGone = createGoneFinder(reads, listings);
  const build = (compared: Comparison, given: PipeRead) =>
    findGone(compared, given) ?? findPipeDrift(compared, given.desired, fleet.policy);
  const { isDrifted: _, ...compared } = compareFleet(fleet, reads, options, NO_ALLOWANCES, build);
  const diagnostics = [
    ...notePipesNoLongerManaged(fleet, base),
    ...findUnmanaged(fleet, compared.coverage, null),
    ...reportListings(listings, fleet.api.url),
    ...reportNotRequested(reads, fleet.api.url),
  ];
  return {
    ...emptyDrift(fleet.environment, diagnostics, { ...options, cost: compared.cost }),
    ...compared,
    summary: summarizeDrift(compared.pipes),
  };
}

/** A drift document without pipes, for a command that failed before it read one. */
export function emptyDrift(...frame: Parameters<typeof emptyPlan>): Drift {
  const { overrides: _, ...frameOfPlan } = emptyPlan(...frame);
  return { ...frameOfPlan, kind: 'drift', summary: summarizeDrift([]), pipes: [] };
}

type PipeDrift = ComparedPipe & Pick<DriftPipe, 'status' | 'updatedAt'>;

/**
 * Finds pipes that were deleted: the service answers 404 for them while it lists its pipes or shows others of them. Without that, a wrong
 * organization or service is as likely.
 */
function createGoneFinder(
  reads: readonly PipeRead[],
  listings: readonly ServiceListing[],
): (compared: Comparison, given: PipeRead) => PipeDrift | null {
  const listed = listings.filter(({ list }) => list.ok);
  const readable = new Set([
    ...reads.flatMap(({ desired, read }) => (read.ok ? [desired.serviceId] : [])),
    ...listed.map(({ serviceId }) => serviceId),
  ]);
  const ownerOf = new Map(
    listed.flatMap(({ service, list }) => (list.ok ? list.pipes.map(({ id }) => [id.toLowerCase(), service]) : [])),
  );
  return (compared, { desired, read }) => {
    if (compared.kind === 'compared' || read.ok || read.failure.kind !== 'not-found') return null;
    if (!readable.has(desired.serviceId)) return null;
    const diagnostic = describeGone(desired, read.failure, ownerOf.get(desired.id.toLowerCase()) ?? null);
    return { ...compared.pipe, status: 'gone', diagnostics: [diagnostic] };
  };
}

function findPipeDrift(compared: Comparison, desired: DesiredPipe, policy: Policy): PipeDrift {
  if (compared.kind !== 'compared') return { ...compared.pipe, status: 'error' };
  const { basis, live } = compared;
  const pipe = { ...compared.pipe, changes: compared.pipe.changes.filter((change) => !isCompanion(change, basis)) };
  const mayBeLate = (change: FieldChange) =>
    (change.origin === null || change.origin === 'schedule') && isLate(change, desired, policy.scheduleGraceMs);
  const status = findStatus(pipe, mayBeLate);
  return { ...pipe, basis: hashBasis(basis), status, ...(status !== 'in-sync' && findUpdate(live)) };
}

/** Nothing for a pipe that was never updated: then it is the time of its creation. */
function findUpdate(live: LivePipe): Pick<DriftPipe, 'updatedAt'> {
  const { updatedAt } = live;
  return updatedAt === null || Number.isNaN(readInstantMs(updatedAt)) || wasNeverUpdated(live) ? {} : { updatedAt };
}

function findStatus(
  { changes, acknowledged }: Pick<ComparedPipe, 'changes' | 'acknowledged'>,
  mayBeLate: (change: FieldChange) => boolean,
): DriftStatus {
  if (changes.length > 0) return changes.every(mayBeLate) ? 'late' : 'drifted';
  return acknowledged.length > 0 ? 'acknowledged' : 'in-sync';
}

export function summarizeDrift(pipes: readonly DriftPipe[]): DriftSummary {
  const counted = pipes.filter(({ status }) => status !== 'late');
  const changes = counted.reduce((sum, pipe) => sum + pipe.changes.length, 0);
  const { gone, late, ...counts } = countStatuses(DRIFT_STATUSES, pipes);
  return { total: pipes.length, ...counts, ...(gone > 0 && { gone }), ...(late > 0 && { late }), changes };
}
