import { describe, expect, it } from 'vitest';
import type { Check, CheckResult, GroupResult } from '../../src/model/check.ts';
import { composeChecks } from '../../src/report/compose/compose-checks.ts';
import { createStyle, type ReportGlyphs } from '../../src/report/text/style.ts';
import { renderTextBlocks } from '../../src/report/text/write-text.ts';
import { findFaults } from '../apply/schemas.ts';
import { alertCheck, seriesCheck } from '../health/samples.ts';
import { NOW } from '../plan/samples.ts';
import { result as resultOf } from './sample-checks.ts';

function renderChecks(
  results: readonly CheckResult[],
  checks: readonly Check[],
  columns: number | null = null,
  glyphs: ReportGlyphs = 'unicode',
): string {
  return renderTextBlocks(composeChecks(results, checks), { style: createStyle('off', columns), glyphs });
}

const lag = (name: string, unit: string | null = null): Check => seriesCheck({ name, unit });
const alert = (name: string): Check => alertCheck({ name });

const result = (name: string, about: Partial<CheckResult>): CheckResult => ({
  ...resultOf(name, 'pass', 4_210, 'max of 15 buckets is 4,210'),
  newest: NOW.toISOString(),
  ...about,
});

function group(name: string, verdict: GroupResult['verdict'], value: number | null): GroupResult {
  const newest = value === null ? null : NOW.toISOString();
  return { group: [name], verdict, value, samples: value === null ? 0 : 15, newest };
}

const CHECKS = [lag('orders-lag'), lag('by-pipe'), alert('orders-alert'), lag('empty'), lag('lost')];
const MIXED = [
  result('orders-lag', {}),
  result('by-pipe', {
    verdict: 'fail',
    value: 52_000,
    reason: 'max of 15 buckets for pipe=payments is 52,000, not < 10,000',
    samples: 45,
    groups: [group('orders', 'pass', 900.25), group('payments', 'fail', 52_000), group('', 'no-data', null)],
  }),
  result('orders-alert', { value: 'OK', reason: 'state OK, updated 20s ago', samples: 0 }),
  result('empty', { verdict: 'no-data', value: null, reason: 'no bucket of the last 15m has a value', samples: 0 }),
  result('lost', { verdict: 'error', value: null, reason: 'the service returned 500: \u001b[31mbad\n', samples: 0 }),
];
const MANY = Array.from({ length: 30 }, (_, index) => group(`pipe-${index}`, index === 29 ? 'fail' : 'pass', index));

const CASES: Readonly<Record<string, () => string>> = {
  mixed: () => renderChecks(MIXED, CHECKS),
  'many-groups': () => renderChecks([result('by-pipe', { verdict: 'fail', groups: MANY })], CHECKS, 80),
  units: () =>
    renderChecks(
      [result('by-pipe', MIXED[1] ?? {}), result('share', { value: 0.5 }), result('orders-alert', { value: 'OK' })],
      [lag('by-pipe', 'messages'), lag('share', '%'), alert('orders-alert')],
      80,
    ),
  'one-cause': () => {
    const reason = 'Cannot reach https://observe.example.test: connection refused';
    const lost = ['lost', 'orders-alert'].map((name) => result(name, { verdict: 'error', value: null, reason }));
    return renderChecks([result('orders-lag', {}), ...lost], CHECKS);
  },
};

describe('results of checks', () => {
  it.each(Object.entries(CASES))('%s', async (name, make) => {
    await expect(make()).toMatchFileSnapshot(`golden/checks/${name}.txt`);
  });

  it.each([
    [['orders-lag', 'empty'], 'Healthy: all 2 checks pass.'],
    [['orders-lag'], 'Healthy: the check passes.'],
  ])('say of %j that all pass', (names, end) => {
    const results = names.map((name) => result(name, {}));
    const text = renderChecks(results, CHECKS, 80);
    expect(text.trimEnd().split('\n').at(-1)).toBe(end);
  });

  it('shows each verdict as a word without a mark for a screen reader', () => {
    const heard = renderChecks(MIXED, CHECKS, null, 'words');
    expect(heard).not.toMatch(/[✓✗]/);
    expect(heard).toMatch(/^pass {5}orders-lag/m);
    expect(heard).toMatch(/^fail {5}by-pipe/m);
  });

  it('rounds a value only while it stays on its side of the limit, which is exact', () => {
    const check = seriesCheck({ name: 'exact', pass: { comparator: '<', value: 0.1234567 } });
    const shown = (value: number) => renderChecks([result('exact', { value, reason: '' })], [check]);
    expect(shown(0.12345669)).toContain('0.12345669  < 0.1234567');
    expect(shown(1 / 3)).toContain('0.333333  < 0.1234567');
  });

  it('matches the schema of its document', () => {
    expect(findFaults('checks', { kind: 'checks', formatVersion: 1, checks: MIXED, diagnostics: [] })).toEqual([]);
    expect(
      findFaults('checks', { kind: 'checks', formatVersion: 1, checks: [{ name: 'x' }], diagnostics: [] }),
    ).not.toEqual([]);
  });
});
