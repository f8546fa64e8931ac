import { describe, expect, it } from 'vitest';
import { formatElapsed, formatRate, formatTimeLeft, percentOf } from '../../src/progress/describe-progress.ts';
import { addPaceMark, type Pace, rateOf } from '../../src/progress/pace.ts';
import { formatTook } from '../../src/report/view-model/format.ts';

describe('the pace', () => {
  it('is told over the last half minute', () => {
    let pace: Pace = [{ at: 0, done: 0 }];
    for (let second = 1; second <= 60; second++) {
      pace = addPaceMark(pace, { at: second * 1_000, done: second <= 30 ? second : 30 + (second - 30) * 10 });
    }
    expect(rateOf(pace, { at: 60_000, done: 330 })).toBe(10);
  });

  it('falls while nothing is done', () => {
    const pace: Pace = [{ at: 0, done: 0 }];
    expect(rateOf(pace, { at: 2_000, done: 10 })).toBe(5);
    expect(rateOf(pace, { at: 10_000, done: 10 })).toBe(1);
  });

  it('is not told too early, nor when nothing was done', () => {
    expect(rateOf([{ at: 0, done: 0 }], { at: 900, done: 5 })).toBeNull();
    expect(rateOf([{ at: 0, done: 0 }], { at: 9_000, done: 0 })).toBeNull();
    expect(rateOf([], { at: 9_000, done: 3 })).toBeNull();
  });
});

describe('the words', () => {
  it.each([
    [96.4, '96/s'],
    [4.21, '4.2/s'],
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

  it('shows whole seconds while it runs, and tenths of what was short', () => {
    expect([formatElapsed(1_999), formatElapsed(-5), formatElapsed(61_500)]).toEqual(['1s', '0s', '1m1s']);
    expect([formatTook(412), formatTook(9_960), formatTook(61_500)]).toEqual(['400ms', '10s', '1m2s']);
  });

  it('says 100% only when all is done', () => {
    expect([percentOf(1_999, 2_000), percentOf(2_000, 2_000), percentOf(0, 0)]).toEqual([99, 100, 100]);
  });
});
