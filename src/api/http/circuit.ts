import type { FailureKind, RequestFailure } from '../../model/client.ts';

/** Whether a request may be sent; `probe`: the one that finds out whether an open circuit may be closed. */
export type CircuitPermit = { readonly kind: 'closed' | 'probe' } | { readonly kind: 'open'; readonly reason: string };

/**
 * A circuit breaker: stops sending when everything fails, since the credentials were revoked, the host is down or every answer is
 * a 5xx. It counts requests that failed one after another, with their retries; any answer of a working service, a 404 too,
 * resets the count. While it is open only one probe is sent after each cool-down, whose success closes it.
 */
export interface Circuit {
  /** To be asked before each request. Whoever gets a probe must `end` it. */
  ask(now: number): CircuitPermit;
  /** A request ended: null for success. */
  end(failure: RequestFailure | null, permit: CircuitPermit['kind'], now: number): void;
  /** Open, or as many failed in a row as may be under way at once: nothing is retried then. */
  readonly isDoubtful: boolean;
  /** Why nothing is sent; null while it is closed. */
  readonly reason: string | null;
  /** Aborts when it opens; another one once it is closed again. */
  readonly opening: AbortSignal;
}

/** A 401 says that the key is not accepted, whatever is asked for; three of them are no accident of a gateway. */
const CREDENTIALS_IN_A_ROW = 3;
/**
 * A 403 may be about one service, whose pipes come one after another: once anything was answered it counts for nothing, and
 * before that it takes many to be about all.
 */
const FORBIDDEN_IN_A_ROW = 20;
/** One outage of a moment fails everything that is under way: it takes a few more. */
const MORE_THAN_UNDER_WAY = 3;
const FEWEST_IN_A_ROW = 8;

const FIRST_COOL_DOWN_MS = 15_000;
const LONGEST_COOL_DOWN_MS = 120_000;

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
  // After its retries: an answer that is no JSON at all, is cut off or has no end.
  'invalid-response': 'failing',
  'rate-limited': 'neutral',
  cancelled: 'neutral',
  'not-attempted': 'neutral',
  'not-journaled': 'neutral',
};

/** `parallelism`: how many requests may be under way at once. `onOpen` is called each time it opens. */
export function createCircuit(parallelism: number, onOpen: () => void = () => {}): Circuit {
  const most = Math.max(FEWEST_IN_A_ROW, parallelism + MORE_THAN_UNDER_WAY);
  let inARow = 0;
  let unauthorizedInARow = 0;
  let wasAlive = false;
  let open: { readonly reason: string; readonly coolDownMs: number; readonly until: number } | null = null;
  let isProbing = false;
  let opening = new AbortController();

  function count(sign: Sign, failure: RequestFailure, now: number): void {
    inARow += 1;
    unauthorizedInARow = sign === 'unauthorized' ? unauthorizedInARow + 1 : 0;
    const enough = sign === 'forbidden' ? Math.max(FORBIDDEN_IN_A_ROW, most) : most;
    if (inARow < enough && unauthorizedInARow < CREDENTIALS_IN_A_ROW) return;
    const reason = `stopped after ${inARow} consecutive failures: ${describeFailure(failure)}`;
    open = { reason, coolDownMs: FIRST_COOL_DOWN_MS, until: now + FIRST_COOL_DOWN_MS };
    opening.abort();
    onOpen();
  }

  return {
    get isDoubtful() {
      return open !== null || inARow >= most - MORE_THAN_UNDER_WAY;
    },
    get reason() {
      return open?.reason ?? null;
    },
    get opening() {
      return opening.signal;
    },
    ask(now) {
      if (open === null) return { kind: 'closed' };
      if (isProbing || now < open.until) return { kind: 'open', reason: open.reason };
      isProbing = true;
      return { kind: 'probe' };
    },
    end(failure, permit, now) {
      if (permit === 'probe') isProbing = false;
      const sign = failure === null ? 'alive' : signOf(failure);
      if (failure === null || sign === 'alive') {
        [inARow, unauthorizedInARow, wasAlive, open] = [0, 0, true, null];
        if (opening.signal.aborted) opening = new AbortController();
        return;
      }
      if (sign === 'neutral') return;
      if (open === null) {
        if (sign !== 'forbidden' || !wasAlive) count(sign, failure, now);
      } else if (permit === 'probe') {
        const coolDownMs = Math.min(LONGEST_COOL_DOWN_MS, open.coolDownMs * 2);
        open = { ...open, coolDownMs, until: now + coolDownMs };
      }
    },
  };
}

function signOf({ kind, status }: RequestFailure): Sign {
  return kind === 'credentials' && status === 403 ? 'forbidden' : SIGNS[kind];
}

function describeFailure({ status, message }: RequestFailure): string {
  const answered = status === null ? 'no answer' : `status ${status}`;
  return message === '' ? answered : `${answered}, ${message}`;
}
