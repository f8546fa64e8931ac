import { describe, expect, it } from 'vitest';
import type { CheckResult } from '../../../src/model/check.ts';
import type { Promotion } from '../../../src/model/fleet.ts';
import {
  desiredPipe,
  failure,
  fleetOf,
  livePipe,
  NOW,
  onlyPipe,
  pair,
  place,
  planOf,
  type ShownPipe,
} from '../samples.ts';

const IN_STAGING = desiredPipe({ name: 'orders-staging', checks: ['lag'] });
const PASSED: CheckResult = {
  ...{ name: 'lag', verdict: 'pass', value: 3, reason: 'max is 3', samples: 15, newest: null, groups: [] },
  asOf: NOW.toISOString(),
};

interface Staging {
  readonly shown?: ShownPipe;
  readonly checks?: readonly CheckResult[];
  readonly promotion?: Partial<Promotion>;
  readonly isRead?: boolean;
  readonly fails?: boolean;
}

/** The plan of a pipe whose threads go from 4 to 8, with staging as it should be but for what the test says. */
function planWith({ shown = {}, checks = [PASSED], promotion = {}, isRead = true, fails = false }: Staging = {}) {
  const there = { ...IN_STAGING, name: 'orders' };
  const desired = desiredPipe({ settings: { db_max_threads: 8 } });
  const live = livePipe({ name: 'orders-staging', settings: { db_max_threads: 8 }, ...shown });
  const { read } = pair(there, fails ? failure('server', { status: 503, message: 'DOWN: later' }) : live);
  const held = {
    from: 'staging',
    source: fleetOf([there]),
    soakMs: 86_400_000,
    except: [],
    missing: 'refuse',
  } as const;
  const fleet = { promotion: { ...held, location: place(30), ...promotion } };
  const sources = new Map(isRead ? [['orders', { desired: there, read, readAtMs: NOW.getTime(), checks }]] : []);
  const reads = [pair(desired, livePipe({ settings: { db_max_threads: 4 } }))];
  return onlyPipe(planOf(reads, { fleet, sources }));
}

describe('a promoted change', () => {
  it.each<readonly [string, Staging, string, string | null]>([
    [
      'another value',
      { shown: { settings: { db_max_threads: 6, other: 1 } } },
      'settings.db_max_threads is not live there',
      'settings.db_max_threads: planned 8, live in staging 6.\nThe soak of 1d starts with that change in staging.',
    ],
    [
      'another value, without a soak',
      { shown: { settings: { db_max_threads: 6 } }, promotion: { soakMs: 0 } },
      'settings.db_max_threads is not live there',
      'settings.db_max_threads: planned 8, live in staging 6.',
    ],
    [
      'no settings',
      { shown: { settings: null } },
      'settings.db_max_threads is not live there',
      'settings.db_max_threads: planned 8, live in staging not readable.\nThe soak of 1d starts with that change in staging.',
    ],
    [
      'an update within the soak',
      { shown: { updatedAt: '2026-11-19T11:30:00.250Z' } },
      'its soak there ends at 2026-11-20T11:30:01Z',
      'It was last updated in staging at 2026-11-19T11:30:01Z; the soak of 1d ends at 2026-11-20T11:30:01Z. Any update starts it anew, also of another field, and so does an autoscaler in its band.',
    ],
    [
      'no time of the update',
      { shown: { updatedAt: null } },
      'the time of its last update there is not known',
      'The service did not return it.',
    ],
    [
      'a time that is none',
      { shown: { updatedAt: 'yesterday' } },
      'the time of its last update there is not known',
      'The service returned "yesterday", which is not a valid time.',
    ],
    [
      'a time without a zone',
      { shown: { updatedAt: '2026-11-01T08:00:00' } },
      'the time of its last update there is not known',
      'The service returned "2026-11-01T08:00:00", which has no time zone.',
    ],
    [
      'a date that does not exist',
      { shown: { updatedAt: '2026-02-30T00:00:00Z' } },
      'the time of its last update there is not known',
      'The service returned "2026-02-30T00:00:00Z", which is not a valid time.',
    ],
    [
      'a time in the future',
      { shown: { updatedAt: '2026-11-20T12:00:00Z' } },
      'its last update there is in the future',
      'Its last update in staging is at 2026-11-20T12:00:00Z, 2h ahead of the clock of the service. Check the clocks.',
    ],
    [
      'a state in transition',
      { shown: { state: 'Modifying' } },
      'it does not run there',
      'Its state in staging is Modifying; it must be Running.',
    ],
    [
      'no state',
      { shown: { state: null } },
      'it does not run there',
      'Its state in staging is unknown; it must be Running.',
    ],
    [
      'a check without data',
      { checks: [{ ...PASSED, verdict: 'no-data', value: null, reason: 'no rows' }] },
      'check lag does not pass there',
      'lag in staging: no-data, no rows.',
    ],
    [
      'a check that was not evaluated',
      { checks: [] },
      'check lag does not pass there',
      'lag in staging: error, it was not evaluated.',
    ],
    [
      'several at once',
      { shown: { state: 'Paused', updatedAt: null }, checks: [] },
      'the time of its last update there is not known, it does not run there and check lag does not pass there',
      'The service did not return it.\nIts state in staging is Paused; it must be Running.\nlag in staging: error, it was not evaluated.',
    ],
    ['a pipe that was not read', { isRead: false }, 'it was not read there', null],
    ['a fleet that was not loaded', { promotion: { source: null, missing: 'allow' } }, 'it was not read there', null],
    [
      'no such pipe',
      { promotion: { source: fleetOf([]) } },
      'staging has no such pipe of its own',
      '`promotion.missing` sets what happens then: refuse, warn or allow.',
    ],
  ])('is refused in case of %s', (_, staging, why, detail) => {
    const { status, requests, diagnostics } = planWith(staging);
    expect([status, requests]).toEqual(['refused', []]);
    const summary = `Pipe orders is not promoted from staging: ${why}.`;
    expect(diagnostics).toMatchObject([{ severity: 'error', code: 'not-promoted', summary, detail, ...place(30) }]);
  });

  it('is refused when the pipe cannot be read, with the words of the service', () => {
    const [{ summary, detail } = { summary: '', detail: '' }] = planWith({ fails: true }).diagnostics;
    expect(summary).toMatch(/it cannot be read there: DOWN: later \(server error; \S+ returned 503\)\.$/);
    expect(detail).toMatch(/^GET \/v1\//);
  });

  it('of a pipe in another organization at the same address is compared with that pipe', () => {
    const same = desiredPipe({ settings: { db_max_threads: 8 } });
    const shared = fleetOf([same]);
    expect(planWith({ promotion: { source: shared } }).diagnostics[0]?.summary).toContain('no such pipe of its own');
    const api = { ...shared.api, organization: '00000000-0000-4000-8000-000000000000' };
    expect(planWith({ promotion: { source: { ...shared, api } } }).status).toBe('update');
  });
});
