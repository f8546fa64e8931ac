import type { RequestFailure } from '../model/client.ts';
import type { Clock } from '../model/clock.ts';
import { fullJitterMs, type RetryOptions } from './back-off.ts';
import type { Body } from './error-words.ts';
import { judgeAnswer, type Refusal } from './judge-answer.ts';
import type { Pacer } from './pacer.ts';
import type { Method, Transport, TransportRequest } from './transport.ts';

/** One attempt, for `--debug`. Holds no header, no body and no secret. */
export interface RequestLogEntry {
  readonly method: Method;
  readonly path: string;
  /** null when there was no answer. */
  readonly status: number | null;
  readonly attempt: number;
  readonly durationMs: number;
  readonly requestId: string | null;
}

/** What a request came to, after all its attempts. `effect` of a failure: whether the service may have acted on it. */
export type Exchange =
  | {
      readonly ok: true;
      readonly status: number;
      /** null when the body could not be read; for reads it is always JSON. */
      readonly body: Body | null;
      readonly requestId: string | null;
      readonly attempts: number;
    }
  | { readonly ok: false; readonly failure: RequestFailure; readonly effect: 'none' | 'unknown' };

export interface Line {
  readonly transport: Transport;
  readonly pacer: Pacer;
  readonly retry: RetryOptions;
  readonly clock: Clock;
  readonly random: () => number;
  readonly onRequest: ((entry: RequestLogEntry) => void) | undefined;
  /** Takes credentials out of text that a service sent. */
  readonly redact: (text: string) => string;
}

const NEVER = new AbortController().signal;

const HELD: Refusal = {
  kind: 'rate-limited',
  status: null,
  message: 'not sent: the service asked for a longer wait than the time for retries',
  requestId: null,
  isPassing: false,
  effect: 'none',
  waitMs: null,
};

/**
 * Sends a request until it is answered for good. Reads are tried again after 408, 429, 5xx, network errors and
 * time-outs; writes after 429 only, which changes nothing. After a 429 all requests of the line wait.
 */
export async function exchange(line: Line, request: TransportRequest): Promise<Exchange> {
  const { clock, pacer, retry } = line;
  let attempts = 0;
  let counted = 0;
  let deadline: number | null = null;
  let last: Refusal | null = null;

  const fail = (refusal: Refusal): Exchange => {
    const { kind, status, message, requestId, effect } = refusal;
    const { method, path } = request;
    return { ok: false, effect, failure: { kind, method, path, status, message, requestId, attempts } };
  };
  const stop = (): Exchange =>
    fail({ ...(last ?? HELD), kind: 'cancelled', message: 'interrupted before it was sent', effect: 'none' });

  for (;;) {
    const admission = await pacer.admit(deadline ?? clock.now() + retry.budgetMs, request.signal);
    if (admission === 'cancelled') return stop();
    if (admission === 'held') return fail(last ?? HELD);

    attempts += 1;
    const startedAt = clock.now();
    const answer = await line.transport.send(request);
    const now = clock.now();
    admission.done();
    const verdict = judgeAnswer(answer, { method: request.method, now, redact: line.redact });
    const { method, path } = request;
    const { status, requestId } = verdict;
    line.onRequest?.({ method, path, status, attempt: attempts, durationMs: now - startedAt, requestId });
    if (verdict.ok) return { ok: true, status: verdict.status, body: verdict.body, requestId, attempts };

    last = verdict;
    const isRateLimited = verdict.kind === 'rate-limited';
    if (!isRateLimited) counted += 1;
    if (!verdict.isPassing || (method !== 'GET' && !isRateLimited)) return fail(verdict);
    if (counted >= retry.maxAttempts) return fail(verdict);
    deadline ??= now + retry.budgetMs;
    const resumeAt = now + (verdict.waitMs ?? fullJitterMs(attempts, retry, line.random));
    // Others must not run into a limit that this request knows of, even if it gives up itself.
    if (isRateLimited) pacer.holdUntil(resumeAt);
    if (resumeAt > deadline) return fail(verdict);
    if (!isRateLimited && !(await rest(clock, resumeAt - now, request.signal))) return stop();
  }
}

/** Whether the rest was slept through: false when the signal ended it. */
async function rest(clock: Clock, milliseconds: number, signal: AbortSignal | undefined): Promise<boolean> {
  if (signal?.aborted) return false;
  try {
    await clock.sleep(milliseconds, signal ?? NEVER);
  } catch (error) {
    if (!signal?.aborted) throw error;
  }
  return !signal?.aborted;
}
