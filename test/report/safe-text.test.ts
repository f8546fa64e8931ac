import fc from 'fast-check';
import { expect, test } from 'vitest';
import { safeText, UNSAFE } from '../../src/model/text.ts';
import { renderReportText as renderText } from '../../src/report/text/render-text.ts';
import { createStyle } from '../../src/report/text/style.ts';
import { anyCharacter } from '../any-character.ts';
import { checkProperty } from '../effort.ts';
import { anyHostileText } from './hostile-texts.ts';
import { hostileDrift, hostilePlan, hostileRun } from './sample-reports.ts';

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

test.each([
  ['plan', hostilePlan],
  ['drift', hostileDrift],
  ['run', hostileRun],
] as const)('no text of a %s reaches a terminal as a control character', (_, make) => {
  checkProperty(
    fc.property(fc.array(anyHostileText(), { minLength: 1, maxLength: 2 }), (texts) => {
      const lines = renderText(make(texts), createStyle('off')).split('\n');
      expect(lines.flatMap((line) => line.match(UNSAFE) ?? [])).toEqual([]);
    }),
    { numRuns: 50 },
  );
});
