import type { FailureKind, RequestFailure } from '../model/client.ts';

/** What it means that no answer came. */
const UNANSWERED: Readonly<Partial<Record<FailureKind, string>>> = {
  'rate-limited': 'the rate limit of the service let nothing through for too long',
  network: 'the connection to the service failed',
  timeout: 'the service did not answer in time',
  cancelled: 'it was interrupted',
};

/** What an answer means where its status alone does not say it. */
const ANSWERED: Readonly<Partial<Record<FailureKind, string>>> = {
  'not-found': 'the service does not find it',
  'wrong-address': 'something other than the observability API is at the address',
  credentials: 'the service does not accept the access token',
  network: 'the answer of the service broke off',
  timeout: 'no whole answer came in time',
  'invalid-response': 'the answer is not what the contract says',
  cancelled: 'it was interrupted',
};

/**
 * Why the service could not be asked, as a part of a sentence with the status, the service's own words and the request id:
 * `the service answered 500 after 4 attempts: Query failed (request id 7f…)`.
 */
export function describeReadFailure({ kind, status, attempts, message, requestId }: RequestFailure): string {
  const unanswered = UNANSWERED[kind] ?? `the service ${attempts === 0 ? 'was not asked' : 'gave no answer'}`;
  const meaning = ANSWERED[kind];
  const answered = `${meaning === undefined ? 'the service' : `${meaning}, it`} answered ${status}`;
  const after = attempts > 1 ? ` after ${attempts} attempts` : '';
  const words = message.replace(/[\s.]+$/, '');
  const id = requestId === null ? '' : ` (request id ${requestId})`;
  return `${status === null ? unanswered : answered}${after}${words === '' ? '' : `: ${words}`}${id}`;
}
