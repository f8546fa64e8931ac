import type { CheckFinding } from './check.ts';
import type { Diagnostic } from './diagnostic.ts';
import { type DeclaredSetting, type FieldPath, type FieldSection, type ScalingKey, sectionOf } from './field/field.ts';
import type { Band } from './fleet.ts';
import type { JsonObject, JsonValue } from './json/json.ts';
import type { Location } from './location.ts';
import type { Naming } from './naming.ts';
import type { Origin } from './origin.ts';
import { POLICY_FINDINGS } from './policy-findings.ts';
import type { Shard } from './shard.ts';

/** A change of one field. `before` and `after` are in the contract's units; null is unset or not shown. */
export interface Change {
  readonly path: FieldPath;
  readonly before: JsonValue;
  readonly after: number | boolean | null;
  /** The desired band that contains `after`; null when a single value is desired. */
  readonly band: Band | null;
  /** null without `--base`. */
  readonly origin: Origin | null;
  readonly location: Location;
  /** A conflict has the desired value at the base, a band as `{ min, max }`; null is unset. Omitted for other origins and where unknown. */
  readonly base?: JsonValue;
}

/** Whether a change is one of the number of replicas or of their size. */
export function resizes({ path }: Change): boolean {
  return sectionOf(path) === 'scaling' && path !== 'scaling.concurrency';
}

/** Whether a change resets a pipe's size to the service's default, which is not known. */
export function becomesUnknown(change: Change): boolean {
  return resizes(change) && change.after === null;
}

/** An acknowledged difference: shown, but not counted and not reverted. */
export interface AcknowledgedChange extends Change {
  readonly reason: string;
  /** The last valid day, `YYYY-MM-DD`, in UTC. */
  readonly until: string;
}

/** A request with the deployment's names. The path is relative to `api.url`: a saved plan never selects the host. */
export interface PlannedRequest {
  readonly method: 'PUT' | 'PATCH';
  readonly path: string;
  readonly body: JsonObject;
}

/** What a request writes: PUT replaces the settings, PATCH changes the scaling (pipes API). */
export function writtenSection(method: PlannedRequest['method']): FieldSection {
  return method === 'PUT' ? 'settings' : 'scaling';
}

/**
 * The live values that the plan relies on and that apply checks again: all non-null settings, and the compared scaling
 * values except those inside their band, which an autoscaler may change.
 */
export interface LiveValues {
  /** null when unreadable; the plan then changes no settings. */
  readonly settings: JsonObject | null;
  readonly scaling: Readonly<Partial<Record<ScalingKey, number | null>>>;
}

/** Which sizes of a pipe's schedule hold at the time of the document. Times are in UTC, as `2026-11-20T10:00:00.000Z`. */
export interface ScheduledPipe {
  /** The window that holds; null outside of all. */
  readonly window: Location | null;
  /** When the sizes last changed, and when they change next; null for not within two weeks. */
  readonly since: string | null;
  readonly until: string | null;
  /** The zone of the window that begins or ends then, if it is not UTC. */
  readonly timezone?: string;
}

/** The time whose sizes a document compares, and the next scheduled change. */
export interface ScheduleTime {
  readonly at: string;
  /** When, and of how many pipes; null without one. `timezone`: that of their windows, if it is one and not UTC. */
  readonly next: { readonly at: string; readonly pipes: number; readonly timezone?: string } | null;
}

export const PLAN_STATUSES = ['unchanged', 'update', 'refused', 'error'] as const;

/** `refused`: by policy or protection, or the wrong kind or name. `error`: could not be read. */
export type PlanStatus = (typeof PLAN_STATUSES)[number];

