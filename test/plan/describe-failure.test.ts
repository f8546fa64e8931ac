import { describe, expect, it } from 'vitest';
import { unansweredProblem } from '../../src/health/describe-failure.ts';
import type { RequestFailure } from '../../src/model/client.ts';
import { failureProblem, notRequestedProblems, unreadProblem } from '../../src/plan/describe-failure.ts';
import { desiredPipe, failure } from './samples.ts';

const summarize = (about: RequestFailure): string =>
  failureProblem('Pipe orders could not be done', about, null).summary;

describe('the reason for a failed read', () => {
  it.each<[RequestFailure, string]>([
    [failure('service-idle', { status: 424 }), 'the service is idle, and a read must not wake it (it returned 424)'],
    [failure('service-idle', { status: 424, method: 'PUT' }), 'the service is idle (it returned 424)'],
    [failure('network'), 'the connection to the service failed'],
    [failure('network', { status: 200 }), 'the response of the service ended early'],
    [failure('timeout', { status: 200 }), 'no complete response arrived in time'],
    [failure('wrong-pipe', { status: 200 }), 'the service returned another pipe'],
    [failure('not-found', { status: 404, method: 'PUT' }), 'not found (it returned 404)'],
    [failure('network', { message: 'connection refused (ECONNREFUSED)' }), 'connection refused'],
  ])('matches the request and the answer: %j', (about, reason) => {
    expect(summarize(about)).toBe(`Pipe orders could not be done: ${reason}.`);
  });
});

describe('the help for a failed request', () => {
  const refused = failure('network', { fault: 'refused' });
  it.each<[string, RequestFailure, string]>([
    [
      'https://a.example.com/v1/',
      failure('wrong-address', { status: 404 }),
      'leave it out of KEY, as in https://a.example.com.',
    ],
    ['https://a.example.com/v1', failure('not-found', { status: 404 }), 'leave it out of KEY'],
    ['http://127.0.0.1:4010', refused, 'start it with `pipeform sandbox`;'],
    ['http://localhost:4711', refused, 'start it with `pipeform sandbox --port 4711`;'],
    ['http://[::1]:4711', failure('circuit-open', { cause: refused }), '`pipeform sandbox --port 4711`'],
    ['https://127.0.0.1:4010', failure('network', { fault: 'no-tls' }), 'use http://127.0.0.1:4010 in KEY.'],
    ['https://a.example.com', failure('network', { fault: 'no-tls' }), ''],
    ['https://a.example.com', failure('server', { status: 502, requestId: 'r-1' }), ''],
    ['https://a.example.com', failure('server', { status: 502 }), 'Try again later.'],
    ['https://a.example.com', failure('invalid-response', { status: 200 }), 'Check the address of the service'],
  ])('fits %s: %j', (url, about, help) => {
    const observed = url.replace(/\/v1(?=\/?$)/, '/api/v2');
    const cause = { ...about, ...about.cause };
    const hints = [
      [unansweredProblem(cause, observed).hint, 'observability.url'],
      [unreadProblem({ ...desiredPipe(), location: null }, cause, url).hint, 'api.url'],
      [
        notRequestedProblems([{ read: { ok: false, failure: { ...about, kind: 'circuit-open', cause } } }], url)[0]
          ?.hint,
        'api.url',
      ],
    ] as const;
    for (const [hint, key] of hints.slice(0, about.kind === 'network' || about.cause ? 3 : 2)) {
      expect(hint).toContain(help.replace('KEY', key));
      expect(hint?.includes('request id')).toBe(about.requestId !== null && key === 'api.url');
    }
  });
});

it('starts with the words of the service', () => {
  const about = failure('rejected', { status: 400, message: 'BAD_REQUEST: too many threads.', method: 'PUT' });
  expect(summarize(about)).toBe(
    'BAD_REQUEST: too many threads (pipe orders could not be done: the service refused the request; it returned 400).',
  );
});

const RANGE = 'The value may be outside a narrower range that is not published.';
const PAUSE =
  'The service makes this change only while the pipe is paused or stopped. Pause it in the service, run the command again, and resume it.';
const COMPLETED = 'The pipe is in state Completed, which may be why.';
const READ = 'Read the message of the service; it says what to change.';

