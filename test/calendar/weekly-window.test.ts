import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findLastEdge, findNextEdge, findOverlap, holdsAt, sharesOfWeek } from '../../src/calendar/weekly-window.ts';
import type { WeeklyWindow } from '../../src/model/weekly-window.ts';
import { checkProperty, sample, WHOLE } from '../effort.ts';
import { ALL_DAYS, anyWindow, generatedWindow, ZONES } from './generated-window.ts';
import { holdsWhile, listChanges, showClock } from './intl-clock.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const WEEK = 7 * DAY;
/** How many instants between two edges are looked at. */
const STEPS = WHOLE ? 50 : 10;
const [FROM, UNTIL] = [Date.UTC(2026, 0, 1), Date.UTC(2028, 0, 1)];

function hoursOf(text: string): { from: string; until: string } {
  const [from = '', until = ''] = text.split('-');
  return { from, until };
}

function window(timezone: string, hours: string | null, days: readonly number[] = ALL_DAYS): WeeklyWindow {
  return { timezone, days, hours: hours === null ? null : hoursOf(hours) };
}

/** Windows that begin or end before, in and after the hour that clocks skip or repeat. */
const HOURS = [
  ...['00:00-24:00', '00:00-00:30', '23:30-00:30', '23:00-24:00', '22:00-06:00', '01:30-02:30', '02:00-03:00'],
  ...['02:30-01:45', '01:00-02:00', '00:15-01:15', '03:00-02:00', '02:15-02:45', '07:00-19:00'],
];

describe.each(Object.entries(ZONES))('the changes of the clocks in 2026 and 2027: %s', (timezone, count) => {
  const changes = listChanges(timezone, FROM, UNTIL);
  // Where nothing changes, any day.
  const moments = changes.length === 0 ? [Date.UTC(2026, 2, 29, 1)] : changes;

  test('are met at each minute, and so are the edges', () => {
    expect(changes).toHaveLength(count);
    for (const change of sample(moments)) {
      const weekday = showClock(timezone, change).weekday;
      const minutes = Array.from({ length: 6 * 60 }, (_, index) => change - 3 * HOUR + index * MINUTE);
      const quarters = Array.from({ length: 4 * 96 }, (_, index) => change - 2 * DAY + index * 15 * MINUTE);
      const shown = new Map([...minutes, ...quarters].map((ms) => [ms, showClock(timezone, ms)]));
      const days = [ALL_DAYS, [weekday], [(weekday + 5) % 7 || 7, weekday], [(weekday % 7) + 1]];
      for (const tried of [
        window(timezone, null, [weekday]),
        ...HOURS.flatMap((h) => days.map((d) => window(timezone, h, d))),
      ]) {
        const wrong = [...shown].filter(([ms, clock]) => holdsAt(tried, ms) !== holdsWhile(clock, tried));
        expect({ tried, wrong }).toEqual({ tried, wrong: [] });
        const edges = minutes.slice(1).filter((ms) => holdsAt(tried, ms) !== holdsAt(tried, ms - MINUTE));
        expect({ tried, edges: walk(tried, minutes[0] ?? 0, minutes.at(-1) ?? 0) }).toEqual({ tried, edges });
      }
    }
  });
});

/** The edges after `fromMs` until `untilMs`, forward; the same backward. */
function walk(tried: WeeklyWindow, fromMs: number, untilMs: number): readonly number[] {
  const forward: number[] = [];
  for (let ms = findNextEdge([tried], fromMs); ms !== null && ms <= untilMs; ms = findNextEdge([tried], ms))
    forward.push(ms);
  const backward: number[] = [];
  for (let ms = findLastEdge([tried], untilMs); ms !== null && ms > fromMs; ms = findLastEdge([tried], ms - 1))
    backward.push(ms);
  expect(backward.reverse()).toEqual(forward);
  return forward;
}

const instants = fc.integer({ min: FROM / MINUTE, max: UNTIL / MINUTE }).map((minutes) => minutes * MINUTE);

