// Home-made because `axios-retry` and `p-retry` see one request: here the attempts of all share the rate limit and the circuit.

import type { RateLimitWait, RequestFailure, WriteOptions } from '../../model/client.ts';
import type { Clock } from '../../model/clock.ts';
import { formatDuration } from '../../model/field/units.ts';
import type { Result } from '../../model/result.ts';
import { readAnnouncement } from '../rate-limit/headers.ts';
import type { PermitEnd } from '../rate-limit/limiter.ts';
import type { Admission, RequestQueue } from '../rate-limit/request-queue.ts';
import type { Circuit } from './circuit.ts';
import {
  type AttemptFailure,
  type AttemptOutcome,
  type AttemptSuccess,
  classifyAttempt,
  type Intent,
} from './classify-response.ts';
import type { HttpClient, HttpRequest } from './http-client.ts';
import type { Attempt } from './read-response.ts';

export interface RetryOptions {
  /** The maximum number of attempts. A 429 does not count: its limit is `longestStallMs`. */
  readonly maxAttempts: number;
  /** The maximum wait before the second attempt; doubles with each attempt. */
  readonly baseDelayMs: number;
  readonly maxDelayMs: number;
  /** The maximum time for retries and their waits after the first failure. */
  readonly budgetMs: number;
  /** The maximum time in which a rate limit allows no request. Waiting in the queue is unlimited. */
  readonly longestStallMs: number;
}

export const DEFAULT_RETRY: RetryOptions = {
  maxAttempts: 5,
  baseDelayMs: 250,
  maxDelayMs: 8_000,
  budgetMs: 60_000,
  longestStallMs: 600_000,
};

export interface ServiceRequest extends HttpRequest, Pick<WriteOptions, 'beforeSend'> {
  readonly intent: Intent;
  /** When it may be sent again. `unsent`: if the service certainly did not act on it. Default: `never` for writes, else `always`. */
  readonly repeats?: 'never' | 'unsent' | 'always';
  /** For all attempts and waits of this request, in place of the limits of `RetryOptions`. */
  readonly budgetMs?: number;
}

/** `now`: epoch milliseconds. */
export type Refine = (outcome: AttemptFailure, attempt: Attempt, now: number) => AttemptFailure;

/** The result after all attempts. `effect`: whether the service may have acted on a failed request. */
export type RequestResult = Result<
  AttemptSuccess & { readonly attempts: number },
  { readonly failure: RequestFailure; readonly effect: 'none' | 'unknown' }
>;

interface RetryPorts {
  readonly http: HttpClient;
  /** null: without limit. */
  readonly queue: RequestQueue | null;
  readonly circuit: Circuit | null;
  readonly refine: Refine;
  readonly retry: RetryOptions;
  readonly clock: Clock;
  readonly random: () => number;
  /** Called before each wait after a 429. */
  readonly onWait: (wait: RateLimitWait) => void;
}

export const NOT_SENT: AttemptFailure = {
  ok: false,
  kind: 'circuit-open',
  status: null,
  message: '',
  requestId: null,
  isTransient: false,
  effect: 'none',
  waitMs: null,
};

/**
 * Sends a request until its result is final. Retries reads after 408, 429, 5xx, network errors, timeouts and invalid
 * responses; sends a write once, unless it says otherwise. The retry budget excludes the wait for a permit, which ends on cancellation, when the
 * rate limit stalls, or when the circuit opens.
 */
