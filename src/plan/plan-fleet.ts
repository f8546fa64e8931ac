import type { CheckFinding } from '../model/check.ts';
import type { PipeResult } from '../model/client.ts';
import { type Diagnostic, sortByName } from '../model/diagnostic.ts';
import { fieldsOf } from '../model/field/field.ts';
import type { DesiredPipe, Fleet } from '../model/fleet.ts';
import { addressOf } from '../model/pipe-address.ts';
import {
  type Cost,
  countStatuses,
  type LiveValues,
  PLAN_STATUSES,
  type Plan,
  type PlannedPipe,
  type PlanSummary,
  type ProjectPlace,
  type ScheduleTime,
  type ToolVersion,
} from '../model/plan.ts';
import { type BaseState, laterSizesProblems, pipesNoLongerManagedProblems } from './attribute-changes.ts';
import { buildRequests, orderSettings, targetOf } from './build-requests.ts';
import { capacityOf } from './capacity.ts';
import { findCost, sumCosts } from './cost.ts';
import { findCoverage, listingProblems, type ServiceListing } from './coverage.ts';
import { notRequestedProblems } from './describe-failure.ts';
import { findMasked } from './diff/carried-settings.ts';
import { type Comparison, comparePipe } from './diff/compare-pipe.ts';
import { hashLiveValues } from './diff/snapshot.ts';
import type {
  Allowances,
  EvaluateRules,
  PipeFindings,
  PolicyContext,
  RemediationOptions,
  SourcePipes,
} from './policy/plan-policy.ts';
import { findPipeProblems, findPlanProblems, refuseInView } from './policy/policies.ts';
import { describeApi, describeScope, type Selection, WHOLE_FLEET } from './policy/scope.ts';
import type { ReviewedUpdates } from './saved/reviewed.ts';

/** The inputs of a plan besides the fleet and the reads. */
export interface PlanFleetOptions {
  /** When all pipes were read. */
  readonly now: Date;
  readonly tool: ToolVersion;
  readonly project?: ProjectPlace | undefined;
  readonly allowances: Allowances;
  /** The desired state at a commit, for the origins of differences. */
  readonly base?: BaseState | null;
  /** How `reads` was selected; default: the complete fleet. */
  readonly selection?: Selection;
  /** The alerts with a declared definition. */
  readonly checks?: readonly CheckFinding[];
  /** The lists of the services of the pipes, where the deployment has them. */
  readonly listings?: readonly ServiceListing[];
  /** What the changes are promoted from (`findSources`); without it, a promotion refuses them. */
  readonly sources?: SourcePipes;
  /** Asks `policy.rules`, as `createRules` makes it; default: no rules. */
  readonly evaluateRules?: EvaluateRules | null;
  /** Plans only what drifted, and no more than this; default: all selected differences. */
  readonly remediation?: RemediationOptions | null;
  /** Plans only updates that were reviewed; default: all. */
  readonly reviewed?: ReviewedUpdates | null;
}

/** A desired pipe and the result of reading it. */
export interface PipeRead {
  readonly desired: DesiredPipe;
  readonly read: PipeResult;
  /** Epoch milliseconds; default: the time of the plan. */
  readonly readAtMs?: number;
  /** This names another service whose list has the id of a pipe that its own service does not have. */
  readonly foundIn?: string;
  /** Only a plan has findings, for a pipe that can be compared. */
  readonly findings?: PipeFindings;
}

/** Compares desired with live; synchronous and pure. `reads` has the selected pipes; some policies count all pipes. */
export function planFleet(fleet: Fleet, reads: readonly PipeRead[], options: PlanFleetOptions): Plan {
  return planCompared(fleet, compareReads(fleet, reads, options), options);
}

