import type { JsonValue } from '../../model/json.ts';
import type { FaultKind } from '../faults/kinds.ts';
import type { BoundedLog } from './bounded-log.ts';

/** One request that the API was sent. Headers are not kept, so credentials cannot be. */
export interface LoggedRequest {
  /** ISO 8601, when the request arrived. */
  readonly at: string;
  readonly method: string;
  readonly path: string;
  /** The pipe id as it stood in the path; null on a path that names no pipe. */
  readonly pipeId: string | null;
  readonly requestId: string;
  /** Whether an `Authorization` header came with it, right or wrong. */
  readonly authorization: boolean;
  /** The body parsed; its text when it is not JSON; null when none was read. */
  readonly body: JsonValue;
  /** null while the request is in progress, and when a fault kept it from being answered. */
  readonly status: number | null;
  /** Whether the write that it asked for took place; with a state folder, whether it is on disk. */
  readonly committed: boolean;
  /** The kind of the fault that took it; null when none did. */
  readonly fault: FaultKind | null;
}

/** A request being answered: the server fills in what it learns. */
export type OpenEntry = { -readonly [Key in keyof LoggedRequest]: LoggedRequest[Key] };

/** The requests in order of arrival. */
export type RequestLog = BoundedLog<OpenEntry>;
