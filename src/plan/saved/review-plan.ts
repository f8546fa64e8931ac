import { diagnoseCode } from '../../model/diagnose-code.ts';
import { type Diagnostic, diagnose } from '../../model/diagnostic.ts';
import type { DesiredPipe, Fleet } from '../../model/fleet.ts';
import { addressOf } from '../../model/pipe-address.ts';
import { becomesUnknown, type Cost, type Plan, type PlannedPipe, resizes, type Scope } from '../../model/plan.ts';
import { isOfPolicy } from '../../model/policy-findings.ts';
import type { Problems, Result } from '../../model/result.ts';
import type { Run } from '../../model/run.ts';
import { sumCapacity } from '../capacity.ts';
import { sumCosts } from '../cost.ts';
import { summarizePlan } from '../plan-fleet.ts';
import { findLimits, findUnseenFleet } from '../policy/change-limit.ts';
import { joinOverrides } from '../policy/overrides.ts';
import type { Allowances, EvaluateRules, SourcePipes } from '../policy/plan-policy.ts';
import { findPlanProblems, refuseInView } from '../policy/policies.ts';
import { comparePlace, hashConfiguration, isInShard, type Selection } from '../policy/scope.ts';
import { type ReviewedPipe, reviewPipe } from './review-pipe.ts';

/** A saved plan after its review. */
export interface ReviewedPlan extends Omit<Plan, 'pipes'> {
  readonly pipes: readonly ReviewedPipe[];
}

/** The options of `reviewPlan`. */
export interface ReviewOptions {
  readonly allowances: Allowances;
  /** Epoch milliseconds of the apply. */
  readonly nowMs: number;
  /** The part of the plan to apply; fleet policies still count every pipe of the plan. */
  readonly selection: Selection;
  /** The pipes of the selection. */
  readonly selected: readonly DesiredPipe[];
  /** The sources are the same as in `PlanFleetOptions`, but for the pipes of the selection. */
  readonly sources?: SourcePipes;
  /** Asks `policy.rules`; default: no rules. */
  readonly evaluateRules?: EvaluateRules | null;
}

/** The result of `reviewPlan`. */
export type Review = Result<{ readonly plan: ReviewedPlan }, Problems>;

/**
 * Checks a saved plan against the current configuration, which gives addresses, identifiers and policy. Only the
 * changes and the expected live values come from the plan. Refuses a plan for another API, organization or environment.
 */
export function reviewPlan(saved: Plan, fleet: Fleet, options: ReviewOptions): Review {
  const { nowMs, selection, selected, sources = new Map(), evaluateRules = null } = options;
  const { onlyOrigin } = selection;
  if (saved.scope === null) return { ok: false, diagnostics: [notMadeProblem()] };
  const { costLimit: _, ...scope } = saved.scope;
  const isSelected = createFilter(selection, selected);
  const problem =
    findUnusable(saved, fleet) ??
    (onlyOrigin === null ? null : findNotAttributed(saved)) ??
    (hasPatterns(selection) && !saved.pipes.some(isSelected) ? notInPlanProblem() : null);
  if (problem !== null) return { ok: false, diagnostics: [problem] };

  const byKey = new Map(fleet.pipes.map((pipe) => [keyOf(pipe), pipe]));
  const overrides = joinOverrides(saved.overrides, options.allowances.overrides);
  const allowances = { ...options.allowances, overrides };
  const context = { fleet, allowances, nowMs, base: null, remediation: null, sources, evaluateRules };
  const known = saved.pipes.map((pipe) => {
    // The other pipes only count.
    const review = { onlyOrigin, context: isSelected(pipe) ? context : { ...context, sources: null } };
    return reviewPipe(pipe, fleet, byKey.get(keyOf(pipe)) ?? null, review);
  });
  const reviewed = refuseInView(known, context);
  const limits = findLimits(fleet, allowances);

  const pipes = reviewed.filter(isSelected);
  const totals = {
    scope: { fleet: fleet.pipes.length, ...limits },
    changedPipes: reviewed.filter(({ status }) => status === 'update').length,
    // The shards of one plan are one apply.
    cost: findReviewedCost(selection.shard === null ? pipes : reviewed, saved, fleet),
    coverage: saved.coverage,
    isDrifted: [],
  };
  const { cost: plannedCost, ...frame } = saved;
  const cost = plannedCost && sumReviewed(pipes, plannedCost.currency);
  const isAsPlanned =
    pipes.length === saved.pipes.length && pipes.every(({ status }, i) => status === saved.pipes[i]?.status);
  return {
    ok: true,
    plan: {
      ...frame,
      scope: { ...narrow(scope, selection), ...limits },
      summary: { ...summarizePlan(pipes.filter(isPlanned)), total: pipes.length },
      // The capacity of a part of the pipes is not known.
      capacity: isAsPlanned && onlyOrigin === null ? saved.capacity : sumCapacity([]),
      ...(cost && { cost }),
      overrides,
      pipes,
      diagnostics: [
        ...saved.diagnostics.filter((one) => one.severity !== 'error' && !isOfPolicy(one)),
        ...otherConfigurationProblems(scope, fleet),
        ...findPlanProblems(totals, context),
        ...findUnseenFleet({ ...scope, ...limits }),
      ],
    },
  };
}

