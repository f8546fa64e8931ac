import { SOURCE_KINDS, type SourceKind } from '../../model/field.ts';
import type { JsonObject, JsonValue } from '../../model/json.ts';

/** Settings that are set; an unset key is absent. Keys outside the contract are carried as they are. */
export type PipeSettings = Readonly<Record<string, JsonValue>>;

/** Scaling values that are set, in the contract's units; an unset key is absent. */
export type PipeScaling = Readonly<Record<string, number>>;

/** A pipe as the service holds it: the contract's resource (part 2), with only the values that are set. */
export interface Pipe {
  readonly id: string;
  readonly serviceId: string;
  readonly name: string;
  readonly state: string;
  readonly scaling: PipeScaling;
  readonly source: JsonObject;
  readonly destination: JsonObject;
  readonly fieldMappings: readonly JsonValue[];
  readonly settings: PipeSettings;
  /** ISO 8601, UTC. */
  readonly createdAt: string;
  /** ISO 8601, UTC; different after every committed write. */
  readonly updatedAt: string;
  /** Present after an asynchronous scaling update; without effect after `until`. */
  readonly settling?: Settling;
}

/** A scaling update in progress. Times are epoch milliseconds, compared with the clock when the pipe is read. */
export interface Settling {
  /** What reads show until the update has settled. */
  readonly before: PipeScaling;
  /** Until then reads show 0 for cpu and memory, afterwards the values of `before`. */
  readonly zerosUntil: number;
  readonly until: number;
}

/** One organization, its services by name, and their pipes. */
export interface FleetState {
  readonly organization: string;
  readonly services: Readonly<Record<string, string>>;
  readonly pipes: readonly Pipe[];
}

/** The kind is the one key of `source`; undefined for a kind outside the contract. */
export function kindOf(pipe: Pipe): SourceKind | undefined {
  return SOURCE_KINDS.find((kind) => Object.hasOwn(pipe.source, kind));
}

/** Differs from the previous time stamp even within the same millisecond. */
export function nextUpdatedAt(pipe: Pipe, now: number): string {
  const previous = Date.parse(pipe.updatedAt);
  return new Date(Number.isNaN(previous) ? now : Math.max(now, previous + 1)).toISOString();
}
