import type { FailureKind, RequestFailure } from '../model/client.ts';

/** For requests without a response. */
const WITHOUT_RESPONSE: Readonly<Partial<Record<FailureKind, string>>> = {
  'rate-limited': 'the rate limit of the service let nothing through for too long',
  network: 'the connection to the service failed',
  timeout: 'the service did not answer in time',
  cancelled: 'it was interrupted',
};

/** For responses whose status is not clear alone. */
const WITH_RESPONSE: Readonly<Partial<Record<FailureKind, string>>> = {
  'not-found': 'the service does not find it',
  'wrong-address': 'something other than the observability API is at the address',
  credentials: 'the service does not accept the access token',
  network: 'the answer of the service broke off',
  timeout: 'no whole answer came in time',
  'invalid-response': 'the answer is not what the contract says',
  cancelled: 'it was interrupted',
};

/** `the service answered 500 after 4 attempts: Query failed (request id 7f…)` */
export function describeReadFailure({ kind, status, attempts, message, requestId }: RequestFailure): string {
  const failed = WITHOUT_RESPONSE[kind] ?? `the service ${attempts === 0 ? 'was not asked' : 'gave no answer'}`;
  const meaning = WITH_RESPONSE[kind];
  const responded = `${meaning === undefined ? 'the service' : `${meaning}, it`} answered ${status}`;
  const after = attempts > 1 ? ` after ${attempts} attempts` : '';
  const words = message.replace(/[\s.]+$/, '');
  const id = requestId === null ? '' : ` (request id ${requestId})`;
  return `${status === null ? failed : responded}${after}${words === '' ? '' : `: ${words}`}${id}`;
}