/** `planFleet` for pipes that `compareReads` compared with these options. */
export function planCompared(fleet: Fleet, reads: readonly ComparedRead[], options: PlanFleetOptions): Plan {
  const { allowances, base = null, listings = [], remediation = null, sources = new Map() } = options;
  const { evaluateRules = null } = options;
  const nowMs = options.now.getTime();
  const context = { fleet, allowances, nowMs, base: base?.fleet ?? null, remediation, sources, evaluateRules };
  const build = (read: ComparedRead) => planPipe(read, base, context);
  const refuse = (pipes: readonly PlannedPipe[]) => refuseInView(pipes, context);
  const { isDrifted, ...compared } = summarizeReads(fleet, reads, options, allowances, build, refuse);
  const summary = summarizePlan(compared.pipes);
  const { scope, coverage, cost = null } = compared;
  const totals = { scope, changedPipes: summary.update, cost, coverage, isDrifted };
  const { overrides } = allowances;
  const diagnostics = [
    ...pipesNoLongerManagedProblems(fleet, base),
    ...findPlanProblems(totals, context),
    ...listingProblems(listings, fleet.api.url),
    ...notRequestedProblems(reads, fleet.api.url),
  ];
  const frame = emptyPlan(fleet.environment, diagnostics, { ...options, cost: compared.cost });
  return { ...frame, ...compared, overrides, summary };
}

/**
 * The common part of a plan and a drift report: `build` makes the entry of each pipe, and `refuse` may refuse some in view of all
 * of them. `isDrifted`: as in `Comparison`, for each pipe.
 */
export function summarizeReads<Status extends string>(
  fleet: Fleet,
  reads: readonly ComparedRead[],
  options: Omit<PlanFleetOptions, 'allowances'>,
  allowances: Allowances,
  build: (read: ComparedRead) => PlannedPipe<Status>,
  refuse: (pipes: readonly PlannedPipe<Status>[]) => readonly PlannedPipe<Status>[] = (pipes) => pipes,
) {
  const { base = null, checks = [], listings = [] } = options;
  const built = reads.map((one) => {
    const { desired, compared } = one;
    const { isDrifted, live } = compared;
    const { changes } = compared.pipe;
    const atBase = base?.pipes.get(addressOf(desired)) ?? null;
    const cost = findCost({ changes, live }, fleet.pricing, desired, atBase);
    const left = compared.kind === 'compared' ? compared.left : {};
    const pipe = { ...build(one), ...(cost && { cost }), ...describeSizes(desired), ...left };
    return { pipe, isDrifted, live };
  });
  const pipes = refuse(built.map(({ pipe }) => pipe));
  const [sizes] = reads.flatMap(({ desired }) => desired.sizesNow ?? []);
  return {
    isDrifted: built.map((one) => one.isDrifted),
    api: describeApi(fleet.api),
    base: base?.base ?? null,
    scope: describeScope(fleet, findSelection(options), allowances),
    capacity: capacityOf(pipes.map((pipe, index) => ({ pipe, live: built[index]?.live ?? null }))),
    ...(fleet.pricing && { cost: sumCosts(pipes, fleet.pricing.currency) }),
    ...(sizes !== undefined && {
      schedule: { at: new Date(sizes.atMs).toISOString(), next: findNextChange(pipes) },
    }),
    coverage: findCoverage(fleet, reads, listings),
    pipes: sortByName(pipes),
    checks: sortByName(checks),
  };
}

/** The times of the sizes that the pipe has; nothing without a schedule. */
export function describeSizes({ sizesNow }: DesiredPipe): Pick<PlannedPipe, 'scheduled'> {
  if (sizesNow === undefined) return {};
  const { window, sinceMs, untilMs, timezone } = sizesNow;
  const print = (timeMs: number | null) => (timeMs === null ? null : new Date(timeMs).toISOString());
  const scheduled = { window, since: print(sinceMs), until: print(untilMs) };
  return { scheduled: timezone === 'UTC' ? scheduled : { ...scheduled, timezone } };
}

/** When sizes change next, and of how many pipes; null for not within two weeks. */
export function findNextChange(pipes: readonly Pick<PlannedPipe, 'scheduled'>[]): ScheduleTime['next'] {
  const [at] = pipes.flatMap(({ scheduled }) => scheduled?.until ?? []).sort();
  if (at === undefined) return null;
  const changing = pipes.flatMap(({ scheduled }) => (scheduled?.until === at ? scheduled : []));
  const next = { at, pipes: changing.length };
  const [timezone, ...others] = new Set(changing.map((one) => one.timezone));
  return timezone === undefined || others.length > 0 ? next : { ...next, timezone };
}

