import { diagnoseCode } from '../../model/diagnose-code.ts';
import { type Diagnostic, diagnose } from '../../model/diagnostic.ts';
import { isSameField, REPLICAS } from '../../model/field/field.ts';
import type { Band, DesiredPipe, Fleet, Policy } from '../../model/fleet.ts';
import { count, formatNumber } from '../../model/number.ts';
import type { ChangeLimit, FieldChange, Override, Scope } from '../../model/plan.ts';

/** What was found out about a pipe elsewhere than in its comparison. */
export interface PipeFindings {
  /** Errors that refuse the pipe, changed or not. */
  readonly refusals: readonly Diagnostic[];
  /** Shown, of any severity; they refuse nothing. */
  readonly notes: readonly Diagnostic[];
}

/** What is allowed against policy and protection. */
export interface Allowances {
  /** Whether `policy.maxChangedPipes`, `policy.maxReplicaFactor` and `policy.unmanaged` are ignored. Protection is apart. */
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
  changes: readonly FieldChange[],
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
  const factor = findReplicaFactor(policy, allowances);
  const replicas = changes.find(({ field }) => isSameField(field, REPLICAS));
  if (factor !== null && replicas !== undefined && exceeds(replicas, factor)) {
    refusals.push(refuseFactor(desired, replicas, factor));
  }
  return refusals;
}

/** The factor by which one apply may multiply or divide replicas; null when not set or overridden. */
export function findReplicaFactor(policy: Policy, allowances: Allowances): number | null {
  return allowances.force ? null : policy.maxReplicaFactor;
}

/** The replicas that one apply may reach; only `current` when the factor is too small for a step of one. */
export function reachOf(current: number, factor: number): Band {
  return { min: Math.min(current, -wholePart(-current / factor)), max: Math.max(current, wholePart(current * factor)) };
}

function refuseFactor(desired: DesiredPipe, { before, after, location }: FieldChange, factor: number): Diagnostic {
  const target =
    after === null ? "the service's default, which is not known" : `${after}, more than a factor of ${factor}`;
  const summary = `Replicas of pipe ${desired.name} would go from ${before} to ${target}.`;
  const detail = 'policy.maxReplicaFactor limits how far replicas grow or shrink in one apply.';
  return diagnoseCode('replica-factor', summary, detail, 'error', location);
}

/** null when `policy.maxChangedPipes` is not set or overridden, or the fleet is small. */
export function findChangeLimit(fleet: Fleet, allowances: Allowances): ChangeLimit | null {
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

/** The error that refuses a shard that was planned alone when a policy limits the changes of the complete fleet. */
export function findUnseenFleet({ changeLimit, shard }: Scope): readonly Diagnostic[] {
  if (changeLimit === null || shard === null || shard.total === 1) return [];
  const { index, total } = shard;
  const summary = `This is shard ${index} of ${total}; policy.maxChangedPipes counts the whole fleet, which a shard does not see.`;
  const detail = 'Each shard can be within the limit while all shards together exceed it.';
  return [diagnoseCode('fleet-not-seen', summary, detail)];
}

/** 0.29 × 100 is 29, although the product of the binary fractions is slightly less. */
function wholePart(product: number): number {
  return Math.floor(product + 1e-9);
}

function exceeds(change: FieldChange, factor: number): boolean {
  const { before, after } = change;
  if (typeof before !== 'number' || before <= 0) return false;
  // The service's default may be any number of replicas.
  if (typeof after !== 'number') return true;
  const { min, max } = reachOf(before, factor);
  return after < min || after > max;
}
