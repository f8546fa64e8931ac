import type { CheckFinding } from '../model/check.ts';
import type { ReadResult } from '../model/client.ts';
import { compareText, type Diagnostic } from '../model/diagnostic.ts';
import type { DesiredPipe, Fleet } from '../model/fleet.ts';
import type { Plan, PlannedPipe, PlanSummary, ToolVersion } from '../model/plan.ts';
import { type BaseState, notePipesNoLongerManaged } from './origin/attribute.ts';
import { planPipe } from './plan-pipe.ts';
import { type Allowances, findFleetRefusal, findReplicaFactor } from './policy/policy.ts';
import { describeScope, type Selection, WHOLE_FLEET } from './policy/scope.ts';
import { reportNotAttempted } from './report-not-attempted.ts';
import { describeApi } from './requests/describe-api.ts';
import { orderFindings } from './saved/order-findings.ts';
import { sumCapacity } from './sizing/capacity.ts';
import type { TargetHistories } from './sizing/recommend-pipe.ts';

/** What a plan is made with beside the fleet and what was read. */
export interface PlanOptions {
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
export function planFleet(fleet: Fleet, reads: readonly PipeRead[], options: PlanOptions): Plan {
  const { allowances, base = null, selection = WHOLE_FLEET, recommendations: histories = null, now } = options;
  const maxFactor = findReplicaFactor(fleet.policy, allowances);
  const planning = {
    api: fleet.api,
    policy: fleet.policy,
    allowances,
    base,
    onlyOrigin: selection.onlyOrigin,
    recommending: histories === null ? null : { histories, maxFactor },
  };
  const planned = reads
    .map(({ desired, read, readAtMs = now.getTime() }) => planPipe(desired, read, { ...planning, nowMs: readAtMs }))
    .sort((a, b) => compareText(a.pipe.name, b.pipe.name));
  const pipes = planned.map(({ pipe }) => pipe);
  const summary = summarizePlan(pipes);
  const scope = describeScope(fleet, selection, allowances);
  const refusal = findFleetRefusal(scope, summary.update);
  return writePlan(options, {
    environment: fleet.environment,
    api: describeApi(fleet.api),
    base: base?.base ?? null,
    scope,
    summary,
    capacity: sumCapacity(planned.flatMap(({ capacity }) => (capacity === null ? [] : [capacity]))),
    pipes,
    checks: orderFindings(options.checks ?? []),
    diagnostics: [
      ...(base === null ? [] : notePipesNoLongerManaged(fleet, base)),
      ...(refusal === null ? [] : [refusal]),
      ...reportNotAttempted(reads.map(({ read }) => read)),
    ],
  });
}

/** The plan document of a command that failed before it could read a pipe. */
export function emptyPlan(
  environment: string | null,
  diagnostics: readonly Diagnostic[],
  frame: Pick<PlanOptions, 'now' | 'tool'>,
): Plan {
  const summary = summarizePlan([]);
  const nothing = { api: null, base: null, scope: null, summary, capacity: sumCapacity([]), pipes: [], checks: [] };
  return writePlan(frame, { ...nothing, environment, diagnostics });
}

/** The keys in the order of cli.md, "The plan document": JSON is read by people too. */
function writePlan(
  { now, tool }: Pick<PlanOptions, 'now' | 'tool'>,
  content: Omit<Plan, 'kind' | 'formatVersion' | 'createdAt' | 'tool'>,
): Plan {
  return {
    kind: 'plan',
    formatVersion: 1,
    createdAt: now.toISOString(),
    tool,
    environment: content.environment,
    api: content.api,
    base: content.base,
    scope: content.scope,
    summary: content.summary,
    capacity: content.capacity,
    pipes: content.pipes,
    checks: content.checks,
    diagnostics: content.diagnostics,
  };
}

export function summarizePlan(pipes: readonly PlannedPipe[]): PlanSummary {
  const updates = pipes.filter((pipe) => pipe.status === 'update');
  const count = (status: PlannedPipe['status']): number => pipes.filter((pipe) => pipe.status === status).length;
  return {
    total: pipes.length,
    unchanged: count('unchanged'),
    update: updates.length,
    refused: count('refused'),
    error: count('error'),
    changes: updates.reduce((sum, pipe) => sum + pipe.changes.length, 0),
    requests: updates.reduce((sum, pipe) => sum + pipe.requests.length, 0),
  };
}