/** What an apply of the pipes costs, in the currency of the configuration; null when the plan does not have it. */
function findReviewedCost(pipes: readonly ReviewedPipe[], saved: Plan, { pricing }: Fleet): Cost | null {
  const isOther = saved.cost !== undefined && saved.cost.currency !== pricing?.currency;
  return pricing === null || isOther ? null : sumReviewed(pipes, pricing.currency);
}

/** null when the new size of a pipe has no cost. */
function sumReviewed(pipes: readonly ReviewedPipe[], currency: string): Cost | null {
  const isUnknown = ({ status, changes, cost }: ReviewedPipe): boolean =>
    status === 'update' && cost === undefined && changes.some(resizes) && !changes.some(becomesUnknown);
  return pipes.some(isUnknown) ? null : sumCosts(pipes, currency);
}

/**
 * Selects pipes of a saved plan by name or address, so that a renamed pipe is reported as stale. A pipe that left the
 * configuration is selected, and reported too, if there are no patterns.
 */
function createFilter(selection: Selection, selected: readonly DesiredPipe[]) {
  const { shard } = selection;
  const isNarrowed = hasPatterns(selection);
  const names = new Set(selected.map(({ name }) => name));
  const addresses = new Set(selected.map(addressOf));
  return (pipe: Pick<ReviewedPipe, 'name' | 'serviceId' | 'id'>): boolean =>
    (shard === null || isInShard(pipe.id, shard)) &&
    (!isNarrowed || names.has(pipe.name) || addresses.has(addressOf(pipe)));
}

function hasPatterns({ target, exclude }: Selection): boolean {
  return target.length > 0 || exclude.length > 0;
}

/** The scope of the plan, restricted to the selection. */
function narrow(scope: Scope, { target, exclude, onlyOrigin, shard, run }: Selection): Scope {
  return {
    ...scope,
    target: target.length > 0 ? target : scope.target,
    exclude: [...new Set([...scope.exclude, ...exclude])],
    onlyOrigin: onlyOrigin ?? scope.onlyOrigin,
    shard: shard ?? scope.shard,
    run: shard === null ? scope.run : run,
  };
}

function isPlanned(pipe: ReviewedPipe): pipe is PlannedPipe {
  return pipe.status !== 'stale';
}

function keyOf({ name, serviceId, id }: Pick<DesiredPipe, 'name' | 'serviceId' | 'id'>): string {
  return JSON.stringify([name, serviceId, id]);
}

/** A plan that could not be made is saved too, for `show` and `publish`. */
function notMadeProblem(): Diagnostic {
  const summary = 'The saved plan failed and has nothing to apply.';
  const hint = 'See `pipeform show FILE`, fix what it shows, and plan again.';
  return diagnose('error', { code: 'report-unreadable', summary, hint });
}

/** Why a plan of a file cannot be used for the fleet; null when it can. */
export function findUnusable(saved: Plan, fleet: Fleet): Diagnostic | null {
  if (saved.api === null || saved.scope === null) return notMadeProblem();
  return findMismatch(saved, fleet) ?? findDuplicatePipe(saved, 'plan');
}

function findMismatch(saved: Plan, fleet: Fleet): Diagnostic | null {
  const differences = comparePlace(saved, fleet, 'plan');
  if (differences.length === 0) return null;
  const summary = 'The plan is for another API, organization, naming or environment. Nothing was written.';
  return diagnoseCode('report-for-another', summary, differences.join('\n'));
}

/** If one pipe has two entries, apply would write the second over the first. */
export function findDuplicatePipe({ pipes }: Pick<Plan | Run, 'pipes'>, document: 'plan' | 'run'): Diagnostic | null {
  const last = new Map<string, unknown>(pipes.map((pipe) => [addressOf(pipe), pipe]));
  const duplicate = pipes.find((pipe) => last.get(addressOf(pipe)) !== pipe);
  if (duplicate === undefined) return null;
  const summary = `The ${document} contains the pipe ${duplicate.id} twice. Nothing was written.`;
  const again = document === 'plan' ? 'Make a new plan; a' : 'A';
  const hint = `${again} ${document} that Pipeform wrote contains each pipe once.`;
  return diagnose('error', { code: 'report-unreadable', summary, hint });
}

function notInPlanProblem(): Diagnostic {
  const summary = 'No pipe of the plan matches the targets and exclusions.';
  return diagnose('error', {
    code: 'target-no-match',
    summary,
    hint: 'See `pipeform show PLAN` for the pipes of the plan.',
  });
}

/** Later changes of the configuration are not in the plan and must not look applied. */
function otherConfigurationProblems(planned: Scope, fleet: Fleet): readonly Diagnostic[] {
  if (planned.configuration === hashConfiguration(fleet)) return [];
  const summary = 'The configuration differs from the one that the plan was made from.';
  const detail = 'Changes that are not in the plan are not applied.';
  const hint = 'Run plan afterwards to see the remaining changes.';
  return [diagnose('warning', { code: 'plan-outdated', summary, detail, hint })];
}

function findNotAttributed(saved: Plan): Diagnostic | null {
  if (saved.base !== null) return null;
  const summary = 'The plan was made without a base, so its changes have no origin to select by.';
  return diagnose('error', { code: 'usage', summary, hint: 'Make the plan again with --base REF.' });
}
