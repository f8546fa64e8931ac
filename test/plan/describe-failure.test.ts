import { describe, expect, it } from 'vitest';
import type { RequestFailure } from '../../src/model/client.ts';
import { describeFailure } from '../../src/plan/describe-failure.ts';
import { failure } from './samples.ts';

const summarize = (about: RequestFailure): string =>
  describeFailure('Pipe orders could not be done', about, null).summary;

describe('the reason for a failed read', () => {
  it.each<[RequestFailure, string]>([
    [failure('service-idle', { status: 424 }), 'the service is idle, and a read must not wake it'],
    [failure('service-idle', { status: 424, method: 'PUT' }), 'the service is idle'],
    [failure('network'), 'the connection to the service failed'],
    [failure('network', { status: 200 }), 'the response of the service ended early'],
    [failure('timeout', { status: 200 }), 'no complete response arrived in time'],
    [failure('wrong-pipe', { status: 200 }), 'the service returned another pipe'],
    [failure('not-found', { status: 404, method: 'PUT' }), 'the service does not find it'],
  ])('matches the request and the answer: %j', (about, reason) => {
    expect(summarize(about)).toBe(`Pipe orders could not be done: ${reason}.`);
  });
});

it('shows the request and the answer', () => {
  const message = 'asked for pipe 1 of service 2, got pipe 3 of service 2';
  const path = '/v1/pipes/1';
  const said = describeFailure(
    'Pipe orders could not be read',
    failure('wrong-pipe', { path, status: 200, message }),
    null,
  );
  expect(said).toMatchObject({ code: 'wrong-pipe', detail: `GET /v1/pipes/1 answered 200: ${message}` });
});

it('states that a request was never sent', () => {
  const about = failure('rate-limited', { path: '/v1/pipes/1', attempts: 0, message: 'no room' });
  expect(describeFailure('Pipe orders could not be read', about, null).detail).toBe(
    'GET /v1/pipes/1 was not sent: no room',
  );
});
