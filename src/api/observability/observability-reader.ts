import type { RequestFailure } from '../../model/client.ts';
import { findQueryProblems } from '../../model/observability/query-problems.ts';
import type { ObservabilityReader, SeriesQuery, SeriesReturnType } from '../../model/observability/reader.ts';
import { Secret } from '../../model/secret/secret.ts';
import { jsonOf } from '../http/read-response.ts';
import type { RequestResult } from '../http/retry.ts';
import { createServiceClient, type ServiceClient, type ServiceClientOptions } from '../http/service-client.ts';
import { createServiceClock } from '../http/service-clock.ts';
import { parseAlert } from './parse-alert.ts';
import { parseSeries } from './parse-series.ts';

const SERIES_PATH = '/api/v2/charts/series';
const ALERTS_PATH = '/api/v2/alerts';

export interface ObservabilityOptions extends ServiceClientOptions {
  readonly accessToken: Secret;
  /** Sent with each query; undefined: the service chooses. */
  readonly seriesReturnType?: SeriesReturnType | undefined;
}

export interface ObservabilityConnection extends ObservabilityReader, Pick<ServiceClient, 'onRateLimit' | 'close'> {}

/** Five series of 10,000 buckets with long groups and 64-bit counts are 10 MB; more groups multiply that. */
export const MAX_SERIES_BYTES = 32 * 1024 * 1024;

/**
 * Connects to the observability API; sends nothing yet. An invalid query is not sent: it fails as `rejected` after 0
 * attempts. Throws an AddressError for an address or a proxy that may not be used.
 */
export function connectObservability(options: ObservabilityOptions): ObservabilityConnection {
  const token = options.accessToken.reveal();
  const serviceClock = createServiceClock(options.clock);
  const { now } = serviceClock;
  const { request, redact, onRateLimit, close } = createServiceClient(options, {
    headers: { Authorization: new Secret(`Bearer ${token}`) },
    secrets: [token],
    rateLimit: null,
    largestResponseBytes: MAX_SERIES_BYTES,
    // Gates and watches send few requests and count failures themselves; a cool-down would hide recovery from them.
    circuit: 'stays closed',
    serviceClock,
  });
  return {
    url: options.url,
    now,
    onRateLimit,
    close,

    async querySeries(query, signal) {
      const target = { method: 'POST', path: SERIES_PATH } as const;
      const problems = findQueryProblems(query);
      if (problems.length > 0) return unsent(target, problems.join('; '));
      const body = JSON.stringify(queryBody(query, options.seriesReturnType));
      const result = await request({ ...target, intent: 'query', body, signal });
      if (!result.ok) return result;
      const parsed = parseSeries(jsonOf(result.body), query, redact);
      if (!parsed.ok) return unreadable(target, result, describeProblem(parsed.problem, options));
      return { ok: true, rows: parsed.rows, ungrouped: parsed.ungrouped, attempts: result.attempts };
    },

    async readAlert(id, signal) {
      const path = alertPath(id);
      if (path === null)
        return unsent({ method: 'GET', path: ALERTS_PATH }, 'the id of the alert cannot be part of a URL');
      const target = { method: 'GET', path } as const;
      const result = await request({ ...target, intent: 'read', body: null, signal });
      if (!result.ok) return result;
      const parsed = parseAlert(jsonOf(result.body), { id, now: now(), redact });
      if (!parsed.ok) return unreadable(target, result, parsed.problem);
      return { ok: true, alert: parsed.alert, attempts: result.attempts };
    },
  };
}

/** The body by the contract (observability API, part 2). */
function queryBody(
  { startMs, endMs, granularity, series }: SeriesQuery,
  seriesReturnType: SeriesReturnType | undefined,
): object {
  return { startTime: startMs, endTime: endMs, granularity, seriesReturnType, series };
}

function describeProblem(problem: string, { seriesReturnType }: ObservabilityOptions): string {
  if (seriesReturnType === undefined) return problem;
  return `${problem}; services may answer seriesReturnType: ${seriesReturnType} with rows of another shape`;
}

/** null for an invalid id: `.` and `..` would change the path, and a lone surrogate cannot be encoded. */
function alertPath(id: string): string | null {
  return /^\.{0,2}$/.test(id) || /\p{Surrogate}/u.test(id) ? null : `${ALERTS_PATH}/${encodeURIComponent(id)}`;
}

type RequestLine = Pick<RequestFailure, 'method' | 'path'>;
type Failed = { readonly ok: false; readonly failure: RequestFailure };
type Succeeded = Extract<RequestResult, { readonly ok: true }>;

function unsent(target: RequestLine, message: string): Failed {
  return { ok: false, failure: { ...target, kind: 'rejected', status: null, message, requestId: null, attempts: 0 } };
}

function unreadable(target: RequestLine, { status, getRequestId, attempts }: Succeeded, message: string): Failed {
  const requestId = getRequestId();
  return { ok: false, failure: { ...target, kind: 'invalid-response', status, message, requestId, attempts } };
}
