import type { CheckFinding } from './check.ts';
import type { Diagnostic } from './diagnostic.ts';
import { type FieldPath, parseField, type ScalingKey } from './field.ts';
import type { Band } from './fleet.ts';
import type { JsonObject, JsonValue } from './json.ts';
import type { Location } from './location.ts';
import type { Naming } from './naming.ts';
import type { Recommendation } from './recommendation.ts';

export const ORIGINS = ['config', 'drift', 'conflict', 'adopt'] as const;

/** Where a difference comes from when a git base is given: this branch, behind git's back, both, or newly managed. */
export type Origin = (typeof ORIGINS)[number];

/** One field of one pipe that must move. `before` and `after` are in the contract's units; null is "unset" or not shown. */
export interface Change {
  readonly path: FieldPath;
  readonly before: JsonValue;
  readonly after: number | boolean | null;
  /** The band that `after` is an edge of, or inside of where a target asks for it; null when one value is asked for. */
  readonly band: Band | null;
  /** null without `--base`. */
  readonly origin: Origin | null;
  readonly location: Location;
}

/** Whether a change hands a pipe's size over to the service's default, which nobody knows. */
export function becomesUnknown({ path, after }: Change): boolean {
  const { section, key } = parseField(path);
  return section === 'scaling' && key !== 'concurrency' && after === null;
}

/** A difference that the configuration acknowledges until a date: shown, not counted, not reverted (config.md). */
export interface AcknowledgedChange extends Change {
  readonly reason: string;
  /** The last day on which it holds, `YYYY-MM-DD`, in UTC. */
  readonly until: string;
}

/**
 * A request as it will be sent, with the names that the deployment has for the contract's. The path is relative to
 * `api.url`; a saved plan never picks the host.
 */
export interface PlannedRequest {
  readonly method: 'PUT' | 'PATCH';
  readonly path: string;
  readonly body: JsonObject;
}

/**
 * What the plan was made from, and what must still be live when it is applied: all settings that are not null, and the
 * scaling values that the plan weighed. A banded value that was inside its band is left out, since an autoscaler may move it.
 */
export interface PlanBasis {
  /** null when they could not be read, so that the plan does not rely on them; it changes none then. */
  readonly settings: JsonObject | null;
  readonly scaling: Readonly<Partial<Record<ScalingKey, number | null>>>;
}

export const PLAN_STATUSES = ['unchanged', 'update', 'refused', 'error'] as const;

/** `refused`: by policy or protection, or of the wrong kind or name. `error`: could not be read. */
export type PlanStatus = (typeof PLAN_STATUSES)[number];

/** One pipe of a plan: as it is live, what of it must move, and how. */
export interface PlannedPipe {
  readonly name: string;
  readonly service: string;
  readonly serviceId: string;
  readonly id: string;
  /** null when the pipe could not be read. */
  readonly liveName: string | null;
  /** The live kind; the declared one when the pipe could not be read; null when neither is known. */
  readonly source: string | null;
  readonly state: string | null;
  /** Of the read that failed, to quote to the service's support; null when the pipe was read. No two reads share one. */
  readonly requestId: string | null;
  readonly status: PlanStatus;
  readonly location: Location;
  /** In the order of the field table. */
  readonly changes: readonly Change[];
  /** Known drift, left as it is; in the order of the field table. */
  readonly acknowledged: readonly AcknowledgedChange[];
  /** In the order in which they are sent; empty unless `status` is `update`. */
  readonly requests: readonly PlannedRequest[];
  /** `sha256:` and the hash of `live`; null when the pipe could not be read. */
  readonly basis: string | null;
  /** null unless there is something to update; a pipe that a policy refuses has it, since an apply may allow it. */
  readonly live: PlanBasis | null;
  /** What the target of its band asks for; null without --recommend or without a target. */
  readonly recommendation: Recommendation | null;
  readonly diagnostics: readonly Diagnostic[];
}

/** The pipes of a plan, counted by status, and the work in it. */
export type PlanSummary = Readonly<Record<PlanStatus, number>> & {
  readonly total: number;
  /** Fields that will change in the pipes to update. */
  readonly changes: number;
  /** Write requests that will be sent. */
  readonly requests: number;
};

