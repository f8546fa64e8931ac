import { Axios, type AxiosRequestConfig, type AxiosResponse } from 'axios';
import type { RequestAttempt } from '../../model/client.ts';
import type { Clock } from '../../model/clock.ts';
import type { Redact } from '../../model/secret/redact.ts';
import { type AdapterOptions, createNodeAdapter, type Received } from './adapter.ts';
import { chooseProxy, type Environment } from './proxy.ts';
import { type Attempt, readAttempt } from './read-response.ts';
import type { ServiceClock } from './service-clock.ts';

export type HttpMethod = RequestAttempt['method'];

export interface HttpRequest {
  readonly method: HttpMethod;
  /** From the root of the service, such as `/v1/organizations/…`. */
  readonly path: string;
  /** For the log and messages, where the path is a secret. */
  readonly shownPath?: string | undefined;
  /** JSON text, or null for a request without a body. */
  readonly body: string | null;
  readonly signal: AbortSignal | undefined;
  /** For a response that may be longer than those of the service usually are. */
  readonly largestResponseBytes?: number | undefined;
}

export interface HttpClientOptions extends Omit<AdapterOptions, 'userAgent'> {
  /** What must not be shown when the service echoes it. */
  readonly redact: Redact;
  /** Where HTTPS_PROXY, ALL_PROXY and NO_PROXY are looked up. */
  readonly environment: Environment;
  /** Pipeform's own version, for the `User-Agent`. */
  readonly version: string;
  readonly clock: Clock;
  /** Called after each attempt, for `--log-level debug`. */
  readonly onRequest?: ((entry: RequestAttempt) => void) | undefined;
  /** Set by each response. */
  readonly serviceClock?: ServiceClock | undefined;
}

/** Sends requests to one service, each once: retries, limits and the circuit breaker are the caller's. */
export interface HttpClient {
  /** `attempt`: how often this request was sent, with this time. Never throws for a request that fails. */
  send(request: HttpRequest, attempt: number): Promise<Attempt>;
  /** Closes idle connections at once; a request under way is aborted. */
  close(): void;
}

/**
 * Creates the axios instance of one service; sends nothing. `new Axios` has no transforms, so `readAttempt` decides what a body is.
 * No interceptors, since each costs a promise per request.
 * @throws AddressError when the proxy for the address may not be used.
 */
export function createHttpClient(options: HttpClientOptions): HttpClient {
  const { base, environment, version, redact, clock, serviceClock, onRequest } = options;
  const userAgent = `pipeform/${version} (node ${process.versions.node})`;
  const adapter = createNodeAdapter({ ...options, userAgent }, chooseProxy(base, environment));
  const axios = new Axios({ adapter: adapter.send });

  return {
    async send({ method, path, shownPath = path, body, signal, largestResponseBytes }, attempt) {
      const startedAtMs = clock.monotonicMs();
      const config: AxiosRequestConfig<string> = { method, url: path, cancelSignal: signal };
      if (body !== null) config.data = body;
      if (largestResponseBytes !== undefined) config.maxContentLength = largestResponseBytes;
      const { data } = await axios.request<Received, AxiosResponse<Received>>(config);
      if (data.head !== null) serviceClock?.follow(data.head.headers, clock.monotonicMs() - data.head.arrivedAtMs);
      const result = readAttempt(data, redact);
      if (onRequest !== undefined) {
        const durationMs = Math.round(clock.monotonicMs() - startedAtMs);
        const target = { method, origin: base.origin, path: shownPath };
        onRequest({ ...target, status: result.status, attempt, durationMs, requestId: result.getRequestId() });
      }
      return result;
    },
    close: adapter.close,
  };
}
