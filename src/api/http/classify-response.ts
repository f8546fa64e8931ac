import type { RequestFailure } from '../../model/client.ts';
import { namedWait, type ResponseHeaders, retryAfter } from '../rate-limit/headers.ts';
import type { Interruption } from './adapter.ts';
import { type Body, namesError } from './response-body.ts';

/**
 * What a request is for. A `read` and a `query` change nothing, so they may be sent again and their response is JSON. A
 * `query` asks in its body, and a service that cannot answer it says so with a 500 that names an `error` (field notes,
 * "Observability API"): sent again, it would fail again.
 */
export type Intent = 'read' | 'query' | 'write';

/** What one attempt brought: nothing here holds a secret. */
export interface Attempt {
  /** null when there was no response. */
  readonly status: number | null;
  readonly headers: ResponseHeaders;
  /** null when there was none, or it was not whole. */
  readonly body: Body | null;
  /** What a response that is no success says. */
  readonly message: string;
  readonly requestId: string | null;
  /** Why there is no response, or no whole one. */
  readonly interruption: Interruption | null;
}

/**
 * A failed attempt: whether another one may succeed (`isTransient`), and whether the request may have had an effect: `none`
 * when nothing was sent or the service said no, `unknown` otherwise.
 */
export interface AttemptFailure extends Pick<RequestFailure, 'kind' | 'status' | 'message' | 'requestId'> {
  readonly ok: false;
  readonly isTransient: boolean;
  readonly effect: 'none' | 'unknown';
  /** The wait that the response asks for, in milliseconds. */
  readonly waitMs: number | null;
}

/** `body` is null when it could not be read; for reads and queries it is always JSON. */
export type AttemptOutcome =
  | { readonly ok: true; readonly status: number; readonly body: Body | null; readonly requestId: string | null }
  | AttemptFailure;

/** `now`: epoch milliseconds, for responses that name a date to wait for. */
export function classifyAttempt(attempt: Attempt, intent: Intent, now: number): AttemptOutcome {
  const { status, headers, body, message, requestId, interruption } = attempt;
  if (status === null) return { ...NO_STATUS, requestId, ...classifyInterruption(interruption, null) };
  if (status >= 200 && status < 300) {
    // A write with a 2xx is accepted whatever its body says: a read confirms it anyway.
    if (intent === 'write' || body?.form === 'json') return { ok: true, status, body, requestId };
    const found = interruption === null ? classifyBody(body, message) : classifyInterruption(interruption, status);
    return { ...NO_STATUS, status, requestId, ...found };
  }
  const isBadQuery = status === 500 && intent === 'query' && body !== null && namesError(body);
  const found = isBadQuery ? REJECTED : classifyStatus(status, body);
  // Any response may tell when a limit is reset: that is a wait only for a request that exceeded it.
  const readWait = status === 429 ? namedWait : retryAfter;
  return { ok: false, status, message, requestId, ...found, waitMs: found.isTransient ? readWait(headers, now) : null };
}

type Classified = Pick<AttemptFailure, 'kind' | 'isTransient' | 'effect'>;

const NO_STATUS = { ok: false, status: null, waitMs: null } as const;
const REJECTED: Classified = { kind: 'rejected', isTransient: false, effect: 'none' };

function classifyStatus(status: number, body: Body | null): Classified {
  if (status >= 500) return { kind: 'server', isTransient: true, effect: 'unknown' };
  if (status === 429) return { kind: 'rate-limited', isTransient: true, effect: 'none' };
  // A gateway may send 408 for the service behind it, which may have acted.
  if (status === 408) return { kind: 'timeout', isTransient: true, effect: 'unknown' };
  if (status === 401 || status === 403) return { ...REJECTED, kind: 'credentials' };
  if (status === 424) return { ...REJECTED, kind: 'service-idle' };
  if (status < 400 || body?.form === 'markup') return { ...REJECTED, kind: 'wrong-address' };
  return status === 404 ? { ...REJECTED, kind: 'not-found' } : REJECTED;
}

/** A gateway may cut a response short, and another attempt may get the whole one; a web page comes from another service. */
function classifyBody(body: Body | null, message: string): Classified & Pick<AttemptFailure, 'message'> {
  if (body?.form === 'markup') return { ...REJECTED, kind: 'wrong-address', message };
  const words = 'an answer that is not JSON or is incomplete';
  return { kind: 'invalid-response', isTransient: true, effect: 'none', message: words };
}

function classifyInterruption(
  interruption: Interruption | null,
  status: number | null,
): Classified & Pick<AttemptFailure, 'message'> {
  switch (interruption?.why) {
    case 'timeout':
      return { kind: 'timeout', message: 'no whole answer in time', isTransient: true, effect: 'unknown' };
    case 'cancelled':
      return { kind: 'cancelled', message: 'interrupted', isTransient: false, effect: 'unknown' };
    case 'network': {
      const { message, isTransient, isUnsent, isNotHttp } = interruption.error;
      return {
        kind: isNotHttp ? 'wrong-address' : 'network',
        message: status === null ? message : `the answer broke off: ${message}`,
        isTransient,
        effect: isUnsent ? 'none' : 'unknown',
      };
    }
    default:
      return { kind: 'invalid-response', message: 'the answer is too large', isTransient: false, effect: 'unknown' };
  }
}
