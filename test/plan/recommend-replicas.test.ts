import { describe, expect, it } from 'vitest';
import type { TargetHistory } from '../../src/model/recommendation.ts';
import { recommendReplicas } from '../../src/plan/recommend-replicas.ts';
import { historyOf, TARGET } from './samples.ts';

const BAND = { min: 2, max: 10 };

/** Six values, one a minute, all equal. */
function steady(value: number | null): readonly (number | null)[] {
  return Array.from({ length: 6 }, () => value);
}

function recommend(current: number | null, values: readonly (number | null)[], target: Partial<typeof TARGET> = {}) {
  return recommendReplicas(current, BAND, { ...TARGET, ...target }, historyOf(values));
}

describe('scaling up', () => {
  it('uses ceil(current × value / target) with the newest value at once', () => {
    expect(recommend(2, [100, 12_400])).toEqual({
      check: 'orders-lag',
      verdict: 'scale',
      current: 2,
      value: 12_400,
      target: 5000,
      ratio: 2.48,
      tolerance: 0.1,
      stabilizationMs: 300_000,
      wanted: 5,
      stabilized: 5,
      replicas: 5,
      reason: 'ceil(2 × 12,400 / 5,000) = 5; band 2 to 10',
    });
  });

  it('is clamped to the band', () => {
    expect(recommend(5, [50_000])).toMatchObject({
      verdict: 'scale',
      wanted: 50,
      replicas: 10,
      reason: 'ceil(5 × 50,000 / 5,000) = 50; band 2 to 10 gives 10',
    });
    expect(recommend(10, [50_000])).toMatchObject({ verdict: 'hold', replicas: 10 });
  });

  it('ignores a gap before the newest value', () => {
    expect(recommend(2, [null, null, 12_400])).toMatchObject({ verdict: 'scale', replicas: 5 });
  });
});

describe('a policy that limits the step', () => {
  const step = (current: number, value: number, factor: number, band = { min: 1, max: 100 }) =>
    recommendReplicas(current, band, { ...TARGET, stabilizationMs: 0 }, historyOf([value]), factor);

  it('scales up as far as it allows, and reports the limit', () => {
    expect(step(4, 50_000, 2)).toMatchObject({
      verdict: 'scale',
      wanted: 40,
      stabilized: 40,
      replicas: 8,
      reason:
        'ceil(4 × 50,000 / 5,000) = 40; band 1 to 100; 8 for now: policy.maxReplicaFactor 2 allows no more in one apply',
    });
  });

  it('scales down as far as it allows, and reports the limit', () => {
    expect(step(9, 100, 2)).toMatchObject({
      verdict: 'scale',
      wanted: 1,
      replicas: 5,
      reason:
        'ceil(9 × 100 / 5,000) = 1; band 1 to 100; 5 for now: policy.maxReplicaFactor 2 allows no fewer in one apply',
    });
  });

  it.each([
    ['one step up', 2, 50_000, 1.5, 3],
    ['no step when the smallest is too large', 1, 50_000, 1.5, 1],
    ['a product that is whole except for binary fractions', 100, 500_000, 1.15, 115],
    ['no step when no change is allowed', 4, 50_000, 1, 4],
    ['a change within the limit', 4, 7_500, 2, 6],
  ])('allows %s', (_, current, value, factor, replicas) => {
    const found = step(current, value, factor, { min: 1, max: 1000 });
    expect(found.replicas).toBe(replicas);
    expect(found.verdict).toBe(replicas === current ? 'hold' : 'scale');
  });

  it('is clamped to the band; when no step is possible the recommendation stays, and policy refuses it', () => {
    const found = step(1, 50_000, 2, { min: 6, max: 10 });
    expect(found.replicas).toBe(10);
    expect(found.reason).not.toContain('policy');
  });

  it('reaches the recommendation in several applies', () => {
    const steps = [2];
    while (steps.length < 9 && steps.at(-1) !== 10) {
      const current = steps.at(-1) ?? 2;
      steps.push(step(current, 50_000 / current, 1.5, { min: 1, max: 10 }).replicas ?? 0);
    }
    expect(steps).toEqual([2, 3, 4, 6, 9, 10]);
  });
});

describe('within the tolerance', () => {
  it.each([4500, 5000, 5500])('%i changes nothing, limits included', (value) => {
    expect(recommend(4, [value])).toMatchObject({ verdict: 'hold', wanted: 4, stabilized: 4, replicas: 4 });
  });

  it('reports it', () => {
    expect(recommend(4, [5500]).reason).toBe('5,500 is within 10% of the target 5,000: no change; band 2 to 10');
  });

  it.each([
    [4499, 4],
    [5501, 5],
  ])('does not include %i', (value, wanted) => {
    expect(recommend(4, steady(value)).wanted).toBe(wanted);
    expect(recommend(4, steady(value)).reason).toContain('ceil(');
  });

  it('does not keep replicas outside the band', () => {
    expect(recommend(12, [5000])).toMatchObject({
      verdict: 'scale',
      wanted: 12,
      replicas: 10,
      reason: '5,000 is within 10% of the target 5,000: no change; band 2 to 10 gives 10',
    });
  });
});

