import { expect, it } from 'vitest';
import { describeReadFailure } from '../../src/health/describe-failure.ts';
import type { RequestFailure } from '../../src/model/client.ts';
import { failureOf, OBSERVABILITY_URL as URL } from './samples.ts';

it.each<[RequestFailure, string]>([
  [
    failureOf('rejected', { status: 400, message: 'Body validation failed: series.' }),
    `Body validation failed: series (the service refused the request; ${URL} returned 400)`,
  ],
  [
    failureOf('credentials', { status: 401, message: 'UNAUTHORIZED: wrong token.' }),
    `UNAUTHORIZED: wrong token (access token rejected; ${URL} returned 401)`,
  ],
  [failureOf('credentials', { status: 401 }), `Access token rejected (${URL} returned 401)`],
  [
    failureOf('not-allowed', { status: 403, message: 'FORBIDDEN: no access to this team.' }),
    `FORBIDDEN: no access to this team (not allowed; ${URL} returned 403)`,
  ],
  [
    failureOf('network', { message: 'connection refused (ECONNREFUSED)', attempts: 5 }),
    `Cannot reach ${URL}: connection refused`,
  ],
  [
    failureOf('wrong-address', { status: 404, message: 'Not found.' }),
    `${URL}: something other than the observability API responded: Not found`,
  ],
  [failureOf('timeout', { attempts: 3 }), `${URL}: no complete response arrived in time`],
  [failureOf('network', { status: 200 }), `${URL}: the response of the service ended early`],
  [
    failureOf('invalid-response', { status: 200, message: 'the rows are not a list' }),
    `${URL}: the response is not valid for the observability API: the rows are not a list`,
  ],
  [failureOf('rate-limited', { attempts: 0 }), `${URL}: the rate limit requires too long a wait`],
  [failureOf('rejected', { attempts: 0, message: 'Too many' }), 'it was not sent: Too many'],
  [failureOf('interrupted', { attempts: 0 }), 'interrupted'],
])('says why the service could not be queried, with its words first and its address: %j', (failure, words) => {
  expect(describeReadFailure(failure, URL)).toBe(words);
});

it('is the same for all requests with one cause', () => {
  const reasons = ['a', 'b'].map((id, index) => {
    const about = { path: `/api/v2/alerts/${id}`, requestId: id, attempts: index + 1 };
    return describeReadFailure(failureOf('credentials', { ...about, status: 401 }), URL);
  });
  expect(new Set(reasons).size).toBe(1);
});
