import type { FieldPath, ScalingKey } from './field/field.ts';
import { readInstantMs } from './field/units.ts';
import type { JsonValue } from './json/json.ts';

/** All live settings of a response, unknown keys included, so that an update can send them back. */
export interface KnownSettings {
  readonly status: 'known';
  /** null where the service shows null. Numeric text of contract keys is converted to numbers. */
  readonly values: Readonly<Record<string, JsonValue>>;
}

/** `absent`: no settings, or null. `unusable`: not an object, or values that cannot be sent back unchanged. */
export interface UnknownSettings {
  readonly status: 'absent' | 'unusable';
}

/** The settings of a response. Unknown settings are not empty: they allow no update and confirm nothing. */
export type LiveSettings = KnownSettings | UnknownSettings;

/** The value is in the contract's unit; null for null or a missing key. `absent`: the response has no scaling. `unreadable`: no amount. */
export type LiveScalingValue = number | null | 'absent' | 'unreadable';

/** The scaling of a response. */
export type LiveScaling = Readonly<Record<ScalingKey, LiveScalingValue>>;

/** The parts of a live pipe that Pipeform uses. Of `source`, which may hold secrets, only the kind is kept. */
export interface LivePipe {
  readonly id: string;
  readonly serviceId: string;
  readonly name: string;
  /** An open set. */
  readonly state: string | null;
  /** A `SourceKind` or another key. */
  readonly source: string | null;
  readonly settings: LiveSettings;
  readonly scaling: LiveScaling;
  readonly unreadable: readonly UnreadableValue[];
  /** The contract does not define the format of these times. */
  readonly createdAt: string | null;
  readonly updatedAt: string | null;
}

/** A live value that is not of the contract's type. */
export interface UnreadableValue {
  readonly path: FieldPath;
  readonly found: JsonValue;
}

export function knownSettings(settings: LiveSettings): Readonly<Record<string, JsonValue>> | null {
  return settings.status === 'known' ? settings.values : null;
}

export function isRunning({ state }: Pick<LivePipe, 'state'>): boolean {
  return state === 'Running';
}

/** Whether its times show that nobody has updated the pipe since it was created; false when they cannot be read. */
export function wasNeverUpdated({ createdAt, updatedAt }: Pick<LivePipe, 'createdAt' | 'updatedAt'>): boolean {
  return createdAt !== null && updatedAt !== null && readInstantMs(createdAt) === readInstantMs(updatedAt);
}

/** Field notes, "States", in lower case. Other known states are Running, Stopped and Paused. */
const TRANSITIONS = ['provisioning', 'setup', 'snapshot', 'stopping', 'pausing', 'modifying', 'resync'];
const UNHEALTHY = ['degraded', 'failed', 'internalerror'];
const HALTED = ['stopping', 'stopped', 'pausing', 'paused'];

export function isInTransition(pipe: Pick<LivePipe, 'state'>): boolean {
  return hasState(pipe, TRANSITIONS);
}

export function isCompleted(pipe: Pick<LivePipe, 'state'>): boolean {
  return hasState(pipe, ['completed']);
}

export function isUnhealthy(pipe: Pick<LivePipe, 'state'>): boolean {
  return hasState(pipe, UNHEALTHY);
}

/** Whether a stop or a pause hides the value of a size: the service then shows 0 or null (field notes, "Scaling"). */
export function hidesSize({ state, scaling }: Pick<LivePipe, 'state' | 'scaling'>, key: ScalingKey): boolean {
  const value = scaling[key];
  return (value === 0 || value === null || value === 'absent') && hasState({ state }, HALTED);
}

/** The state may have any spelling: `Internal Error` and `internal_error` are `InternalError`. */
function hasState({ state }: Pick<LivePipe, 'state'>, states: readonly string[]): boolean {
  return state !== null && states.includes(state.replaceAll(/[^a-z]/gi, '').toLowerCase());
}
