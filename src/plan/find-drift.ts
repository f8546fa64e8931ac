import { DIAGNOSTICS } from '../model/diagnostic-codes.ts';
import { readInstantMs } from '../model/field/units.ts';
import type { Fleet, Policy } from '../model/fleet.ts';
import { type LivePipe, wasNeverUpdated } from '../model/live-pipe.ts';
import { type Change, type Coverage, countStatuses } from '../model/plan.ts';
import { DRIFT_STATUSES, type Drift, type DriftPipe, type DriftStatus, type DriftSummary } from '../model/report.ts';
import { withoutPeriod } from '../model/text.ts';
import { isLate, pipesNoLongerManagedProblems } from './attribute-changes.ts';
import { listingProblems } from './coverage.ts';
import { notRequestedProblems } from './describe-failure.ts';
import { isSentAlong } from './diff/diff-scaling.ts';
import { hashLiveValues } from './diff/snapshot.ts';
import {
  type ComparedRead,
  compareReads,
  emptyPlan,
  type PipeRead,
  type PlanFleetOptions,
  summarizeReads,
} from './plan-fleet.ts';
import { NO_ALLOWANCES } from './policy/plan-policy.ts';
import { findUnmanaged } from './policy/unmanaged.ts';

export type FindDriftOptions = Omit<PlanFleetOptions, 'allowances'>;

/** Compares live with declared for the pipes in `reads`; synchronous and pure. */
export function findDrift(fleet: Fleet, reads: readonly PipeRead[], options: FindDriftOptions): Drift {
  const { base = null, listings = [] } = options;
  const build = (read: ComparedRead) => findPipeDrift(read, fleet.policy);
  const { isDrifted: _, ...all } = summarizeReads(
    fleet,
    compareReads(fleet, reads, options),
    options,
    NO_ALLOWANCES,
    build,
  );
  const compared = { ...all, pipes: markGone(all.pipes, all.coverage) };
  const diagnostics = [
    ...pipesNoLongerManagedProblems(fleet, base),
    ...findUnmanaged(fleet, compared.coverage, null),
    ...listingProblems(listings, fleet.api.url),
    ...notRequestedProblems(reads, fleet.api.url),
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

function findPipeDrift({ compared, desired }: ComparedRead, policy: Policy): DriftPipe {
  if (compared.kind !== 'compared') return { ...compared.pipe, status: 'error' };
  const { reliedOn, live } = compared;
  const pipe = { ...compared.pipe, changes: compared.pipe.changes.filter((change) => !isSentAlong(change, reliedOn)) };
  const mayBeLate = (change: Change) =>
    (change.origin === null || change.origin === 'schedule') && isLate(change, desired, policy.scheduleGraceMs);
  const status = findStatus(pipe, mayBeLate);
  return { ...pipe, basis: hashLiveValues(reliedOn), status, ...(status !== 'in-sync' && findUpdate(live)) };
}

/**
 * The pipes, with those `gone` that their service does not have although its list or another of its pipes could be read: else the
 * address, the organization or the service may be wrong.
 */
export function markGone(pipes: readonly DriftPipe[], coverage: readonly Coverage[]): readonly DriftPipe[] {
  const listed = new Set(coverage.map(({ serviceId }) => serviceId));
  const known = new Set(pipes.flatMap(({ liveName, serviceId }) => (liveName === null ? [] : [serviceId])));
  return pipes.map((pipe): DriftPipe => {
    const { service, serviceId, diagnostics } = pipe;
    const lost = diagnostics.find(({ code }) => code === 'pipe-not-found' || code === 'pipe-elsewhere');
    if (lost === undefined || !(listed.has(serviceId) || known.has(serviceId))) return pipe;
    if (lost.code === 'pipe-elsewhere') return { ...pipe, status: 'gone' };
    // The list first, since each shard knows it.
    const proof = listed.has(serviceId)
      ? `service ${service} can be listed`
      : `other pipes of service ${service} can be read`;
    const summary = `${withoutPeriod(lost.summary)}, although ${proof}.`;
    const { cure: hint } = DIAGNOSTICS['pipe-gone'];
    return { ...pipe, status: 'gone', diagnostics: [{ ...lost, code: 'pipe-gone', summary, hint }] };
  });
}

/** Nothing for a pipe that was never updated: then it is the time of its creation. */
function findUpdate(live: LivePipe): Pick<DriftPipe, 'updatedAt'> {
  const { updatedAt } = live;
  return updatedAt === null || Number.isNaN(readInstantMs(updatedAt)) || wasNeverUpdated(live) ? {} : { updatedAt };
}

function findStatus(
  { changes, acknowledged }: Pick<DriftPipe, 'changes' | 'acknowledged'>,
  mayBeLate: (change: Change) => boolean,
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
