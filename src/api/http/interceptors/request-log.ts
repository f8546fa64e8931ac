import type { Axios, AxiosResponse } from 'axios';
import type { RequestAttempt } from '../../../model/client.ts';
import type { Clock } from '../../../model/clock.ts';
import type { Attempt } from '../classify-response.ts';

declare module 'axios' {
  interface AxiosRequestConfig {
    /** What the log says about the request. `path` is not the real path where that is a secret. */
    logged?: Pick<RequestAttempt, 'method' | 'origin' | 'path' | 'attempt'> & {
      /** Monotonic. */
      readonly startedAtMs: number;
    };
  }
}

/** Reports each attempt when it has ended. Runs after redaction: the request id comes from the service. */
export function logRequests(
  axios: Axios,
  clock: Pick<Clock, 'monotonicMs'>,
  onRequest: (entry: RequestAttempt) => void,
): void {
  axios.interceptors.response.use((response: AxiosResponse<Attempt>) => {
    const { logged } = response.config;
    if (logged === undefined) return response;
    const { method, origin, path, attempt, startedAtMs } = logged;
    const { status, requestId } = response.data;
    const durationMs = Math.round(clock.monotonicMs() - startedAtMs);
    onRequest({ method, origin, path, status, attempt, durationMs, requestId });
    return response;
  });
}
