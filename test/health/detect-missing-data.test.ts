import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { detectMissingData, type KnownGroups, learnGroups } from '../../src/health/detect-missing-data.ts';
import type { CheckResult, GroupResult } from '../../src/model/check.ts';
import { checkProperty } from '../effort.ts';
import { ago, alertCheck, MINUTE, resultOf, seriesCheck } from './samples.ts';

const grouped = seriesCheck({ series: { ...seriesCheck().series, groupBy: ['pipe'] } });
const NOTHING: KnownGroups = new Map();

function groupOf(name: string, age: number, rest: Partial<GroupResult> = {}): GroupResult {
  return { group: [name], verdict: 'pass', value: 1, samples: 3, newest: ago(age), ...rest };
}

function passing(rest: Partial<CheckResult>): CheckResult {
  return { ...resultOf('pass', 1), asOf: ago(0), ...rest };
}

describe('a series that passes', () => {
  it.each([
    [4 * MINUTE, 'pass', 'said pass'],
    [4 * MINUTE + 1_000, 'no-data', 'the series has had no value for 4m1s'],
    [14 * MINUTE, 'no-data', 'the series has had no value for 14m'],
  ])(
    'counts as no data when its newest value is older than two buckets and two minutes: %i',
    (age, verdict, reason) => {
      expect(detectMissingData(seriesCheck(), passing({ newest: ago(age) }), NOTHING)).toMatchObject({
        verdict,
        reason,
      });
    },
  );

  it('may be silent where `absent` passes', () => {
    const counting = { ...grouped, absent: 0 };
    const result = passing({ groups: [groupOf('a', 0), groupOf('b', 14 * MINUTE)] });
    const known = learnGroups(NOTHING, passing({ groups: [groupOf('c', 0)] }));
    expect(detectMissingData(counting, result, known)).toBe(result);
    const atLeastOne = { ...counting, pass: { comparator: '>', value: 0 } } as const;
    expect(detectMissingData(atLeastOne, result, known)).toMatchObject({ verdict: 'no-data' });
  });

  it('may be older with longer buckets', () => {
    const hourly = seriesCheck({ granularity: '1h', windowMs: 24 * 60 * MINUTE });
    const result = passing({ newest: ago(2 * 60 * MINUTE) });
    expect(detectMissingData(hourly, result, NOTHING)).toBe(result);
  });

  it('has no data when one of its groups stopped inside the window', () => {
    const groups = [groupOf('a', MINUTE), groupOf('b', 10 * MINUTE), groupOf('c', 11 * MINUTE)];
    expect(detectMissingData(grouped, passing({ groups }), NOTHING)).toMatchObject({
      verdict: 'no-data',
      value: null,
      reason: 'pipe=b has had no value for 10m, and 1 more of 3 groups',
      groups: [{ verdict: 'pass' }, { verdict: 'no-data', value: 1 }, { verdict: 'no-data' }],
    });
  });

  it('has no data when a group with earlier values has none now, or no group is left', () => {
    const known = learnGroups(NOTHING, passing({ groups: [groupOf('a', 0), groupOf('b', 0)] }));
    const gone = { group: ['b'], verdict: 'no-data', value: null, samples: 0, newest: null };
    const groups = [groupOf('a', MINUTE)];
    expect(detectMissingData(grouped, passing({ groups }), known)).toMatchObject({
      verdict: 'no-data',
      reason: 'pipe=b no longer has a value',
      groups: [groups[0], gone],
    });
  });

  it('ignores a group that never had a value', () => {
    const empty = groupOf('b', 0, { verdict: 'no-data', value: null, samples: 0, newest: null });
    const known = learnGroups(NOTHING, passing({ groups: [groupOf('a', 0), empty] }));
    const result = passing({ groups: [groupOf('a', MINUTE)] });
    expect(detectMissingData(grouped, result, known)).toBe(result);
  });
});

it('does not change alerts or verdicts other than pass', () => {
  const silent = { newest: ago(60 * MINUTE), asOf: ago(0) };
  const alert = { ...resultOf('pass', 'OK'), ...silent };
  expect(detectMissingData(alertCheck(), alert, NOTHING)).toBe(alert);
  for (const verdict of ['fail', 'no-data', 'error'] as const) {
    const result = { ...resultOf(verdict), ...silent };
    expect(detectMissingData(seriesCheck(), result, NOTHING)).toBe(result);
  }
});

it('still passes only when every group ever seen is fresh, and nothing else becomes a pass', () => {
  const anyGroup = fc.record({
    name: fc.constantFrom('a', 'b', 'c', 'd'),
    age: fc.integer({ min: 0, max: 10 * MINUTE }),
  });
  const anyGroups = fc.uniqueArray(anyGroup, { selector: ({ name }) => name, minLength: 1 });
  checkProperty(
    fc.property(anyGroups, anyGroups, (before, now) => {
      const of = (some: typeof before) => passing({ groups: some.map(({ name, age }) => groupOf(name, age)) });
      const known = learnGroups(NOTHING, of(before));
      const { verdict } = detectMissingData(grouped, of(now), known);
      const isFresh = now.every(({ age }) => age <= 4 * MINUTE);
      const isWhole = before.every(({ name }) => now.some((one) => one.name === name));
      expect(verdict).toBe(isFresh && isWhole ? 'pass' : 'no-data');
    }),
  );
});
