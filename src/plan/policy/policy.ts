import { diagnoseCode } from '../../model/diagnose-code.ts';
import { type Diagnostic, diagnose } from '../../model/diagnostic.ts';
import { REPLICAS } from '../../model/field/field.ts';
import type { Band, DesiredPipe, Fleet, Policy } from '../../model/fleet.ts';
import { count, formatNumber } from '../../model/number.ts';
import type { Change, ChangeLimit, Cost, Override, Scope } from '../../model/plan.ts';
import { formatCost, toCents } from '../../model/price.ts';

/** What was found out about a pipe elsewhere than in its comparison. */
export interface PipeFindings {
  /** Errors that refuse the pipe, changed or not. */
  readonly refusals: readonly Diagnostic[];
  /** Shown, of any severity; they refuse nothing. */
  readonly notes: readonly Diagnostic[];
}

/** What is allowed against policy and protection. */
export interface Allowances {
  /** Whether the limits of `policy` and `policy.unmanaged` are ignored. Protection is apart. */
  readonly force: boolean;
  /** Names of protected pipes that may change. */
  readonly protectedPipes: ReadonlySet<string>;
  /** Overrides that need a reason, each policy once. */
  readonly overrides: readonly Override[];
}

/** Enforces policy and protection. */
export const NO_ALLOWANCES: Allowances = { force: false, protectedPipes: new Set(), overrides: [] };

/** The overrides of a saved plan and of the command that applies it; for one policy, that of the command. */
export function joinOverrides(planned: readonly Override[], own: readonly Override[]): readonly Override[] {
  return [...planned.filter(({ policy }) => own.every((one) => one.policy !== policy)), ...own];
}

const OVERRIDDEN: Readonly<Record<Override['policy'], string>> = { freeze: 'policy.freeze', promotion: 'promotion' };

/** A warning for each override, so that every report shows its reason. */
export function reportOverrides(overrides: readonly Override[]): readonly Diagnostic[] {
  return overrides.map(({ policy, reason }) =>
    diagnoseCode('policy-overridden', `${OVERRIDDEN[policy]} is overridden: ${reason}`, null, 'warning'),
  );
}

/** The errors that refuse the changes of a pipe. */
export function findRefusals(
  desired: DesiredPipe,
  changes: readonly Change[],
  policy: Policy,
  allowances: Allowances,
): readonly Diagnostic[] {
  if (changes.length === 0) return [];
  const { name, protect, location } = desired;
  const refusals: Diagnostic[] = [];
  if (protect && !allowances.protectedPipes.has(name)) {
    const summary = `Pipe ${name} is protected and would be changed.`;
    const hint = `If the change is intended, apply with --allow-protected ${name}.`;
    refusals.push(diagnose('error', { code: 'protected-pipe', summary, hint }, location));
  }
  const factor = allowances.force ? null : policy.maxReplicaFactor;
  const replicas = changes.find(({ path }) => path === REPLICAS);
  if (factor !== null && replicas !== undefined && exceeds(replicas, factor)) {
    refusals.push(refuseFactor(desired, replicas, factor));
  }
  return refusals;
}

/** The replicas that one apply may reach; only `current` when the factor is too small for a step of one. */
function reachOf(current: number, factor: number): Band {
  return { min: Math.min(current, -wholePart(-current / factor)), max: Math.max(current, wholePart(current * factor)) };
}

function refuseFactor(desired: DesiredPipe, { before, after, location }: Change, factor: number): Diagnostic {
  const target =
    after === null ? "the service's default, which is not known" : `${after}, more than a factor of ${factor}`;
  const summary = `Replicas of pipe ${desired.name} would go from ${before} to ${target}.`;
  const detail = 'policy.maxReplicaFactor limits how far replicas grow or shrink in one apply.';
  return diagnoseCode('replica-factor', summary, detail, 'error', location);
}

/** The limits of a plan of the fleet; those that are not set or overridden are left out. */
export function findLimits(fleet: Fleet, allowances: Allowances): Pick<Scope, 'changeLimit' | 'costLimit'> {
  const costLimit = allowances.force ? null : fleet.policy.maxMonthlyIncrease;
  return { changeLimit: findChangeLimit(fleet, allowances), ...(costLimit !== null && { costLimit }) };
}

