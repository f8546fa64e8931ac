import { describe, expect, it } from 'vitest';
import { describeTrust } from '../../src/health/evaluate-alert.ts';
import type { Alert } from '../../src/model/observability/reader.ts';
import { composeAlert, describeAlert } from '../../src/report/compose/compose-alert.ts';
import { createStyle } from '../../src/report/text/style.ts';
import { renderTextBlocks } from '../../src/report/text/write-text.ts';
import { findFaults } from '../apply/schemas.ts';
import { alertOf } from '../health/samples.ts';

const TERMINAL = { style: createStyle('off'), glyphs: 'unicode' } as const;
const NOW_MS = Date.parse('2026-11-20T10:00:00Z');

const FULL = alertOf({
  ...{ message: 'Orders are late.', thresholdType: 'above_exclusive', source: 'tile', channelType: 'webhook' },
  ...{ id: '65f4000000000000000000b1', dashboard: '65f4000000000000000000d1', tileId: 't1' },
  ...{ note: 'Ask the team first.', createdAt: '2026-01-01T00:00:00Z', updatedAt: '2026-11-20T09:59:40Z' },
});

const EMPTY: Alert = {
  ...{ id: 'x', name: null, message: null, state: null, interval: null, threshold: null, thresholdMax: null },
  ...{ thresholdType: null },
  ...{ source: null, channelType: null, dashboard: null, tileId: null, executionErrors: [], silenced: null },
  ...{ note: null, createdAt: null, updatedAt: null },
};

const CASES: Readonly<Record<string, () => ReturnType<typeof describeAlert>>> = {
  trusted: () => describeAlert(FULL, [], NOW_MS),
  doubtful: () =>
    describeAlert(
      { ...FULL, state: 'ALERT', updatedAt: '2026-11-20T08:00:00Z' },
      ['it is silenced', 'it was updated 2h ago although it is evaluated every 1m'],
      NOW_MS,
    ),
  empty: () => describeAlert(EMPTY, ['the alert has no state'], NOW_MS),
};

describe('an alert', () => {
  it.each(Object.entries(CASES))('%s', async (name, make) => {
    await expect(renderTextBlocks(composeAlert(make()), TERMINAL)).toMatchFileSnapshot(`golden/alert/${name}.txt`);
  });

  it.each(Object.entries(CASES))('%s: the document matches its schema', (_, make) => {
    expect(findFaults('alert', make())).toEqual([]);
  });

  it.each<[string, Partial<Alert>, RegExp]>([
    ['a time in the future', { updatedAt: '2026-11-20T10:00:05Z' }, /^ {2}Updated +5s in the future /m],
    [
      'more than an hour',
      { updatedAt: '2026-11-20T08:59:51Z' },
      /^ {2}Updated +1h ago [\s\S]*although it is evaluated every 1m/m,
    ],
    [
      'a range',
      { thresholdType: 'not_between', threshold: 10, thresholdMax: 20 },
      /^ {2}Condition +not between 10 and 20, evaluated every 1m$/m,
    ],
  ])('shows %s', (_, about, expected) => {
    const alert = { ...FULL, ...about };
    const document = describeAlert(alert, describeTrust(alert, NOW_MS), NOW_MS);
    expect(findFaults('alert', document)).toEqual([]);
    expect(renderTextBlocks(composeAlert(document), TERMINAL)).toMatch(expected);
  });
});
