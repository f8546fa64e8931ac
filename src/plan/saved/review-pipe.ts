import { formatMinute } from '../../model/clock.ts';
import { diagnoseCode } from '../../model/diagnose-code.ts';
import type { Diagnostic } from '../../model/diagnostic.ts';
import { fieldsOf } from '../../model/field/field.ts';
import { type DesiredPipe, type EndedSize, type Fleet, isBand } from '../../model/fleet.ts';
import type { JsonValue } from '../../model/json/json.ts';
import type { Origin } from '../../model/origin.ts';
import type { Change, PlannedPipe, PlanStatus } from '../../model/plan.ts';
import { isOfPolicy } from '../../model/policy-findings.ts';
import {
  type DesiredValue,
  findDesired,
  isSelectedOrigin,
  otherOriginsProblems,
  sizeBefore,
} from '../attribute-changes.ts';
import { buildRequests, targetOf } from '../build-requests.ts';
import { narrowCost } from '../cost.ts';
import { isActive } from '../diff/compare-pipe.ts';
import { decideScaling } from '../diff/diff-scaling.ts';
import { listPreconditions } from '../diff/snapshot.ts';
import { describeSizes } from '../plan-fleet.ts';
import { findContractViolations } from '../policy/find-contract-violations.ts';
import type { PolicyContext } from '../policy/plan-policy.ts';
import { findPipeProblems } from '../policy/policies.ts';

/** A reviewed pipe of a saved plan. `stale`: the configuration changed since the plan. */
export type ReviewedPipe = PlannedPipe<PlanStatus | 'stale'>;

interface PipeReview {
  readonly context: PolicyContext;
  /** null for all. */
  readonly onlyOrigin: readonly Origin[] | null;
}

/** Checks a saved pipe against the contract, the current configuration and its policy. Requests are built anew, not read. */
export function reviewPipe(
  planned: PlannedPipe,
  fleet: Fleet,
  desired: DesiredPipe | null,
  review: PipeReview,
): ReviewedPipe {
  const { live, status } = planned;
  if (live === null || (status !== 'update' && status !== 'refused')) return { ...planned, requests: [] };
  const { onlyOrigin } = review;
  const all = planned.changes;
  const changes = all.filter(({ origin }) => isSelectedOrigin(origin, onlyOrigin));
  const others = all.filter((change) => !changes.includes(change));
  const notes = planned.diagnostics.filter((one) => one.severity !== 'error' && !isOfPolicy(one));
  const left = [...(planned.notSelected ?? []), ...others];
  const selected = { changes, ...(left.length > 0 && { notSelected: left }) };
  const { cost: plannedCost, ...rest } = planned;
  const cost = plannedCost && narrowCost(plannedCost, all, changes);
  const pipe = { ...rest, ...selected, ...(cost && { cost }), requests: [], diagnostics: notes };
  if (desired === null) return { ...pipe, status: 'stale', diagnostics: [...notes, notConfiguredProblem(planned)] };
  if (changes.length === 0) {
    return {
      ...pipe,
      status: 'unchanged',
      live: null,
      diagnostics: [...notes, ...otherOriginsProblems(desired, others)],
    };
  }
  const violations = findContractViolations(changes, planned, live, fieldsOf(fleet.api));
  if (violations.length > 0) return { ...pipe, status: 'refused', diagnostics: [...violations, ...notes] };

  const ended = findWindowEnd(planned, changes, desired);
  if (ended !== null) return { ...pipe, status: 'stale', diagnostics: [...notes, windowEndedProblem(planned, ended)] };
  const moved = findMoved(planned, changes, desired, review.context.nowMs);
  if (moved.length > 0) return { ...pipe, status: 'stale', diagnostics: [...notes, outdatedProblem(planned, moved)] };

  const { refusals, notes: found } = findPipeProblems({ desired, changes, updatedAt: null }, review.context);
  if (refusals.length > 0) return { ...pipe, status: 'refused', diagnostics: [...refusals, ...notes] };

  const requests = buildRequests(targetOf(fleet.api, desired), changes, listPreconditions(live));
  const diagnostics = [...notes, ...found, ...otherOriginsProblems(desired, others)];
  return { ...pipe, ...describeSizes(desired), status: 'update', requests, diagnostics };
}

/** The size before the last change of one that the plan would write; null when all of them hold since the plan. */
function findWindowEnd({ scheduled }: PlannedPipe, changes: readonly Change[], desired: DesiredPipe): EndedSize | null {
  // The first change after the plan, of any size of the pipe.
  const untilMs = Date.parse(scheduled?.until ?? '');
  const ended = changes.flatMap(({ path }) => sizeBefore(path, desired) ?? []);
  return ended.find(({ endedMs }) => endedMs >= untilMs) ?? null;
}

/** The differences between the plan and the current configuration, one text each. */
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
    const value = findDesired(desired, path);
    const known = desired.acknowledge.find((one) => one.path === path && isActive(one, nowMs));
    if (value === undefined) {
      moved.push(`${path}: the plan sets ${after}, the configuration does not manage it`);
    } else if (!requires(value, before, after)) {
      moved.push(`${path}: the plan sets ${after}, the configuration asks for ${formatDesired(value)}`);
    } else if (known !== undefined) {
      moved.push(`${path}: the plan sets ${after}, the configuration acknowledges the difference until ${known.until}`);
    }
  }
  return moved;
}

/** Whether a new plan would change `before` to `after`. */
export function requires(desired: DesiredValue, before: JsonValue, after: Change['after']): boolean {
  if (!isBand(desired)) return desired === after;
  return decideScaling(desired, typeof before === 'number' ? before : null) === after;
}

function formatDesired(desired: DesiredValue): string {
  if (isBand(desired)) return `${desired.min} to ${desired.max}`;
  return desired === null ? 'unset' : `${desired}`;
}

function notConfiguredProblem({ name, id, service, location }: PlannedPipe): Diagnostic {
  const summary = `Pipe ${name} is no longer in the configuration; nothing was written to it.`;
  const detail = `The plan is for the pipe ${id} of service ${service}.`;
  return diagnoseCode('plan-outdated', summary, detail, 'error', location);
}

function windowEndedProblem({ name, location }: PlannedPipe, { endedMs, timezone }: EndedSize): Diagnostic {
  const summary = `The schedule changed the sizes of pipe ${name} at ${formatMinute(endedMs, timezone)}, after the time of the plan; nothing was written to it.`;
  return diagnoseCode('window-ended', summary, null, 'error', location);
}

function outdatedProblem({ name, location }: PlannedPipe, moved: readonly string[]): Diagnostic {
  const summary = `The configuration no longer has the values that the plan would write to pipe ${name}; nothing was written to it.`;
  return diagnoseCode('plan-outdated', summary, moved.join('\n'), 'error', location);
}
