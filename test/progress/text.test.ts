import fc from 'fast-check';
import stringWidth from 'string-width';
import { describe, expect, it } from 'vitest';
import { cell, wrapWords } from '../../src/progress/theme.ts';
import { truncate } from '../../src/report/text/fit-text.ts';

const anyText = fc.string({ unit: 'grapheme', maxLength: 60 });

describe('text that fits', () => {
  it('keeps wide characters and joined emoji whole', () => {
    expect(truncate('データパイプ', 6, '…')).toBe('デー…');
    expect(truncate('👩‍👩‍👧‍👦 family', 4, '…')).toBe('👩‍👩‍👧‍👦 …');
    expect(truncate('orders', 6, '…')).toBe('orders');
    expect(truncate('orders-eu', 6, '...')).toBe('ord...');
    expect(truncate('orders', 2, '...')).toBe('');
  });

  it('is never wider than asked, and a cell is exactly as wide', () => {
    fc.assert(
      fc.property(anyText, fc.integer({ min: 1, max: 40 }), (text, columns) => {
        expect(stringWidth(truncate(text, columns, '…'))).toBeLessThanOrEqual(columns);
        expect(stringWidth(cell(text, columns, '…'))).toBe(columns);
      }),
    );
  });

  it('wraps between words, and inside a word only when it must', () => {
    expect(wrapWords('one two three', 8)).toEqual(['one two', 'three']);
    expect(wrapWords('a abcdefghij', 4)).toEqual(['a', 'abcd', 'efgh', 'ij']);
    expect(wrapWords('', 4)).toEqual([]);
  });
});
