import fc from 'fast-check';
import { expect, test } from 'vitest';
import { safeJson, UNSAFE } from '../../src/model/text.ts';
import { anyCharacter } from '../any-character.ts';
import { checkProperty } from '../effort.ts';

test('escapes control characters that JSON allows', () => {
  expect(safeJson({ name: 'a\u009b2J\u202eb\u{e0041}\u001b' }, 0)).toBe(
    '{"name":"a\\u009b2J\\u202eb\\udb40\\udc41\\u001b"}',
  );
});

test('keeps the value and leaves nothing unsafe, for any text', () => {
  checkProperty(
    fc.property(fc.jsonValue({ stringUnit: anyCharacter }), fc.constantFrom(0, 2), (value, indent) => {
      const text = safeJson(value, indent);
      expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)));
      expect(text.replaceAll('\n', '').match(UNSAFE)).toBeNull();
    }),
  );
});
