import type { ReadResult } from '../model/client.ts';
import { sortByName } from '../model/diagnostic.ts';
import { isScalingKey, parseField } from '../model/field.ts';
import type { DesiredPipe, Fleet } from '../model/fleet.ts';
import type { Capacity, Change, PlanBasis } from '../model/plan.ts';
import { DRIFT_STATUSES, type Drift, type DriftPipe, type DriftStatus, type DriftSummary } from '../model/report.ts';
import { reportNotAttempted } from './describe-failure.ts';
import { type CompareOptions, comparePipe } from './diff/compare-pipe.ts';
import { hashBasis } from './diff/snapshot.ts';
import { notePipesNoLongerManaged } from './origin/attribute.ts';
import type { PipeRead, PlanFleetOptions } from './plan-fleet.ts';
import { NO_ALLOWANCES } from './policy/policy.ts';
import { describeApi, describeScope, WHOLE_FLEET } from './policy/scope.ts';
import { pipeCapacity, sumCapacity } from './sizing/capacity.ts';

/** Without recommendations: replicas inside a band are as declared, whatever its target asks for. */
export type FindDriftOptions = Omit<PlanFleetOptions, 'allowances' | 'recommendations'>;

/** Live against declared, for the pipes in `reads`: synchronous and pure, and nothing in it can be sent. */
export function findDrift(fleet: Fleet, reads: readonly PipeRead[], options: FindDriftOptions): Drift {
  const { base = null, selection = WHOLE_FLEET, now } = options;
  const { onlyOrigin } = selection;
  const found = reads.map(({ desired, read, readAtMs = now.getTime() }) =>
    findPipeDrift(desired, read, { nowMs: readAtMs, base, onlyOrigin, recommend: null }),
  );
  const pipes = sortByName(found.map(({ pipe }) => pipe));
  const gone = base === null ? [] : notePipesNoLongerManaged(fleet, base);
  return {
    ...emptyDrift(fleet.environment, [...gone, ...reportNotAttempted(reads.map(({ read }) => read))], options),
    api: describeApi(fleet.api),
    base: base?.base ?? null,
    scope: describeScope(fleet, selection, NO_ALLOWANCES),
    summary: summarizeDrift(pipes),
    capacity: sumCapacity(found.flatMap(({ capacity }) => (capacity === null ? [] : [capacity]))),
    pipes,
    checks: sortByName(options.checks ?? []),
  };
}

/** The drift document of a command that failed before it could read a pipe: nothing in it is clean. Its keys are in order. */
export function emptyDrift(
  environment: string | null,
  diagnostics: Drift['diagnostics'],
  { now, tool }: Pick<FindDriftOptions, 'now' | 'tool'>,
): Drift {
  return {
    kind: 'drift',
    formatVersion: 1,
    createdAt: now.toISOString(),
    tool,
    environment,
    api: null,
    base: null,
    scope: null,
    summary: summarizeDrift([]),
    capacity: sumCapacity([]),
    pipes: [],
    checks: [],
    diagnostics,
  };
}

function findPipeDrift(
  desired: DesiredPipe,
  read: ReadResult,
  options: CompareOptions,
): { readonly pipe: DriftPipe; readonly capacity: Capacity | null } {
  const compared = comparePipe(desired, read, options);
  const { live } = compared;
  if (compared.of !== 'compared') {
    return { pipe: { ...compared.pipe, status: 'error' }, capacity: live === null ? null : pipeCapacity([], live) };
  }
  const { basis } = compared;
  const pipe = { ...compared.pipe, changes: compared.pipe.changes.filter((change) => isShown(change, basis)) };
  return {
    pipe: { ...pipe, basis: hashBasis(basis), status: findStatus(pipe) },
    capacity: pipeCapacity(pipe.changes, compared.live),
  };
}

/** A size that is not shown yet is sent with an update of the other (see diffScaling), but is no difference by itself. */
function isShown({ path }: Change, { scaling }: PlanBasis): boolean {
  const { section, key } = parseField(path);
  return section !== 'scaling' || !isScalingKey(key) || scaling[key] !== undefined;
}

function findStatus({ changes, acknowledged }: Pick<DriftPipe, 'changes' | 'acknowledged'>): DriftStatus {
  if (changes.length > 0) return 'drifted';
  return acknowledged.length > 0 ? 'acknowledged' : 'in-sync';
}

export function summarizeDrift(pipes: readonly DriftPipe[]): DriftSummary {
  const counts = Object.fromEntries(DRIFT_STATUSES.map((status) => [status, 0])) as Record<DriftStatus, number>;
  let changes = 0;
  for (const pipe of pipes) {
    counts[pipe.status] += 1;
    changes += pipe.changes.length;
  }
  return { total: pipes.length, ...counts, changes };
}
