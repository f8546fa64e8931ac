import type { Check } from './check.ts';
import type { FieldPath, ScalingKey, SourceKind } from './field.ts';
import type { Location } from './location.ts';
import type { Naming } from './naming.ts';
import type { ReplicaTarget } from './recommendation.ts';
import type { Rollout } from './rollout.ts';

/** A range that leaves an autoscaler alone: no change inside it, clamped to its edge outside. Inclusive. */
export interface Band {
  readonly min: number;
  readonly max: number;
}

/** The desired value of one settings key, in the contract's unit; null is the desired state "unset". */
export interface DesiredSetting {
  readonly value: number | boolean | null;
  /** Where the value is written: the pipe, a preset or an environment, whichever won. */
  readonly location: Location;
}

/** The desired value of one scaling key, in the contract's unit; null is the desired state "unset". */
export interface DesiredScaling {
  readonly value: number | Band | null;
  /** What --recommend steers replicas by inside their band; left out when the band has none. */
  readonly target?: ReplicaTarget;
  readonly location: Location;
}

/** A difference that is known and accepted until a date (evaluated by `drift`). */
export interface Acknowledgement {
  readonly path: FieldPath;
  readonly reason: string;
  /** The last day on which it holds, `YYYY-MM-DD`, in UTC. */
  readonly until: string;
  readonly location: Location;
}

/**
 * One pipe as the configuration says it must be. A key that is absent from `settings` or `scaling` is not managed;
 * keys listed under `ignore` have been taken out already.
 */
export interface DesiredPipe {
  /** The name in the configuration; unique in the fleet. */
  readonly name: string;
  /** The service's name in the configuration. */
  readonly service: string;
  readonly serviceId: string;
  readonly id: string;
  /** The live name that must be found under the id, or null when any will do. */
  readonly liveName: string | null;
  /** The kind that must be found under the id, or null when any will do. */
  readonly source: SourceKind | null;
  readonly settings: Readonly<Record<string, DesiredSetting>>;
  readonly scaling: Readonly<Partial<Record<ScalingKey, DesiredScaling>>>;
  readonly ignore: readonly FieldPath[];
  readonly protect: boolean;
  readonly acknowledge: readonly Acknowledgement[];
  readonly checks: readonly string[];
  /** Where the pipe is defined: its name in the file. */
  readonly location: Location;
}

/** What a field may be in this fleet: within the contract's range, inclusive, in the contract's unit. */
export interface FieldRange {
  readonly min: number;
  readonly max: number;
  /** Where the range is written. */
  readonly location: Location;
}

/** What may happen in one apply. A rule that is null does not hold. */
export interface Policy {
  readonly maxChangedPipes: { readonly share: number } | { readonly count: number } | null;
  /** `maxChangedPipes` holds in fleets of more than this many pipes. */
  readonly minPipes: number;
  readonly maxReplicaFactor: number | null;
  /** Of the fields whose range is tighter than the contract's. Desired values are within them; what a rollback puts back need not be. */
  readonly ranges: ReadonlyMap<FieldPath, FieldRange>;
}

/** The pipes API as the configuration names it: where it is, and how much may be asked of it. */
export interface ApiAddress {
  readonly url: string;
  readonly organization: string;
  /** Left out when the deployment has the contract's names. */
  readonly naming?: Naming;
  readonly rateLimit: { readonly requests: number; readonly perMilliseconds: number } | null;
  readonly parallelism: number | null;
}

/** The desired state: the configuration after includes, presets, environments, interpolation and units. */
export interface Fleet {
  readonly environment: string | null;
  readonly api: ApiAddress;
  readonly observability: { readonly url: string } | null;
  /** In order of name. */
  readonly pipes: readonly DesiredPipe[];
  readonly policy: Policy;
  /** By name, in order of name. */
  readonly checks: ReadonlyMap<string, Check>;
  readonly rollout: Rollout | null;
}

export function isBand(value: number | boolean | Band | null): value is Band {
  return typeof value === 'object' && value !== null;
}
