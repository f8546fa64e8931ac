import type { JsonValue } from '../model/json.ts';

/** One request that the API was sent. Headers are not kept, so credentials cannot be. */
export interface LoggedRequest {
  /** ISO 8601, when the request arrived. */
  readonly at: string;
  readonly method: string;
  readonly path: string;
  /** The pipe id as it stood in the path; null on a path that names no pipe. */
  readonly pipeId: string | null;
  readonly requestId: string;
  /** The body parsed; its text when it is not JSON; null when none was read. */
  readonly body: JsonValue;
  /** null while the request is in progress. */
  readonly status: number | null;
}

/** A request being answered: the server fills in what it learns. */
export type OpenEntry = { -readonly [Key in keyof LoggedRequest]: LoggedRequest[Key] };

/** The requests in order of arrival, the latest `CAPACITY` of them. */
export interface RequestLog {
  open(entry: LoggedRequest): OpenEntry;
  entries(): readonly LoggedRequest[];
  /** How many of the oldest requests were dropped to stay within the capacity. */
  dropped(): number;
  clear(): void;
}

const CAPACITY = 50_000;

export function createRequestLog(): RequestLog {
  let kept: OpenEntry[] = [];
  let dropped = 0;
  return {
    open(entry) {
      const opened: OpenEntry = { ...entry };
      // Dropping a tenth at a time keeps the cost of a request constant.
      if (kept.length >= CAPACITY) dropped += kept.splice(0, CAPACITY / 10).length;
      kept.push(opened);
      return opened;
    },
    entries: () => kept.slice(),
    dropped: () => dropped,
    clear() {
      kept = [];
      dropped = 0;
    },
  };
}