/** How many pipes have each status. */
export function countStatuses<Status extends string>(
  statuses: readonly Status[],
  pipes: readonly { readonly status: Status }[],
): Record<Status, number> {
  const counts = Object.fromEntries(statuses.map((status) => [status, 0])) as Record<Status, number>;
  for (const { status } of pipes) counts[status] += 1;
  return counts;
}

/** The sum over all pipes that could be read: replicas, and what all replicas together may use. */
export interface CapacityTotals {
  readonly replicas: number;
  readonly cpuMillicores: number;
  readonly memoryGb: number;
}

/** What the live pipes use, and what they will when the plan is carried out. */
export interface Capacity {
  readonly before: CapacityTotals;
  readonly after: CapacityTotals;
}

/** The commit that differences are attributed against. */
export interface Base {
  /** As it was given with `--base`. */
  readonly ref: string;
  /** The full name of the commit that it meant. */
  readonly commit: string;
}

/** The first digits of a commit's name: enough to tell any two apart. */
export function shortCommit(commit: string): string {
  return commit.slice(0, 12);
}

/** One of `total` parts of a fleet, split by a stable hash of pipe ids. `index` starts at 1. */
export interface Shard {
  readonly index: number;
  readonly total: number;
}

/** More would be a mistake: no fleet has so many pipes that each of the shards had work. */
export const MOST_SHARDS = 10_000;

/** What `policy.maxChangedPipes` comes to in this fleet. */
export interface ChangeLimit {
  readonly pipes: number;
  /** As it is written: `30%`, or a number. */
  readonly rule: string;
}

/** Which part of which fleet a document is about. Documents of one run over shards differ in `shard` only. */
export interface Scope {
  /** Pipes in the configuration, selected or not. */
  readonly fleet: number;
  /** `sha256:` and the hash of the desired state: documents of two configurations are not joined. */
  readonly configuration: string;
  /** null when no policy limits the share of the fleet that may change. */
  readonly changeLimit: ChangeLimit | null;
  readonly target: readonly string[];
  readonly exclude: readonly string[];
  /** The origins that the changes were restricted to; null for all. */
  readonly onlyOrigin: readonly Origin[] | null;
  readonly shard: Shard | null;
  /** Of a shard: what its engine calls the run that all shards are of; null when it says nothing. */
  readonly run: string | null;
}

/** Who wrote a document. */
export interface ToolVersion {
  readonly name: 'pipeform';
  readonly version: string;
}

/** The service that a document is about. */
export interface ApiPlace {
  readonly url: string;
  readonly organization: string;
  /** What the deployment calls otherwise; left out when it has the contract's names. */
  readonly naming?: Naming;
}

/** The plan document of cli.md: data only. It saves, reloads, prints and compares. */
export interface Plan {
  readonly kind: 'plan';
  readonly formatVersion: 1;
  /** In UTC, as `2026-11-20T10:00:00.000Z`. */
  readonly createdAt: string;
  readonly tool: ToolVersion;
  readonly environment: string | null;
  /** null when the configuration could not be loaded. */
  readonly api: ApiPlace | null;
  /** null without `--base`. */
  readonly base: Base | null;
  /** null when the configuration could not be loaded. */
  readonly scope: Scope | null;
  readonly summary: PlanSummary;
  readonly capacity: Capacity;
  /** In order of name. */
  readonly pipes: readonly PlannedPipe[];
  /** Of the checks that declare an alert's definition, in order of name. */
  readonly checks: readonly CheckFinding[];
  /** Problems of the plan as a whole; a policy error here refuses all of it. */
  readonly diagnostics: readonly Diagnostic[];
}

/** Whether a policy refuses the plan as a whole, so that nothing of it may be written. */
export function isRefusedAsWhole(plan: Pick<Plan, 'diagnostics'>): boolean {
  return plan.diagnostics.some(({ code }) => code === 'too-many-changes' || code === 'fleet-not-seen');
}

/** Whether carrying the plan out would send anything. */
export function hasWork(plan: Pick<Plan, 'summary' | 'diagnostics'>): boolean {
  return plan.summary.update > 0 && !isRefusedAsWhole(plan);
}
