import type { RateLimitWait, RequestFailure, WriteOptions } from '../../model/client.ts';
import type { Clock } from '../../model/clock.ts';
import type { Secret } from '../../model/secret.ts';
import { type Redact, redactAll, redactValues } from '../../model/secret.ts';
import { readAnnouncement } from '../rate-limit/headers.ts';
import type { PermitEnd } from '../rate-limit/limiter.ts';
import { createRateLimiter, type RateLimiter } from '../rate-limit/rate-limiter.ts';
import type { RateLimit } from '../rate-limit/sliding-log.ts';
import { type Circuit, createCircuit } from './circuit.ts';
import {
  type Attempt,
  type AttemptFailure,
  type AttemptOutcome,
  classifyAttempt,
  type Intent,
} from './classify-response.ts';
import { createHttpClient, type HttpClient, type HttpClientOptions, type HttpRequest } from './http-client.ts';
import { readAddress } from './proxy.ts';
import type { Body } from './response-body.ts';

/** How often and how long a request is tried again. */
export interface RetryOptions {
  /** How many times a request may be sent. Answers of 429 do not count: for them `patienceMs` is the limit. */
  readonly maxAttempts: number;
  /** The longest wait before the second attempt; it doubles with each further one. */
  readonly baseDelayMs: number;
  readonly maxDelayMs: number;
  /** After its first failure a request may spend so long on further attempts and on the waits before them. */
  readonly budgetMs: number;
  /** The longest time in which a rate limit lets no request through at all. Waiting for a turn is not limited. */
  readonly patienceMs: number;
}

export const DEFAULT_RETRY: RetryOptions = {
  maxAttempts: 5,
  baseDelayMs: 250,
  maxDelayMs: 8_000,
  budgetMs: 60_000,
  patienceMs: 600_000,
};

/** What the connections to all services are told alike. */
export interface ServiceClientOptions
  extends Pick<HttpClientOptions, 'parallelism' | 'timeoutMs' | 'clock' | 'environment' | 'version' | 'onRequest'> {
  /** The base address of the service; https, or plain http to this machine. A path in it is kept. */
  readonly url: string;
  readonly retry: RetryOptions;
  /** From 0 (included) to 1 (excluded). */
  readonly random: () => number;
}

/** What is particular to one service. */
interface ServiceTraits extends Pick<HttpClientOptions, 'secrets' | 'largestResponseBytes' | 'serviceClock'> {
  /** The whole `Authorization` header. */
  readonly authorization: Secret;
  /** What is known of the service's limit; it is learned from 429 answers otherwise, or when they say that it is lower. */
  readonly rateLimit: RateLimit | null;
  /** Whether to stop asking when everything fails. */
  readonly circuit: 'opens' | 'stays closed';
}

export interface ServiceRequest extends HttpRequest, Pick<WriteOptions, 'beforeSend'> {
  readonly intent: Intent;
}

/** What a request came to, after all its attempts. `effect` of a failure: whether the service may have acted on it. */
export type RequestResult =
  | {
      readonly ok: true;
      readonly status: number;
      /** null when the body could not be read; for reads it is always JSON. */
      readonly body: Body | null;
      readonly requestId: string | null;
      readonly attempts: number;
    }
  | { readonly ok: false; readonly failure: RequestFailure; readonly effect: 'none' | 'unknown' };

/** A service with the credentials for it. Opens sockets when first used. */
export interface ServiceClient {
  readonly clock: Clock;
  /** Never throws for a request that fails. */
  request(request: ServiceRequest): Promise<RequestResult>;
  /** So many requests are to come: what may be wasted on finding the rate limit is a share of them. */
  expect(requests: number): void;
  /** Calls back when requests wait for a rate limit. One listener at a time; null ends it. */
  onRateLimit(listener: ((wait: RateLimitWait) => void) | null): void;
  readonly redact: Redact;
  /** The same for the values of a good answer. */
  readonly redactValues: Redact;
  /** Closes idle sockets at once; a request under way is aborted. */
  close(): void;
}

/** One host may serve several APIs, and echo to one what another was sent. */
const CREDENTIALS = ['PIPEFORM_KEY_SECRET', 'PIPEFORM_ACCESS_TOKEN'];

/** Throws an AddressError when the address, or the proxy for it, may not be used. Sends nothing yet. */
export function createServiceClient(options: ServiceClientOptions, traits: ServiceTraits): ServiceClient {
  const { clock, random, retry } = options;
  const secrets = [...traits.secrets, ...CREDENTIALS.map((name) => options.environment[name] ?? '')];
  const http = createHttpClient({
    ...options,
    ...traits,
    base: readAddress(options.url),
    headers: { Authorization: traits.authorization },
    secrets,
  });
  const { patienceMs } = retry;
  const limiter = createRateLimiter({ limit: traits.rateLimit, patienceMs, clock, random });
  const circuit = traits.circuit === 'opens' ? createCircuit(options.parallelism, limiter.dismiss) : null;
  const ports = { http, limiter, circuit, retry, clock, random };
  return {
    clock,
    redact: redactAll(secrets),
    redactValues: redactValues(secrets),
    async request(request) {
      const permit = circuit?.ask(clock.monotonicMs()) ?? { kind: 'closed' };
      if (permit.kind === 'open') return failed(request, { ...NOT_SENT, message: permit.reason }, 0);
      const result = await sendWithRetries(ports, request);
      circuit?.end(result.ok ? null : result.failure, permit.kind, clock.monotonicMs());
      return result;
    },
    expect: limiter.expect,
    onRateLimit: limiter.onWait,
    close: http.close,
  };
}