describe('generated windows', () => {
  test('hold without a change from one edge to the next', () => {
    checkProperty(
      fc.property(fc.array(anyWindow, { minLength: 1, maxLength: 3 }), instants, (list, ms) => {
        const [last, next] = [findLastEdge(list, ms), findNextEdge(list, ms)];
        const holding = (at: number): readonly boolean[] => list.map((one) => holdsAt(one, at));
        const [from, until] = [last ?? ms - 3 * WEEK, next ?? ms + 3 * WEEK];
        expect(from <= ms && ms < until).toBe(true);
        for (let step = 0; step <= STEPS; step++) {
          const at = from + Math.floor(((until - 1 - from) * step) / STEPS);
          expect(list.map((one) => holdsWhile(showClock(one.timezone, at), one))).toEqual(holding(ms));
        }
        if (last !== null) expect(holding(last - 1)).not.toEqual(holding(last));
        if (next !== null) expect([holding(next), findLastEdge(list, next)]).not.toEqual([holding(ms), last]);
      }),
      { numRuns: 2_000 },
    );
  });

  test('overlap where both hold, or nowhere', () => {
    const seen = { both: 0, none: 0 };
    checkProperty(
      fc.property(anyWindow, anyWindow, fc.array(instants, { minLength: 100, maxLength: 100 }), (a, b, samples) => {
        const at = findOverlap(a, b);
        const holdBoth = (ms: number): boolean => [a, b].every((one) => holdsWhile(showClock(one.timezone, ms), one));
        seen[at === null ? 'none' : 'both'] += 1;
        if (at !== null) expect(holdBoth(at)).toBe(true);
        else expect(samples.filter(holdBoth)).toEqual([]);
      }),
      { numRuns: 1_000 },
    );
    expect(Math.min(seen.both, seen.none)).toBeGreaterThan(10);
  });

  test('share the week as its minutes are shared', () => {
    checkProperty(
      fc.property(
        fc.array(generatedWindow, { maxLength: 4 }),
        fc.constantFrom(...Object.keys(ZONES)),
        (list, timezone) => {
          const ofOneZone = list.map((one) => ({ ...one, timezone }));
          const counts = [...list, null].map(() => 0);
          for (let quarter = 0; quarter < 7 * 96; quarter++) {
            // 2026-06-01 was a Monday; the bounds are whole quarters.
            const time = new Date(Date.UTC(2026, 5, 1) + quarter * 15 * MINUTE).toISOString();
            const clock = { date: time.slice(0, 10), time: time.slice(11, 16), weekday: Math.floor(quarter / 96) + 1 };
            const first = list.findIndex((one) => holdsWhile(clock, one));
            const index = first === -1 ? list.length : first;
            counts[index] = (counts[index] ?? 0) + 1;
          }
          expect(sharesOfWeek(ofOneZone)).toEqual(counts.map((count) => count / (7 * 96)));
          expect(sharesOfWeek(list).reduce((sum, share) => sum + share)).toBeCloseTo(1, 12);
        },
      ),
      { numRuns: 500 },
    );
  });
});

test('windows of two zones are compared with the clocks of each part of the year', () => {
  // Berlin is 6 hours ahead, and 5 for 503 hours of 2027: from March 14 to 28 and from October 31 to November 7.
  const [office, trade] = [window('America/New_York', '09:00-17:00', [1]), window('Europe/Berlin', '14:00-15:00', [1])];
  const overlap = findOverlap(office, trade);
  expect(overlap === null ? null : new Date(overlap).toISOString()).toBe('2027-03-15T13:00:00.000Z');
  const [, hour = 0] = sharesOfWeek([office, trade]);
  expect(hour).toBeCloseTo((1 / 168) * (8_257 / 8_760), 12);
});

test('a window that always holds has no edge', () => {
  for (const always of [window('Europe/Berlin', '00:00-24:00'), window('Europe/Berlin', null)]) {
    expect([findNextEdge([always], FROM), findLastEdge([always], UNTIL), sharesOfWeek([always])]).toEqual([
      null,
      null,
      [1, 0],
    ]);
  }
  expect([findNextEdge([], FROM), sharesOfWeek([])]).toEqual([null, [1]]);
});
