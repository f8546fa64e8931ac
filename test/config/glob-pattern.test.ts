import fc from 'fast-check';
import picomatch from 'picomatch';
import { expect, test } from 'vitest';
import { parseGlob } from '../../src/config/resolve/glob-pattern.ts';

function fits(pattern: string, name: string): boolean {
  const glob = parseGlob(pattern);
  return glob.accepts(glob.enter(glob.start, name));
}

const text = (longest: number, ...characters: readonly string[]) =>
  fc.array(fc.constantFrom(...characters), { minLength: 1, maxLength: longest }).map((parts) => parts.join(''));

const isVisible = (name: string): boolean => !name.startsWith('.');

test('a pattern with few stars means what it means to picomatch', () => {
  const pattern = text(6, 'a', 'b', '.', '?', '[ab]', '[!a]', '[b-d]', '{a,bb}', '{a,{b,c}*}').chain((written) =>
    fc.constantFrom(written, `${written}*`, `*${written}b`, `a*${written}*`),
  );
  fc.assert(
    fc.property(pattern, text(6, 'a', 'b', 'c', '.').filter(isVisible), (written, name) => {
      expect(fits(written, name)).toBe(picomatch(written, { posix: true, nonegate: true, noextglob: true })(name));
    }),
    { numRuns: 3_000 },
  );
});

test('a part with many stars means what a regular expression of it means', () => {
  const pattern = fc
    .tuple(fc.constant('a*b*'), text(6, 'a', 'b', '.', '*', '?'), fc.constant('*a*'))
    .map((parts) => parts.join(''));
  fc.assert(
    fc.property(pattern, text(8, 'a', 'b', '.'), (written, name) => {
      const expression = written.replaceAll('.', '\\.').replaceAll('?', '.').replace(/\*+/g, '.*');
      expect(fits(written, `a${name}`)).toBe(new RegExp(`^${expression}$`).test(`a${name}`));
    }),
    { numRuns: 2_000 },
  );
});

test('a name that begins with a dot is meant only by what is written with the dot', () => {
  expect(['.ab', 'xab'].map((name) => fits('*a*b*****', name))).toEqual([false, true]);
  expect(['.ab', 'xab'].map((name) => fits('.*a*b***', name))).toEqual([true, false]);
});

test('many stars are no matter, whatever the name shares with what stands between them', () => {
  expect(fits(`${'*a'.repeat(200)}b`, `${'a'.repeat(240)}bc`)).toBe(false);
  expect(fits(`${'*a'.repeat(200)}b`, `${'a'.repeat(240)}b`)).toBe(true);
});