/** A pipe that was compared: its live identity, changes and requests. Drift, reviews and runs have it with their own status. */
export interface PlannedPipe<Status extends string = PlanStatus> {
  readonly name: string;
  readonly service: string;
  readonly serviceId: string;
  readonly id: string;
  /** null when the pipe could not be read. */
  readonly liveName: string | null;
  /** The live kind, or else the declared one. */
  readonly source: string | null;
  readonly state: string | null;
  /** The id is that of a failed read, for the service's support; null when the pipe was read. */
  readonly requestId: string | null;
  readonly status: Status;
  readonly location: Location;
  /** Only a pipe with a schedule has this; otherwise omitted. */
  readonly scheduled?: ScheduledPipe;
  /** The changes are in the order of the field table, like `acknowledged`. */
  readonly changes: readonly Change[];
  readonly acknowledged: readonly AcknowledgedChange[];
  /** With `--only-origin` or `--remediate`, the differences that these do not select and that stay; omitted when there are none. */
  readonly notSelected?: readonly Change[];
  /** With `--reviewed`, the differences that were not reviewed and stay as they are; omitted when there are none. */
  readonly notReviewed?: readonly Change[];
  /** The requests are in sending order; empty unless `status` is `update`. */
  readonly requests: readonly PlannedRequest[];
  /** `sha256:` and the hash of `live`; null when the pipe could not be read. */
  readonly basis: string | null;
  /** For pipes to update, and for those that policy refuses, since an apply may override it; else null. */
  readonly live: LiveValues | null;
  readonly diagnostics: readonly Diagnostic[];
  /** Omitted without `pricing`, and where the size is not known. */
  readonly cost?: CostTotals;
}

/** The pipes of a plan, counted by status. `changes` and `requests` are of the pipes to update. */
export type PlanSummary = Readonly<Record<PlanStatus, number>> & {
  readonly total: number;
  readonly changes: number;
  readonly requests: number;
};

/** The number of pipes with each status. */
export function countStatuses<Status extends string>(
  statuses: readonly Status[],
  pipes: readonly { readonly status: Status }[],
): Record<Status, number> {
  const counts = Object.fromEntries(statuses.map((status) => [status, 0])) as Record<Status, number>;
  for (const { status } of pipes) counts[status] += 1;
  return counts;
}

/** Sums over all readable pipes: replicas, and the CPU and memory of all replicas. */
export interface CapacityTotals {
  readonly replicas: number;
  readonly cpuMillicores: number;
  readonly memoryGb: number;
}

/** The capacity of the live pipes, and of the pipes after the plan. */
export interface Capacity {
  readonly before: CapacityTotals;
  readonly after: CapacityTotals;
}

/**
 * What pipes cost a month, in units of the currency with at most two decimals. Of a pipe, `after` is with its changes, also where
 * these are refused; a total leaves out refused changes, as `Capacity` does.
 */
export interface CostTotals {
  readonly before: number;
  readonly after: number;
}

/** The cost of all pipes whose size is known. */
export interface Cost extends CostTotals {
  /** Three letters. */
  readonly currency: string;
}

/** The commit for the attribution of differences. */
export interface Base {
  /** The value of `--base`. */
  readonly ref: string;
  /** The full name of the commit. */
  readonly commit: string;
}

/** Whether `--reviewed` left differences as they are. */
export function hasNotReviewed({ notReviewed = [] }: Pick<PlannedPipe, 'notReviewed'>): boolean {
  return notReviewed.length > 0;
}

export function shortCommit(commit: string): string {
  return commit.slice(0, 12);
}

/** `policy.maxChangedPipes` for this fleet. */
export interface ChangeLimit {
  readonly pipes: number;
  /** The rule is as configured: `30%`, or a number. */
  readonly rule: string;
}

/** The part of the fleet that a document covers. Documents of the shards of one run differ in `shard` only. */
export interface Scope {
  /** Pipes in the configuration, selected or not. */
  readonly fleet: number;
  /** `sha256:` and the hash of the desired state. */
  readonly configuration: string;
  /** null without a limit. */
  readonly changeLimit: ChangeLimit | null;
  /** `policy.maxMonthlyIncrease`, in units of the currency; omitted without a limit. */
  readonly costLimit?: number;
  readonly target: readonly string[];
  readonly exclude: readonly string[];
  /** null for all. */
  readonly onlyOrigin: readonly Origin[] | null;
  readonly shard: Shard | null;
  /** The common id of the shards' CI run; null without shards or id. */
  readonly run: string | null;
  /** Those of the configuration, as declared, when it has some and none is chosen; otherwise omitted. */
  readonly environments?: readonly string[];
}

