import fc from 'fast-check';
import { anyCharacter } from '../any-character.ts';

/** Keys and values with a meaning in JavaScript, YAML or a terminal. */
export const ODD_TEXTS = [
  ...['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'length', '0', '-1', '', ' ', '~', 'null'],
  ...['\u0000', '\u001b[2J', '\u001b]0;x\u0007', '\u009b31m', '\u202e', '\u2028', '\ufeff', '\ud800', 'é'],
  ...['👩‍👩‍👧', '\r\n', '${', '${A:-${B}}', '$$', '&a', '*a', '<<', '!!js/function', '!x', '%TAG', '---', '...'],
  ...['? ', ': ', '#', '|', '>-'],
  ...['1e400', '.nan', '-.inf', '0x1F', '0o7', '1_000', '9007199254740993', '5s', '64MiB', '1Gi', '500m', 'NaN'],
  ...['../../etc/passwd', '/dev/zero', '**/*', '{a,b', 'C:\\x', 'https://a:b@c/', 'x'.repeat(3_000)],
];

/** JSON of any shape, with odd keys, including `__proto__` as JSON.parse creates it. */
export const oddJson: fc.Arbitrary<unknown> = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.oneof(
      fc.constantFrom(null, true, false, 0, -0, 1e308, 5e-324, 2 ** 53, ...ODD_TEXTS),
      fc.double(),
      fc.string({ unit: anyCharacter, maxLength: 20 }),
    ),
    fc.array(tie('value'), { maxLength: 4 }),
    fc
      .array(fc.tuple(fc.oneof(fc.constantFrom(...ODD_TEXTS), fc.string()), tie('value')), { maxLength: 4 })
      .map(ownEntries),
  ),
})).value;

/** Unlike an assignment, this creates a plain `__proto__` key. */
function ownEntries(entries: readonly (readonly [string, unknown])[]): object {
  return Object.fromEntries(entries);
}

/** A text with pieces removed, duplicated, swapped or inserted. */
export function mutated(text: fc.Arbitrary<string>, pieces: readonly string[]): fc.Arbitrary<string> {
  const at = fc.double({ min: 0, max: 1, noNaN: true });
  const piece = fc.oneof(fc.constantFrom(...pieces), fc.string({ unit: anyCharacter, maxLength: 6 }));
  const change = fc.record({ at, length: fc.nat({ max: 40 }), how: fc.constantFrom('cut', 'double', 'put'), piece });
  return fc.tuple(text, fc.array(change, { minLength: 1, maxLength: 4 })).map(([start, changes]) =>
    changes.reduce((whole, { at: share, length, how, piece: added }) => {
      const from = Math.floor(share * whole.length);
      const [before, part, after] = [
        whole.slice(0, from),
        whole.slice(from, from + length),
        whole.slice(from + length),
      ];
      if (how === 'cut') return before + after;
      return how === 'double' ? before + part + part + after : before + added + part + after;
    }, start),
  );
}

const BUILT_IN = [Object.prototype, Array.prototype, String.prototype, Function.prototype].map(
  (prototype) => [prototype, Object.getOwnPropertyNames(prototype).join()] as const,
);

/** The names of properties that every object would now have; empty without prototype pollution. */
export function findPollution(): readonly string[] {
  return BUILT_IN.flatMap(([prototype, names]) => {
    const now = Object.getOwnPropertyNames(prototype).join();
    return now === names ? [] : [now];
  });
}
