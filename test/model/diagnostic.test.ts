import { expect, it } from 'vitest';
import { compareText } from '../../src/model/diagnostic.ts';
import { DIAGNOSTICS } from '../../src/model/diagnostic-codes.ts';

// The order of diagnostics is that of test/config/problems.test.ts.
it('every code has a cause and a fix, in sentences', () => {
  for (const [code, { cause, cure }] of Object.entries(DIAGNOSTICS)) {
    expect(code).toMatch(/^[a-z]+(-[a-z]+)*$/);
    expect(cause, code).toMatch(/[.`]$/);
    expect(cure, code).toMatch(/[.`]$/);
  }
});

it('compares text by code unit, in any locale', () => {
  expect(['b', 'ä', 'B', 'a', ''].sort(compareText)).toEqual(['', 'B', 'a', 'b', 'ä']);
});
