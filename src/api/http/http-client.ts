import { Axios, type AxiosResponse } from 'axios';
import type { RequestAttempt } from '../../model/client.ts';
import type { Clock } from '../../model/clock.ts';
import { type Redact, redactAll, Secret } from '../../model/secret.ts';
import type { ResponseHeaders } from '../rate-limit/headers.ts';
import { type AdapterOptions, createNodeAdapter, type Received } from './adapter.ts';
import type { Attempt } from './classify-response.ts';
import { chooseProxy, type Environment } from './proxy.ts';
import { type Body, formatMessage, readBody, readErrorMessage, readRequestId } from './response-body.ts';
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

export interface HttpClientOptions extends AdapterOptions {
  /** Sent with every request, in addition to the usual ones. */
  readonly headers: Readonly<Record<string, string | Secret>>;
  /** What must not be shown when the service echoes it. */
  readonly secrets: readonly string[];
  /** Where HTTPS_PROXY, ALL_PROXY and NO_PROXY are looked up. */
  readonly environment: Environment;
  /** Pipeform's own version, for the `User-Agent`. */
  readonly version: string;
  readonly clock: Clock;
  /** Told of each attempt, for `--debug` and the count of requests. */
  readonly onRequest?: ((entry: RequestAttempt) => void) | undefined;
  /** Set by each response. */
  readonly serviceClock?: ServiceClock | undefined;
}

/** Sends requests to one service, each once: retries, limits and the circuit breaker are the caller's. */
export interface HttpClient {
  /**
   * `attempt`: how often this request was sent, with this time. `shownPath`: for the log, where the real one is a secret. Never
   * throws for a request that fails.
   */
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
  const adapter = createNodeAdapter(options, chooseProxy(base, environment));
  const axios = new Axios({
    adapter: adapter.send,
    headers: {
      Accept: 'application/json',
      'Accept-Encoding': 'identity',
      'User-Agent': `pipeform/${version} (node ${process.versions.node})`,
      ...revealAll(options.headers),
    },
  });
  const redact = redactAll(options.secrets);

  return {
    async send({ method, path, body, signal }, attempt, shownPath = path) {
      const startedAtMs = clock.monotonicMs();
      const headers = body === null ? {} : { 'Content-Type': 'application/json' };
      const config = { method, url: path, data: body, headers, cancelSignal: signal };
      const { data: received } = await axios.request<Received, AxiosResponse<Received>>(config);
      const shown = readAttempt(received, redact);
      const endedAtMs = clock.monotonicMs();
      if (received.head !== null) serviceClock?.follow(shown.headers, endedAtMs - received.head.arrivedAtMs);
      const { status, requestId } = shown;
      const durationMs = Math.round(endedAtMs - startedAtMs);
      onRequest?.({ method, path: shownPath, status, attempt, durationMs, requestId });
      return shown;
    },
    close: adapter.close,
  };
}

function revealAll(headers: HttpClientOptions['headers']): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, value instanceof Secret ? value.reveal() : value]),
  );
}

function readAttempt({ head, text, interruption }: Received, redact: Redact): Attempt {
  const { status, headers } = head ?? { status: null, headers: {} };
  if (status !== null && interruption === null) return readResponse(status, headers, text, redact);
  const requestId = readRequestId(null, requestIdOf(headers), redact);
  return { status, headers, body: null, message: '', requestId, interruption };
}

/** What may be shown of a response, without secrets. */
export function readResponse(status: number, headers: ResponseHeaders, text: string, redact: Redact): Attempt {
  const body = readBody(text);
  const requestId = readRequestId(body, requestIdOf(headers), redact);
  return { status, headers, body, message: describeBody(status, headers, body, redact), requestId, interruption: null };
}

function requestIdOf(headers: ResponseHeaders): string | undefined {
  return headers['x-request-id'] ?? headers['x-github-request-id'];
}

function describeBody(status: number, { location = '' }: ResponseHeaders, body: Body, redact: Redact): string {
  if (status >= 200 && status < 300) return body.form === 'markup' ? readErrorMessage(body, redact) : '';
  return status < 400 ? describeRedirect(location, redact) : readErrorMessage(body, redact);
}

/** Where the response points, without the path and query, which may hold a token. */
function describeRedirect(location: string, redact: Redact): string {
  // Secrets go first: the parts of an address would not be found.
  const target = redact(location);
  if (!URL.canParse(target)) return 'a redirect, which is not followed';
  return formatMessage(`a redirect to ${new URL(target).origin}, which is not followed`, redact);
}