/** null also when the fleet is small. */
function findChangeLimit(fleet: Fleet, allowances: Allowances): ChangeLimit | null {
  const rule = fleet.policy.maxChangedPipes;
  const total = fleet.pipes.length;
  if (rule === null || allowances.force || total <= fleet.policy.minPipes) return null;
  if ('count' in rule) return { pipes: rule.count, rule: `${rule.count}` };
  return { pipes: wholePart(rule.share * total), rule: `${Number((rule.share * 100).toFixed(2))}%` };
}

/** The error that refuses the complete plan when it changes too many pipes. */
export function findFleetRefusal(
  { fleet, changeLimit }: Pick<Scope, 'fleet' | 'changeLimit'>,
  changedPipes: number,
): readonly Diagnostic[] {
  if (changeLimit === null || changedPipes <= changeLimit.pipes) return [];
  const { pipes, rule } = changeLimit;
  const written = rule.endsWith('%') ? `${rule} (${formatNumber(pipes)} of them)` : rule;
  const summary = `The plan changes ${formatNumber(changedPipes)} of ${count(fleet, 'pipe')}; policy.maxChangedPipes allows ${written}.`;
  const detail = 'The whole plan is refused because a change this large is often a mistake.';
  return [diagnoseCode('too-many-changes', summary, detail)];
}

/** The error that refuses the complete plan when it raises the cost too much. `cost`: null when it is not known. */
export function findCostRefusal({ costLimit }: Pick<Scope, 'costLimit'>, cost: Cost | null): readonly Diagnostic[] {
  if (costLimit === undefined) return [];
  if (cost === null) {
    const summary = 'What the changes of the plan cost is not known; policy.maxMonthlyIncrease limits it.';
    const detail =
      'The plan was made without `pricing` or with another currency, or only some changes of the size of a pipe are selected.';
    const hint = 'Make a new plan of the changes to apply, or apply with --force.';
    return [diagnose('error', { code: 'cost-increase', summary, detail, hint })];
  }
  const [before, after, limit] = [cost.before, cost.after, costLimit].map(toCents) as [number, number, number];
  if (after - before <= limit) return [];
  const format = (cents: number) => formatCost(cents, cost.currency);
  const summary = `The plan raises the cost a month by ${format(after - before)}; policy.maxMonthlyIncrease allows ${format(limit)}.`;
  const detail = `The pipes of the plan cost ${format(before)} a month now, and ${format(after)} with its changes.`;
  return [diagnoseCode('cost-increase', summary, detail)];
}

/** The error that refuses a shard that was planned alone when a policy limits the changes of the complete fleet. */
export function findUnseenFleet({ changeLimit, costLimit, shard }: Scope): readonly Diagnostic[] {
  const limits = [
    ...(changeLimit === null ? [] : ['policy.maxChangedPipes']),
    ...(costLimit === undefined ? [] : ['policy.maxMonthlyIncrease']),
  ];
  if (limits.length === 0 || shard === null || shard.total === 1) return [];
  const { index, total } = shard;
  const counts = `${limits.join(' and ')} ${limits.length === 1 ? 'counts' : 'count'}`;
  const summary = `This is shard ${index} of ${total}; ${counts} the whole fleet, which a shard does not see.`;
  const detail = 'Each shard can be within the limit while all shards together exceed it.';
  return [diagnoseCode('fleet-not-seen', summary, detail)];
}

/** 0.29 × 100 is 29, although the product of the binary fractions is slightly less. */
function wholePart(product: number): number {
  return Math.floor(product + 1e-9);
}

function exceeds(change: Change, factor: number): boolean {
  const { before, after } = change;
  if (typeof before !== 'number' || before <= 0) return false;
  // The service's default may be any number of replicas.
  if (typeof after !== 'number') return true;
  const { min, max } = reachOf(before, factor);
  return after < min || after > max;
}
