import type { JsonValue } from '../../model/json.ts';
import type { Pipe, PipeScaling, PipeSettings } from '../fleet/pipe.ts';
import type { BoundedLog } from './bounded-log.ts';

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

/** The commits in the order in which they took place. */
export type CommitLog = BoundedLog<Commit>;

/** @param now epoch milliseconds. */
export function describeCommit(before: Pipe, after: Pipe, cause: CommitCause, now: number): Commit {
  return {
    at: new Date(now).toISOString(),
    pipeId: after.id,
    ...cause,
    before: valuesOf(before),
    after: valuesOf(after),
  };
}

function valuesOf({ settings, scaling }: Pipe): CommittedValues {
  return { settings, scaling };
}
