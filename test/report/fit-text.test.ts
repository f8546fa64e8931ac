import { stripVTControlCharacters } from 'node:util';
import fc from 'fast-check';
import stringWidth from 'string-width';
import { describe, expect, it } from 'vitest';
import { fitLines, textWidth } from '../../src/report/text/fit-text.ts';
import { createStyle } from '../../src/report/text/style.ts';
import { anyCharacter } from '../any-character.ts';
import { checkProperty } from '../effort.ts';

describe('a line that is wider than the terminal', () => {
  it.each([
    ['fits', 'as it is', 8, 'as it is'],
    ['breaks between words', 'Capacity: replicas 24 to 30', 20, 'Capacity: replicas\n  24 to 30'],
    ['breaks between cells before words', 'one two  three four', 15, 'one two\n  three four'],
    ['breaks a cell that is too wide', 'a  one two three', 10, 'a  one two\n  three'],
    [
      'indents below the words after a mark',
      '    ~ settings.a_key  10000 -> 20000',
      25,
      '    ~ settings.a_key\n        10000 -> 20000',
    ],
    [
      'indents below the words after a number',
      '  1. one two three four five',
      21,
      '  1. one two three\n       four five',
    ],
    [
      'keeps an amount and its unit together',
      'memory 24 GB -> 21 GB (-3 GB) in all',
      28,
      'memory 24 GB -> 21 GB\n  (-3 GB) in all',
    ],
    ['keeps a long word whole', 'see /a/very/long/path now', 10, 'see\n  /a/very/long/path\n  now'],
    ['has a line for each word where nothing fits', 'one  two', -2, 'one\ntwo'],
    ['counts the cells of wide characters', '早上 好吗 朋友', 9, '早上 好吗\n  朋友'],
  ])('%s', (_, text, columns, expected) => {
    expect(fitLines(text, columns)).toBe(expected);
  });

  it('is kept when the width is unknown', () => {
    expect(fitLines('one two three', null)).toBe('one two three');
  });

  it('is measured without its color codes', () => {
    const { red, bold } = createStyle('on');
    expect(fitLines(`${red('one')} ${bold('two')}`, 7)).toBe(`${red('one')} ${bold('two')}`);
    expect(stripVTControlCharacters(fitLines(`${red('one')} ${bold('two')}`, 6))).toBe('one\n  two');
  });
});

it('the measured width is the width on the terminal', () => {
  checkProperty(
    fc.property(fc.oneof(fc.string({ unit: anyCharacter }), fc.string(), fc.string({ unit: 'grapheme' })), (text) => {
      expect(textWidth(text)).toBe(stringWidth(text));
    }),
  );
});
