import type { Check } from './check.ts';
import {
  type DeclaredFields,
  type FieldPath,
  type FieldUnit,
  type ScalingKey,
  type SourceKind,
  scalingKeyOf,
} from './field/field.ts';
import type { JsonValue } from './json/json.ts';
import type { Location } from './location.ts';
import type { Naming } from './naming.ts';
import type { SeriesReturnType } from './observability/reader.ts';
import type { Pricing } from './price.ts';
import type { Rollout } from './rollout.ts';
import type { Sizing } from './size/sizing-series.ts';
import type { WeeklyWindow } from './weekly-window.ts';

/**
 * An inclusive range for an autoscaler: a value inside is not changed, a value outside is clamped. A type and no interface, so that it
 * is a JSON value.
 */
export type Band = {
  readonly min: number;
  readonly max: number;
};

/** The desired value of a setting, in the contract's unit; null for unset. */
export interface DesiredSetting {
  readonly value: number | boolean | null;
  /** The pipe, preset or environment that sets the value. */
  readonly location: Location;
}

/** The desired value of a scaling key, in the contract's unit; null for unset. */
export interface DesiredScaling {
  readonly value: number | Band | null;
  /** Sent even if live shows this value, or none yet: an earlier update may still take effect. Only a rollback sets it. */
  readonly resend?: true;
  readonly location: Location;
}

/** A difference that is accepted until a date. */
export interface Acknowledgement {
  readonly path: FieldPath;
  readonly reason: string;
  /** The last valid day, `YYYY-MM-DD`, in UTC. */
  readonly until: string;
  readonly location: Location;
}

/** The sizes in a window; keys that `scaling` lacks stay as they are outside of it. */
export interface ScheduledSize extends WeeklyWindow {
  readonly scaling: DesiredPipe['scaling'];
  readonly location: Location;
}

/** The sizes of a pipe with a schedule at one time. Times are in epoch milliseconds. */
export interface SizesNow {
  readonly atMs: number;
  /** The first window that holds and has a field; null outside of all. */
  readonly window: Location | null;
  /** When the sizes last changed, and when they change next; null for not within two weeks. */
  readonly sinceMs: number | null;
  readonly untilMs: number | null;
  /** The zone of the window that begins or ends at `untilMs`. */
  readonly timezone: string;
  /** The previous value of each scheduled field that ever has another one. */
  readonly before: Readonly<Partial<Record<ScalingKey, EndedSize>>>;
  /** `scaling` outside of all windows. */
  readonly declared: DesiredPipe['scaling'];
  /** The week from then on, in parts without a change. */
  readonly week: readonly SizesOfWeek[];
}

/** A scheduled size of another time, when it ended, and the zone of the window that began or ended then. */
export interface EndedSize {
  readonly value: number | Band;
  readonly endedMs: number;
  readonly timezone: string;
}

/** The scheduled sizes of a part of a week, or of another time, and how long that is. */
export interface SizesOfWeek {
  readonly ms: number;
  readonly scaling: Readonly<Partial<Record<ScalingKey, number | Band>>>;
}

/** The desired state of a pipe. Keys that `settings` and `scaling` lack, such as ignored ones, are not managed. */
export interface DesiredPipe {
  /** The name in the configuration; unique in the fleet. */
  readonly name: string;
  /** The service's name in the configuration. */
  readonly service: string;
  readonly serviceId: string;
  readonly id: string;
  /** The required live name; null for any. */
  readonly liveName: string | null;
  /** The required source kind; null for any. */
  readonly source: SourceKind | null;
  readonly settings: Readonly<Record<string, DesiredSetting>>;
  readonly scaling: Readonly<Partial<Record<ScalingKey, DesiredScaling>>>;
  /** Each of its fields is in `scaling` too. Omitted without one. */
  readonly schedule?: readonly ScheduledSize[];
  /** Set once `scaling` has the sizes of a time (`scheduleFleet`). */
  readonly sizesNow?: SizesNow;
  readonly ignore: readonly FieldPath[];
  readonly protect: boolean;
  readonly acknowledge: readonly Acknowledgement[];
  readonly checks: readonly string[];
  /** Where the pipe is defined: its name in the file. */
  readonly location: Location;
}

/** A value of a pipe after presets, environments and variables, and where it comes from. */
export interface EffectiveValue {
  /** `service`, `settings.db_max_threads`, `scaling.replicas.target.check`; `services.NAME` for the id of the service. */
  readonly path: string;
  /** Fields have the contract's unit. */
  readonly value: JsonValue;
  /** The unit is that of a field; null for other values. */
  readonly unit: FieldUnit | null;
  /** What the file has in place of the value: an expression with environment variables; null without one. */
  readonly expression: string | null;
  /** `services`: the section at the top level. */
  readonly origin: 'pipe' | 'services' | 'preset' | 'environment' | 'default';
  /** The name of the preset or environment; null for other origins. */
  readonly from: string | null;
  /** null for a default. */
  readonly location: Location | null;
}

