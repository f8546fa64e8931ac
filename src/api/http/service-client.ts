import type { RateLimitWait } from '../../model/client.ts';
import type { Clock } from '../../model/clock.ts';
import { readSecrets } from '../../model/secret/credential-variables.ts';
import { type Redact, redactAll, redactValues } from '../../model/secret/redact.ts';
import type { Secret } from '../../model/secret/secret.ts';
import { createRequestQueue } from '../rate-limit/request-queue.ts';
import type { RateLimit } from '../rate-limit/sliding-log.ts';
import { createCircuit } from './circuit.ts';
import { createHttpClient, type HttpClientOptions } from './http-client.ts';
import { readAddress } from './proxy.ts';
import {
  failed,
  NOT_SENT,
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
  /** From 0 (included) to 1 (excluded). */
  readonly random: () => number;
}

interface ServiceTraits extends Pick<HttpClientOptions, 'largestResponseBytes' | 'serviceClock'> {
  /** Redacted wherever the service echoes it, as are the credentials in the environment. */
  readonly secret: string;
  /** The complete `Authorization` header. */
  readonly authorization: Secret;
  /** The configured limit. Others are learned from 429 responses. */
  readonly rateLimit: RateLimit | null;
  /** Whether to stop sending after consecutive failures. */
  readonly circuit: 'opens' | 'stays closed';
}

export interface ServiceClient {
  readonly clock: Clock;
  /** Never throws for a failed request. */
  request(request: ServiceRequest): Promise<RequestResult>;
  /** See `RequestQueue`. */
  expect(requests: number): void;
  /** See `RequestQueue.onWait`. */
  onRateLimit(listener: ((wait: RateLimitWait) => void) | null): void;
  /** See `RequestQueue.waitedMs`. */
  rateLimitedMs(): number;
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
  const secrets = [traits.secret, ...readSecrets(options.environment)];
  const redact = redactAll(secrets);
  const http = createHttpClient({
    ...options,
    ...traits,
    base: readAddress(options.url),
    headers: { Authorization: traits.authorization },
    redact,
  });
  const limiter = createRequestQueue({ limit: traits.rateLimit, longestStallMs: retry.longestStallMs, clock, random });
  const circuit = traits.circuit === 'opens' ? createCircuit(options.parallelism, limiter.dismiss) : null;
  const ports = { http, limiter, circuit, retry, clock, random };
  return {
    clock,
    redact,
    redactValues: redactValues(secrets),
    async request(request) {
      const permit = circuit?.getPermit(clock.monotonicMs()) ?? { kind: 'closed' };
      if (permit.kind === 'open')
        return failed(request, { ...NOT_SENT, message: permit.message, cause: permit.cause }, 0);
      const result = await sendWithRetries(ports, request);
      circuit?.end(result.ok ? null : result.failure, permit.kind, clock.monotonicMs());
      return result;
    },
    expect: limiter.expect,
    onRateLimit: limiter.onWait,
    rateLimitedMs: limiter.waitedMs,
    close: http.close,
  };
}