/** The program that wrote a document. */
export interface ToolVersion {
  readonly name: 'pipeform';
  readonly version: string;
}

/** The service of a document. */
export interface ApiPlace {
  readonly url: string;
  readonly organization: string;
  /** Omitted when the deployment has the contract's names. */
  readonly naming?: Naming;
  /** Omitted when the deployment has the contract's settings only. */
  readonly settings?: readonly DeclaredSetting[];
}

/** A live pipe of a listed service. */
export interface ServicePipe {
  readonly id: string;
  /** Empty when the list does not show it. */
  readonly name: string;
}

/** The live pipes of a service that the deployment lists (`api.listing`). */
export interface Coverage {
  readonly service: string;
  readonly serviceId: string;
  /** How many of the live pipes are in the configuration. */
  readonly managed: number;
  /** Those that are not, ordered by name. */
  readonly unmanaged: readonly ServicePipe[];
  /** The names of configured pipes that the service no longer has. */
  readonly gone: readonly string[];
}

/** A policy that a command overrides, and why. It holds from the plan to its apply. */
export interface Override {
  readonly policy: 'freeze' | 'promotion';
  readonly reason: string;
}

export function isOverridden(overrides: readonly Override[], name: Override['policy']): boolean {
  return overrides.some(({ policy }) => policy === name);
}

/** The git repository of a configuration. */
export interface ProjectRepository {
  /** Host and path of its `origin`, in lower case, such as `github.com/acme/fleet`; null when it has none on another machine. */
  readonly remote: string | null;
  /** Where the file names of the document start, from the top of the repository, with forward slashes; empty at the top. */
  readonly folder: string;
}

/** Which configuration a document is about: reports of another one are kept apart from it. */
export interface ProjectPlace {
  /**
   * The folder of the configuration from the top of its repository, with forward slashes; empty at the top. Outside of a
   * repository, the name of the folder. With another root document than `pipeform.yaml`, followed by the name of that.
   */
  readonly path: string;
  /** null outside of a repository. */
  readonly repository: ProjectRepository | null;
}

/** The plan document (`schema/plan.schema.json`). */
export interface Plan {
  readonly kind: 'plan';
  readonly formatVersion: 1;
  /** UTC, as `2026-11-20T10:00:00.000Z`. */
  readonly createdAt: string;
  readonly tool: ToolVersion;
  readonly environment: string | null;
  /** Omitted when the document was not made from a configuration on disk. */
  readonly project?: ProjectPlace;
  /** null when the configuration could not be loaded. */
  readonly api: ApiPlace | null;
  /** null without `--base`. */
  readonly base: Base | null;
  /** null when the configuration could not be loaded. */
  readonly scope: Scope | null;
  readonly summary: PlanSummary;
  readonly capacity: Capacity;
  /** Omitted without `pricing`. */
  readonly cost?: Cost;
  /** Omitted when no pipe has a schedule. */
  readonly schedule?: ScheduleTime;
  /** Ordered by service; empty without `api.listing`. */
  readonly coverage: readonly Coverage[];
  /** The overridden policies, each once. */
  readonly overrides: readonly Override[];
  /** Ordered by name, as `checks`. */
  readonly pipes: readonly PlannedPipe[];
  readonly checks: readonly CheckFinding[];
  /** Problems of the complete plan. */
  readonly diagnostics: readonly Diagnostic[];
}

/** Whether a policy refuses the complete plan. */
export function isRefusedAsWhole(plan: Pick<Plan, 'diagnostics'>): boolean {
  return plan.diagnostics.some(
    ({ code, severity }) => severity === 'error' && POLICY_FINDINGS[code]?.refuses === 'plan',
  );
}

/** Whether an apply of the plan sends anything. */
export function hasWork(plan: Pick<Plan, 'summary' | 'diagnostics'>): boolean {
  return plan.summary.update > 0 && !isRefusedAsWhole(plan);
}
