import fc from 'fast-check';
import { expect, test } from 'vitest';
import { safeJson, safeText, UNSAFE } from '../../src/model/text.ts';
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
  ['##vso[task.setvariable variable=PATH]x', '\\x23#vso[task.setvariable variable=PATH]x'],
  ['orders ##[group]a ###[error]b', 'orders \\x23#[group]a #\\x23#[error]b'],
  ["##teamcity[buildStop comment='x']", "\\x23#teamcity[buildStop comment='x']"],
  ['::add-mask::a', '\\x3a:add-mask::a'],
  [' \u2003::stop-commands::a', ' \u2003\\x3a:stop-commands::a'],
  ['a ::error::b', 'a \\x3a:error::b'],
  ['--- a', '\\x2d-- a'],
  ['+++ a', '\\x2b++ a'],
  ['^^^ +++', '\\x5e^^ +++'],
  ['~~~ a', '\\x7e~~ a'],
  ['\u001b[0Ksection_start:1:a\r\u001b[0K', '\\x1b[0Ksection_start:1:a\\r\\x1b[0K'],
  ['on ::1 and ::ffff:10.0.0.1', 'on ::1 and ::ffff:10.0.0.1'],
  ['a::b ## c # [d] --- e --', 'a::b ## c # [d] --- e --'],
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

test('escapes control characters that JSON allows', () => {
  expect(safeJson({ name: 'a\u009b2J\u202eb\u{e0041}\u001b' }, 0)).toBe(
    '{"name":"a\\u009b2J\\u202eb\\udb40\\udc41\\u001b"}',
  );
});

test('keeps the value in JSON and leaves nothing unsafe, for any text', () => {
  checkProperty(
    fc.property(fc.jsonValue({ stringUnit: anyCharacter }), fc.constantFrom(0, 2), (value, indent) => {
      const text = safeJson(value, indent);
      expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)));
      expect(text.replaceAll('\n', '').match(UNSAFE)).toBeNull();
    }),
  );
});
