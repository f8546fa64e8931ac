import fc from 'fast-check';
import type { WeeklyWindow } from '../../src/model/weekly-window.ts';

export const ALL_DAYS = [1, 2, 3, 4, 5, 6, 7];

/** The changes of the clocks in 2026 and 2027: by an hour and by half an hour, at midnight, not on Sundays, and none. */
export const ZONES = {
  'Europe/Berlin': 4,
  'Europe/London': 4,
  'America/New_York': 4,
  'America/Los_Angeles': 4,
  'America/Santiago': 4,
  'America/Havana': 4,
  'America/Sao_Paulo': 0,
  'Australia/Sydney': 4,
  'Australia/Lord_Howe': 4,
  'Pacific/Auckland': 4,
  'Africa/Cairo': 4,
  'Africa/Casablanca': 4,
  'Asia/Kolkata': 0,
  'Asia/Tehran': 0,
};

const two = (number: number): string => String(number).padStart(2, '0');
const times = fc
  .integer({ min: 0, max: 95 })
  .map((quarter) => `${two(Math.floor(quarter / 4))}:${two((quarter % 4) * 15)}`);

const DAY = 86_400_000;
const dates = fc
  .tuple(
    fc.integer({ min: -10, max: 730 }),
    fc.oneof(fc.integer({ min: 0, max: 12 }), fc.integer({ min: 0, max: 400 })),
  )
  .map(([start, length]) => {
    const [from = '', until = ''] = [start, start + length].map((day) =>
      new Date(Date.UTC(2026, 0, 1) + day * DAY).toISOString().slice(0, 10),
    );
    return { from, until };
  });

/** Its bounds are whole quarters of an hour. */
export const generatedWindow: fc.Arbitrary<WeeklyWindow> = fc.record({
  timezone: fc.constantFrom(...Object.keys(ZONES), 'UTC'),
  days: fc.uniqueArray(fc.constantFrom(...ALL_DAYS), { minLength: 1 }),
  hours: fc.option(
    fc
      .tuple(times, fc.oneof(times, fc.constant('24:00')))
      .filter(([from, until]) => from !== until)
      .map(([from, until]) => ({ from, until })),
    { freq: 8 },
  ),
});

/** A weekly window, or one of the days from 2026 to 2028. */
export const anyWindow: fc.Arbitrary<WeeklyWindow> = fc
  .tuple(generatedWindow, fc.option(dates))
  .map(([window, between]) => (between === null ? window : { ...window, dates: between }));
