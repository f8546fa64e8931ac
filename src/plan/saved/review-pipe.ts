import { type Diagnostic, diagnoseCode } from '../../model/diagnostic.ts';
import { parseField } from '../../model/field.ts';
import { type DesiredPipe, type Fleet, isBand } from '../../model/fleet.ts';
import type { JsonValue } from '../../model/json.ts';
import type { Change, Origin, PlannedPipe } from '../../model/plan.ts';
import type { Recommendation } from '../../model/recommendation.ts';
import { isActive } from '../diff/compare-pipe.ts';
import { decideScaling } from '../diff/diff-scaling.ts';
import { listPreconditions } from '../diff/snapshot.ts';
import { type DesiredValue, findDesired, isWantedOrigin, noteOtherOrigins } from '../origin/attribute.ts';
import { findContractViolations } from '../policy/find-contract-violations.ts';
import { type Allowances, findRefusals } from '../policy/policy.ts';
import { buildRequests, targetOf } from '../requests/build-requests.ts';

/** A pipe of a saved plan as it may be applied now. `stale`: the configuration moved since the plan. */
export type ReviewedPipe = Omit<PlannedPipe, 'status'> & { readonly status: PlannedPipe['status'] | 'stale' };

export interface PipeReview {
  readonly allowances: Allowances;
  /** Epoch milliseconds of the apply. */
  readonly nowMs: number;
  /** null for all. */
  readonly onlyOrigin: readonly Origin[] | null;
}

/**
 * One pipe of a saved plan against the configuration of today: still wanted, within the contract, allowed by policy. What
 * is to be sent is built from the changes and the plan's basis; what the file says of requests is not looked at.
 */
export function reviewPipe(
  planned: PlannedPipe,
  fleet: Fleet,
  desired: DesiredPipe | null,
  review: PipeReview,
): ReviewedPipe {
  const { live, status } = planned;
  if (live === null || (status !== 'update' && status !== 'refused')) return { ...planned, requests: [] };
  const { onlyOrigin } = review;
  const changes = planned.changes.filter(({ origin }) => isWantedOrigin(origin, onlyOrigin));
  const others = planned.changes.filter((change) => !changes.includes(change));
  const notes = planned.diagnostics.filter(({ severity }) => severity !== 'error');
  const pipe = { ...planned, changes, requests: [], diagnostics: notes };
  if (desired === null) return { ...pipe, status: 'stale', diagnostics: [...notes, notConfigured(planned)] };
  if (changes.length === 0) {
    return { ...pipe, status: 'unchanged', live: null, diagnostics: [...notes, ...noteOtherOrigins(desired, others)] };
  }
  const violations = findContractViolations(changes, planned, live);
  if (violations.length > 0) return { ...pipe, status: 'refused', diagnostics: [...violations, ...notes] };

  const moved = findMoved(planned, changes, desired, review.nowMs);
  if (moved.length > 0) return { ...pipe, status: 'stale', diagnostics: [...notes, outdated(planned, moved)] };

  const refusals = findRefusals(desired, changes, fleet.policy, review.allowances);
  if (refusals.length > 0) return { ...pipe, status: 'refused', diagnostics: [...refusals, ...notes] };

  const requests = buildRequests(targetOf(fleet.api, desired), changes, listPreconditions(live));
  return { ...pipe, status: 'update', requests, diagnostics: [...notes, ...noteOtherOrigins(desired, others)] };
}

/** What the configuration says otherwise than when the plan was made, in words; empty when it still asks for the changes. */
function findMoved(
  planned: PlannedPipe,
  changes: readonly Change[],
  desired: DesiredPipe,
  nowMs: number,
): readonly string[] {
  const moved: string[] = [];
  if (desired.liveName !== null && desired.liveName !== planned.liveName) {
    moved.push(`name: the plan is for "${planned.liveName}", the configuration says "${desired.liveName}"`);
  }
  if (desired.source !== null && desired.source !== planned.source) {
    moved.push(`source: the plan is for ${planned.source}, the configuration says ${desired.source}`);
  }
  for (const { path, before, after } of changes) {
    const isRecommended = path === 'scaling.replicas' && recommends(desired, planned.recommendation, after);
    const wanted = findDesired(desired, parseField(path));
    const known = desired.acknowledge.find((one) => one.path === path && isActive(one, nowMs));
    if (wanted === undefined) {
      moved.push(`${path}: the plan sets ${after}, the configuration does not manage it`);
    } else if (!isRecommended && !asksFor(wanted, before, after)) {
      moved.push(`${path}: the plan sets ${after}, the configuration asks for ${formatWanted(wanted)}`);
    } else if (known !== undefined) {
      moved.push(`${path}: the plan sets ${after}, the configuration acknowledges the difference until ${known.until}`);
    }
  }
  return moved;
}

/** Whether a plan made today would make the same of the value; where a band is wanted, that is its nearer edge only. */
export function asksFor(wanted: DesiredValue, before: JsonValue, after: Change['after']): boolean {
  if (typeof wanted !== 'object' || !isBand(wanted)) return wanted === after;
  return decideScaling(wanted, typeof before === 'number' ? before : null) === after;
}

/** Whether the plan's own recommendation asked for the replicas, by the target and within the band of today. */
function recommends(
  { scaling: { replicas } }: DesiredPipe,
  recommendation: Recommendation | null,
  after: Change['after'],
): boolean {
  if (replicas?.target === undefined || recommendation === null || recommendation.replicas !== after) return false;
  const { check, value, tolerance, stabilizationMs } = replicas.target;
  const isSameTarget =
    recommendation.check === check &&
    recommendation.target === value &&
    recommendation.tolerance === tolerance &&
    recommendation.stabilizationMs === stabilizationMs;
  return isSameTarget && typeof after === 'number' && decideScaling(replicas.value, after) === after;
}

function formatWanted(wanted: DesiredValue): string {
  if (typeof wanted === 'object' && isBand(wanted)) return `${wanted.min} to ${wanted.max}`;
  return wanted === null ? 'unset' : `${wanted}`;
}

function notConfigured({ name, id, service, location }: PlannedPipe): Diagnostic {
  const summary = `Pipe ${name} is not in the configuration any more; nothing was written to it.`;
  return diagnoseCode(
    'plan-outdated',
    summary,
    `The plan is for the pipe ${id} of service ${service}.`,
    'error',
    location,
  );
}

function outdated({ name, location }: PlannedPipe, moved: readonly string[]): Diagnostic {
  const summary = `The configuration no longer asks for what the plan would write to pipe ${name}; nothing was written to it.`;
  return diagnoseCode('plan-outdated', summary, moved.join('\n'), 'error', location);
}
