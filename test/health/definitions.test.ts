import { describe, expect, it } from 'vitest';
import { findDefinitionDrift, readDefinitions } from '../../src/health/find-definition-drift.ts';
import type { AlertDefinition, DefinitionChange } from '../../src/model/check.ts';
import type { Alert } from '../../src/model/observability/reader.ts';
import { alertCheck, alertOf, answerAlert, failureOf, fakeReader, OBSERVABILITY_URL, seriesCheck } from './samples.ts';

const declare = (declared: Partial<AlertDefinition>): AlertDefinition => ({
  threshold: null,
  thresholdMax: null,
  thresholdType: null,
  interval: null,
  ...declared,
});

describe('the definition of an alert', () => {
  it.each<[string, Partial<AlertDefinition>, Partial<Alert>, readonly DefinitionChange[]]>([
    ['nothing declared', {}, {}, []],
    ['no difference', { threshold: 10_000, thresholdType: 'above', interval: '1m' }, {}, []],
    ['an interval in another notation', { interval: '60s' }, {}, []],
    ['a threshold', { threshold: 0 }, {}, [{ path: 'threshold', before: 10_000, after: 0 }]],
    [
      'a type, compared exactly',
      { thresholdType: 'Above' },
      {},
      [{ path: 'thresholdType', before: 'above', after: 'Above' }],
    ],
    [
      'the upper end',
      { threshold: 10_000, thresholdMax: 20_000 },
      { thresholdMax: 30_000, thresholdType: 'not_between' },
      [{ path: 'thresholdMax', before: 30_000, after: 20_000 }],
    ],
    ['an interval', { interval: '5m' }, {}, [{ path: 'interval', before: '1m', after: '5m' }]],
    [
      'an invalid interval',
      { interval: '5m' },
      { interval: 'odd' },
      [{ path: 'interval', before: 'odd', after: '5m' }],
    ],
    [
      'properties that are not shown',
      { threshold: 1, thresholdType: 'above', interval: '1m' },
      { threshold: null, thresholdType: null, interval: null },
      [
        { path: 'threshold', before: null, after: 1 },
        { path: 'thresholdType', before: null, after: 'above' },
        { path: 'interval', before: null, after: '1m' },
      ],
    ],
  ])('%s', (_, declared, shown, changes) => {
    const check = alertCheck({ definition: declare(declared) });
    expect(findDefinitionDrift(check, answerAlert(alertOf(shown)), OBSERVABILITY_URL)).toEqual({
      name: 'orders-alert',
      alert: check.alert,
      status: changes.length === 0 ? 'in-sync' : 'drifted',
      changes,
      reason: null,
      location: check.location,
    });
  });

  it('is never in sync when it could not be read', () => {
    const failure = failureOf('server', { status: 503 });
    const check = alertCheck({ definition: declare({ threshold: 1 }) });
    expect(findDefinitionDrift(check, { ok: false, failure }, OBSERVABILITY_URL)).toMatchObject({
      status: 'error',
      changes: [],
      reason: `Server error (${OBSERVABILITY_URL} returned 503)`,
    });
  });
});

describe('reading definitions', () => {
  it('reads each alert with a declared definition once, and returns them in order of name', async () => {
    const definition = declare({ threshold: 10_000 });
    const reader = fakeReader({
      alert: (id) =>
        id === 'lost' ? { ok: false, failure: failureOf('not-found', { status: 404 }) } : answerAlert(alertOf()),
    });
    const checks = [
      alertCheck({ name: 'd', alert: 'one', definition }),
      seriesCheck({ name: 'c' }),
      alertCheck({ name: 'b', alert: 'two' }),
      alertCheck({ name: 'e', alert: 'lost', definition }),
      alertCheck({ name: 'a', alert: 'one', definition: declare({ threshold: 5 }) }),
    ];
    const findings = await readDefinitions(checks, reader, { parallelism: 2 });
    expect(findings.map(({ name, status }) => [name, status])).toEqual([
      ['a', 'drifted'],
      ['d', 'in-sync'],
      ['e', 'error'],
    ]);
    expect(reader.alertReads).toEqual(['one', 'lost']);
  });

  it('sends nothing when nothing is declared', async () => {
    const reader = fakeReader();
    expect(await readDefinitions([alertCheck(), seriesCheck()], reader, { parallelism: 2 })).toEqual([]);
    expect(reader.alertReads).toEqual([]);
  });
});
