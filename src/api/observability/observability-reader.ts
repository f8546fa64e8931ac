import type { FailureKind, RequestFailure } from '../../model/client.ts';
import type { ObservabilityReader } from '../../model/observability.ts';
import { findQueryProblems } from '../../model/query-problems.ts';
import { Secret } from '../../model/secret.ts';
import type { SeriesQuery } from '../../model/series.ts';
import { jsonOf } from '../http/response-body.ts';
import { createServiceClient, type RequestResult, type ServiceClientOptions } from '../http/service-client.ts';
import { createServiceClock } from '../http/service-clock.ts';
import { parseAlert } from './parse-alert.ts';
import { parseSeries } from './parse-series.ts';

const SERIES_PATH = '/api/v2/charts/series';
const ALERTS_PATH = '/api/v2/alerts';

export interface ObservabilityOptions extends ServiceClientOptions {
  readonly accessToken: Secret;
}

/** Reads the observability API. */
export interface ObservabilityConnection extends ObservabilityReader {
  close(): void;
}

/** Five series of 10,000 buckets, each row with a long group and 64-bit counts, are 10 MB; groups multiply. */
export const LARGEST_SERIES_BYTES = 32 * 1024 * 1024;

/**
 * Connects to the observability API. A query with problems is not sent: it fails as `rejected` after 0 attempts, with those
 * problems for words. Throws an AddressError when the address, or the proxy for it, may not be used. Sends nothing yet.
 */
export function connectObservability(options: ObservabilityOptions): ObservabilityConnection {
  const token = options.accessToken.reveal();
  const serviceClock = createServiceClock(options.clock);
  const { now } = serviceClock;
  const { request, redact, close } = createServiceClient(options, {
    authorization: new Secret(`Bearer ${token}`),
    secrets: [token],
    rateLimit: null,
    largestResponseBytes: LARGEST_SERIES_BYTES,
    // Gates and watches ask seldom, and count failures themselves: a cool-down would only make them blind for longer.
    circuit: 'stays closed',
    serviceClock,
  });
  return {
    now,
    close,

    async querySeries(query, signal) {
      const asked = { method: 'POST', path: SERIES_PATH } as const;
      const problems = findQueryProblems(query);
      if (problems.length > 0) return unsent(asked, problems.join('; '));
      const body = JSON.stringify(queryBody(query));
      const result = await request({ ...asked, intent: 'query', body, signal });
      if (!result.ok) return result;
      const parsed = parseSeries(jsonOf(result.body), query.series.length, redact);
      if (!parsed.ok) return unreadable(asked, result, parsed.problem);
      return { ok: true, rows: parsed.rows, requestId: result.requestId, attempts: result.attempts };
    },

    async readAlert(id, signal) {
      const path = alertPath(id);
      if (path === null)
        return unsent({ method: 'GET', path: ALERTS_PATH }, 'the id of the alert cannot stand in a path');
      const asked = { method: 'GET', path } as const;
      const result = await request({ ...asked, intent: 'read', body: null, signal });
      if (!result.ok) return result;
      const parsed = parseAlert(jsonOf(result.body), { id, now: now(), redact });
      if (!parsed.ok) return unreadable(asked, result, parsed.problem);
      return { ok: true, alert: parsed.alert, requestId: result.requestId, attempts: result.attempts };
    },
  };
}

/** The body of the contract (observability API, part 2). What comes back without a return type is not shown. */
function queryBody({ startMs, endMs, granularity, series }: SeriesQuery): object {
  return {
    startTime: startMs,
    endTime: endMs,
    granularity,
    seriesReturnType: 'column',
    series: series.map(({ sourceId, aggFn, where, groupBy }) => ({ sourceId, aggFn, where, groupBy })),
  };
}

/** null: no id of an alert. Dots alone would lead to another path, and half a character has no encoding. */
function alertPath(id: string): string | null {
  return /^\.{0,2}$/.test(id) || /\p{Surrogate}/u.test(id) ? null : `${ALERTS_PATH}/${encodeURIComponent(id)}`;
}

type Asked = Pick<RequestFailure, 'method' | 'path'>;
type Failed = { readonly ok: false; readonly failure: RequestFailure };
type Answered = Extract<RequestResult, { readonly ok: true }>;

function unsent(asked: Asked, message: string): Failed {
  const kind: FailureKind = 'rejected';
  return { ok: false, failure: { ...asked, kind, status: null, message, requestId: null, attempts: 0 } };
}

function unreadable(asked: Asked, { status, requestId, attempts }: Answered, message: string): Failed {
  return { ok: false, failure: { ...asked, kind: 'invalid-response', status, message, requestId, attempts } };
}
