import { readFile } from 'node:fs/promises';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isSeriesUnit, withUnit } from '../../src/model/number.ts';
import { anyCharacter } from '../any-character.ts';
import { checkProperty } from '../effort.ts';

const SCHEMA = JSON.parse(await readFile(new URL('../../schema/config.schema.json', import.meta.url), 'utf8'));
const WRITTEN: string = SCHEMA.definitions.check.properties.unit.pattern;

test.each([
  ['messages', true],
  ['%', true],
  ['MB / s', true],
  ['消息', true],
  ['x'.repeat(20), true],
  ['x'.repeat(21), false],
  ['', false],
  [' ', false],
  [' ms', false],
  ['a\nb', false],
  ['\u001b[2J', false],
  ['\u202eboo', false],
  ['a\u2028b', false],
])('%j is a valid unit: %s', (text, allowed) => {
  expect(isSeriesUnit(text)).toBe(allowed);
});

test('the command line accepts the units that the configuration accepts', () => {
  const allowed = new RegExp(WRITTEN.replace(/\|\\\$\\\{$/, ''), 'u');
  expect(allowed.source).not.toBe(WRITTEN);
  checkProperty(
    fc.property(fc.string({ unit: anyCharacter, maxLength: 24 }), (text) => {
      expect(isSeriesUnit(text)).toBe(allowed.test(text));
    }),
  );
});

test.each([
  ['messages', '12 messages'],
  ['%', '12%'],
  [null, '12'],
])('formats 12 in %j as %j', (unit, words) => {
  expect(withUnit('12', unit)).toBe(words);
});
