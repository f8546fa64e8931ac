import { describe, expect, it } from 'vitest';
import type { TargetHistory } from '../../src/model/recommendation.ts';
import { recommendReplicas } from '../../src/plan/sizing/recommend-replicas.ts';
import { historyOf, TARGET } from './samples.ts';

const BAND = { min: 2, max: 10 };

/** Five minutes and one of the same value. */
function steady(value: number | null): readonly (number | null)[] {
  return Array.from({ length: 6 }, () => value);
}

function recommend(current: number | null, values: readonly (number | null)[], target: Partial<typeof TARGET> = {}) {
  return recommendReplicas(current, BAND, { ...TARGET, ...target }, historyOf(values));
}

describe('going up', () => {
  it('is ceil(current × value / target), by the newest value at once', () => {
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

  it('ends at the band', () => {
    expect(recommend(5, [50_000])).toMatchObject({
      verdict: 'scale',
      wanted: 50,
      replicas: 10,
      reason: 'ceil(5 × 50,000 / 5,000) = 50; band 2 to 10 gives 10',
    });
    expect(recommend(10, [50_000])).toMatchObject({ verdict: 'hold', replicas: 10 });
  });

  it('does not ask what a gap before the newest value hides', () => {
    expect(recommend(2, [null, null, 12_400])).toMatchObject({ verdict: 'scale', replicas: 5 });
  });
});

describe('a policy that limits the step', () => {
  const step = (current: number, value: number, factor: number, band = { min: 1, max: 100 }) =>
    recommendReplicas(current, band, { ...TARGET, stabilizationMs: 0 }, historyOf([value]), factor);

  it('goes up as far as it allows, and says so', () => {
    expect(step(4, 50_000, 2)).toMatchObject({
      verdict: 'scale',
      wanted: 40,
      stabilized: 40,
      replicas: 8,
      reason:
        'ceil(4 × 50,000 / 5,000) = 40; band 1 to 100; 8 for now: policy.maxReplicaFactor 2 allows no more in one apply',
    });
  });

  it('goes down as far as it allows, and says so', () => {
    expect(step(9, 100, 2)).toMatchObject({
      verdict: 'scale',
      wanted: 1,
      replicas: 5,
      reason:
        'ceil(9 × 100 / 5,000) = 1; band 1 to 100; 5 for now: policy.maxReplicaFactor 2 allows no fewer in one apply',
    });
  });

  it.each([
    ['a step of one up', 2, 50_000, 1.5, 3],
    ['no step where the smallest is too large', 1, 50_000, 1.5, 1],
    ['a product that is whole but for binary fractions', 100, 500_000, 1.15, 115],
    ['no step where nothing may change', 4, 50_000, 1, 4],
    ['what is within the limit', 4, 7_500, 2, 6],
  ])('takes %s', (_, current, value, factor, replicas) => {
    const found = step(current, value, factor, { min: 1, max: 1000 });
    expect(found.replicas).toBe(replicas);
    expect(found.verdict).toBe(replicas === current ? 'hold' : 'scale');
  });

  it('ends in the band; where no step does, what is asked stays, for policy to refuse', () => {
    const found = step(1, 50_000, 2, { min: 6, max: 10 });
    expect(found.replicas).toBe(10);
    expect(found.reason).not.toContain('policy');
  });

  it('leads there in several applies', () => {
    const steps = [2];
    while (steps.length < 9 && steps.at(-1) !== 10) {
      const current = steps.at(-1) ?? 2;
      steps.push(step(current, 50_000 / current, 1.5, { min: 1, max: 10 }).replicas ?? 0);
    }
    expect(steps).toEqual([2, 3, 4, 6, 9, 10]);
  });
});

describe('within the tolerance', () => {
  it.each([4500, 5000, 5500])('%i changes nothing, edges included', (value) => {
    expect(recommend(4, [value])).toMatchObject({ verdict: 'hold', wanted: 4, stabilized: 4, replicas: 4 });
  });

  it('says so', () => {
    expect(recommend(4, [5500]).reason).toBe('5,500 is within 10% of the target 5,000: no change; band 2 to 10');
  });

  it.each([
    [4499, 4],
    [5501, 5],
  ])('is left by %i', (value, wanted) => {
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

describe('going down', () => {
  it('goes as far as all of the time allows', () => {
    expect(recommend(10, steady(2000))).toMatchObject({
      verdict: 'scale',
      wanted: 4,
      stabilized: 4,
      replicas: 4,
      reason: 'ceil(10 × 2,000 / 5,000) = 4; band 2 to 10',
    });
  });

  it('needs one value for each step of the time, and no more', () => {
    expect(recommend(10, steady(2000).slice(0, 5))).toMatchObject({ verdict: 'scale', replicas: 4 });
    expect(recommend(10, steady(2000).slice(0, 4))).toMatchObject({ verdict: 'no-data' });
  });

  it('is held by the highest of the time', () => {
    expect(recommend(10, [2000, 2000, 3900, 2000, 2000, 1000])).toMatchObject({
      verdict: 'scale',
      wanted: 2,
      stabilized: 8,
      replicas: 8,
      reason: 'ceil(10 × 1,000 / 5,000) = 2; 8 held: the highest of the last 5m; band 2 to 10',
    });
  });

  it('never becomes going up, whatever the time asked for', () => {
    expect(recommend(6, [2000, 2000, 9000, 2000, 2000, 1000])).toMatchObject({
      verdict: 'hold',
      stabilized: 6,
      replicas: 6,
      reason: 'ceil(6 × 1,000 / 5,000) = 2; 6 held: the highest of the last 5m is 11; band 2 to 10',
    });
  });

  it('forgets what is older than the time', () => {
    expect(recommend(10, [50_000, 2000, 2000, 2000, 2000, 2000])).toMatchObject({ replicas: 4 });
  });

  it('goes by the newest value alone without a stabilization time', () => {
    expect(recommend(10, [null, 50_000, 2000], { stabilizationMs: 0 })).toMatchObject({ replicas: 4 });
    expect(recommend(10, [2000], { stabilizationMs: 0 })).toMatchObject({ replicas: 4 });
  });

  it('ends at the band, also for nothing at all', () => {
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
    ['a value that is none', [2000, 2000, Number.NaN, 2000, 2000, 1000]],
    ['a history that does not reach back', [2000, 2000, 1000]],
    ['one value alone', [1000]],
  ])('does not happen over %s: nobody knows what it asked for', (_, values) => {
    expect(recommend(10, values)).toMatchObject({
      verdict: 'no-data',
      value: 1000,
      wanted: 2,
      stabilized: null,
      replicas: null,
      reason: 'ceil(10 × 1,000 / 5,000) = 2, but orders-lag is not known for all of the last 5m',
    });
  });

  it('needs no history where the band holds replicas anyway', () => {
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
      { verdict: 'no-data', value: null, reason: 'orders-lag has no value for the whole of its newest window' },
    ],
    [
      'no value at all',
      4,
      historyOf([]),
      { verdict: 'no-data', reason: 'orders-lag has no value for the whole of its newest window' },
    ],
    [
      'a newest value that is none',
      4,
      historyOf([Number.POSITIVE_INFINITY]),
      { verdict: 'no-data', value: null, ratio: null },
    ],
    [
      'a negative newest value',
      4,
      historyOf([-3]),
      { verdict: 'no-data', value: -3, reason: 'no replicas follow from -3, the newest value of orders-lag' },
    ],
    ['more than any number', 4, historyOf([Number.MAX_VALUE]), { verdict: 'no-data', wanted: null }],
    [
      'no live replicas',
      null,
      historyOf([9000]),
      { verdict: 'no-data', value: 9000, ratio: 1.8, reason: 'the live replicas are not shown' },
    ],
    ['live replicas that are none', 0, historyOf([9000]), { verdict: 'no-data' }],
    [
      'no answer',
      4,
      { ok: false, reason: 'the service said no' },
      { verdict: 'error', value: null, reason: 'the service said no' },
    ],
  ])('gives no replicas: %s', (_, current, history, expected) => {
    const found = recommendReplicas(current, BAND, TARGET, history);
    expect(found).toMatchObject({ current, stabilized: null, replicas: null, ...expected });
    // As it is saved, so it is read: there is nothing in it that JSON does not have.
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

  it('a little more than a whole number is one more', () => {
    expect(recommend(4, [12_501]).wanted).toBe(11);
  });

  it('are written so that a person can check the sum', () => {
    expect(recommend(3, [0.8237], { value: 0.7 }).reason).toBe('ceil(3 × 0.8237 / 0.7) = 4; band 2 to 10');
  });
});
