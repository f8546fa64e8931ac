import fc from 'fast-check';
import { expect, it } from 'vitest';
import { formatMeasured, formatNumber, formatPercent } from '../../src/model/number.ts';
import { checkProperty } from '../effort.ts';

it.each([
  [0, '0'],
  [-3, '-3'],
  [12_400, '12,400'],
  [1_234_567.8, '1,234,567.8'],
  [0.8237, '0.8237'],
  [1 / 3, '0.333333'],
  [0.000_041, '0.000041'],
  [-5e-324, '-4.94e-324'],
  [1.795e308, '1.79e+308'],
  [4.1234e296, '4.12e+296'],
  [-1e21, '-1e+21'],
])('formats a measured %d as %s', (value, text) => {
  expect(formatMeasured(value)).toBe(text);
});

it.each([
  [1, 3, 1, '33.3%'],
  [9_999, 10_000, 1, '99.9%'],
  [99_999, 100_000, 2, '99.99%'],
  [996, 1_000, 0, '99%'],
  [1, 1, 1, '100%'],
  [3, 2, 1, '150%'],
  [1, 10_000, 1, '<0.1%'],
  [1, 1_000, 0, '<1%'],
  [0, 5, 1, '0%'],
])('%d of %d, with %d decimals, is %s', (part, whole, decimals, text) => {
  expect(formatPercent(part, whole, decimals)).toBe(text);
});

it('groups digits as in English', () => {
  const thousandths = fc.maxSafeInteger().map((value) => value / 1000);
  const numbers = fc.oneof(fc.maxSafeInteger(), fc.integer(), thousandths, fc.double());
  checkProperty(
    fc.property(numbers, (value) => {
      fc.pre(!Object.is(value, -0));
      expect(formatNumber(value)).toBe(value.toLocaleString('en-US'));
    }),
  );
});
