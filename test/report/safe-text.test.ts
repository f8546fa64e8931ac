import fc from 'fast-check';
import { expect, test } from 'vitest';
import { safeText } from '../../src/model/text.ts';
import { anyCharacter } from '../any-character.ts';
import { checkProperty } from '../effort.ts';

test.each([
  ['plain text, café 日本 👍', 'plain text, café 日本 👍'],
  ['a\nb\tc\r', 'a\\nb\\tc\\r'],
  ['\u001b[31m', '\\x1b[31m'],
  ['\u007f\u0085\u009b', '\\x7f\\x85\\x9b'],
  ['\u202eabc\u2066', '\\u202eabc\\u2066'],
  ['a\u200bb\ufeff', 'a\\u200bb\\ufeff'],
  ['\ud800x', '\\ud800x'],
  ['\u{e0041}', '\\u{e0041}'],
])('escapes %j', (text, safe) => {
  expect(safeText(text)).toBe(safe);
});

test('leaves no terminal control sequences, and keeps safe text', () => {
  checkProperty(
    fc.property(fc.string({ unit: anyCharacter }), (text) => {
      const safe = safeText(text);
      expect(safe).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u202a-\u202e\u2066-\u2069]/);
      expect(safeText(safe)).toBe(safe);
    }),
  );
});
