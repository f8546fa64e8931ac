import { expect, test } from 'vitest';
import { errorWords, readBody } from '../../src/api/http/error-words.ts';

const asIs = (text: string): string => text;

test('a page of any size is looked at only where its title would be', () => {
  expect(errorWords(readBody('<title '.repeat(500_000)), asIs)).toBe('a web page');
  expect(errorWords(readBody(`<html><title lang="en">Down</title>${'x'.repeat(500_000)}`), asIs)).toBe(
    'a web page titled “Down”',
  );
});

test('an error that carries a pipe does not bring its source to the screen', () => {
  const pipe = { source: { objectStorage: { connectionString: 'AccountKey=canary' } } };
  for (const body of [{ result: pipe }, pipe, [pipe], { details: { pipe } }]) {
    expect(errorWords(readBody(JSON.stringify(body)), asIs)).not.toContain('canary');
  }
});
