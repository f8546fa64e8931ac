import type { RequestFailure } from '../../model/client.ts';
import { mayRepeat } from '../../model/failure-kinds.ts';
import type { Result } from '../../model/result.ts';
import { namedWait, retryAfter } from '../rate-limit/headers.ts';
import type { ResponseInterruption } from './adapter.ts';
import { type Attempt, type Body, findInnerError, isSuccess, namesError } from './read-response.ts';

/**
 * A `read` and a `query` change nothing, so they are retried and their response is JSON. An invalid `query` gets a 500
 * with an `error` (field notes, "Observability API"), which is not retried.
 */
export type Intent = 'read' | 'query' | 'write';

/** `isTransient`: another attempt may succeed. `effect`: `none` when nothing was sent or the service rejected it. */
export interface AttemptFailure
  extends Pick<RequestFailure, 'kind' | 'status' | 'message' | 'requestId' | 'cause' | 'fault'> {
  readonly ok: false;
  readonly isTransient: boolean;
  readonly effect: 'none' | 'unknown';
  /** The wait that the response names, in milliseconds. */
  readonly waitMs: number | null;
}

/** `body` is null when unreadable; always JSON for reads and queries. */
export type AttemptSuccess = { readonly status: number } & Pick<Attempt, 'headers' | 'body' | 'getRequestId'>;

export type AttemptOutcome = Result<AttemptSuccess, AttemptFailure>;

/** `now`: epoch milliseconds, to turn the date of a wait into a duration. */
export function classifyAttempt(attempt: Attempt, intent: Intent, now: number): AttemptOutcome {
  const { status, headers, body, message, getRequestId, interruption } = attempt;
  const isGood = isSuccess(status);
  const inner = isGood ? findInnerError(status, body) : null;
  // A write with a 2xx is accepted whatever else its body is: a read confirms it.
  if (isGood && inner === null && (intent === 'write' || body?.form === 'json')) {
    return { ok: true, status, headers, body, getRequestId };
  }
  const requestId = getRequestId();
  if (status === null) return { ...NO_STATUS, requestId, ...withRepeat(classifyInterruption(interruption, null)) };
  if (isGood && inner === null) {
    const found = interruption === null ? classifyBody(body, message) : classifyInterruption(interruption, status);
    return { ...NO_STATUS, status, requestId, ...withRepeat(found) };
  }
  const shown = inner ?? status;
  const isBadQuery = shown === 500 && intent === 'query' && body !== null && namesError(body);
  const found = withRepeat(isBadQuery || isSuccess(shown) ? REJECTED : classifyStatus(shown, body));
  const words = shown === status ? message : `${message}; the response itself had status ${status}`;
  // Any response may contain the reset time of a limit; it is a wait only for a 429.
  const readWait = shown === 429 ? namedWait : retryAfter;
  const waitMs = found.isTransient || found.kind === 'busy' ? readWait(headers, now) : null;
  return { ok: false, status: shown, message: words, requestId, ...found, waitMs };
}

/** `isTransient`: only where it is not that of the kind. */
type Classified = Pick<AttemptFailure, 'kind' | 'effect' | 'fault'> & Partial<Pick<AttemptFailure, 'isTransient'>>;

function withRepeat<Found extends Classified>(found: Found) {
  return { ...found, isTransient: found.isTransient ?? mayRepeat(found.kind, 'reads') };
}

const NO_STATUS = { ok: false, status: null, waitMs: null } as const;
const REJECTED: Classified = { kind: 'rejected', effect: 'none' };

function classifyStatus(status: number, body: Body | null): Classified {
  if (status >= 500) return { kind: 'server', effect: 'unknown' };
  if (status === 429) return { kind: 'rate-limited', effect: 'none' };
  // A gateway may send 408 although the service behind it acted.
  if (status === 408) return { kind: 'timeout', effect: 'unknown' };
  // Another operation is in progress (field notes, "Errors"): not now is not no.
  if (status === 409 || status === 423 || status === 425) return { ...REJECTED, kind: 'busy' };
  if (status === 401) return { ...REJECTED, kind: 'credentials' };
  if (status === 403) return { ...REJECTED, kind: 'not-allowed' };
  if (status === 424) return { ...REJECTED, kind: 'service-idle' };
  // Not a final status of HTTP, so it does not tell whether the service acted.
  if (status < 200) return { kind: 'wrong-address', effect: 'unknown' };
  if (status < 400 || body?.form === 'markup') return { ...REJECTED, kind: 'wrong-address' };
  if (status !== 404 && status !== 410) return REJECTED;
  return { ...REJECTED, kind: 'not-found', ...(body?.form !== 'json' && { fault: 'no-json' }) };
}

/** An incomplete response may be complete when retried; markup comes from another service. */
function classifyBody(body: Body | null, message: string): Classified & Pick<AttemptFailure, 'message'> {
  if (body?.form === 'markup') return { ...REJECTED, kind: 'wrong-address', message };
  const words = 'a response that is not JSON or is incomplete';
  return { kind: 'invalid-response', effect: 'none', message: words };
}

function classifyInterruption(
  interruption: ResponseInterruption | null,
  status: number | null,
): Classified & Pick<AttemptFailure, 'message' | 'fault'> {
  switch (interruption?.why) {
    case 'timeout': {
      const { isUnsent } = interruption;
      const message = isUnsent ? 'no connection in time' : 'no complete response in time';
      return { kind: 'timeout', message, effect: isUnsent ? 'none' : 'unknown' };
    }
    case 'canceled': {
      const effect = interruption.isUnsent ? 'none' : 'unknown';
      return { kind: 'interrupted', message: 'interrupted', effect };
    }
    case 'network': {
      const { message, isTransient, isUnsent, isNotHttp, fault } = interruption.error;
      return {
        kind: isNotHttp ? 'wrong-address' : 'network',
        message: status === null ? message : `the response ended early: ${message}`,
        isTransient,
        fault,
        effect: isUnsent ? 'none' : 'unknown',
      };
    }
    default:
      return { kind: 'invalid-response', message: 'the response is too large', isTransient: false, effect: 'unknown' };
  }
}
