import type { JsonValue } from '../../model/json/json.ts';
import type { Pipe } from '../fleet/pipe.ts';

const CAPACITY = 50_000;

export type BoundedLog<Entry> = ReturnType<typeof createBoundedLog<Entry>>;

/** A log of the latest `capacity` entries, oldest first. */
export function createBoundedLog<Entry>(capacity: number = CAPACITY) {
  let kept: Entry[] = [];
  let dropped = 0;
  return {
    add(entry: Entry): void {
      // Dropping a tenth at a time keeps the cost of adding an entry constant.
      if (kept.length >= capacity) dropped += kept.splice(0, Math.ceil(capacity / 10)).length;
      kept.push(entry);
    },
    /** The latest entries, or all. */
    entries: (latest: number = capacity): readonly Entry[] => kept.slice(-latest),
    /** How many entries were dropped. */
    dropped: () => dropped,
    /** How many entries were added. */
    total: () => dropped + kept.length,
    clear(): void {
      kept = [];
      dropped = 0;
    },
  };
}

/** One request to the APIs. Its headers are not logged, since they have credentials. */
export interface LoggedRequest {
  /** ISO 8601, when the request arrived. */
  readonly at: string;
  readonly method: string;
  readonly path: string;
  /** It is the same as in the path; null when the path has none. */
  readonly pipeId: string | null;
  readonly requestId: string;
  /** Whether the request has an `Authorization` header, valid or not. */
  readonly authorization: boolean;
  /** Parsed; text when it is not JSON; null when none was read. */
  readonly body: JsonValue;
  /** null while the request is in progress, or when a fault sent no response. */
  readonly status: number | null;
  /** Whether its write is committed. */
  readonly committed: boolean;
  /** The kind of the fault that applied. */
  readonly fault: string | null;
}

/** A log entry that the server updates while it handles the request. */
export type OpenEntry = { -readonly [Key in keyof LoggedRequest]: LoggedRequest[Key] };

/** Who made a write: a request to the API, or an edit by hand. */
export interface CommitCause {
  readonly by: 'api' | 'hand';
  /** null for an edit by hand. */
  readonly method: 'PUT' | 'PATCH' | null;
  /** null for an edit by hand. */
  readonly requestId: string | null;
  readonly body: JsonValue;
}

/** One committed write. */
export interface Commit extends CommitCause {
  /** ISO 8601. */
  readonly at: string;
  readonly pipeId: string;
  readonly before: CommittedValues;
  readonly after: CommittedValues;
}

/** The values of a settled pipe; an unset key is absent. */
type CommittedValues = Pick<Pipe, 'settings' | 'scaling'>;

/** @param now epoch milliseconds. */
export function createCommit(before: Pipe, after: Pipe, cause: CommitCause, now: number): Commit {
  const valuesOf = ({ settings, scaling }: Pipe) => ({ settings, scaling });
  const values = { before: valuesOf(before), after: valuesOf(after) };
  return { at: new Date(now).toISOString(), pipeId: after.id, ...cause, ...values };
}

/** A committed change of one pipe, for the charts of the console. A type, since only those are JSON objects. */
type PipeChange = {
  /** Simulated time, epoch milliseconds. */
  readonly at: number;
  readonly by: CommitCause['by'];
  /** The list is not empty. */
  readonly fields: readonly ChangedField[];
};

/** `path` is such as `replicas` or `state`. An unset value is null. */
type ChangedField = {
  readonly path: string;
  readonly from: JsonValue;
  readonly to: JsonValue;
};

/** Older changes of a pipe are dropped, so that a client that writes without end does not fill the memory. */
const PER_PIPE = 100;

export type ChangeLog = ReturnType<typeof createChangeLog>;

/** The latest changes of each pipe, oldest first. */
export function createChangeLog() {
  const byPipe = new Map<string, readonly PipeChange[]>();
  const of = (pipeId: string) => byPipe.get(pipeId) ?? [];
  return {
    of,
    /** A commit that changes no value is not a change. */
    add(before: Pipe, after: Pipe, by: CommitCause['by'], at: number): void {
      const fields = findChanges(before, after);
      if (fields.length > 0) byPipe.set(after.id, [...of(after.id), { at, by, fields }].slice(-PER_PIPE));
    },
    clear: () => byPipe.clear(),
  };
}

function findChanges(before: Pipe, after: Pipe): readonly ChangedField[] {
  const valuesOf = ({ name, state, scaling, settings }: Pipe) =>
    new Map<string, JsonValue>([...Object.entries({ name, state, ...scaling }), ...Object.entries(settings)]);
  const [old, next] = [valuesOf(before), valuesOf(after)];
  return [...new Set([...old.keys(), ...next.keys()])]
    .map((path) => ({ path, from: old.get(path) ?? null, to: next.get(path) ?? null }))
    .filter(({ from, to }) => JSON.stringify(from) !== JSON.stringify(to));
}
