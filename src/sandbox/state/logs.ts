import type { JsonValue } from '../../model/json.ts';
import type { FaultKind } from '../faults/fault-kinds.ts';
import type { Pipe, PipeScaling, PipeSettings } from '../fleet/pipe.ts';

const CAPACITY = 50_000;

export type BoundedLog<Entry> = ReturnType<typeof createBoundedLog<Entry>>;

/** What happened, in order: the latest `capacity` entries. */
export function createBoundedLog<Entry>(capacity: number = CAPACITY) {
  let kept: Entry[] = [];
  let dropped = 0;
  return {
    add(entry: Entry): void {
      // Dropping a tenth at a time keeps the cost of an entry constant.
      if (kept.length >= capacity) dropped += kept.splice(0, Math.ceil(capacity / 10)).length;
      kept.push(entry);
    },
    entries: (): readonly Entry[] => kept.slice(),
    /** How many of the oldest entries were dropped to stay within the capacity. */
    dropped: () => dropped,
    clear(): void {
      kept = [];
      dropped = 0;
    },
  };
}

/** One request to the APIs. Headers are not kept, so credentials cannot be. */
export interface LoggedRequest {
  /** ISO 8601, when the request arrived. */
  readonly at: string;
  readonly method: string;
  readonly path: string;
  /** As in the path; null on a path that names no pipe. */
  readonly pipeId: string | null;
  readonly requestId: string;
  /** Whether an `Authorization` header came with it, right or wrong. */
  readonly authorization: boolean;
  /** The body parsed; its text when it is not JSON; null when none was read. */
  readonly body: JsonValue;
  /** null while the request is in progress, and when a fault kept it from being answered. */
  readonly status: number | null;
  /** Whether its write took place; with a state folder, whether it is on disk. */
  readonly committed: boolean;
  /** The kind of the fault that took it, if any. */
  readonly fault: FaultKind | null;
}

/** A request in progress: the server fills in what it learns. */
export type OpenEntry = { -readonly [Key in keyof LoggedRequest]: LoggedRequest[Key] };

/** Who asked for a write, and how: a request of the API, an edit by hand, or a fault that plays someone else. */
export interface CommitCause {
  readonly by: 'api' | 'hand' | 'fault';
  /** null for what the API did not ask for. */
  readonly method: 'PUT' | 'PATCH' | null;
  /** The request that asked for it, or during which a fault made it; null for an edit by hand. */
  readonly requestId: string | null;
  readonly body: JsonValue;
}

/** One write that took place; with a state folder, one that is on disk. */
export interface Commit extends CommitCause {
  /** ISO 8601. */
  readonly at: string;
  readonly pipeId: string;
  readonly before: CommittedValues;
  readonly after: CommittedValues;
}

/** What a pipe shows once it has settled; an unset key is absent. */
interface CommittedValues {
  readonly settings: PipeSettings;
  readonly scaling: PipeScaling;
}

/** @param now epoch milliseconds. */
export function createCommit(before: Pipe, after: Pipe, cause: CommitCause, now: number): Commit {
  const valuesOf = ({ settings, scaling }: Pipe) => ({ settings, scaling });
  const values = { before: valuesOf(before), after: valuesOf(after) };
  return { at: new Date(now).toISOString(), pipeId: after.id, ...cause, ...values };
}
