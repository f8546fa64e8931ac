import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Freeze } from '../../../src/model/fleet.ts';
import { findFreeze } from '../../../src/plan/policy/find-freeze.ts';
import { freezeProblems } from '../../../src/plan/policy/freeze.ts';
import { holdsWhile, listChanges, showClock } from '../../calendar/intl-clock.ts';
import { checkProperty, countCases, inCi } from '../../effort.ts';
import { place } from '../samples.ts';

const MINUTE = 60_000;
const DAY = 1_440 * MINUTE;
const DAYS = { mon: 1, tue: 2, wed: 3, thu: 4, fri: 5, sat: 6, sun: 7 };
const ALL = Object.keys(DAYS) as (keyof typeof DAYS)[];
const about = { reason: 'quiet', location: place(3) };

function weekly(days: readonly (keyof typeof DAYS)[], hours: string | null, timezone = 'Europe/Berlin'): Freeze {
  const [from = '', until = ''] = hours?.split('-') ?? [];
  return {
    days: days.map((day) => DAYS[day]),
    hours: hours === null ? null : { from, until },
    timezone,
    ...about,
  };
}

function dates(from: string, until: string, timezone = 'UTC'): Freeze {
  return { ...weekly(ALL, null, timezone), dates: { from, until } };
}

/** When a freeze that holds at `time` ends; null when none holds. */
function endAt(time: string, ...freezes: readonly Freeze[]): string | null {
  const { until = null } = findFreeze(freezes, Date.parse(time)) ?? {};
  return until?.utc ?? null;
}

describe('days from one to another', () => {
  const holidays = dates('2026-12-20', '2027-01-02', 'America/New_York');

  it('are both included, in the time zone', () => {
    expect(endAt('2026-12-20T04:59:59Z', holidays)).toBeNull();
    expect(endAt('2026-12-20T05:00:00Z', holidays)).toBe('2027-01-03 05:00 UTC');
    expect(endAt('2027-01-03T04:59:59Z', holidays)).toBe('2027-01-03 05:00 UTC');
    expect(endAt('2027-01-03T05:00:00Z', holidays)).toBeNull();
  });

  it('are of UTC by default, and the end is shown once', () => {
    const freeze = findFreeze([dates('2026-12-20', '2026-12-20')], Date.parse('2026-12-20T12:00:00Z'));
    expect(freeze?.until).toEqual({ utc: '2026-12-21 00:00 UTC', local: null });
  });
});

describe('hours of days of the week', () => {
  const weekend = weekly(['fri', 'sat', 'sun'], '16:00-08:00');

  it('belong to the day on which they start when they go over midnight', () => {
    expect(endAt('2026-11-20T14:59:00Z', weekend)).toBeNull(); // Friday, 15:59 in Berlin
    expect(endAt('2026-11-20T15:00:00Z', weekend)).toBe('2026-11-21 07:00 UTC');
    expect(endAt('2026-11-23T06:59:00Z', weekend)).toBe('2026-11-23 07:00 UTC'); // Monday, 07:59
    expect(endAt('2026-11-20T06:00:00Z', weekend)).toBeNull(); // Friday, 07:00: Thursday has no window
  });

  it('end when the last of several windows without a gap ends', () => {
    expect(endAt('2026-11-20T12:00:00Z', weekly(['fri', 'sat', 'sun'], null), weekly(['mon'], '00:00-08:00'))).toBe(
      '2026-11-23 07:00 UTC',
    );
    expect(endAt('2026-11-20T12:00:00Z', weekly(ALL, '00:00-24:00'))).toBeNull();
  });

  it('follow the clocks of the zone when they change', () => {
    // In Berlin 02:00 to 03:00 does not exist on 2026-03-29, and exists twice on 2026-10-25.
    const night = weekly(['sun'], '02:00-03:00');
    expect(endAt('2026-03-29T00:59:59Z', night)).toBeNull();
    expect(endAt('2026-03-29T01:00:00Z', night)).toBeNull();
    expect(endAt('2026-10-25T00:00:00Z', night)).toBe('2026-10-25 02:00 UTC');
    expect(endAt('2026-10-25T01:59:00Z', night)).toBe('2026-10-25 02:00 UTC');
    expect(endAt('2026-10-25T02:00:00Z', night)).toBeNull();
    // In St. John's, Saturday came back for an hour at 00:01 on Sunday, 2010-11-07.
    expect(endAt('2010-11-07T02:31:00Z', weekly(['sat'], '06:00-24:00', 'America/St_Johns'))).toBe(
      '2010-11-07 03:30 UTC',
    );
    expect(endAt('2010-11-07T02:31:00Z', dates('2010-11-01', '2010-11-06', 'America/St_Johns'))).toBe(
      '2010-11-07 03:30 UTC',
    );
  });
});

describe('the report of a freeze', () => {
  const active = findFreeze([weekly(['mon'], '16:00-08:00')], Date.parse('2026-11-23T16:00:00Z'));

  it('says until when in both zones and why', () => {
    expect(freezeProblems(active, [], 'warning')).toMatchObject([
      {
        severity: 'warning',
        code: 'frozen',
        summary:
          'Changes are frozen until 2026-11-24 08:00 Europe/Berlin (2026-11-24 07:00 UTC); apply would write nothing now.',
        detail: 'Reason: quiet',
        line: 3,
      },
    ]);
  });

  it('is a note when the freeze is overridden', () => {
    expect(freezeProblems(active, [{ policy: 'freeze', reason: 'fire' }], 'error')).toMatchObject([
      { severity: 'note' },
    ]);
  });
});

