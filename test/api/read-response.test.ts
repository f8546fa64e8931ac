import { expect, test } from 'vitest';
import { readBody, readErrorMessage } from '../../src/api/http/read-response.ts';

const asIs = (text: string): string => text;

test('searches only the start of a page for its title', () => {
  expect(readErrorMessage(readBody('<title '.repeat(500_000)), asIs)).toBe('a web page');
  expect(readErrorMessage(readBody(`<html><title lang="en">Down</title>${'x'.repeat(500_000)}`), asIs)).toBe(
    'a web page titled “Down”',
  );
});

test('an error body with a pipe does not show the source of the pipe', () => {
  const pipe = { source: { objectStorage: { connectionString: 'AccountKey=canary' } } };
  for (const body of [{ result: pipe }, pipe, [pipe], { details: { pipe } }]) {
    expect(readErrorMessage(readBody(JSON.stringify(body)), asIs)).not.toContain('canary');
  }
});