interface Ports {
  readonly http: HttpClient;
  readonly limiter: RateLimiter;
  readonly circuit: Circuit | null;
  readonly retry: RetryOptions;
  readonly clock: Clock;
  readonly random: () => number;
}

/** Before anything was sent. */
const NOT_SENT: AttemptFailure = {
  ok: false,
  kind: 'not-attempted',
  status: null,
  message: '',
  requestId: null,
  isTransient: false,
  effect: 'none',
  waitMs: null,
};

/**
 * Sends a request until its result is final. Reads are tried again after 408, 429, 5xx, network errors, time-outs and responses
 * that are cut off or no JSON; a write is sent once. Waiting for a permit is no part of the time for retries: it ends when the
 * request is cancelled, or when a rate limit lets nothing through at all. While the circuit is open nothing is sent.
 */
async function sendWithRetries(ports: Ports, request: ServiceRequest): Promise<RequestResult> {
  const { http, circuit, clock, limiter, retry, random } = ports;
  const { intent, signal } = request;
  const isWrite = intent === 'write';
  let attempts = 0;
  let failures = 0;
  let spentMs = 0;
  let refusals = 0;
  let refusedMs = 0;
  let last = NOT_SENT;

  const fail = (failure: AttemptFailure): RequestResult => failed(request, failure, attempts);
  const stop = (): RequestResult => {
    const message = attempts === 0 ? 'interrupted before it was sent' : 'interrupted before it was sent again';
    return fail({ ...last, kind: 'cancelled', message, effect: 'none' });
  };
  for (;;) {
    const admission = await limiter.acquire(isWrite ? 'write' : 'read', signal);
    if (admission.kind === 'cancelled') return stop();
    if (admission.kind === 'dismissed') {
      return fail(attempts > 0 ? last : { ...last, message: circuit?.reason ?? 'the circuit was open' });
    }
    if (admission.kind === 'stalled') return fail(stalled(last, admission.stalledMs, retry));

    if (request.beforeSend !== undefined && !(await request.beforeSend())) {
      admission.end({ how: 'unanswered' });
      return fail({ ...last, kind: 'not-journaled' });
    }
    if (signal?.aborted) {
      admission.end({ how: 'unanswered' });
      return stop();
    }
    attempts += 1;
    const startedAt = clock.monotonicMs();
    const attempt = await http.send(request, attempts);
    const endedAt = clock.monotonicMs();
    // The wall clock, for responses that name a date: from here on a wait is a duration.
    const now = clock.now();
    const outcome = classifyAttempt(attempt, intent, now);
    admission.end(permitEndOf(attempt, outcome, now));
    if (outcome.ok) return { ...outcome, attempts };

    last = outcome;
    let waitMs = outcome.waitMs ?? jitteredDelayMs(failures + 1, retry, random);
    // A write waits outside, where the pipe is read again before it is sent again.
    if (outcome.kind === 'rate-limited' && !isWrite) {
      refusals += 1;
      waitMs = outcome.waitMs ?? refusalDelayMs(refusals, random);
      refusedMs += waitMs;
      if (refusedMs > retry.patienceMs) return fail(stalled(last, refusedMs, retry));
    } else {
      if (failures > 0) spentMs += Math.round(endedAt - startedAt);
      failures += 1;
      if (!outcome.isTransient || isWrite || failures >= retry.maxAttempts || circuit?.isDoubtful) return fail(outcome);
      spentMs += waitMs;
      if (spentMs > retry.budgetMs) return fail(outcome);
    }
    const ends = AbortSignal.any([signal, circuit?.opening].filter((end) => end !== undefined));
    if (!ends.aborted) await clock.sleep(waitMs, ends);
    if (signal?.aborted) return stop();
    if (ends.aborted) return fail(outcome);
  }
}

function failed({ method, path }: ServiceRequest, failure: AttemptFailure, attempts: number): RequestResult {
  const { kind, status, message, requestId, effect } = failure;
  return { ok: false, effect, failure: { kind, method, path, status, message, requestId, attempts } };
}

function permitEndOf({ status, headers }: Attempt, outcome: AttemptOutcome, now: number): PermitEnd {
  if (status === null) return { how: 'unanswered' };
  const announced = readAnnouncement(headers, now);
  const isRefused = !outcome.ok && outcome.kind === 'rate-limited';
  return isRefused ? { how: 'refused', waitMs: outcome.waitMs, announced } : { how: 'answered', announced };
}

function stalled(last: AttemptFailure, stalledMs: number, { patienceMs }: RetryOptions): AttemptFailure {
  const [wanted, longest] = [stalledMs, patienceMs].map((ms) => `${Math.ceil(ms / 1000)} s`);
  const message = `no request would be let through for ${wanted}; the longest wait for a rate limit is ${longest}`;
  return { ...last, kind: 'rate-limited', message, effect: 'none' };
}

/** Any wait up to the bound is as likely as any other, so that workers that failed together do not come back together. */
export function jitteredDelayMs(attempt: number, options: RetryOptions, random: () => number): number {
  return random() * Math.min(options.maxDelayMs, options.baseDelayMs * 2 ** (attempt - 1));
}

const FIRST_REFUSAL_DELAY_MS = 100;
const LONGEST_REFUSAL_DELAY_MS = 5_000;

/** The wait of a request after a 429 that names none: the limiter decides when the limit allows it. */
function refusalDelayMs(refusals: number, random: () => number): number {
  return (0.5 + random() / 2) * Math.min(LONGEST_REFUSAL_DELAY_MS, FIRST_REFUSAL_DELAY_MS * 2 ** (refusals - 1));
}
