import { SOURCE_KINDS, type SourceKind } from '../../model/field/field.ts';
import type { JsonObject, JsonValue } from '../../model/json/json.ts';

/** An unset key is absent. Keys outside the contract are kept. */
export type PipeSettings = Readonly<Record<string, JsonValue>>;

/** The values have the contract's units. An unset key is absent. */
export type PipeScaling = Readonly<Record<string, number>>;

/** The contract's resource (part 2), without unset values. */
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
  /** ISO 8601, UTC. Every committed write changes it. */
  readonly updatedAt: string;
  /** What it has to do, if it is not as the fleet's: as `--workload`. */
  readonly workload?: string;
  /** Present after an asynchronous scaling update, even after `until`. */
  readonly settling?: Settling;
}

/** A scaling update in progress. Times are epoch milliseconds. */
export interface Settling {
  /** Reads show these values until `until`. */
  readonly before: PipeScaling;
  /** Before this time, reads show 0 for cpu and memory. */
  readonly zerosUntil: number;
  readonly until: number;
}

export interface FleetState {
  readonly organization: string;
  /** Ids by name. */
  readonly services: Readonly<Record<string, string>>;
  readonly pipes: readonly Pipe[];
  /** What its streams have to do, as `--workload`. */
  readonly workload?: string;
}

/** Returns the one key of `source`; undefined for a kind outside the contract. */
export function kindOf(pipe: Pipe): SourceKind | undefined {
  return SOURCE_KINDS.find((kind) => Object.hasOwn(pipe.source, kind));
}

/** Differs from the previous time even within one millisecond. */
export function nextUpdatedAt(pipe: Pipe, now: number): string {
  const previous = Date.parse(pipe.updatedAt);
  return new Date(Number.isNaN(previous) ? now : Math.max(now, previous + 1)).toISOString();
}
