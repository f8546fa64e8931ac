// Home-made because `opossum` and `cockatiel` wrap a call and count its failures. Here the kind of a failure decides whether it
// counts: 429 never, 403 and 404 only before the first success.

import type { FailureCause, RequestFailure } from '../../model/client.ts';
import { FAILURES, isRunStop } from '../../model/failure-kinds.ts';

/** Why requests are not sent: a sentence, and the last failure. */
interface CircuitReason {
  readonly message: string;
  readonly cause: FailureCause;
}

/**
 * Stops sending after consecutive failures of requests (retries included), such as revoked credentials, a host that is down or 5xx.
 * Any response of a working service, also a 404, resets the count; once open, the circuit stays open.
 */
export interface Circuit {
  /** Call after each request. `failure`: null for success. */
  end(failure: RequestFailure | null): void;
  /** Open, or close to it: requests are not retried then. */
  readonly isFailing: boolean;
  /** null while requests are sent. */
  readonly reason: CircuitReason | null;
  /** Aborts when the circuit opens. */
  readonly opening: AbortSignal;
}

/** A 401 rejects the key for all paths; three are not an accident of a gateway. */
const CREDENTIALS_IN_A_ROW = 3;
/** A short outage fails all requests in flight, so the threshold is higher. */
const MORE_THAN_UNDER_WAY = 3;
const FEWEST_IN_A_ROW = 8;

export function createCircuit(parallelism: number): Circuit {
  const most = Math.max(FEWEST_IN_A_ROW, parallelism + MORE_THAN_UNDER_WAY);
  const firstBatch = Math.max(FEWEST_IN_A_ROW, parallelism);
  const opening = new AbortController();
  let streak = { status: null as number | null, count: 0 };
  let wasAlive = false;
  let reason: CircuitReason | null = null;

  /** Counts 401, 403 and 404 each alone, and all signs of an outage together (`status` is null). */
  function count(status: number | null, limit: number, failure: RequestFailure): void {
    streak = { status, count: status === streak.status ? streak.count + 1 : 1 };
    if (streak.count < limit) return;
    const { kind, message: words, variables, fault } = failure;
    const message = `stopped after ${streak.count} consecutive failures: ${formatResponse(failure)}`;
    reason = { message, cause: { kind, status: failure.status, message: words, variables, fault } };
    opening.abort();
  }

  return {
    get isFailing() {
      return reason !== null || streak.count >= most - MORE_THAN_UNDER_WAY;
    },
    get reason() {
      return reason;
    },
    opening: opening.signal,
    end(failure) {
      if (reason !== null) return;
      const effect = failure === null ? 'resets' : effectOf(failure);
      if (effect === 'ignored') return;
      if (failure !== null && effect === 'counts-at-first' && !wasAlive) count(failure.status, firstBatch, failure);
      else if (failure?.kind === 'credentials') count(failure.status, CREDENTIALS_IN_A_ROW, failure);
      else if (failure !== null && effect === 'counts') count(null, most, failure);
      else {
        streak = { status: null, count: 0 };
        wasAlive ||= effect === 'resets';
      }
    },
  };
}

function effectOf({ kind }: RequestFailure) {
  return isRunStop(kind) ? 'ignored' : FAILURES[kind].circuit;
}

function formatResponse({ status, message }: RequestFailure): string {
  const response = status === null ? 'no response' : `status ${status}`;
  return message === '' ? response : `${response}, ${message}`;
}
