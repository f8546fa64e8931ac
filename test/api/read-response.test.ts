import { expect, test } from 'vitest';
import { readBody, readErrorMessage } from '../../src/api/http/read-response.ts';

const asIs = (text: string): string => text;

test('searches only the start of a page for its title', () => {
  expect(readErrorMessage(readBody('<title '.repeat(500_000)), asIs)).toBe('a web page');
  expect(readErrorMessage(readBody(`<html><title lang="en">Down</title>${'x'.repeat(500_000)}`), asIs)).toBe(
    'a web page titled “Down”',
  );
});

const WORDS = 'db_max_threads may be at most 4';

test.each<[unknown, string]>([
  [{ error: 'BAD_REQUEST', message: WORDS }, `BAD_REQUEST; ${WORDS}`],
  [{ error: 'Bad Request', message: `Bad request: ${WORDS}.`, statusCode: 400 }, `Bad request: ${WORDS}`],
  [{ error: { message: WORDS, code: 400 } }, WORDS],
  [{ error: { errors: [{ reason: 'limit', message: WORDS }] } }, `${WORDS}; limit`],
  [{ message: [WORDS, 'other is unknown', WORDS] }, `${WORDS}; other is unknown`],
  [{ message: { detail: WORDS } }, WORDS],
  [{ Message: WORDS }, WORDS],
  [{ error_description: WORDS, error: 'invalid' }, `invalid; ${WORDS}`],
  [{ type: 'about:blank', title: 'Bad Request', detail: WORDS, status: 400 }, `Bad Request; ${WORDS}`],
  [{ detail: [{ loc: ['body', 'db_max_threads'], msg: 'at most 4', input: 'no' }] }, 'body.db_max_threads: at most 4'],
  [{ details: [{ reason: WORDS }], code: 3, message: 'invalid' }, `invalid; ${WORDS}`],
  [{ errors: [WORDS, { detail: 'and another', source: { pointer: '/x' } }] }, `${WORDS}; and another`],
  [
    { title: 'Invalid', errors: { db_max_threads: ['at most 4'], x: 'no' } },
    'Invalid; db_max_threads: at most 4; x: no',
  ],
  [{ violations: [{ propertyPath: 'x', message: 'at most 4' }], title: 'Invalid' }, 'Invalid; x: at most 4'],
  [{ issues: [{ path: ['settings', 'x'], message: 'at most 4' }] }, 'settings.x: at most 4'],
  [{ 'invalid-params': [{ name: 'x', reason: 'at most 4' }], title: 'Invalid' }, 'Invalid; x: at most 4'],
  [{ validationErrors: [{ field: 'x', message: 'at most 4' }] }, 'x: at most 4'],
  [{ fault: { faultstring: WORDS } }, WORDS],
  [[{ message: WORDS }], WORDS],
])('finds the reason in %j', (body, message) => {
  expect(readErrorMessage(readBody(JSON.stringify(body)), asIs)).toBe(message);
});

test('an error body with a pipe does not show the source of the pipe', () => {
  const pipe = { source: { objectStorage: { connectionString: 'AccountKey=canary' } } };
  for (const body of [{ result: pipe }, pipe, [pipe], { details: { pipe } }]) {
    expect(readErrorMessage(readBody(JSON.stringify(body)), asIs)).not.toContain('canary');
  }
});
