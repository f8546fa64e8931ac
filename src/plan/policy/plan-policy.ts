import type { CheckResult } from '../../model/check.ts';
import type { PipeResult } from '../../model/client.ts';
import type { Diagnostic } from '../../model/diagnostic.ts';
import type { DesiredPipe, Fleet, Remediation, Rule } from '../../model/fleet.ts';
import type { Change, Cost, Coverage, Override, PlannedPipe, Scope } from '../../model/plan.ts';

/** A pipe with the changes of its plan. */
export interface ChangedPipe {
  readonly desired: DesiredPipe;
  readonly changes: readonly Change[];
  /** The time of its last update, as the service returns it; null when it is not known. */
  readonly updatedAt: string | null;
}

/** The changes of a fleet, with the limits of the plan. */
export interface FleetTotals {
  readonly scope: Pick<Scope, 'fleet' | 'changeLimit' | 'costLimit'>;
  /** The pipes to update. */
  readonly changedPipes: number;
  /** null when it is not known. */
  readonly cost: Cost | null;
}

/** A plan, for what counts all of its pipes. */
export interface PlanTotals extends FleetTotals {
  readonly coverage: readonly Coverage[];
  /** Whether each pipe drifted; null for one of which nobody knows. Empty for a saved plan. */
  readonly isDrifted: readonly (boolean | null)[];
}

/** What policies go by. */
export interface PolicyContext {
  readonly fleet: Fleet;
  readonly allowances: Allowances;
  /** Epoch milliseconds of the plan, or of the apply of a saved one. */
  readonly nowMs: number;
  /** The configuration at the base; null without one, and for a saved plan. */
  readonly base: Fleet | null;
  /** null without `--remediate`. */
  readonly remediation: RemediationOptions | null;
  /** The pipes that `findSources` lists, as they are now, empty without a promotion; null where pipes are only counted. */
  readonly sources: SourcePipes | null;
  /** Asks `policy.rules`; null without rules. */
  readonly evaluateRules: EvaluateRules | null;
}

/** A policy of plans: a file of this folder, and a row of `POLICIES`. Pure. */
export interface PlanPolicy {
  /** What it says of the changes of a pipe. An error refuses the pipe. */
  ofPipe?(pipe: ChangedPipe, context: PolicyContext): readonly Diagnostic[];
  /** What it says of each pipe to update, in view of all of them, by the name of the pipe. An error refuses the pipe. */
  ofPipes?(updates: readonly PlannedPipe<string>[], context: PolicyContext): ReadonlyMap<string, readonly Diagnostic[]>;
  /** What it says of the complete plan. An error refuses all of it. */
  ofPlan?(plan: PlanTotals, context: PolicyContext): readonly Diagnostic[];
  /** What it says of the changes of the complete fleet, also of the merged shards of a plan. An error refuses all of them. */
  ofFleet?(plan: FleetTotals): readonly Diagnostic[];
}

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

/** A pipe of the environment that changes are promoted from. */
export interface SourcePipe {
  readonly desired: DesiredPipe;
  readonly read: PipeResult;
  /** The time of its service at the read, in epoch milliseconds. */
  readonly readAtMs: number;
  /** The result of each of its checks. */
  readonly checks: readonly CheckResult[];
}

/** The keys are the names that both environments have for the pipe. */
export type SourcePipes = ReadonlyMap<string, SourcePipe>;

/** How a plan puts back drift. */
export interface RemediationOptions {
  readonly bounds: Remediation;
  /** When each pipe was restored before, in epoch milliseconds, by the name of the pipe. */
  readonly past: ReadonlyMap<string, readonly number[]>;
}

/** What rules see besides a pipe and its change. */
interface RuleContext {
  readonly environment: string | null;
  readonly changedPipes: number;
  readonly fleetSize: number;
}

/** A rule that matches a change. */
export interface RuleFinding {
  readonly rule: Rule;
  /** `failed`: its expression has no answer for the values, which refuses the change. */
  readonly outcome: 'refused' | 'failed' | 'warned' | 'excepted';
  /** The last day of the exception for the pipe, which is over unless the outcome is `excepted`; null without one. */
  readonly until: string | null;
  /** The message of the rule, why it failed, or the reason of the exception. */
  readonly reason: string;
}

/** Asks every rule about one change, in the order of the rules. Pure: see `createRules`. */
export type EvaluateRules = (
  change: Change,
  pipe: Pick<PlannedPipe, 'name' | 'service' | 'source' | 'state' | 'liveName'>,
  context: RuleContext,
) => readonly RuleFinding[];
