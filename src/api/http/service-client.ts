import type { RateLimitWait } from '../../model/client.ts';
import type { Clock } from '../../model/clock.ts';
import { readSecrets } from '../../model/secret/credential-variables.ts';
import { type Redact, redactAll, redactValues } from '../../model/secret/redact.ts';
import type { Secret } from '../../model/secret/secret.ts';
import type { RateLimit, ResponseHeaders } from '../rate-limit/headers.ts';
import { createRequestQueue } from '../rate-limit/request-queue.ts';
import { createCircuit } from './circuit.ts';
import type { AttemptFailure } from './classify-response.ts';
import { createHttpClient, type HttpClientOptions } from './http-client.ts';
import { readAddress } from './proxy.ts';
import { formatMessage } from './read-response.ts';
import {
  failed,
  NOT_SENT,
  type Refine,
  type RequestResult,
  type RetryOptions,
  type ServiceRequest,
  sendWithRetries,
} from './retry.ts';

/** Common to all services. */
export interface ServiceClientOptions
  extends Pick<HttpClientOptions, 'parallelism' | 'timeoutMs' | 'clock' | 'environment' | 'version' | 'onRequest'> {
  /** The base address: https, or http to this machine. May have a path. */
  readonly url: string;
  readonly retry: RetryOptions;
  /** Those that the credentials come from, which a 401 names. Default: none. */
  readonly variables?: readonly string[];
  /** From 0 (included) to 1 (excluded). */
  readonly random: () => number;
}

interface ServiceTraits extends Pick<HttpClientOptions, 'largestResponseBytes' | 'serviceClock'> {
  /** Redacted wherever the service echoes them, as are the credentials in the environment. */
  readonly secrets: readonly string[];
  /** Those with the credentials, and any others. */
  readonly headers: Readonly<Record<string, string | Secret>>;
  /** The configured limit. Others show by their 429 responses. `ignored`: each request waits for its own 429 only. */
  readonly rateLimit: RateLimit | null | 'ignored';
  /** What a failure means where the service does not follow the usual statuses. */
  readonly refine?: Refine;
  /** Whether to stop sending after consecutive failures. */
  readonly circuit: 'opens' | 'stays closed';
}

export interface ServiceClient {
  readonly clock: Clock;
  /** Never throws for a failed request. */
  request(request: ServiceRequest): Promise<RequestResult>;
  /** Reports waits of a second or more: at most every ten seconds, and sooner when a wait ends much later than the reported one. */
  onRateLimit(listener: ((wait: RateLimitWait) => void) | null): void;
  /** See `RequestQueue.waitedMs`. */
  rateLimitedMs(): number;
  /** The headers `Sunset` and `Deprecation` of the last response that has one (RFC 8594, RFC 9745); null without one. */
  retirement(): string | null;
  readonly redact: Redact;
  /** For the values of a successful response. */
  readonly redactValues: Redact;
  /** Closes idle sockets; aborts requests in flight. */
  close(): void;
}

/** Throws an AddressError for an address or a proxy that may not be used. Sends nothing yet. */
export function createServiceClient(options: ServiceClientOptions, traits: ServiceTraits): ServiceClient {
  const { clock, random, retry } = options;
  // One host may serve several APIs, and one may echo the credentials of another.
  const secrets = [...traits.secrets, ...readSecrets(options.environment)];
  const redact = redactAll(secrets);
  const http = createHttpClient({
    ...options,
    ...traits,
    base: readAddress(options.url),
    redact,
  });
  const { rateLimit: limit, refine = keepOutcome } = traits;
  const queue = limit === 'ignored' ? null : createRequestQueue({ limit, longestStallMs: retry.longestStallMs, clock });
  const circuit = traits.circuit === 'opens' ? createCircuit(options.parallelism) : null;
  circuit?.opening.addEventListener('abort', () => queue?.dismiss());
  const waits = createWaitReporter(clock);
  queue?.onWait(waits.report);
  let retirement: string | null = null;
  const ports = { http, queue, circuit, refine, retry, clock, random, onWait: waits.report };
  return {
    clock,
    redact,
    redactValues: redactValues(secrets),
    async request(request) {
      const reason = circuit?.reason ?? null;
      if (reason !== null) return failed(request, { ...NOT_SENT, ...reason }, 0);
      const result = nameVariables(await sendWithRetries(ports, request), options.variables);
      if (result.ok) retirement = readRetirement(result.headers, redact) ?? retirement;
      circuit?.end(result.ok ? null : result.failure);
      return result;
    },
    onRateLimit: waits.listen,
    rateLimitedMs: () => queue?.waitedMs() ?? 0,
    retirement: () => retirement,
    close: http.close,
  };
}

function keepOutcome(outcome: AttemptFailure): AttemptFailure {
  return outcome;
}

const LONGEST_HEADER = 100;

/** `Sunset: Sat, 31 Dec 2026 23:59:59 GMT` */
function readRetirement({ sunset, deprecation }: ResponseHeaders, redact: Redact): string | null {
  const named = Object.entries({ Deprecation: deprecation, Sunset: sunset });
  const texts = named.flatMap(([name, value = '']) => {
    // `Deprecation: @1688169599` is in seconds.
    const time = value.replace(/^@(\d{1,11})$/, (_, seconds) => new Date(Number(seconds) * 1_000).toUTCString());
    const shown = formatMessage(time, redact, LONGEST_HEADER);
    return shown === '' || shown === 'false' ? [] : [`${name}: ${shown}`];
  });
  return texts.length === 0 ? null : texts.join('; ');
}

function nameVariables(result: RequestResult, variables: readonly string[] | undefined): RequestResult {
  if (result.ok || result.failure.status !== 401 || variables === undefined) return result;
  return { ...result, failure: { ...result.failure, variables } };
}

const MIN_REPORTED_WAIT_MS = 1_000;
const REPORTED_EVERY_MS = 10_000;

function createWaitReporter(clock: Pick<Clock, 'now' | 'monotonicMs'>) {
  let listener: ((wait: RateLimitWait) => void) | null = null;
  let last = { at: Number.NEGATIVE_INFINITY, endsAt: Number.NEGATIVE_INFINITY };
  return {
    listen(next: typeof listener): void {
      listener = next;
    },
    report(wait: RateLimitWait): void {
      const now = clock.monotonicMs();
      const endsAt = now + wait.waitMs;
      const isKnown = now < last.at + REPORTED_EVERY_MS && endsAt < last.endsAt + REPORTED_EVERY_MS;
      if (listener === null || wait.waitMs < MIN_REPORTED_WAIT_MS || isKnown) return;
      last = { at: now, endsAt };
      listener({ ...wait, until: new Date(clock.now() + wait.waitMs).toISOString() });
    },
  };
}
