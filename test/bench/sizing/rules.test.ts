import { expect, test } from 'vitest';
import { flink } from '../../../bench/sizing/rules/flink.ts';
import { hpa } from '../../../bench/sizing/rules/hpa.ts';
import { krr } from '../../../bench/sizing/rules/krr.ts';
import type { Rule } from '../../../bench/sizing/rules/rule.ts';
import { vpa } from '../../../bench/sizing/rules/vpa.ts';
import type { Size } from '../../../src/model/size/size.ts';
import type { PipeHistory, SizingOptions } from '../../../src/model/size/sizing.ts';

const STEP_MS = 15 * 60_000;
const PER_DAY = 96;
const NOW: Size = { replicas: 4, cpuMillicores: 500, memoryGb: 2 };
const OPTIONS: SizingOptions = {
  ...{ headroom: 0, cpuHour: 0.04, memoryGbHour: 0.005, timezone: 'UTC' },
  limits: { replicas: { min: 1, max: 10 }, cpuMillicores: { min: 125, max: 2_000 }, memoryGb: { min: 0.5, max: 8 } },
};

/** Replicas of one fixed size: so many are needed for a number of millicores. */
function countReplicas(rule: Rule, history: PipeHistory, cpuMillicores: number, headroom: number): number {
  const limits = { ...OPTIONS.limits, cpuMillicores: { min: cpuMillicores, max: cpuMillicores } };
  const now = { ...NOW, cpuMillicores };
  return rule.decide(history, { size: now, windows: [] }, { ...OPTIONS, headroom, limits }).size.replicas;
}

function historyOf(series: Partial<Record<'cpu' | 'memory' | 'rate' | 'lag', readonly number[]>>, capacity = 2_000) {
  const length = series.cpu?.length ?? 0;
  const take = (values: readonly number[] | undefined) => (values === undefined ? null : Float32Array.from(values));
  return {
    ...{ startMs: 0, stepMs: STEP_MS, cpu: Float32Array.from(series.cpu ?? []), memory: take(series.memory) },
    ...{ rate: take(series.rate), lag: take(series.lag), capacity: new Float32Array(length).fill(capacity) },
  } satisfies PipeHistory;
}

const repeat = (value: number, count: number) => new Array<number>(count).fill(value);

test('vpa: a constant use of 500 is 587 millicores, as in the hamster example of its documentation', () => {
  const history = historyOf({ cpu: repeat(500, 8 * PER_DAY) });
  expect(countReplicas(vpa, history, 588, 0.15)).toBe(1);
  expect(countReplicas(vpa, history, 587, 0.15)).toBe(2);
});

test('vpa: a day counts half as much as the next one, and what is older than eight days does not', () => {
  const busyDay = (daysAgo: number) =>
    historyOf({
      cpu: Array.from({ length: 12 * PER_DAY }, (_, at) =>
        at / PER_DAY < 12 - daysAgo || at / PER_DAY >= 13 - daysAgo ? 100 : 900,
      ),
    });
  // The share of the weights: 2^-(n-1) - 2^-n of 1 - 2^-8, so a tenth is passed until three days ago.
  expect([1, 2, 3, 4, 9].map((daysAgo) => countReplicas(vpa, busyDay(daysAgo), 200, 0))).toEqual([5, 5, 5, 1, 1]);
});

test('vpa: memory is a high percentile of the peaks of days; a peak at the limit counts as a fifth more', () => {
  const day = (peak: number) => [...repeat(0.2, PER_DAY - 1), peak];
  const decide = (peak: number) =>
    vpa.decide(
      historyOf({ cpu: repeat(400, 8 * PER_DAY), memory: repeat(peak, 8).flatMap(day) }),
      { size: NOW, windows: [] },
      OPTIONS,
    ).size;
  expect(decide(1.6)).toMatchObject({ cpuMillicores: 500, memoryGb: 2 });
  expect(decide(2).memoryGb).toBeGreaterThanOrEqual(2 * 1.2 * 1.15);
});

test('krr: the 95th percentile of CPU of two weeks, and the peak of memory plus 15%', () => {
  const cpu = [...repeat(5_000, 50), ...Array.from({ length: 14 * PER_DAY }, (_, at) => 1 + (at % 100))];
  const sorted = cpu.slice(50).sort((a, b) => a - b);
  const position = 0.95 * (sorted.length - 1);
  const lower = sorted[Math.floor(position)] ?? 0;
  const expected = lower + ((sorted[Math.ceil(position)] ?? 0) - lower) * (position % 1);
  expect(countReplicas(krr, historyOf({ cpu }), Math.ceil(expected), 0)).toBe(1);
  expect(countReplicas(krr, historyOf({ cpu }), Math.floor(expected) - 1, 0)).toBe(2);
  const decide = (peak: number) => {
    const memory = cpu.map((_, at) => (at === 700 ? peak : 1));
    return krr.decide(historyOf({ cpu, memory }), { size: NOW, windows: [] }, OPTIONS).size.memoryGb;
  };
  expect([1.73, 1.75].map(decide)).toEqual([2, 4]);
});

test.each([
  // The examples of its documentation: twice the target doubles, half of it halves, within 10% nothing happens.
  { uses: [2_000], headroom: 1, replicas: 8 },
  { uses: [500], headroom: 1, replicas: 2 },
  { uses: [1_095], headroom: 1, replicas: 4 },
  { uses: [1_105], headroom: 1, replicas: 5 },
  { uses: [2_000], headroom: 3, replicas: 10 },
  { uses: [1_000, Number.NaN], headroom: 3, replicas: 4 },
])('hpa: $replicas replicas for a use of $uses of 2,000, headroom $headroom', ({ uses, headroom, replicas }) => {
  expect(hpa.decide(historyOf({ cpu: uses }), { size: NOW, windows: [] }, { ...OPTIONS, headroom }).size.replicas).toBe(
    replicas,
  );
});

test.each([
  { what: 'keeps within 0.4 to 1 of the utilization', rate: [700], cpu: [1_400], lag: [0], replicas: 4 },
  // What a restart of five minutes leaves is worked off in half an hour: a sixth of what arrives.
  { what: 'divides by the target, and catches up', rate: [1_000], cpu: [2_000], lag: [0], replicas: 7 },
  // 1,500 arrive: 1,500 / 0.7 + (450,000 + 1,500 x 300) / 1,800, of 250 a replica.
  { what: 'counts the backlog', rate: [1_000, 1_000], cpu: [2_000, 2_000], lag: [0, 450_000], replicas: 10 },
  { what: 'waits for an hour before it scales down', rate: [700, 100], cpu: [1_400, 200], lag: [0, 0], replicas: 4 },
  {
    ...{ what: 'scales down by 60% at most', rate: repeat(25, 5), cpu: repeat(50, 5), lag: repeat(0, 5), replicas: 2 },
  },
  { what: 'keeps without data', rate: [Number.NaN], cpu: [2_000], lag: [0], replicas: 4 },
])('flink: $what', ({ rate, cpu, lag, replicas }) => {
  const options = { ...OPTIONS, headroom: 1 / 0.7 - 1 };
  expect(flink.decide(historyOf({ rate, cpu, lag }), { size: NOW, windows: [] }, options).size.replicas).toBe(replicas);
});
