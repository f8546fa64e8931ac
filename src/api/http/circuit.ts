// Home-made because `opossum` and `cockatiel` wrap a call and count its failures. Here the kind of a failure decides whether it
// counts: 429 never, 403 and 404 only before the first success.

import type { FailureCause, FailureKind, RequestFailure } from '../../model/client.ts';

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

/** `elsewhere`: 403 or 404. For every pipe of the first batch, the organization, the service or the key is wrong. */
type Sign = 'alive' | 'neutral' | 'elsewhere' | 'unauthorized' | 'failing';

const SIGNS: Readonly<Record<FailureKind, Sign>> = {
  'not-found': 'elsewhere',
  'service-idle': 'alive',
  rejected: 'alive',
  busy: 'alive',
  'wrong-pipe': 'alive',
  credentials: 'unauthorized',
  network: 'failing',
  timeout: 'failing',
  server: 'failing',
  'wrong-address': 'failing',
  // After retries: not JSON, incomplete or too large.
  'invalid-response': 'failing',
  'rate-limited': 'neutral',
  canceled: 'neutral',
  deadline: 'neutral',
  'not-attempted': 'neutral',
  'not-listed': 'neutral',
  'not-journaled': 'neutral',
  'window-ended': 'neutral',
};

export function createCircuit(parallelism: number, onOpen: () => void = () => {}): Circuit {
  const most = Math.max(FEWEST_IN_A_ROW, parallelism + MORE_THAN_UNDER_WAY);
  const firstBatch = Math.max(FEWEST_IN_A_ROW, parallelism);
  let inARow = 0;
  let unauthorizedInARow = 0;
  let elsewhere = { status: 0, inARow: 0 };
  let wasAlive = false;
  let reason: CircuitReason | null = null;
  const opening = new AbortController();

  function reset(): void {
    inARow = 0;
    unauthorizedInARow = 0;
    elsewhere = { status: 0, inARow: 0 };
  }

  function open(failed: number, failure: RequestFailure): void {
    const { kind, status, message: words, variables, fault } = failure;
    const message = `stopped after ${failed} consecutive failures: ${formatResponse(failure)}`;
    reason = { message, cause: { kind, status, message: words, variables, fault } };
    opening.abort();
    onOpen();
  }

  function count(sign: Sign, failure: RequestFailure): void {
    inARow += 1;
    unauthorizedInARow = sign === 'unauthorized' ? unauthorizedInARow + 1 : 0;
    if (inARow >= most || unauthorizedInARow >= CREDENTIALS_IN_A_ROW) open(inARow, failure);
  }

  /** Before the first success. Afterwards, a 403 may concern one service, and a 404 one pipe. */
  function countElsewhere(failure: RequestFailure): void {
    const status = failure.status ?? 0;
    const before = elsewhere.status === status ? elsewhere.inARow : 0;
    // The service works.
    reset();
    elsewhere = { status, inARow: before + 1 };
    if (elsewhere.inARow >= firstBatch) open(elsewhere.inARow, failure);
  }

  return {
    get isFailing() {
      return reason !== null || inARow >= most - MORE_THAN_UNDER_WAY;
    },
    get reason() {
      return reason;
    },
    opening: opening.signal,
    end(failure) {
      if (reason !== null) return;
      const sign = failure === null ? 'alive' : signOf(failure);
      if (failure === null || sign === 'alive') {
        reset();
        wasAlive = true;
      } else if (sign === 'elsewhere') {
        if (wasAlive) reset();
        else countElsewhere(failure);
      } else if (sign !== 'neutral') count(sign, failure);
    },
  };
}

function signOf({ kind, status }: RequestFailure): Sign {
  return kind === 'credentials' && status === 403 ? 'elsewhere' : SIGNS[kind];
}

function formatResponse({ status, message }: RequestFailure): string {
  const response = status === null ? 'no response' : `status ${status}`;
  return message === '' ? response : `${response}, ${message}`;
}
