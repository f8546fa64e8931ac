import type { Axios, AxiosResponse } from 'axios';
import type { RequestAttempt } from '../../model/client.ts';
import type { Clock } from '../../model/clock.ts';
import type { Redact } from '../../model/secret.ts';
import { Secret } from '../../model/secret.ts';
import type { ResponseHeaders } from '../rate-limit/headers.ts';
import { InterruptedError } from './adapter.ts';
import type { Attempt } from './classify-response.ts';
import { type Body, formatMessage, readBody, readErrorMessage, readRequestId } from './response-body.ts';
import type { ServiceClock } from './service-clock.ts';

declare module 'axios' {
  interface AxiosRequestConfig {
    /** From 1. */
    attempt?: number;
    startedAtMs?: number;
    /** The path for the log, where the real one is a secret. */
    shownPath?: string;
  }
  interface AxiosResponse {
    /** The response as the rest of the program sees it: nothing in it holds a secret. */
    shown?: Attempt;
  }
}

/** Adds the headers that say who asks. */
export function addCredentials(axios: Axios, headers: Readonly<Record<string, string | Secret>>): void {
  const revealed = Object.entries(headers).map(([name, value]) => {
    return [name, value instanceof Secret ? value.reveal() : value] as const;
  });
  axios.interceptors.request.use(
    (config) => {
      for (const [name, value] of revealed) config.headers.set(name, value);
      if (config.data !== null) config.headers.set('Content-Type', 'application/json');
      return config;
    },
    null,
    { synchronous: true },
  );
}

/**
 * Reads what may be shown of a response, without secrets. An interrupted attempt becomes a response here: errors of axios hold the
 * whole request, so none goes further.
 */
export function redactResponses(axios: Axios, redact: Redact): void {
  axios.interceptors.response.use(
    (response: AxiosResponse<string>) => {
      response.shown = readResponse(response.status, response.headers as ResponseHeaders, response.data, redact);
      return response;
    },
    (error: unknown) => {
      if (!(error instanceof InterruptedError)) throw error;
      const { head, config, interruption } = error;
      const { status, headers } = head ?? { status: null, headers: {} };
      const requestId = readRequestId(null, requestIdOf(headers), redact);
      const shown: Attempt = { status, headers, body: null, message: '', requestId, interruption };
      return { ...head, status: status ?? 0, headers, config, data: '', statusText: '', shown };
    },
  );
}

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

/** Sets the service's clock by each response. */
export function followServiceClock(axios: Axios, serviceClock: ServiceClock, clock: Pick<Clock, 'monotonicMs'>): void {
  axios.interceptors.response.use((response) => {
    const { shown, headersAtMs } = response;
    if (shown !== undefined && headersAtMs !== undefined) {
      serviceClock.follow(shown.headers, clock.monotonicMs() - headersAtMs);
    }
    return response;
  });
}

/** Reports each attempt, for `--debug` and the count of requests. */
export function logRequests(
  axios: Axios,
  clock: Pick<Clock, 'monotonicMs'>,
  onRequest: (entry: RequestAttempt) => void,
): void {
  axios.interceptors.request.use(
    (config) => {
      config.startedAtMs = clock.monotonicMs();
      return config;
    },
    null,
    { synchronous: true },
  );
  axios.interceptors.response.use((response) => {
    const { config, shown } = response;
    onRequest({
      method: config.method?.toUpperCase() as RequestAttempt['method'],
      path: config.shownPath ?? config.url ?? '',
      status: shown?.status ?? null,
      attempt: config.attempt ?? 1,
      durationMs: Math.round(clock.monotonicMs() - (config.startedAtMs ?? 0)),
      requestId: shown?.requestId ?? null,
    });
    return response;
  });
}
