import type { RequestAttempt, RequestFailure } from '../../model/client.ts';
import type { Clock } from '../../model/clock.ts';
import type { Redact } from '../../model/redact.ts';
import type { TurnEnd } from '../rate-limit/limiter.ts';
import type { Pacer } from '../rate-limit/pacer.ts';
import { type Announcement, readAnnouncement } from '../rate-limit/read-announcement.ts';
import { fullJitterMs, type RetryOptions } from './back-off.ts';
import type { Circuit } from './circuit.ts';
import { classifyAnswer, type Intent, type Refusal, type Verdict } from './classify-answer.ts';
import type { Body } from './error-words.ts';
import { onAbort } from './on-abort.ts';
import type { Answer, Transport, TransportRequest } from './transport.ts';

export interface ExchangeRequest extends TransportRequest {
  readonly intent: Intent;
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
  readonly circuit: Circuit;
  readonly retry: RetryOptions;
  readonly clock: Clock;
  readonly random: () => number;
  readonly onRequest: ((entry: RequestAttempt) => void) | undefined;
  readonly redact: Redact;
}

const NEVER = new AbortController().signal;

const NOT_SENT: Refusal = {
  kind: 'cancelled',
  status: null,
  message: '',
  requestId: null,
  isPassing: false,
  effect: 'none',
  wait: null,
};

/**
 * Sends a request until it is answered for good. Reads are tried again after 408, 429, 5xx, network errors and time-outs;
 * a write is sent once. Waiting for a turn is no part of the time for retries: it ends when the request is cancelled, or
 * when a rate limit lets nothing through at all. While the circuit is open nothing is sent, or sent again.
 */
export async function exchange(line: Line, request: ExchangeRequest): Promise<Exchange> {
  const { circuit, clock } = line;
  const leave = circuit.ask(clock.monotonicMs());
  if (leave.kind === 'open') return notAttempted(request, leave.reason);
  const ended = await send(line, request);
  circuit.end(ended.ok ? null : ended.failure, leave.kind, clock.monotonicMs());
  return ended;
}

async function send(line: Line, request: ExchangeRequest): Promise<Exchange> {
  const { circuit, clock, pacer, retry } = line;
  const { method, path, intent } = request;
  const isWrite = intent === 'write';
  let attempts = 0;
  let failures = 0;
  let spentMs = 0;
  let last = NOT_SENT;

  const fail = ({ kind, status, message, requestId, effect }: Refusal): Exchange => {
    return { ok: false, effect, failure: { kind, method, path, status, message, requestId, attempts } };
  };
  const stop = (): Exchange => {
    const message = attempts === 0 ? 'interrupted before it was sent' : 'interrupted before it was sent again';
    return fail({ ...last, kind: 'cancelled', message, effect: 'none' });
  };
  for (;;) {
    const admission = await pacer.admit(isWrite ? 'write' : 'read', request.signal);
    if (admission.kind === 'cancelled') return stop();
    if (admission.kind === 'turned-away') return attempts > 0 ? fail(last) : notAttempted(request, circuit.reason);
    if (admission.kind === 'stalled') {
      return fail({ ...last, kind: 'rate-limited', message: stallWords(admission.stalledMs, retry), effect: 'none' });
    }

    attempts += 1;
    const startedAt = clock.monotonicMs();
    const answer = await line.transport.send(request);
    const durationMs = Math.round(clock.monotonicMs() - startedAt);
    // For answers that name a date: from here on a wait is a duration.
    const now = clock.now();
    const verdict = classifyAnswer(answer, { method, intent, now, redact: line.redact });
    admission.end(turnEnd(verdict, announcedBy(answer, now)));
    const { status, requestId } = verdict;
    line.onRequest?.({ method, path, status, attempt: attempts, durationMs, requestId });
    if (verdict.ok) return { ok: true, status: verdict.status, body: verdict.body, requestId, attempts };

    last = verdict;
    // A write waits outside, where the pipe is read again before it is sent again.
    if (verdict.kind === 'rate-limited' && !isWrite) continue;
    if (failures > 0) spentMs += durationMs;
    failures += 1;
    if (!verdict.isPassing || isWrite || failures >= retry.maxAttempts || circuit.isDoubtful) return fail(verdict);
    const waitMs = verdict.wait?.ms ?? fullJitterMs(failures, retry, line.random);
    spentMs += waitMs;
    if (spentMs > retry.budgetMs) return fail(verdict);
    if (!(await restWhileClosed(line, waitMs, request.signal))) return stop();
    if (circuit.reason !== null) return fail(verdict);
  }
}

function notAttempted({ method, path }: ExchangeRequest, reason: string | null): Exchange {
  const message = reason ?? 'the circuit was open';
  const failure = { kind: 'not-attempted', method, path, status: null, message, requestId: null, attempts: 0 } as const;
  return { ok: false, effect: 'none', failure };
}

/** What an answer tells about the rate limit. */
function turnEnd(verdict: Verdict, announced: Announcement | null): TurnEnd {
  if (!verdict.ok && verdict.kind === 'rate-limited') return { how: 'refused', wait: verdict.wait, announced };
  return verdict.status === null ? { how: 'unanswered' } : { how: 'answered', announced };
}

function announcedBy(answer: Answer, now: number): Announcement | null {
  return answer.status === null ? null : readAnnouncement(answer.headers, now);
}

function stallWords(stalledMs: number, { patienceMs }: RetryOptions): string {
  const [wanted, longest] = [stalledMs, patienceMs].map((ms) => `${Math.ceil(ms / 1000)} s`);
  return `no request would be let through for ${wanted}; the longest wait for a rate limit is ${longest}`;
}

/** Ends early when the circuit opens; false when the signal of the request ended it. */
async function restWhileClosed(
  { circuit, clock }: Line,
  milliseconds: number,
  signal: AbortSignal | undefined,
): Promise<boolean> {
  const nap = new AbortController();
  const end = (): void => nap.abort();
  const forget = circuit.onOpen(end);
  const ignore = onAbort(signal, end);
  if (signal?.aborted) end();
  await rest(clock, milliseconds, nap.signal);
  ignore();
  forget();
  return !signal?.aborted;
}

/** Whether the rest was slept through: false when the signal ended it. */
export async function rest(clock: Clock, milliseconds: number, signal: AbortSignal | undefined): Promise<boolean> {
  if (signal?.aborted) return false;
  await clock.sleep(milliseconds, signal ?? NEVER);
  return !signal?.aborted;
}
