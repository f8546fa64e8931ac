import { describe, expect, it } from 'vitest';
import { compareText, diagnose, sortDiagnostics } from '../../src/model/diagnostic.ts';
import { DIAGNOSTICS } from '../../src/model/diagnostic-codes.ts';

const WORDS = { code: 'usage', summary: 'No.' } as const;
const at = (file: string, line: number, column: number) => ({
  file,
  line,
  column,
  endLine: line,
  endColumn: column + 1,
});

describe('a diagnostic', () => {
  it('sorts by file, line and column as numbers, without a position first, and keeps equal positions in order', () => {
    const places = [at('b.yaml', 1, 1), at('a.yaml', 10, 1), at('a.yaml', 9, 2), at('a.yaml', 9, 1), null];
    const sorted = sortDiagnostics(places.map((place) => diagnose('error', WORDS, place)));
    expect(sorted.map(({ file, line, column }) => [file, line, column])).toEqual([
      [null, null, null],
      ['a.yaml', 9, 1],
      ['a.yaml', 9, 2],
      ['a.yaml', 10, 1],
      ['b.yaml', 1, 1],
    ]);
    const twins = ['first', 'second'].map((summary) => diagnose('error', { ...WORDS, summary }, at('a', 1, 1)));
    expect(sortDiagnostics(twins)).toEqual(twins);
  });

  it('has a cause and a fix for every code, in sentences', () => {
    for (const [code, { cause, cure }] of Object.entries(DIAGNOSTICS)) {
      expect(code).toMatch(/^[a-z]+(-[a-z]+)*$/);
      expect(cause, code).toMatch(/[.`]$/);
      expect(cure, code).toMatch(/[.`]$/);
    }
  });
});

it('compares text by code unit, in any locale', () => {
  expect(['b', 'ä', 'B', 'a', ''].sort(compareText)).toEqual(['', 'B', 'a', 'b', 'ä']);
});