export async function sendWithRetries(ports: RetryPorts, request: ServiceRequest): Promise<RequestResult> {
  const { http, circuit, clock, queue, random, onWait } = ports;
  const { intent, signal, budgetMs } = request;
  const isWrite = intent === 'write';
  const { repeats = isWrite ? 'never' : 'always' } = request;
  const retry = budgetMs === undefined ? ports.retry : { ...ports.retry, budgetMs, longestStallMs: budgetMs };
  let attempts = 0;
  let failures = 0;
  let spentMs = 0;
  let refusals = 0;
  let refusedMs = 0;
  let last = NOT_SENT;

  const fail = (failure: AttemptFailure): RequestResult => failed(request, failure, attempts);
  const stop = (): RequestResult => {
    const message = attempts === 0 ? 'interrupted before it was sent' : 'interrupted before it was sent again';
    return fail({ ...last, kind: 'interrupted', message, effect: 'none' });
  };
  for (;;) {
    const admission = queue === null ? UNLIMITED : await queue.acquire(isWrite ? 'write' : 'read', signal);
    if (admission.kind === 'canceled') return stop();
    if (admission.kind === 'dismissed') {
      return fail(attempts > 0 ? last : { ...last, message: 'the circuit was open', ...circuit?.reason });
    }
    if (admission.kind === 'stalled') return fail(stalled(last, admission.stalledMs, retry));

    if (request.beforeSend !== undefined && !(await request.beforeSend())) {
      admission.end({ status: 'no-response' });
      return fail({ ...last, kind: 'journal-failed' });
    }
    if (signal?.aborted) {
      admission.end({ status: 'no-response' });
      return stop();
    }
    attempts += 1;
    const startedAt = clock.monotonicMs();
    const attempt = await http.send(request, attempts);
    const endedAt = clock.monotonicMs();
    // The wall clock turns dates in the response into durations.
    const now = clock.now();
    const classified = classifyAttempt(attempt, intent, now);
    const outcome = classified.ok ? classified : ports.refine(classified, attempt, now);
    admission.end(permitEndOf(attempt, outcome, now));
    if (outcome.ok) return { ...outcome, attempts };

    last = outcome;
    let waitMs = outcome.waitMs ?? retryDelayMs(failures + 1, retry, random);
    // A write to a pipe is retried by the caller, which reads the pipe again first.
    const mayRepeat = repeats === 'always' || (repeats === 'unsent' && outcome.effect === 'none');
    if (outcome.kind === 'rate-limited' && mayRepeat) {
      refusals += 1;
      waitMs = outcome.waitMs ?? refusalDelayMs(refusals, random);
      refusedMs += waitMs;
      if (refusedMs > retry.longestStallMs) return fail(stalled(last, refusedMs, retry));
      const source = outcome.waitMs === null ? 'learned' : 'announced';
      onWait({ source, perSecond: null, waitMs: Math.round(waitMs) });
    } else {
      if (failures > 0) spentMs += Math.round(endedAt - startedAt);
      failures += 1;
      const mayPass = outcome.isTransient && mayRepeat && !circuit?.isFailing;
      if (!mayPass || failures >= retry.maxAttempts) return fail(outcome);
      spentMs += waitMs;
      if (spentMs > retry.budgetMs) return fail(outcome);
    }
    const ends = AbortSignal.any([signal, circuit?.opening].filter((end) => end !== undefined));
    if (!ends.aborted) await clock.sleep(waitMs, ends);
    if (signal?.aborted) return stop();
    if (ends.aborted) return fail(outcome);
  }
}

const UNLIMITED: Extract<Admission, { readonly kind: 'granted' }> = { kind: 'granted', end: () => {} };

export function failed(
  { method, path, shownPath = path }: ServiceRequest,
  failure: AttemptFailure,
  attempts: number,
): RequestResult {
  const { kind, status, message: words, requestId, effect, cause, fault } = failure;
  const waitMs = failure.waitMs ?? undefined;
  const wait = waitMs === undefined || waitMs < SHOWN_WAIT_MS ? '' : `the service asks to wait ${formatWait(waitMs)}`;
  const message = [words, wait].filter((part) => part !== '').join('; ');
  const about = { message, requestId, attempts, cause, waitMs, fault };
  return { ok: false, effect, failure: { kind, method, path: shownPath, status, ...about } };
}

/** A shorter wait explains no failure. */
const SHOWN_WAIT_MS = 1_000;

function formatWait(waitMs: number): string {
  return formatDuration(Math.ceil(waitMs / 1_000) * 1_000);
}

function permitEndOf({ status, headers }: Attempt, outcome: AttemptOutcome, now: number): PermitEnd {
  if (status === null) return { status: 'no-response' };
  const announced = readAnnouncement(headers, now);
  const isRefused = !outcome.ok && outcome.kind === 'rate-limited';
  return isRefused ? { status: 'refused', waitMs: outcome.waitMs, announced } : { status: 'passed', announced };
}

function stalled(last: AttemptFailure, stalledMs: number, { longestStallMs }: RetryOptions): AttemptFailure {
  const wait = `the rate limit requires a wait of ${formatWait(stalledMs)}; the longest allowed wait is ${formatWait(longestStallMs)}`;
  const message = [last.message, wait].filter((part) => part !== '').join('; ');
  return { ...last, kind: 'rate-limited', message, effect: 'none', waitMs: null };
}

/** Full jitter, so that workers that failed together do not retry together. */
export function retryDelayMs(attempt: number, options: RetryOptions, random: () => number): number {
  return random() * Math.min(options.maxDelayMs, options.baseDelayMs * 2 ** (attempt - 1));
}

const FIRST_REFUSAL_DELAY_MS = 100;
const MAX_REFUSAL_DELAY_MS = 5_000;

/** The wait after a 429 that names none; the queue then decides when the limit allows a request. */
function refusalDelayMs(refusals: number, random: () => number): number {
  return (0.5 + random() / 2) * Math.min(MAX_REFUSAL_DELAY_MS, FIRST_REFUSAL_DELAY_MS * 2 ** (refusals - 1));
}
