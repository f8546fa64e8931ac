import type { FieldPath, ScalingKey } from './field.ts';
import type { JsonValue } from './json.ts';

/** Settings of which one answer shows all, unknown keys included, so that an update can carry them. */
export interface KnownSettings {
  readonly status: 'known';
  /** null where the service shows null. Numbers given as text are numbers here for the keys of the contract. */
  readonly values: Readonly<Record<string, JsonValue>>;
}

/**
 * Settings that an answer does not show, or not in a form that can be sent back. `absent`: it has none, or null in their
 * place. `unusable`: it has something else in their place, or values that cannot be sent back exactly as they came.
 */
export interface UnknownSettings {
  readonly status: 'absent' | 'unusable';
}

/**
 * The settings of a pipe as one answer shows them. What is not `known` is not empty: no update can be built from it, and it
 * confirms nothing.
 */
export type LiveSettings = KnownSettings | UnknownSettings;

/**
 * One scaling value, in the contract's unit; null where the service shows null or leaves the key out. `absent`: the answer
 * has no scaling, or null in its place. `unreadable`: it has something that is not an amount.
 */
export type LiveScalingValue = number | null | 'absent' | 'unreadable';

/** The scaling of a pipe as one answer shows it. */
export type LiveScaling = Readonly<Record<ScalingKey, LiveScalingValue>>;

/**
 * A pipe as the service shows it, cut down to what Pipeform relies on. Nothing of `source` but its kind is kept, so a
 * secret in it cannot travel further.
 */
export interface LivePipe {
  readonly id: string;
  readonly serviceId: string;
  readonly name: string;
  /** An open set: any string, shown as it came; null when the service shows none. */
  readonly state: string | null;
  /** `kafka`, `objectStorage`, `kinesis`, `postgres`, or another key as it came; null when the service shows no source. */
  readonly source: string | null;
  readonly settings: LiveSettings;
  readonly scaling: LiveScaling;
  /** Values that are not of the contract's type, with what was found instead. */
  readonly unreadable: readonly UnreadableValue[];
  /** As it came; its format is not in the contract. */
  readonly updatedAt: string | null;
}

/** A value of the live pipe that is not of the contract's type. */
export interface UnreadableValue {
  readonly path: FieldPath;
  readonly found: JsonValue;
}

/** The settings by key; null when they are not known. */
export function knownSettings(settings: LiveSettings): Readonly<Record<string, JsonValue>> | null {
  return settings.status === 'known' ? settings.values : null;
}

/** The groups that the field notes sort the known states into. `unknown` is any other string: legal, and shown as it came. */
export type StateGroup = 'settled' | 'transition' | 'trouble' | 'finished' | 'unknown';

const STATES: Readonly<Record<Exclude<StateGroup, 'unknown'>, readonly string[]>> = {
  settled: ['Running', 'Stopped', 'Paused'],
  transition: ['Provisioning', 'Setup', 'Snapshot', 'Stopping', 'Pausing', 'Modifying', 'Resync'],
  trouble: ['Degraded', 'Failed', 'InternalError'],
  finished: ['Completed'],
};

const GROUPS: ReadonlyMap<string, StateGroup> = new Map(
  Object.entries(STATES).flatMap(([group, states]) => states.map((state) => [state, group as StateGroup])),
);

export function stateGroup(state: string | null): StateGroup {
  return GROUPS.get(state ?? '') ?? 'unknown';
}