/** The allowed range of a field in this fleet: inclusive, in the contract's unit, within the contract's range. */
export interface FieldRange {
  readonly path: FieldPath;
  readonly min: number;
  readonly max: number;
  readonly location: Location;
}

/** A time in which nothing is applied. */
export interface Freeze extends WeeklyWindow {
  readonly reason: string;
  /** Whether changes of a schedule are applied all the same; omitted when not. */
  readonly allowsSchedule?: true;
  readonly location: Location;
}

/** A pipe that a rule does not apply to. */
export interface RuleException {
  readonly pipe: string;
  /** The last valid day, `YYYY-MM-DD`, in UTC. */
  readonly until: string;
  readonly reason: string;
}

/** A rule of the fleet's own, which is asked about each change. */
export interface Rule {
  readonly name: string;
  /** A CEL expression that is true for a change to refuse or to warn of. */
  readonly when: string;
  readonly level: 'warn' | 'refuse';
  readonly message: string;
  readonly except: readonly RuleException[];
  readonly location: Location;
}

/** The limits of one apply. A null rule sets no limit. */
export interface Policy {
  readonly maxChangedPipes: { readonly share: number } | { readonly count: number } | null;
  /** `maxChangedPipes` applies to fleets of more pipes than this. */
  readonly minPipes: number;
  readonly maxReplicaFactor: number | null;
  /** The limit is in units of the currency of `pricing`. */
  readonly maxMonthlyIncrease: number | null;
  /** What live pipes mean that a listed service has and the configuration does not. */
  readonly unmanaged: 'ignore' | 'warn' | 'refuse';
  /** Desired values are within these ranges; values that a rollback restores need not be. */
  readonly ranges: readonly FieldRange[];
  readonly freeze: readonly Freeze[];
  /** Milliseconds for which a pipe may keep the size of a window that ended. */
  readonly scheduleGraceMs: number;
  readonly rules: readonly Rule[];
}

/** The environment that must have a change live before this one gets it. */
export interface Promotion {
  /** The name of the environment. */
  readonly from: string;
  /** Its desired state; null where it is not loaded, since nothing is planned. */
  readonly source: Fleet | null;
  /** Milliseconds for which a pipe there must be unchanged. */
  readonly soakMs: number;
  /** Fields that may differ. */
  readonly except: readonly FieldPath[];
  /** What a change means for a pipe that `from` does not have. */
  readonly missing: 'refuse' | 'warn' | 'allow';
  readonly location: Location;
}

/** What `apply --remediate` may restore. */
export interface Remediation {
  /** The fields that match the patterns of the configuration. */
  readonly fields: readonly FieldPath[];
  /** The most drifted pipes; with more, none is restored. */
  readonly maxPipes: { readonly count: number; readonly location: Location };
  /** A pipe that was restored `times` times within `perMs` milliseconds is refused; null for no limit. */
  readonly perPipe: { readonly times: number; readonly perMs: number; readonly location: Location } | null;
}

/** The address and the limits of the pipes API. */
export interface ApiAddress extends DeclaredFields {
  readonly url: string;
  readonly organization: string;
  /** Omitted when the deployment has the contract's names. */
  readonly naming?: Naming;
  /** Whether the deployment lists the pipes of a service. */
  readonly listing: boolean;
  readonly rateLimit: { readonly requests: number; readonly perMilliseconds: number } | null;
  readonly parallelism: number | null;
}

/** The desired state: the configuration after includes, presets, environments, interpolation and units. */
export interface Fleet {
  readonly environment: string | null;
  /** The environments to choose from; omitted when one is chosen, and when there are none. */
  readonly environments?: readonly string[];
  readonly api: ApiAddress;
  readonly observability: {
    readonly url: string;
    /** Sent with each series query; omitted when not configured. */
    readonly seriesReturnType?: SeriesReturnType;
  } | null;
  /** The ids by the name, also of services without a pipe. */
  readonly services: Readonly<Record<string, string>>;
  /** Ordered by name. */
  readonly pipes: readonly DesiredPipe[];
  readonly policy: Policy;
  /** null without one: no cost is known. */
  readonly pricing: Pricing | null;
  /** null without one: sizes are not recommended. */
  readonly sizing: Sizing | null;
  /** Ordered by name. */
  readonly checks: ReadonlyMap<string, Check>;
  readonly rollout: Rollout | null;
  /** null without one. */
  readonly promotion: Promotion | null;
  /** null without one: nothing is restored. */
  readonly remediation: Remediation | null;
  /** Where the sections of guards and their keys are written, such as `policy` and `policy.minPipes`. */
  readonly places?: ReadonlyMap<string, Location>;
}

export function isBand(value: number | boolean | Band | null): value is Band {
  return typeof value === 'object' && value !== null;
}

/** Whether a schedule has sizes of a field. */
export function isScheduledField({ schedule = [] }: Pick<DesiredPipe, 'schedule'>, path: FieldPath): boolean {
  const key = scalingKeyOf(path);
  return key !== null && schedule.some(({ scaling }) => scaling[key] !== undefined);
}
