import type { FieldPath, ScalingKey } from './field.ts';
import type { JsonValue } from './json.ts';

/** Scaling as read, in the contract's units; null where the service shows null, nothing, or a value that is not a number. */
export type LiveScaling = Readonly<Record<ScalingKey, number | null>>;

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
  /**
   * Every key that the service shows, unknown ones included; numbers given as text are numbers here for the keys of the
   * contract. null when the response has no settings object at all.
   */
  readonly settings: Readonly<Record<string, JsonValue>> | null;
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