function isFrozenByClock(freeze: Freeze, ms: number): boolean {
  const shown = showClock(freeze.timezone, ms);
  return holdsWhile(shown, freeze);
}

/** Zones with changes by an hour and by half an hour, at midnight, of a whole day, and without any. */
const ZONES = [
  'UTC',
  'Europe/Berlin',
  'America/New_York',
  'America/St_Johns',
  'Australia/Lord_Howe',
  'Asia/Kathmandu',
  'Africa/Cairo',
  'America/Santiago',
  'Pacific/Apia',
  'Africa/Casablanca',
];
const two = (number: number): string => String(number).padStart(2, '0');
const times = fc
  .integer({ min: 0, max: 95 })
  .map((quarter) => `${two(Math.floor(quarter / 4))}:${two((quarter % 4) * 15)}`);
const day = fc
  .integer({ min: Date.UTC(2010, 0, 1) / DAY, max: Date.UTC(2030, 0, 1) / DAY })
  .map((days) => new Date(days * DAY).toISOString().slice(0, 10));
const zone = fc.constantFrom(...ZONES);
const generated: fc.Arbitrary<Freeze> = fc.oneof(
  {
    weight: 1,
    arbitrary: fc
      .record({ day, length: fc.integer({ min: 0, max: 20 }), zone })
      .map(({ day: from, length, zone: timezone }) =>
        dates(from, new Date(Date.parse(from) + length * DAY).toISOString().slice(0, 10), timezone),
      ),
  },
  {
    weight: 4,
    arbitrary: fc
      .record({
        days: fc.uniqueArray(fc.constantFrom(...(Object.keys(DAYS) as (keyof typeof DAYS)[])), {
          minLength: 1,
          maxLength: 5,
        }),
        hours: fc.option(
          fc.tuple(times, fc.oneof(times, fc.constant('24:00'))).filter(([a, b]) => a !== b),
          { freq: 8 },
        ),
        zone,
      })
      .map(({ days, hours, zone: timezone }) => weekly(days, hours?.join('-') ?? null, timezone)),
  },
);

/** Changes of the clocks in these zones, by what `Intl` shows. */
const CHANGES: Readonly<Record<string, readonly number[]>> = Object.fromEntries(
  ZONES.map((name) => [name, listChanges(name, Date.UTC(2010, 0, 1), Date.UTC(2029, 0, 1))]),
);

/** An instant near an edge of the window or a change of the clocks. */
function instantNear(freeze: Freeze): fc.Arbitrary<number> {
  const middle = freeze.dates !== undefined ? Date.parse(freeze.dates.from) : Date.UTC(2019, 5, 1);
  const anywhere = fc
    .integer({ min: middle / MINUTE - 20_000, max: middle / MINUTE + 20_000 })
    .map((ms) => ms * MINUTE);
  const changes = CHANGES[freeze.timezone] ?? [];
  if (changes.length === 0) return anywhere;
  const nearChange = fc
    .tuple(fc.constantFrom(...changes), fc.integer({ min: -300, max: 300 }))
    .map(([change, minutes]) => change + minutes * MINUTE);
  return fc.oneof(anywhere, nearChange);
}

describe('generated windows and instants', () => {
  const cases = generated.chain((freeze) => fc.record({ freeze: fc.constant(freeze), ms: instantNear(freeze) }));

  it('agree with a clock in the zone, and the end is the first minute that is free', { timeout: 120_000 }, () => {
    const seen = { frozen: 0, free: 0 };
    const ending = countCases();
    checkProperty(
      fc.property(cases, ({ freeze, ms }) => {
        const found = findFreeze([freeze], ms);
        seen[found === null ? 'free' : 'frozen'] += 1;
        expect(found !== null).toBe(isFrozenByClock(freeze, ms));
        if (found === null || found.until === null) return;
        ending.add();
        const end = Date.parse(`${found.until.utc.slice(0, 16).replace(' ', 'T')}Z`);
        expect(isFrozenByClock(freeze, end)).toBe(false);
        // The last minutes, and some of the day before the end.
        const before = [...Array(20).keys()].flatMap((index) => [
          end - (index + 1) * MINUTE,
          end - index * 73 * MINUTE,
        ]);
        for (const at of before.filter((time) => time > ms && time < end)) {
          if (!isFrozenByClock(freeze, at)) throw new Error(`free at ${new Date(at).toISOString()}`);
        }
      }),
      { numRuns: 10_000 },
    );
    expect(seen.frozen).toBeGreaterThan(100);
    expect(seen.free).toBeGreaterThan(100);
    ending.expectSome(100);
  });
});

inCi('has no known end when very many windows would have to be asked', () => {
  let conversions = 0;
  const weekly = (day: number, hours: { readonly from: string; readonly until: string } | null): Freeze => ({
    ...{ days: [day], hours, reason: 'r', location: dates('2026-01-01', '2026-01-01').location },
    get timezone() {
      conversions += 1;
      return 'Pacific/Apia';
    },
  });
  const minutes = Array.from({ length: 2_000 }, () => weekly(1, { from: '00:00', until: '00:01' }));
  const days = [1, 2, 3, 4, 5, 6, 7].map((day) => weekly(day, null));
  expect(findFreeze([...minutes, ...days], Date.parse('2026-11-29T02:00:00Z'))?.until).toBe(null);
  expect(conversions).toBeLessThan(30_000);
});
