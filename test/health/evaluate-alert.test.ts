import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { describeTrust, evaluateAlert } from '../../src/health/evaluate-alert.ts';
import type { Verdict } from '../../src/model/check.ts';
import { readTimeMs } from '../../src/model/field/units.ts';
import type { Alert } from '../../src/model/observability/reader.ts';
import { checkProperty } from '../effort.ts';
import { ago, alertCheck, alertOf, NOW_MS } from './samples.ts';

const ERROR = 'its query failed, so its state is the last one known';

describe('an alert', () => {
  it.each<[Partial<Alert>, Verdict, string]>([
    [{}, 'pass', 'state OK, updated 20s ago'],
    [{ state: 'ok' }, 'pass', 'state ok, updated 20s ago'],
    [{ state: 'ALERT' }, 'fail', 'state ALERT, not OK, updated 20s ago'],
    [{ state: 'PENDING' }, 'fail', 'state PENDING, not OK, updated 20s ago'],
    [{ state: 'Something new' }, 'fail', 'state Something new, not OK, updated 20s ago'],
    [{ state: ' OK' }, 'fail', 'state  OK, not OK, updated 20s ago'],
    [{ state: null }, 'no-data', 'the alert cannot be trusted: the alert has no state'],
    [{ state: 'INSUFFICIENT_DATA' }, 'no-data', 'state INSUFFICIENT_DATA cannot be trusted: it has insufficient data'],
    [{ state: 'disabled' }, 'no-data', 'state disabled cannot be trusted: it is disabled'],
    [{ silenced: 'until noon' }, 'no-data', 'state OK cannot be trusted: it is silenced (until noon)'],
    [{ silenced: '' }, 'no-data', 'state OK cannot be trusted: it is silenced'],
    [{ state: 'ALERT', silenced: '' }, 'no-data', 'state ALERT cannot be trusted: it is silenced'],
    [{ executionErrors: ['no table'] }, 'no-data', `state OK cannot be trusted: ${ERROR} (no table)`],
    [{ executionErrors: ['a', 'b', 'c'] }, 'no-data', `state OK cannot be trusted: ${ERROR} (a and 2 more)`],
    [{ interval: null }, 'no-data', 'state OK cannot be trusted: the alert has no interval'],
    [{ interval: 'often' }, 'no-data', 'state OK cannot be trusted: its interval cannot be read: often'],
    [{ interval: '0m' }, 'no-data', 'state OK cannot be trusted: its interval cannot be read: 0m'],
    [{ updatedAt: null }, 'no-data', 'state OK cannot be trusted: the alert has no time of its update'],
    [{ updatedAt: 'soon' }, 'no-data', 'state OK cannot be trusted: the time of its update cannot be read: soon'],
    [{ updatedAt: '2026-11-20 10:00:00' }, 'pass', 'state OK, updated 20s ago'],
    [{ updatedAt: '2026-11-20T12:00:00+02:00' }, 'pass', 'state OK, updated 20s ago'],
    [{ updatedAt: ago(150_000) }, 'pass', 'state OK, updated 2m30s ago'],
    [
      { updatedAt: ago(150_001) },
      'no-data',
      'state OK cannot be trusted: it was updated 2m30s ago although it is evaluated every 1m',
    ],
    [{ updatedAt: ago(2 * 3_600_000), interval: '1h' }, 'pass', 'state OK, updated 2h ago'],
    [
      { updatedAt: ago(3 * 86_400_000 + 3_700_000), interval: '1d' },
      'no-data',
      'state OK cannot be trusted: it was updated 3d1h ago although it is evaluated every 1d',
    ],
    [{ updatedAt: ago(-150_000) }, 'pass', 'state OK, updated 0s ago'],
    [{ updatedAt: ago(-160_000) }, 'no-data', 'state OK cannot be trusted: its update is 2m40s in the future'],
    [
      { silenced: '', executionErrors: ['no table'], interval: null, updatedAt: null, state: 'DISABLED' },
      'no-data',
      `state DISABLED cannot be trusted: it is silenced; ${ERROR} (no table); the alert has no interval; the alert has no time of its update; it is disabled`,
    ],
  ])('that shows %j', (shown, verdict, reason) => {
    const alert = alertOf(shown);
    expect(evaluateAlert(alertCheck(), alert, NOW_MS)).toEqual({
      verdict,
      value: alert.state,
      reason,
      samples: 0,
      newest: Number.isNaN(readTimeMs(alert.updatedAt ?? ''))
        ? null
        : new Date(readTimeMs(alert.updatedAt ?? '')).toISOString(),
      groups: [],
    });
  });

  it.each(['DISABLED', 'INSUFFICIENT_DATA', 'ALERT'])('may be expected to be %s', (state) => {
    expect(evaluateAlert(alertCheck({ state }), alertOf({ state }), NOW_MS).verdict).toBe('pass');
    expect(evaluateAlert(alertCheck({ state }), alertOf({ state, silenced: '' }), NOW_MS).verdict).toBe('no-data');
  });
});

const alerts = fc
  .record({
    state: fc.option(fc.constantFrom('OK', 'ok', 'ALERT', 'PENDING', 'INSUFFICIENT_DATA', 'DISABLED', 'odd')),
    interval: fc.option(fc.constantFrom('1m', '5m', '1h', '1d', '0m', 'odd')),
    age: fc.option(fc.integer({ min: -400_000, max: 400_000 })),
    silenced: fc.option(fc.string(), { freq: 1 }),
    executionErrors: fc.array(fc.string(), { maxLength: 2 }),
  })
  .map(({ age, ...shown }) => alertOf({ ...shown, updatedAt: age === null ? null : ago(age) }));

describe('for any alert', () => {
  it('an untrustworthy state neither passes nor fails, and every reason is given', () => {
    checkProperty(
      fc.property(alerts, fc.constantFrom('OK', 'ALERT', 'DISABLED'), (alert, state) => {
        const { verdict, reason } = evaluateAlert(alertCheck({ state }), alert, NOW_MS);
        const isExpected = alert.state?.toLowerCase() === state.toLowerCase();
        const issues = describeTrust(alert, NOW_MS);
        if (issues.length === 0) expect(verdict).toBe(isExpected ? 'pass' : 'fail');
        if (alert.silenced !== null || alert.executionErrors.length > 0) expect(verdict).toBe('no-data');
        if (verdict === 'pass') expect(isExpected).toBe(true);
        if (verdict === 'no-data') expect(issues.some((words) => reason.includes(words))).toBe(true);
      }),
    );
  });
});
