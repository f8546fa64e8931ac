import type { FailureKind, RequestFailure } from '../model/client.ts';
import { type Diagnostic, diagnose } from '../model/diagnostic.ts';
import { DIAGNOSTIC_CODES, type DiagnosticCode } from '../model/diagnostic-codes.ts';
import type { Location } from '../model/location.ts';

const CODES: Readonly<Record<FailureKind, DiagnosticCode>> = {
  'not-found': 'pipe-not-found',
  'wrong-address': 'wrong-address',
  credentials: 'credentials-rejected',
  'service-idle': 'service-idle',
  'rate-limited': 'rate-limited',
  rejected: 'request-rejected',
  server: 'server-error',
  network: 'network-error',
  timeout: 'network-error',
  'invalid-response': 'invalid-response',
  cancelled: 'interrupted',
};

const REASONS: Readonly<Record<FailureKind, string>> = {
  'not-found': 'no pipe has this id',
  'wrong-address': 'something other than the pipes API answered',
  credentials: 'the service does not accept the credentials for it',
  'service-idle': 'unreadable: service idle',
  'rate-limited': 'the rate limit was hit again and again',
  rejected: 'the service refused the request',
  server: 'the service has trouble of its own',
  network: 'the service could not be reached',
  timeout: 'the service did not answer in time',
  'invalid-response': 'the answer is not what the contract says',
  cancelled: 'interrupted',
};

/** A failed request as a diagnostic: `deed` says what could not be done, such as "Pipe orders could not be read". */
export function describeFailure(deed: string, failure: RequestFailure, at: Location | null): Diagnostic {
  const code = CODES[failure.kind];
  return diagnose(
    'error',
    {
      code,
      summary: `${deed}: ${REASONS[failure.kind]}.`,
      detail: exchange(failure),
      hint: DIAGNOSTIC_CODES[code].cure,
    },
    at,
  );
}

/** The request and what came back: `GET /v1/… answered 503 after 4 attempts: "…" (request id …)`. */
export function exchange(failure: RequestFailure): string {
  const answered = failure.status === null ? 'got no answer' : `answered ${failure.status}`;
  const attempts = failure.attempts > 1 ? ` after ${failure.attempts} attempts` : '';
  const words = failure.message === '' ? '' : `: ${failure.message}`;
  const requestId = failure.requestId === null ? '' : ` (request id ${failure.requestId})`;
  return `${failure.method} ${failure.path} ${answered}${attempts}${words}${requestId}`;
}
