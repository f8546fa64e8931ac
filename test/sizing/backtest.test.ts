import { expect, test } from 'vitest';
import type { PipeHistory } from '../../src/model/size/sizing.ts';
import { createTrace, guessSize, type WORLDS } from '../../src/sandbox/workload/worlds.ts';
import { backtestPipe, summarizeBacktest } from '../../src/sizing/backtest.ts';
import { OTHERS, OURS } from '../../src/sizing/policies/list.ts';
import { observe } from '../../src/sizing/replay.ts';
import type { PipeSweep } from '../../src/sizing/sweep.ts';

const STEP_MS = 15 * 60_000;
const PER_DAY = 96;
const OPTIONS = {
  ...{ days: 28, cpuHour: 0.04, memoryGbHour: 0.005, timezone: 'UTC' },
  limits: { replicas: { min: 1, max: 10 }, cpuMillicores: { min: 125, max: 2_000 }, memoryGb: { min: 0.5, max: 8 } },
};

function historyOf(world: (typeof WORLDS)[number], seed: number, days = 28): PipeHistory {
  const size = guessSize(seed);
  const options = { seed, size, startMs: Date.UTC(2026, 0, 5), days, stepMs: STEP_MS };
  return observe(createTrace(world, options), size);
}

function sweepOf(seed: number, days = 28): PipeSweep | null {
  return backtestPipe(`pipe ${seed}`, historyOf('daily', seed, days), guessSize(seed), OPTIONS);
}

test('less than two weeks are too little; of more, the days that were asked for are counted, after a week at least', () => {
  expect(sweepOf(1, 13)).toBeNull();
  expect(sweepOf(1, 14)?.best.hours).toBe(7 * 24);
  const longer = backtestPipe('longer', historyOf('daily', 1, 16), guessSize(1), { ...OPTIONS, days: 8 });
  expect(longer?.best.hours).toBe(8 * 24);
});

test('a week without data before the first value is no history, and later gaps are left out', () => {
  const { cpu, ...history } = historyOf('daily', 1, 21);
  const late = { ...history, cpu: cpu.map((value, at) => (at < 8 * PER_DAY ? Number.NaN : value)) };
  expect(backtestPipe('late', late, guessSize(1), OPTIONS)).toBeNull();
  const gaps = { ...history, cpu: cpu.map((value, at) => (at % PER_DAY < 24 ? Number.NaN : value)) };
  const swept = backtestPipe('gaps', gaps, guessSize(1), OPTIONS);
  const all = backtestPipe('all', { ...history, cpu }, guessSize(1), OPTIONS);
  expect(swept?.steps).toBe(14 * PER_DAY - 24);
  expect(swept?.best.steps).toBe(14 * (PER_DAY - 24));
  expect(all?.best.steps).toBe(14 * PER_DAY);
});

test('as it was is the capacity that was, at its price', () => {
  const history = historyOf('daily', 1, 14);
  const size = guessSize(1);
  const doubled = {
    ...history,
    capacity: history.capacity.map((value, at) => (at < 10 * PER_DAY ? value : 2 * value)),
  };
  const swept = backtestPipe('pipe', doubled, size, OPTIONS);
  const hourly = size.replicas * ((size.cpuMillicores / 1_000) * 0.04 + size.memoryGb * 0.005);
  expect(swept?.asItWas).toMatchObject({ cost: expect.closeTo((3 + 2 * 4) * 24 * hourly, 6), changes: 1 });
});

test('the report has a row for each rule, beside the past and the best fixed size', () => {
  const pipes = [1, 2, 3, 4].flatMap((seed) => sweepOf(seed, 14) ?? []);
  const report = summarizeBacktest(pipes);
  expect(report).toMatchObject({ pipes: 4, days: 4 * 7, unknown: 0, target: 0.005 });
  expect(report.rows.map(({ policy }) => policy)).toEqual([
    ...['as-it-was', 'hindsight', ...[...OTHERS, ...OURS].map(({ name }) => name)],
  ]);
  for (const { policy, headrooms, figures, front, isWithinTarget } of report.rows) {
    const { relativeCost, short, worst } = figures;
    for (const { low, value, high } of [relativeCost, short]) {
      expect(low).toBeLessThanOrEqual(value);
      expect(high).toBeGreaterThanOrEqual(value);
    }
    expect(worst.cost.relativeCost).toBeGreaterThanOrEqual(relativeCost.value);
    expect(worst.short.share).toBeGreaterThanOrEqual(short.value);
    if (policy === 'hindsight') expect(relativeCost).toEqual({ value: 1, low: 1, high: 1 });
    if (front.length === 0) continue;
    expect(isWithinTarget).toBe(true);
    expect(headrooms).toHaveLength(2);
    for (const headroom of headrooms) expect(front.map((point) => point.headroom)).toContain(headroom);
  }
  expect(summarizeBacktest(pipes)).toEqual(report);
});

test('the headroom of a pipe is the choice of the others; a single pipe has its own', () => {
  const calm = { steps: 100, hours: 25, short: 0, used: 1, capacity: 2, changes: 0, outOfMemory: 0 };
  // One pipe is never short; the other only with the largest headroom.
  const pipe = (name: string, short: number): PipeSweep => ({
    ...{ pipe: name, steps: 100, best: { ...calm, cost: 1 }, asItWas: { ...calm, cost: 5 } },
    policies: [...OTHERS, ...OURS].map(() => [1, 2, 3].map((cost) => ({ ...calm, cost, short: cost < 3 ? short : 0 }))),
  });
  const [easy, hard] = [pipe('easy', 0), pipe('hard', 10)];
  const rowOf = (pipes: readonly PipeSweep[]) => summarizeBacktest(pipes).rows[2];
  expect(rowOf([easy])?.figures).toMatchObject({ cost: 1 });
  expect(rowOf([hard])?.figures).toMatchObject({ cost: 3 });
  const hopeless = {
    ...hard,
    policies: hard.policies.map((sums) => sums.map((one) => ({ ...one, short: 10 - one.cost }))),
  };
  expect(rowOf([hopeless])).toMatchObject({ isWithinTarget: false, figures: { cost: 3 } });
  expect(rowOf([easy, hard])?.figures).toMatchObject({ cost: 3 + 1, short: { value: 10 / 200 } });
});
