// Home-made because `opossum` and `cockatiel` wrap a call and count its failures. Here a permit is apart from its end, the
// kind of a failure decides whether it counts (429 never, 403 only before the first success), and time is an argument.

import type { FailureCause, FailureKind, RequestFailure } from '../../model/client.ts';

/** `probe`: the one request that tests whether an open circuit can close. */
export type CircuitPermit = { readonly kind: 'closed' | 'probe' } | ({ readonly kind: 'open' } & CircuitReason);

/** Why requests are not sent: a sentence, and the failure that opened the circuit. */
export interface CircuitReason {
  readonly message: string;
  readonly cause: FailureCause;
}

/**
 * A circuit breaker: stops sending after consecutive failures of requests (retries included), such as revoked
 * credentials, a host that is down or 5xx. Any response of a working service, also a 404, resets the count. While
 * open, one probe is sent after each cool-down; its success closes the circuit.
 */
export interface Circuit {
  /** Call before each request. A probe must be passed to `end`. */
  getPermit(now: number): CircuitPermit;
  /** `failure`: null for success. */
  end(failure: RequestFailure | null, permit: CircuitPermit['kind'], now: number): void;
  /** Open, or close to it: requests are not retried then. */
  readonly isFailing: boolean;
  /** null while it is closed. */
  readonly reason: CircuitReason | null;
  /** Aborts when the circuit opens, and is replaced when it closes. */
  readonly opening: AbortSignal;
}

/** A 401 rejects the key for all paths; three are not an accident of a gateway. */
const CREDENTIALS_IN_A_ROW = 3;
/**
 * A 403 may concern one service with many consecutive pipes: it counts only before the first success, and needs more.
 */
const FORBIDDEN_IN_A_ROW = 20;
/** A short outage fails all requests in flight, so the threshold is higher. */
const MORE_THAN_UNDER_WAY = 3;
const FEWEST_IN_A_ROW = 8;

const FIRST_COOL_DOWN_MS = 15_000;
const MAX_COOL_DOWN_MS = 120_000;

type Sign = 'alive' | 'neutral' | 'forbidden' | 'unauthorized' | 'failing';

const SIGNS: Readonly<Record<FailureKind, Sign>> = {
  'not-found': 'alive',
  'service-idle': 'alive',
  rejected: 'alive',
  'wrong-pipe': 'alive',
  credentials: 'unauthorized',
  network: 'failing',
  timeout: 'failing',
  server: 'failing',
  'wrong-address': 'failing',
  // After retries: not JSON, incomplete or too large.
  'invalid-response': 'failing',
  'incomplete-list': 'alive',
  'rate-limited': 'neutral',
  canceled: 'neutral',
  deadline: 'neutral',
  'not-attempted': 'neutral',
  'not-listed': 'neutral',
  'not-journaled': 'neutral',
};

export function createCircuit(parallelism: number, onOpen: () => void = () => {}): Circuit {
  const most = Math.max(FEWEST_IN_A_ROW, parallelism + MORE_THAN_UNDER_WAY);
  let inARow = 0;
  let unauthorizedInARow = 0;
  let wasAlive = false;
  let open: { readonly reason: CircuitReason; readonly coolDownMs: number; readonly until: number } | null = null;
  let isProbing = false;
  let opening = new AbortController();

  function count(sign: Sign, failure: RequestFailure, now: number): void {
    inARow += 1;
    unauthorizedInARow = sign === 'unauthorized' ? unauthorizedInARow + 1 : 0;
    const enough = sign === 'forbidden' ? Math.max(FORBIDDEN_IN_A_ROW, most) : most;
    if (inARow < enough && unauthorizedInARow < CREDENTIALS_IN_A_ROW) return;
    const { kind, status, message: words, variables } = failure;
    const message = `stopped after ${inARow} consecutive failures: ${formatResponse(failure)}`;
    const reason = { message, cause: { kind, status, message: words, variables } };
    open = { reason, coolDownMs: FIRST_COOL_DOWN_MS, until: now + FIRST_COOL_DOWN_MS };
    opening.abort();
    onOpen();
  }

  return {
    get isFailing() {
      return open !== null || inARow >= most - MORE_THAN_UNDER_WAY;
    },
    get reason() {
      return open?.reason ?? null;
    },
    get opening() {
      return opening.signal;
    },
    getPermit(now) {
      if (open === null) return { kind: 'closed' };
      if (isProbing || now < open.until) return { kind: 'open', ...open.reason };
      isProbing = true;
      return { kind: 'probe' };
    },
    end(failure, permit, now) {
      if (permit === 'probe') isProbing = false;
      const sign = failure === null ? 'alive' : signOf(failure);
      if (failure === null || sign === 'alive') {
        inARow = 0;
        unauthorizedInARow = 0;
        wasAlive = true;
        open = null;
        if (opening.signal.aborted) opening = new AbortController();
        return;
      }
      if (sign === 'neutral') return;
      if (open === null) {
        if (sign !== 'forbidden' || !wasAlive) count(sign, failure, now);
      } else if (permit === 'probe') {
        const coolDownMs = Math.min(MAX_COOL_DOWN_MS, open.coolDownMs * 2);
        open = { ...open, coolDownMs, until: now + coolDownMs };
      }
    },
  };
}

function signOf({ kind, status }: RequestFailure): Sign {
  return kind === 'credentials' && status === 403 ? 'forbidden' : SIGNS[kind];
}

function formatResponse({ status, message }: RequestFailure): string {
  const response = status === null ? 'no response' : `status ${status}`;
  return message === '' ? response : `${response}, ${message}`;
}
