import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Freeze } from '../../../src/model/fleet.ts';
import { findFreeze } from '../../../src/plan/policy/find-freeze.ts';
import { freezeProblems } from '../../../src/plan/policy/freeze.ts';
import { ALL_DAYS, anyWindow } from '../../calendar/generated-window.ts';
import { holdsWhile, showClock } from '../../calendar/intl-clock.ts';
import { checkProperty, inCi } from '../../effort.ts';
import { place } from '../samples.ts';

const MINUTE = 60_000;
const about = { reason: 'quiet', location: place(3) };
const [MON, FRI, SAT, SUN] = [1, 5, 6, 7];

function weekly(days: readonly number[], hours: string | null, timezone = 'Europe/Berlin'): Freeze {
  const [from = '', until = ''] = hours?.split('-') ?? [];
  return { days, hours: hours === null ? null : { from, until }, timezone, ...about };
}

function dates(from: string, until: string, timezone: string): Freeze {
  return { ...weekly(ALL_DAYS, null, timezone), dates: { from, until } };
}

const HOLIDAYS = dates('2026-12-20', '2027-01-02', 'America/New_York');

/** Zones and changes of their clocks are those of `calendar`. */
it.each<[string, string, readonly Freeze[], string | null]>([
  ['in the first second of its days', '2026-12-20T05:00:00Z', [HOLIDAYS], '2027-01-03 05:00 UTC'],
  ['after the last of its days', '2027-01-03T05:00:00Z', [HOLIDAYS], null],
  [
    'that the next window continues',
    '2026-11-20T12:00:00Z',
    [weekly([FRI, SAT, SUN], null), weekly([MON], '00:00-08:00')],
    '2026-11-23 07:00 UTC',
  ],
  // In St. John's, Saturday came back for an hour at 00:01 on Sunday, 2010-11-07.
  [
    'in hours of a day that comes back',
    '2010-11-07T02:31:00Z',
    [weekly([SAT], '06:00-24:00', 'America/St_Johns')],
    '2010-11-07 03:30 UTC',
  ],
  [
    'of days of which the last comes back',
    '2010-11-07T02:31:00Z',
    [dates('2010-11-01', '2010-11-06', 'America/St_Johns')],
    '2010-11-07 03:30 UTC',
  ],
])('ends a freeze %s', (_, time, freezes, end) => {
  const found = findFreeze(freezes, Date.parse(time));
  expect(found?.until?.utc ?? null).toBe(end);
});

it('has no end for a freeze that always holds', () => {
  const always = findFreeze([weekly(ALL_DAYS, '00:00-24:00')], Date.parse('2026-11-20T12:00:00Z'));
  expect(always).toMatchObject({ reason: 'quiet', until: null });
});

it('agrees with clocks in the zones for any freezes, and the end is the first minute that is free', () => {
  const seen = { frozen: 0, free: 0 };
  const instants = fc.integer({ min: Date.UTC(2026, 0, 1) / MINUTE, max: Date.UTC(2027, 11, 1) / MINUTE });
  const isHeld = (freeze: Freeze, ms: number) => holdsWhile(showClock(freeze.timezone, ms), freeze);
  checkProperty(
    fc.property(fc.array(anyWindow, { minLength: 1, maxLength: 3 }), instants, (windows, minute) => {
      const freezes = windows.map((window): Freeze => ({ ...window, ...about }));
      const isFrozen = (ms: number) => freezes.some((freeze) => isHeld(freeze, ms));
      const ms = minute * MINUTE;
      const found = findFreeze(freezes, ms);
      seen[found === null ? 'free' : 'frozen'] += 1;
      expect(found !== null).toBe(isFrozen(ms));
      if (found === null || found.until === null) return;
      const end = Date.parse(`${found.until.utc.slice(0, 16).replace(' ', 'T')}Z`);
      expect(isFrozen(end)).toBe(false);
      // The last minutes, and some of the day before the end.
      const before = Array.from({ length: 20 }, (_, index) => [end - (index + 1) * MINUTE, end - index * 73 * MINUTE]);
      for (const at of before.flat().filter((time) => time > ms && time < end)) {
        if (!isFrozen(at)) throw new Error(`free at ${new Date(at).toISOString()}`);
      }
    }),
    { numRuns: 5_000 },
  );
  expect(Math.min(seen.frozen, seen.free)).toBeGreaterThan(50);
}, 120_000);

describe('the report of a freeze', () => {
  const active = findFreeze([weekly([MON], '16:00-08:00')], Date.parse('2026-11-23T16:00:00Z'));

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

inCi('has no known end when very many windows would have to be asked', () => {
  let conversions = 0;
  const weekly = (day: number, hours: { readonly from: string; readonly until: string } | null): Freeze => ({
    ...{ days: [day], hours, reason: 'r', location: place(3) },
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
