import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { buildCrons } from '../../src/calendar/crons.ts';
import { findNextEdge } from '../../src/calendar/weekly-window.ts';
import type { WeeklyWindow } from '../../src/model/weekly-window.ts';
import { checkProperty } from '../effort.ts';
import { generatedWindow } from './generated-window.ts';

const MINUTE = 60_000;
const FROM = Date.UTC(2026, 10, 28, 6, 3);
const UNTIL = FROM + 365 * 1_440 * MINUTE;

function window(timezone: string, days: readonly number[], from: string, until: string): WeeklyWindow {
  return { timezone, days, hours: { from, until } };
}

const WORKDAYS = [1, 2, 3, 4, 5];

describe('the crons of a schedule', () => {
  test.each<readonly [string, readonly WeeklyWindow[], readonly string[]]>([
    ['in UTC', [window('UTC', WORKDAYS, '07:00', '19:00')], ['2 7,19 * * 1-5']],
    ['summer and winter', [window('Europe/Berlin', WORKDAYS, '07:00', '19:00')], ['2 5,6,17,18 * * 1-5']],
    ['over midnight', [window('America/New_York', [7], '19:58', '08:30')], ['0 0,1 * * 1', '32 12,13 * * 1']],
    ['each day', [window('Asia/Kolkata', [1, 2, 3, 4, 5, 6, 7], '09:00', '10:00')], ['32 3,4 * * *']],
    [
      'the same in two pipes',
      [window('UTC', [6], '07:00', '19:00'), window('UTC', [6], '07:00', '19:00')],
      ['2 7,19 * * 6'],
    ],
    [
      'of dates, in the weeks of which alone there is a change',
      [{ ...window('UTC', [6], '07:00', '19:00'), dates: { from: '2026-12-01', until: '2026-12-10' } }],
      ['2 7,19 * * 6'],
    ],
    [
      'of dates that are over',
      [{ ...window('UTC', [6], '07:00', '19:00'), dates: { from: '2026-10-01', until: '2026-11-27' } }],
      [],
    ],
    ['without an edge', [{ timezone: 'UTC', days: [1, 2, 3, 4, 5, 6, 7], hours: null }], []],
    [
      'too many',
      Array.from({ length: 21 }, (_, at) => window('UTC', [1], `07:${at + 10}`, '19:00')),
      ['2-59/5 * * * *'],
    ],
  ])('%s', (_name, windows, crons) => {
    expect(buildCrons(windows, FROM)).toEqual(crons);
  });

  test('start a run within ten minutes after each edge of the year', () => {
    checkProperty(
      fc.property(fc.array(generatedWindow, { minLength: 1, maxLength: 6 }), (windows) => {
        const crons = buildCrons(windows, FROM);
        expect(crons.length).toBeLessThanOrEqual(20);
        const starts = crons.map(readCron);
        for (
          let edge = findNextEdge(windows, FROM);
          edge !== null && edge < UNTIL;
          edge = findNextEdge(windows, edge)
        ) {
          const after = Array.from({ length: 10 }, (_, index) => new Date((edge ?? 0) + (index + 1) * MINUTE));
          const isMet = after.some((at) => starts.some((isStart) => isStart(at)));
          if (!isMet) throw new Error(`no run after ${new Date(edge).toISOString()}: ${crons.join('; ')}`);
        }
      }),
      { numRuns: 100 },
    );
  });
});

/** Whether a line of a crontab starts a run in a minute. */
function readCron(line: string): (at: Date) => boolean {
  const [minutes, hours, , , days] = line.split(' ').map((field) => {
    const parts = field.split(',').map((part) => {
      const [, first = '0', last = first, step = '1'] = /^(\d+)(?:-(\d+))?(?:\/(\d+))?$/.exec(part) ?? [];
      return { first: Number(first), last: Number(last), step: Number(step) };
    });
    return (number: number) =>
      field === '*' ||
      parts.some(({ first, last, step }) => first <= number && number <= last && (number - first) % step === 0);
  });
  return (at) =>
    minutes?.(at.getUTCMinutes()) === true && hours?.(at.getUTCHours()) === true && days?.(at.getUTCDay()) === true;
}
