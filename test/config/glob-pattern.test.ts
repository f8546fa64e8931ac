import fc from 'fast-check';
import picomatch from 'picomatch';
import { expect, test } from 'vitest';
import { parseGlob } from '../../src/config/glob-pattern.ts';

function fits(pattern: string, name: string): boolean {
  const glob = parseGlob(pattern);
  return glob.accepts(glob.enter(glob.start, name));
}

const text = (...characters: readonly string[]) =>
  fc.array(fc.constantFrom(...characters), { minLength: 1, maxLength: 8 }).map((parts) => parts.join(''));

test('one part of a path is held against a pattern as picomatch does it', () => {
  fc.assert(
    fc.property(text('a', 'b', '.', '-', '*', '?'), text('a', 'b', '.', '-'), (pattern, name) => {
      fc.pre(!['.', '..'].includes(name) && pattern !== '.' && pattern !== '**');
      expect(fits(pattern, name)).toBe(picomatch(pattern, { posix: true, nonegate: true })(name));
    }),
    { numRuns: 2_000 },
  );
});

test('many stars are no matter, whatever the name shares with what stands between them', () => {
  expect(fits(`${'*a'.repeat(200)}b`, `${'a'.repeat(240)}bc`)).toBe(false);
  expect(fits(`${'*a'.repeat(200)}b`, `${'a'.repeat(240)}b`)).toBe(true);
});
