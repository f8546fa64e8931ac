import { expect, it } from 'vitest';
import { readInstantMs, readTimeMs } from '../../src/model/field/units.ts';

const T = Date.parse('2026-11-20T10:00:00Z');

it.each([
  ['2026-11-20T10:00:00Z', T],
  ['2026-11-20t10:00:00.000z', T],
  ['2026-11-20T10:00', T],
  ['2026-11-20 10:00:00', T],
  ['2026-11-20 10:00:00.5', T + 500],
  ['2026-11-20T11:00:00+01:00', T],
  ['2026-11-20T05:00:00-0500', T],
  ['2026-11-20T10:00:00.123456Z', T + 123],
  ['2026-11-20', T - 36_000_000],
])('%s is a valid time', (text, time) => {
  expect(readTimeMs(text)).toBe(time);
});

it.each([
  ['2026-11-20T10:00:00Z', T],
  ['2026-11-20t10:00:00.000z', T],
  ['2026-11-20T05:00:00-0500', T],
  ['2026-11-20T10:00:00', Number.NaN],
  ['2026-11-20 10:00', Number.NaN],
  ['2026-11-20', Number.NaN],
])('%s is an instant only with a zone', (text, time) => {
  expect(readInstantMs(text)).toBe(time);
});

// Date.parse accepts most of these: in the local time zone, ignoring the words before it, or as a day in March.
it.each([
  '2026/11/20 10:00:00',
  'Fri Nov 20 2026 10:00:00',
  'not updated since 2026-11-20',
  '1',
  '+275760-09-13T00:00:00Z',
  '2026-13-45T10:00:00Z',
  '2026-02-30T00:00:00Z',
  '2025-02-29',
  '2026-11-31T10:00:00+02:00',
  '20.11.2026',
  '2026-11-20T25:00',
  '2026-11-20T10:00 Europe/Berlin',
  '',
])('%s is not a valid time', (text) => {
  expect(readTimeMs(text)).toBeNaN();
  expect(readInstantMs(text)).toBeNaN();
});
