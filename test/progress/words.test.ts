import fc from 'fast-check';
import stringWidth from 'string-width';
import { describe, expect, it } from 'vitest';
import { rateOf } from '../../src/progress/state.ts';
import { formatElapsed, formatTimeLeft, percentOf } from '../../src/progress/words.ts';
import { truncate } from '../../src/report/text/fit-text.ts';
import { formatRate, formatTook } from '../../src/report/view-model/format.ts';
import { checkProperty } from '../effort.ts';

describe('the pace', () => {
  it('decreases while nothing finishes', () => {
    const from = { at: 1_000, done: 100 };
    expect(rateOf(from, { at: 3_000, done: 110 })).toBe(5);
    expect(rateOf(from, { at: 11_000, done: 110 })).toBe(1);
  });

  it('is unknown at the start and when nothing finishes', () => {
    expect(rateOf({ at: 0, done: 0 }, { at: 900, done: 5 })).toBeNull();
    expect(rateOf({ at: 0, done: 3 }, { at: 9_000, done: 3 })).toBeNull();
  });
});

describe('formatting progress', () => {
  it.each([
    [96.4, '96/s'],
    [4.21, '4.2/s'],
    [0.98, '1/s'],
    [0.3, '18/min'],
    [0.005, '18/h'],
    [0.00001, '1/h'],
  ])('formatRate(%d)', (rate, text) => expect(formatRate(rate)).toBe(text));

  it.each([
    [10, 'about 1s left'],
    [17_400, 'about 18s left'],
    [61_000, 'about 1m5s left'],
    [601_000, 'about 11m left'],
    [7_201_000, 'about 2h1m left'],
  ])('formatTimeLeft(%d)', (milliseconds, text) => expect(formatTimeLeft(milliseconds)).toBe(text));

  it('shows whole seconds while running, and tenths for a short total', () => {
    expect([formatElapsed(1_999), formatElapsed(-5), formatElapsed(61_500)]).toEqual(['1s', '0s', '1m1s']);
    expect([formatTook(412), formatTook(9_960), formatTook(61_500)]).toEqual(['400ms', '10s', '1m2s']);
  });

  it('shows 100% only when everything is done', () => {
    expect([percentOf(1_999, 2_000), percentOf(2_000, 2_000), percentOf(0, 0)]).toEqual([99, 100, 100]);
  });
});

const anyText = fc.string({ unit: 'grapheme', maxLength: 60 });

describe('fitting text', () => {
  it('keeps wide characters and joined emoji whole', () => {
    expect(truncate('データパイプ', 6, '…')).toBe('デー…');
    expect(truncate('👩‍👩‍👧‍👦 family', 4, '…')).toBe('👩‍👩‍👧‍👦 …');
    expect(truncate('orders', 6, '…')).toBe('orders');
    expect(truncate('orders-eu', 6, '...')).toBe('ord...');
    expect(truncate('orders', 2, '...')).toBe('');
  });

  it('is never wider than the limit', () => {
    checkProperty(
      fc.property(anyText, fc.integer({ min: 1, max: 40 }), (text, columns) => {
        expect(stringWidth(truncate(text, columns, '…'))).toBeLessThanOrEqual(columns);
      }),
    );
  });
});
