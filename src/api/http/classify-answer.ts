import type { FailureKind } from '../../model/client.ts';
import type { Redact } from '../../model/redact.ts';
import type { AnswerHeaders } from '../rate-limit/read-quota.ts';
import { type NamedWait, namedWait, retryAfter } from './back-off.ts';
import { type Body, errorWords, namesError, readBody, readRequestId, safeWords } from './error-words.ts';
import type { Answer, Broken, HttpMethod } from './transport.ts';

/**
 * What one attempt amounts to. A refusal says whether another attempt may fare better (`isPassing`) and whether the
 * request may have had an effect: `none` when nothing was sent or the service said no, `unknown` otherwise.
 */
export type Verdict =
  | { readonly ok: true; readonly status: number; readonly body: Body | null; readonly requestId: string | null }
  | ({ readonly ok: false } & Refusal);

export interface Refusal {
  readonly kind: FailureKind;
  readonly status: number | null;
  readonly message: string;
  readonly requestId: string | null;
  readonly isPassing: boolean;
  readonly effect: 'none' | 'unknown';
  /** The wait that the answer asks for. */
  readonly wait: NamedWait | null;
}

/**
 * What a request is for. A `read` and a `query` change nothing, so they may be sent again and their answer is JSON. A
 * `query` asks in its body, and a service that cannot answer it says so with a 500 that names an `error` (field notes,
 * "Observability API"): asked again, it would fail again.
 */
export type Intent = 'read' | 'query' | 'write';

/** What judging needs to know besides the answer. */
export interface Asked {
  readonly method: HttpMethod;
  /** Where it is not said, the method says it: GET reads, everything else writes. */
  readonly intent?: Intent;
  /** Epoch milliseconds, for answers that name a date to wait for. */
  readonly now: number;
  readonly redact: Redact;
}

export function classifyAnswer(answer: Answer, asked: Asked): Verdict {
  if (answer.status === null) return judgeBroken(answer.broken, null);
  const { status, headers } = answer;
  if (status >= 200 && status < 300) return judgeSuccess(answer, asked);
  // A status says enough, even when the words that came with it were lost.
  const body = readBody('text' in answer.body ? answer.body.text : '');
  const requestId = readRequestId(body, requestIdHeader(headers), asked.redact);
  const isBadQuery = status === 500 && asked.intent === 'query' && namesError(body);
  const { kind, isPassing, effect } = isBadQuery ? REJECTED : judgeStatus(status, body);
  const message = status < 400 ? redirectWords(headers, asked.redact) : errorWords(body, asked.redact);
  // When a limit is reset, which any answer may tell, is a wait only for a request that ran into the limit.
  const named = status === 429 ? namedWait : retryAfter;
  const wait = isPassing ? named(headers, asked.now) : null;
  return { ok: false, kind, status, message, requestId, isPassing, effect, wait };
}

/** A write that the service answers with 2xx is accepted whatever the body says: a read confirms it anyway. */
function judgeSuccess(answer: Answer & { readonly status: number }, { method, intent, redact }: Asked): Verdict {
  const { status } = answer;
  const body = 'text' in answer.body ? readBody(answer.body.text) : null;
  const requestId = readRequestId(body, requestIdHeader(answer.headers), redact);
  const isWrite = (intent ?? (method === 'GET' ? 'read' : 'write')) === 'write';
  if (isWrite || body?.form === 'json') return { ok: true, status, body, requestId };
  if ('broken' in answer.body) return judgeBroken(answer.body.broken, status);
  const kind = body?.form === 'markup' ? 'wrong-address' : 'invalid-response';
  const found = body?.form === 'markup' ? errorWords(body, redact) : 'an answer that is not JSON, or is cut off';
  return { ok: false, kind, status, message: found, requestId, isPassing: false, effect: 'none', wait: null };
}

function requestIdHeader(headers: AnswerHeaders): string | undefined {
  return headers['x-request-id'] ?? headers['x-github-request-id'];
}

type Judgement = Pick<Refusal, 'kind' | 'isPassing' | 'effect'>;

const REJECTED: Judgement = { kind: 'rejected', isPassing: false, effect: 'none' };

function judgeStatus(status: number, body: Body): Judgement {
  if (status >= 500) return { kind: 'server', isPassing: true, effect: 'unknown' };
  if (status === 429) return { kind: 'rate-limited', isPassing: true, effect: 'none' };
  // A gateway may say 408 for the service behind it, which may have acted.
  if (status === 408) return { kind: 'timeout', isPassing: true, effect: 'unknown' };
  if (status === 401 || status === 403) return { kind: 'credentials', isPassing: false, effect: 'none' };
  if (status === 424) return { kind: 'service-idle', isPassing: false, effect: 'none' };
  if (status < 400 || body.form === 'markup') return { kind: 'wrong-address', isPassing: false, effect: 'none' };
  return status === 404 ? { ...REJECTED, kind: 'not-found' } : REJECTED;
}

function judgeBroken(broken: Broken, status: number | null): Verdict {
  const rest = { ok: false, status, requestId: null, wait: null } as const;
  switch (broken.why) {
    case 'timeout':
      return { ...rest, kind: 'timeout', message: 'no whole answer in time', isPassing: true, effect: 'unknown' };
    case 'cancelled':
      return { ...rest, kind: 'cancelled', message: 'interrupted', isPassing: false, effect: 'unknown' };
    case 'too-large':
      return { ...rest, kind: 'invalid-response', message: 'too large an answer', isPassing: false, effect: 'unknown' };
    case 'network': {
      const { words, isPassing, isUnsent, isForeign } = broken.trouble;
      const kind = isForeign ? 'wrong-address' : 'network';
      const message = status === null ? words : `the answer broke off: ${words}`;
      return { ...rest, kind, message, isPassing, effect: isUnsent ? 'none' : 'unknown' };
    }
  }
}

/** Where the answer points, without the path and query, which may hold a token. */
function redirectWords(headers: AnswerHeaders, redact: Redact): string {
  // Credentials go first: an address takes them apart.
  const location = redact(headers.location ?? '');
  if (!URL.canParse(location)) return 'a redirect, which is not followed';
  return safeWords(`a redirect to ${new URL(location).origin}, which is not followed`, redact);
}
