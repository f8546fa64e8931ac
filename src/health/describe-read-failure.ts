import type { FailureKind, RequestFailure } from '../model/client.ts';

/** For kinds that need more than a status. */
const REASONS: Readonly<Partial<Record<FailureKind, string>>> = {
  'not-found': 'not found',
  'wrong-address': 'something other than the observability API is at the address',
  credentials: 'the service does not accept the access token',
  'rate-limited': 'the rate limit of the service let nothing through for too long',
  network: 'the connection to the service failed',
  timeout: 'no complete response arrived in time',
  'invalid-response': 'the response does not follow the contract',
  canceled: 'it was interrupted',
};

/** `the service answered 500 after 4 attempts: Query failed (request id 7f…)`, `not found (status 404): No such alert` */
export function describeReadFailure({ kind, status, attempts, message, requestId }: RequestFailure): string {
  const reason = REASONS[kind];
  const failed = reason ?? `the service ${attempts === 0 ? 'was not queried' : 'gave no response'}`;
  const responded = reason === undefined ? `the service answered ${status}` : `${reason} (status ${status})`;
  const after = attempts > 1 ? ` after ${attempts} attempts` : '';
  const words = message.replace(/[\s.]+$/, '');
  const id = requestId === null ? '' : ` (request id ${requestId})`;
  return `${status === null ? failed : responded}${after}${words === '' ? '' : `: ${words}`}${id}`;
}
