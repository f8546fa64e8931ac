import { expect, test } from 'vitest';
import { type GitFailure, quoteStderr } from '../../src/git/git.ts';

const failure = (words: string): GitFailure => ({ reason: 'refused', exitCode: 128, words });

test('quotes git on one line, without secrets and control characters', () => {
  const words =
    "fatal: unable to access 'https://robot:s3cret@example.com/x.git/':\n\t\u001b[31mno\u202e\u0000 way\r\n";
  expect(quoteStderr(failure(words))).toBe(
    "Git: fatal: unable to access 'https://*****:******@example.com/x.git/': [31mno way",
  );
  expect(quoteStderr(failure(' \n'))).toBe(null);
  expect(quoteStderr(failure('x'.repeat(5_000)))).toHaveLength('Git: '.length + 600 + 1);
});
