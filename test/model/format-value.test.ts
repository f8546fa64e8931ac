import fc from 'fast-check';
import { expect, it } from 'vitest';
import { COMPARATORS, formatCondition, formatValue, meets } from '../../src/model/check.ts';
import { count } from '../../src/model/number.ts';
import { checkProperty } from '../effort.ts';

it.each<[number, string]>([
  [0, '0'],
  [-0, '0'],
  [12_400, '12,400'],
  [1_234_567_890, '1,234,567,890'],
  [1 / 3, '0.333333'],
  [0.1 + 0.2, '0.3'],
  [-1234.5678, '-1,234.568'],
  [0.0004, '0.0004'],
  [1e-9, '1e-9'],
  [1e22, '1e+22'],
])('formats %d readably', (value, words) => {
  expect(formatValue(value, { comparator: '<', value: 5 })).toBe(words);
});

it('never rounds a value to the other side of the condition', () => {
  const values = fc.double({ min: -1e6, max: 1e6, noNaN: true });
  checkProperty(
    fc.property(values, fc.constantFrom(...COMPARATORS), fc.nat(8), (bound, comparator, digits) => {
      const condition = { comparator, value: Number(bound.toFixed(digits)) };
      const written = Number(formatValue(bound, condition).replaceAll(',', ''));
      expect(meets(written, condition)).toBe(meets(bound, condition));
    }),
  );
});

it('formats conditions and counts', () => {
  expect(formatCondition({ comparator: '>=', value: 0.95 })).toBe('>= 0.95');
  expect(formatCondition({ comparator: '<', value: 1_234_567.125 }, 'messages')).toBe('< 1,234,567.125 messages');
  expect([count(1, 'bucket'), count(2_880, 'bucket')]).toEqual(['1 bucket', '2,880 buckets']);
});
