import { expect, test } from 'vitest';
import { readBody, readErrorMessage } from '../../src/api/http/response-body.ts';

const asIs = (text: string): string => text;

test('a page of any size is looked at only where its title would be', () => {
  expect(readErrorMessage(readBody('<title '.repeat(500_000)), asIs)).toBe('a web page');
  expect(readErrorMessage(readBody(`<html><title lang="en">Down</title>${'x'.repeat(500_000)}`), asIs)).toBe(
    'a web page titled “Down”',
  );
});

test('an error that carries a pipe does not bring its source to the screen', () => {
  const pipe = { source: { objectStorage: { connectionString: 'AccountKey=canary' } } };
  for (const body of [{ result: pipe }, pipe, [pipe], { details: { pipe } }]) {
    expect(readErrorMessage(readBody(JSON.stringify(body)), asIs)).not.toContain('canary');
  }
});
