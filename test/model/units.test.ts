import fc from 'fast-check';
import { expect, test } from 'vitest';
import { FIELDS } from '../../src/model/field/field.ts';
import {
  formatAge,
  formatBytes,
  formatDuration,
  humanForm,
  parseDuration,
  parseSize,
} from '../../src/model/field/units.ts';
import { checkProperty } from '../effort.ts';

test.each([
  ['500ms', 500],
  ['5s', 5000],
  ['1.5s', 1500],
  ['1.001s', 1001],
  ['1h', 3_600_000],
  ['1h30m', 5_400_000],
  ['2 m', 120_000],
  ['1d', 86_400_000],
  ['0.0005s', 'not-whole'],
  ['0.5s0.5s', 1000],
  ['5', 'syntax'],
  ['', 'syntax'],
  ['s', 'syntax'],
  ['-5s', 'syntax'],
  ['5 parsecs', 'unit'],
  ['5S', 'unit'],
  ['99999999999999d', 'too-large'],
])('parses the duration %s', (text, expected) => {
  const result = parseDuration(text);
  expect(result.ok ? result.value : result.reason).toBe(expected);
});

test.each([
  ['64MiB', 67_108_864],
  ['1.5 GiB', 1_610_612_736],
  ['10GB', 10_000_000_000],
  ['0.29GB', 290_000_000],
  ['8.0000001TB', 8_000_000_100_000],
  ['8.0000000000001TB', 'not-whole'],
  ['1kB', 1000],
  ['1KB', 1000],
  ['7B', 7],
  ['0.5B', 'not-whole'],
  ['1GiB1MiB', 'syntax'],
  ['1gib', 'unit'],
  ['1M', 'unit'],
  ['9999999TiB', 'too-large'],
])('parses the size %s', (text, expected) => {
  const result = parseSize(text);
  expect(result.ok ? result.value : result.reason).toBe(expected);
});

test.each([
  [0, '0s'],
  [500, '500ms'],
  [1500, '1.5s'],
  [5000, '5s'],
  [60_000, '1m'],
  [90_000, '1m30s'],
  [3_600_000, '1h'],
  [86_400_000, '1d'],
])('formats %d ms as %s', (ms, text) => expect(formatDuration(ms)).toBe(text));

test.each([
  [0, '0s'],
  [20_400, '20s'],
  [3_599_400, '59m59s'],
  [3_599_600, '1h'],
  [3_609_000, '1h'],
  [86_399_000, '1d'],
  [90_000_000, '1d1h'],
])('formats %d ms ago as %s ago', (ms, text) => expect(formatAge(ms)).toBe(text));

test.each([
  [67_108_864, '64MiB'],
  [10_000_000_000, '10GB'],
  [10_737_418_240, '10GiB'],
  [53_687_091_200, '50GiB'],
  [1024, '1KiB'],
  [1000, '1KB'],
  [1_048_576_000, '1000MiB'],
  [512, null],
  [1, null],
  [0, null],
  [-1024, null],
  [1234567, null],
])('formats %d bytes as %s', (bytes, text) => expect(formatBytes(bytes)).toBe(text));

test('formatted values parse to the same value', () => {
  checkProperty(
    fc.property(fc.nat(), (ms) => {
      expect(parseDuration(formatDuration(ms))).toEqual({ ok: true, value: ms });
    }),
  );
  checkProperty(
    fc.property(fc.nat({ max: 5000 }), fc.constantFrom(1000, 1024, 1024 ** 2, 1000 ** 3), (count, unit) => {
      const text = formatBytes(count * unit);
      if (text !== null) expect(parseSize(text)).toEqual({ ok: true, value: count * unit });
    }),
  );
});

test('only fields in milliseconds and bytes have a human form', () => {
  const shown = FIELDS.map((spec) => [spec.unit, humanForm(spec, 1024 * 1024)] as const);
  for (const [unit, form] of shown) {
    if (unit === 'bytes') expect(form).toBe('1MiB');
    else if (unit === 'milliseconds') expect(form).toBe('17m28.576s');
    else expect(form).toBeNull();
  }
  expect(FIELDS.map((spec) => humanForm(spec, null)).filter((form) => form !== null)).toEqual([]);
});