type SelectOptions = Pick<PlanFleetOptions, 'base' | 'selection' | 'now' | 'remediation' | 'reviewed'>;

/** A remediation selects drift only, whatever else is selected. */
function findSelection({
  selection = WHOLE_FLEET,
  remediation = null,
}: Pick<SelectOptions, 'selection' | 'remediation'>): Selection {
  return remediation === null ? selection : { ...selection, onlyOrigin: ['drift'] };
}

/** A pipe that was read, compared with what is desired. */
export interface ComparedRead extends PipeRead {
  readonly compared: Comparison;
}

/** Compares each pipe that was read. */
export function compareReads(
  { api }: Fleet,
  reads: readonly PipeRead[],
  options: SelectOptions,
): readonly ComparedRead[] {
  const { base = null, remediation = null, reviewed = null, now } = options;
  const { onlyOrigin } = findSelection(options);
  const onlyFields = remediation?.bounds.fields ?? null;
  const shared = { base, onlyOrigin, onlyFields, reviewed, url: api.url, fields: fieldsOf(api) };
  return reads.map((one) => {
    const { desired, read, readAtMs: nowMs = now.getTime(), foundIn } = one;
    return { ...one, compared: comparePipe(desired, read, { ...shared, nowMs, foundIn }) };
  });
}

/** A plan without pipes, for a command that failed before it read one. Keys are in the order of the plan document. */
export function emptyPlan(
  environment: string | null,
  diagnostics: readonly Diagnostic[],
  {
    now,
    tool,
    project,
    cost,
  }: Pick<PlanFleetOptions, 'now' | 'tool' | 'project'> & { readonly cost?: Cost | undefined },
): Plan {
  const head = { kind: 'plan', formatVersion: 1, createdAt: now.toISOString(), tool, environment } as const;
  const summary = summarizePlan([]);
  const capacity = capacityOf([]);
  return {
    ...head,
    ...(project && { project }),
    api: null,
    base: null,
    scope: null,
    summary,
    capacity,
    ...(cost && { cost }),
    coverage: [],
    overrides: [],
    pipes: [],
    checks: [],
    diagnostics,
  };
}

function planPipe(
  { compared, desired, findings }: ComparedRead,
  base: BaseState | null,
  context: PolicyContext,
): PlannedPipe {
  const { pipe } = compared;
  if (compared.kind !== 'compared') return { ...pipe, status: compared.kind === 'mismatch' ? 'refused' : 'error' };
  const { reliedOn, live } = compared;
  const { changes } = pipe;
  const found = findPipeProblems({ desired, changes, updatedAt: live.updatedAt }, context);
  const refusals = [...(findings?.refusals ?? []), ...found.refusals];
  const notes = [...found.notes, ...laterSizesProblems(desired, base), ...(findings?.notes ?? [])];
  const diagnostics = [...refusals, ...pipe.diagnostics, ...notes];
  const planned = {
    ...pipe,
    basis: hashLiveValues(reliedOn),
    live: changes.length > 0 ? orderLiveValues(reliedOn) : null,
    diagnostics,
  };
  if (refusals.length > 0) return { ...planned, status: 'refused' };
  if (changes.length === 0) return { ...planned, status: 'unchanged' };
  const masked = findMasked(desired, changes, live);
  if (masked.length > 0) {
    return { ...planned, status: 'error', changes: [], live: null, diagnostics: [...masked, ...diagnostics] };
  }
  return { ...planned, status: 'update', requests: buildRequests(targetOf(context.fleet.api, desired), changes, live) };
}

/** The live values as documents show them, in the order of the field table. */
export function orderLiveValues({ settings, scaling }: LiveValues): LiveValues {
  return { settings: settings && orderSettings(Object.entries(settings)), scaling };
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