describe('scaling down', () => {
  it('goes as far as every value in the stabilization time allows', () => {
    expect(recommend(10, steady(2000))).toMatchObject({
      verdict: 'scale',
      wanted: 4,
      stabilized: 4,
      replicas: 4,
      reason: 'ceil(10 × 2,000 / 5,000) = 4; band 2 to 10',
    });
  });

  it('needs one value for each step of the stabilization time, and no more', () => {
    expect(recommend(10, steady(2000).slice(0, 5))).toMatchObject({ verdict: 'scale', replicas: 4 });
    expect(recommend(10, steady(2000).slice(0, 4))).toMatchObject({ verdict: 'no-data' });
  });

  it('is limited by the highest value in the stabilization time', () => {
    expect(recommend(10, [2000, 2000, 3900, 2000, 2000, 1000])).toMatchObject({
      verdict: 'scale',
      wanted: 2,
      stabilized: 8,
      replicas: 8,
      reason: 'ceil(10 × 1,000 / 5,000) = 2; 8 held: the highest of the last 5m; band 2 to 10',
    });
  });

  it('never becomes scaling up', () => {
    expect(recommend(6, [2000, 2000, 9000, 2000, 2000, 1000])).toMatchObject({
      verdict: 'hold',
      stabilized: 6,
      replicas: 6,
      reason: 'ceil(6 × 1,000 / 5,000) = 2; 6 held: the highest of the last 5m is 11; band 2 to 10',
    });
  });

  it('ignores values older than the stabilization time', () => {
    expect(recommend(10, [50_000, 2000, 2000, 2000, 2000, 2000])).toMatchObject({ replicas: 4 });
  });

  it('uses only the newest value without a stabilization time', () => {
    expect(recommend(10, [null, 50_000, 2000], { stabilizationMs: 0 })).toMatchObject({ replicas: 4 });
    expect(recommend(10, [2000], { stabilizationMs: 0 })).toMatchObject({ replicas: 4 });
  });

  it('is clamped to the band, even at zero load', () => {
    expect(recommend(5, steady(0))).toMatchObject({
      verdict: 'scale',
      ratio: 0,
      wanted: 0,
      replicas: 2,
      reason: 'ceil(5 × 0 / 5,000) = 0; band 2 to 10 gives 2',
    });
  });

  it.each<[string, readonly (number | null)[]]>([
    ['a gap', [2000, 2000, null, 2000, 2000, 1000]],
    ['a negative value', [2000, 2000, -1, 2000, 2000, 1000]],
    ['an invalid value', [2000, 2000, Number.NaN, 2000, 2000, 1000]],
    ['a history that is too short', [2000, 2000, 1000]],
    ['a single value', [1000]],
  ])('does not happen with %s', (_, values) => {
    expect(recommend(10, values)).toMatchObject({
      verdict: 'no-data',
      value: 1000,
      wanted: 2,
      stabilized: null,
      replicas: null,
      reason: 'ceil(10 × 1,000 / 5,000) = 2, but orders-lag does not have values for all of the last 5m',
    });
  });

  it('needs no history when the band limits replicas anyway', () => {
    expect(recommend(2, [null, 1000])).toMatchObject({ verdict: 'hold', wanted: 1, replicas: 2 });
    expect(recommend(1, [null, 1000])).toMatchObject({ verdict: 'scale', replicas: 2 });
  });
});

describe('missing data', () => {
  it.each<[string, number | null, TargetHistory, object]>([
    [
      'no value for the whole of its newest window',
      4,
      historyOf([9000, 9000, null]),
      { verdict: 'no-data', value: null, reason: 'orders-lag has no value for its newest window' },
    ],
    [
      'no value at all',
      4,
      historyOf([]),
      { verdict: 'no-data', reason: 'orders-lag has no value for its newest window' },
    ],
    [
      'an invalid newest value',
      4,
      historyOf([Number.POSITIVE_INFINITY]),
      { verdict: 'no-data', value: null, ratio: null },
    ],
    [
      'a negative newest value',
      4,
      historyOf([-3]),
      { verdict: 'no-data', value: -3, reason: 'the newest value of orders-lag, -3, gives no number of replicas' },
    ],
    ['a result beyond any number', 4, historyOf([Number.MAX_VALUE]), { verdict: 'no-data', wanted: null }],
    [
      'no live replicas',
      null,
      historyOf([9000]),
      { verdict: 'no-data', value: 9000, ratio: 1.8, reason: 'the live replicas are not known' },
    ],
    ['invalid live replicas', 0, historyOf([9000]), { verdict: 'no-data' }],
    [
      'no answer',
      4,
      { ok: false, reason: 'the service said no' },
      { verdict: 'error', value: null, reason: 'the service said no' },
    ],
  ])('gives no recommendation: %s', (_, current, history, expected) => {
    const found = recommendReplicas(current, BAND, TARGET, history);
    expect(found).toMatchObject({ current, stabilized: null, replicas: null, ...expected });
    // Reading the saved text gives the same value: it contains only JSON types.
    expect(JSON.parse(JSON.stringify(found))).toEqual(found);
  });
});

describe('binary fractions', () => {
  it.each([
    [3, 0.7, 0.1, 21],
    [10, 0.29, 0.1, 29],
    [7, 1.1, 0.7, 11],
    [3, 4.35, 0.01, 1305],
  ])('do not add a replica: %i × %d / %d = %i', (current, value, target, wanted) => {
    const band = { min: 1, max: 5000 };
    expect(recommendReplicas(current, band, { ...TARGET, value: target }, historyOf([value]))).toMatchObject({
      wanted,
    });
  });

  it('do not leave the tolerance', () => {
    expect(recommend(10, [1.1], { value: 1 }).wanted).toBe(10);
  });

  it('add one replica for a little more than a whole number', () => {
    expect(recommend(4, [12_501]).wanted).toBe(11);
  });

  it('are shown so that the calculation can be checked', () => {
    expect(recommend(3, [0.8237], { value: 0.7 }).reason).toBe('ceil(3 × 0.8237 / 0.7) = 4; band 2 to 10');
  });
});
