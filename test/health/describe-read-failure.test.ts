import { expect, it } from 'vitest';
import { describeReadFailure } from '../../src/health/describe-read-failure.ts';
import type { RequestFailure } from '../../src/model/client.ts';
import { failureOf } from './samples.ts';

it.each<[RequestFailure, string]>([
  [
    failureOf('rejected', { status: 400, message: 'Body validation failed: series' }),
    'the service answered 400: Body validation failed: series',
  ],
  [failureOf('credentials', { status: 401 }), 'the service does not accept the access token (status 401)'],
  [
    failureOf('wrong-address', { status: 404, message: 'Not found.' }),
    'something other than the observability API is at the address (status 404): Not found',
  ],
  [failureOf('timeout', { attempts: 3 }), 'no complete response arrived in time after 3 attempts'],
  [failureOf('timeout', { status: 200 }), 'no complete response arrived in time (status 200)'],
  [failureOf('network', { status: 200 }), 'the connection to the service failed (status 200)'],
  [failureOf('rate-limited', { attempts: 0 }), 'the rate limit of the service let nothing through for too long'],
  [failureOf('rejected', { attempts: 0, message: 'Too many' }), 'the service was not queried: Too many'],
  [failureOf('server'), 'the service gave no response'],
  [failureOf('canceled', { attempts: 0 }), 'it was interrupted'],
])('says why the service could not be queried: %j', (failure, words) => {
  expect(describeReadFailure(failure)).toBe(words);
});
