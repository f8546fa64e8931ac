import type { CheckFinding } from '../model/check.ts';
import type { ReadResult } from '../model/client.ts';
import { type Diagnostic, sortByName } from '../model/diagnostic.ts';
import type { DesiredPipe, Fleet } from '../model/fleet.ts';
import {
  type Capacity,
  countStatuses,
  PLAN_STATUSES,
  type Plan,
  type PlannedPipe,
  type PlanSummary,
  type ToolVersion,
} from '../model/plan.ts';
import { reportNotAttempted } from './describe-failure.ts';
import { type Comparison, comparePipe } from './diff/compare-pipe.ts';
import { hashBasis } from './diff/snapshot.ts';
import { type BaseState, notePipesNoLongerManaged } from './origin/attribute.ts';
import { type Allowances, findFleetRefusal, findRefusals, findReplicaFactor } from './policy/policy.ts';
import { describeApi, describeScope, type Selection, WHOLE_FLEET } from './policy/scope.ts';
import { buildRequests, targetOf } from './requests/build-requests.ts';
import { pipeCapacity, sumCapacity } from './sizing/capacity.ts';
import type { RecommendOptions, TargetHistories } from './sizing/recommend.ts';

/** What a plan is made with beside the fleet and what was read. */
export interface PlanFleetOptions {
  /** When all pipes were read. */
  readonly now: Date;
  readonly tool: ToolVersion;
  readonly allowances: Allowances;
  /** What was desired at a commit, to attribute differences against. */
  readonly base?: BaseState | null;
  /** How the pipes in `reads` were selected; the whole fleet when left out. */
  readonly selection?: Selection;
  /** What the targets of bands are measured by; null or left out without `--recommend`. */
  readonly recommendations?: TargetHistories | null;
  /** What became of the alerts whose definition is declared; none when left out. */
  readonly checks?: readonly CheckFinding[];
}

/** A desired pipe and what reading it gave. */
export interface PipeRead {
  readonly desired: DesiredPipe;
  readonly read: ReadResult;
  /** When it was read, in epoch milliseconds; the time of the plan when left out. */
  readonly readAtMs?: number;
}

/**
 * Desired against live: synchronous and pure. `reads` has the pipes that were selected; policies about the whole fleet
 * count the whole fleet. Equal inputs give equal plans.
 */
export function planFleet(fleet: Fleet, reads: readonly PipeRead[], options: PlanFleetOptions): Plan {
  const { allowances, base = null, recommendations: histories = null } = options;
  const maxFactor = findReplicaFactor(fleet.policy, allowances);
  const recommend = histories === null ? null : { histories, maxFactor };
  const compared = compareFleet(fleet, reads, options, allowances, recommend, (one, desired) =>
    planPipe(one, desired, fleet, allowances),
  );
  const summary = summarizePlan(compared.pipes);
  const diagnostics = [
    ...notePipesNoLongerManaged(fleet, base),
    ...findFleetRefusal(compared.scope, summary.update),
    ...reportNotAttempted(reads.map(({ read }) => read)),
  ];
  return { ...emptyPlan(fleet.environment, diagnostics, options), ...compared, summary };
}

/** A pipe of a document; `capacity` is null when it could not be read. */
export interface DocumentPipe<Pipe> {
  readonly pipe: Pipe;
  readonly capacity: Capacity | null;
}

/** What a plan and a drift report have in common: every pipe that was read, compared, and made a part of the document by `build`. */
export function compareFleet<Pipe extends { readonly name: string }>(
  fleet: Fleet,
  reads: readonly PipeRead[],
  { base = null, selection = WHOLE_FLEET, checks = [], now }: Omit<PlanFleetOptions, 'allowances'>,
  allowances: Allowances,
  recommend: RecommendOptions | null,
  build: (compared: Comparison, desired: DesiredPipe) => DocumentPipe<Pipe>,
) {
  const { onlyOrigin } = selection;
  const built = reads.map(({ desired, read, readAtMs: nowMs = now.getTime() }) =>
    build(comparePipe(desired, read, { nowMs, base, onlyOrigin, recommend }), desired),
  );
  return {
    api: describeApi(fleet.api),
    base: base?.base ?? null,
    scope: describeScope(fleet, selection, allowances),
    capacity: sumCapacity(built.flatMap(({ capacity }) => capacity ?? [])),
    pipes: sortByName(built.map(({ pipe }) => pipe)),
    checks: sortByName(checks),
  };
}

/** The plan document of a command that failed before it could read a pipe. Keys are in the order of cli.md, "The plan document". */
export function emptyPlan(
  environment: string | null,
  diagnostics: readonly Diagnostic[],
  { now, tool }: Pick<PlanFleetOptions, 'now' | 'tool'>,
): Plan {
  const head = { kind: 'plan', formatVersion: 1, createdAt: now.toISOString(), tool, environment } as const;
  const summary = summarizePlan([]);
  const capacity = sumCapacity([]);
  return { ...head, api: null, base: null, scope: null, summary, capacity, pipes: [], checks: [], diagnostics };
}

function planPipe(
  compared: Comparison,
  desired: DesiredPipe,
  { api, policy }: Fleet,
  allowances: Allowances,
): DocumentPipe<PlannedPipe> {
  const { pipe, live } = compared;
  const idle = live === null ? null : pipeCapacity([], live);
  if (compared.of !== 'compared') {
    return { pipe: { ...pipe, status: compared.of === 'mismatch' ? 'refused' : 'error' }, capacity: idle };
  }

  const known = { ...pipe, basis: hashBasis(compared.basis) };
  if (pipe.changes.length === 0) return { pipe: { ...known, status: 'unchanged' }, capacity: idle };
  const refusals = findRefusals(desired, pipe.changes, policy, allowances);
  if (refusals.length > 0) {
    const diagnostics = [...refusals, ...pipe.diagnostics];
    return { pipe: { ...known, status: 'refused', live: compared.basis, diagnostics }, capacity: idle };
  }
  const requests = buildRequests(targetOf(api, desired), pipe.changes, compared.live);
  return {
    pipe: { ...known, status: 'update', requests, live: compared.basis },
    capacity: pipeCapacity(pipe.changes, compared.live),
  };
}

export function summarizePlan(pipes: readonly PlannedPipe[]): PlanSummary {
  const updates = pipes.filter((pipe) => pipe.status === 'update');
  return {
    total: pipes.length,
    ...countStatuses(PLAN_STATUSES, pipes),
    changes: updates.reduce((sum, pipe) => sum + pipe.changes.length, 0),
    requests: updates.reduce((sum, pipe) => sum + pipe.requests.length, 0),
  };
}
