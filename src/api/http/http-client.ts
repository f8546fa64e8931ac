import { Axios } from 'axios';
import type { RequestAttempt } from '../../model/client.ts';
import type { Clock } from '../../model/clock.ts';
import type { Secret } from '../../model/secret.ts';
import { redactAll } from '../../model/secret.ts';
import { createNodeAdapter } from './adapter.ts';
import type { Attempt } from './classify-response.ts';
import { addCredentials, followServiceClock, logRequests, redactResponses } from './interceptors.ts';
import { chooseProxy, type Environment } from './proxy.ts';
import type { ServiceClock } from './service-clock.ts';

export type HttpMethod = RequestAttempt['method'];

export interface HttpRequest {
  readonly method: HttpMethod;
  /** From the root of the service, such as `/v1/organizations/…`. */
  readonly path: string;
  /** JSON text, or null for a request without a body. */
  readonly body: string | null;
  readonly signal: AbortSignal | undefined;
}

export interface HttpClientOptions {
  readonly base: URL;
  /** Sent with every request, in addition to the usual ones. */
  readonly headers: Readonly<Record<string, string | Secret>>;
  /** What must not be shown when the service echoes it. */
  readonly secrets: readonly string[];
  /** Where HTTPS_PROXY, ALL_PROXY and NO_PROXY are looked up. */
  readonly environment: Environment;
  /** Pipeform's own version, for the `User-Agent`. */
  readonly version: string;
  /** How many requests may be under way at once. */
  readonly parallelism: number;
  /** For one attempt: connecting, sending and the whole body together. */
  readonly timeoutMs: number;
  /** A response with a longer body is aborted. */
  readonly largestResponseBytes: number;
  readonly clock: Clock;
  readonly onRequest?: ((entry: RequestAttempt) => void) | undefined;
  readonly serviceClock?: ServiceClock | undefined;
}

/** Sends requests to one service, each once: retries, limits and the circuit breaker are the caller's. */
export interface HttpClient {
  /** `attempt`: how often this request was sent, with this time. Never throws for a request that fails. */
  send(request: HttpRequest, attempt: number, shownPath?: string): Promise<Attempt>;
  /** Closes idle connections at once; a request under way is aborted. */
  close(): void;
}

/**
 * One axios instance for one service. It is made with `new Axios`, which has no transforms: the bodies stay text until what they
 * are is known. Throws an AddressError when the proxy for the address may not be used. Sends nothing yet.
 */
export function createHttpClient(options: HttpClientOptions): HttpClient {
  const { base, environment, version, clock, serviceClock, onRequest } = options;
  const adapter = createNodeAdapter({
    ...options,
    proxy: chooseProxy(base, environment),
    userAgent: `pipeform/${version} (node ${process.versions.node})`,
  });
  const axios = new Axios({ adapter: adapter.send });
  addCredentials(axios, options.headers);
  redactResponses(axios, redactAll(options.secrets));
  if (serviceClock !== undefined) followServiceClock(axios, serviceClock, clock);
  if (onRequest !== undefined) logRequests(axios, clock, onRequest);

  return {
    async send({ method, path, body, signal }, attempt, shownPath = path) {
      const config = { method, url: path, data: body, cancelSignal: signal, attempt, shownPath };
      const { shown } = await axios.request(config);
      if (shown === undefined) throw new Error('a response passed by the interceptor that reads it');
      return shown;
    },
    close: adapter.close,
  };
}