it.each<[number, string, string | null, string]>([
  [400, 'db_max_threads must be at most 4', 'Running', RANGE],
  [422, '', null, RANGE],
  [400, 'The pipe must be paused to change the replicas', 'Running', PAUSE],
  [412, 'Pause the pipe before you edit it', 'Running', PAUSE],
  [400, 'the pipe must be running', 'Paused', 'The pipe is in state Paused, which may be why.'],
  [400, 'INVALID_STATE: not now', 'Running', READ],
  [400, 'not possible', 'Completed', `${COMPLETED} ${RANGE}`],
  [400, 'the pipe is completed', 'Completed', COMPLETED],
  [405, 'no', 'Running', READ],
])('advises by the status and the words of a refusal: %i %s', (status, message, state, hint) => {
  const about = failure('rejected', { status, message, method: 'PUT' });
  expect(failureProblem('Pipe orders could not be done', about, null, state).hint).toBe(hint);
});

it.each([
  ['CONFLICT: the pipe must be paused', PAUSE],
  [
    'CONFLICT: another operation is in progress',
    'Run the command again when the operation is done; if operations take longer, raise --wait-timeout.',
  ],
])('advises by the words of a refusal for now: %s', (message, hint) => {
  const about = failure('busy', { status: 409, message, method: 'PUT' });
  expect(failureProblem('Pipe orders could not be done', about, null).hint).toBe(hint);
});

it('has the words of the service once', () => {
  const about = failure('rejected', {
    path: '/v1/pipes/1',
    status: 400,
    message: 'BAD_REQUEST: no.',
    requestId: 'r-1',
  });
  expect(failureProblem('Pipe orders could not be done', about, null).detail).toBe(
    'GET /v1/pipes/1 returned 400 (request id r-1)',
  );
  expect(unreadProblem(desiredPipe(), about, 'http://127.0.0.1:4999').detail).toBe(
    'GET /v1/pipes/1 returned 400 (request id r-1)',
  );
});

it('has the words of another answer, whatever the summary says', () => {
  const about = failure('wrong-pipe', { path: '/v1/pipes/1', status: 200, message: 'another pipe' });
  expect(failureProblem('The pipe could not be read', about, null)).toMatchObject({
    summary: 'The pipe could not be read: the service returned another pipe.',
    detail: 'GET /v1/pipes/1 returned 200: another pipe',
  });
});

it('states that a request was never sent', () => {
  const about = failure('rate-limited', { path: '/v1/pipes/1', attempts: 0, message: 'no room' });
  expect(failureProblem('Pipe orders could not be read', about, null).detail).toBe(
    'GET /v1/pipes/1 was not sent: no room',
  );
});

describe('the cause of a pipe that could not be read', () => {
  const URL = 'http://127.0.0.1:4999';
  const refused = { kind: 'network', status: null, message: 'connection refused (ECONNREFUSED)' } as const;

  it.each<[RequestFailure, code: string, summary: string]>([
    [failure('network', refused), 'network-error', `Cannot reach ${URL}: connection refused.`],
    [failure('circuit-open', { cause: refused }), 'circuit-open', `Cannot reach ${URL}: connection refused.`],
    [failure('listing-failed', { cause: refused }), 'network-error', `Cannot reach ${URL}: connection refused.`],
    [failure('timeout'), 'network-error', `${URL}: no complete response arrived in time.`],
    [
      failure('credentials', { status: 401, message: 'UNAUTHORIZED: wrong key.' }),
      'credentials-rejected',
      `UNAUTHORIZED: wrong key (credentials rejected; ${URL} returned 401).`,
    ],
    [failure('credentials', { status: 401 }), 'credentials-rejected', `Credentials rejected (${URL} returned 401).`],
    [failure('not-allowed', { status: 403 }), 'not-allowed', `Not allowed (${URL} returned 403).`],
    [
      failure('not-found', { status: 404, message: 'NOT_FOUND: the organization does not exist.' }),
      'pipe-not-found',
      `NOT_FOUND: the organization does not exist (${URL} returned 404).`,
    ],
    [
      failure('listing-failed', { cause: { kind: 'not-found', status: 404, message: '' } }),
      'listing-failed',
      'The pipes of service analytics could not be listed: the service has no list endpoint at this address.',
    ],
  ])('starts with the words of the service, and has its address: %j', (about, code, summary) => {
    expect(unreadProblem(desiredPipe(), about, URL)).toMatchObject({
      code,
      summary,
      file: desiredPipe().location.file,
    });
  });
});

it('gives a network error without a code once, and the code with the request', () => {
  const unread = (message: string) =>
    unreadProblem(desiredPipe(), failure('network', { message }), 'http://127.0.0.1:1');
  expect(unread('the TLS handshake failed')).toMatchObject({
    summary: 'Cannot reach http://127.0.0.1:1: the TLS handshake failed.',
    detail: expect.stringMatching(/got no response/),
  });
  expect(unread('the TLS handshake failed').detail).not.toContain('handshake');
  expect(unread('connection refused (ECONNREFUSED)').detail).toContain('connection refused (ECONNREFUSED)');
});
