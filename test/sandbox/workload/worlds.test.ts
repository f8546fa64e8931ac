import { expect, test } from 'vitest';
import { startPipe, stepPipe } from '../../../src/sandbox/workload/step-pipe.ts';
import { createTrace, guessSize, WORLDS } from '../../../src/sandbox/workload/worlds.ts';

const STEP_MS = 15 * 60_000;
const START_MS = Date.UTC(2026, 0, 5);
const PER_DAY = 96;

const traceOf = (world: (typeof WORLDS)[number], seed: number, days = 28) =>
  createTrace(world, { seed, size: guessSize(seed), startMs: START_MS, days, stepMs: STEP_MS });

test.each(WORLDS)('%s: the seed decides, and a longer trace only appends', (world) => {
  const short = traceOf(world, 7, 3);
  const long = traceOf(world, 7, 9);
  expect(traceOf(world, 7, 3)).toEqual(short);
  for (const name of ['arrivals', 'memoryGb', 'downstream', 'restarts', 'gaps', 'noise'] as const) {
    expect(long[name]?.subarray(0, 3 * PER_DAY)).toEqual(short[name] ?? undefined);
  }
  expect(traceOf(world, 8, 3).arrivals).not.toEqual(short.arrivals);
});

test.each(WORLDS)('%s: the guessed size holds its first week, with at most a few exceptions', (world) => {
  let [short, outOfMemory] = [0, 0];
  for (let seed = 1; seed <= 20; seed += 1) {
    const trace = traceOf(world, seed, 7);
    const size = guessSize(seed);
    let state = startPipe(size);
    for (let index = 0; index < trace.arrivals.length; index += 1) {
      const step = stepPipe(state, trace, index, size);
      if (step.isOutOfMemory) outOfMemory += 1;
      if (step.isShort) short += 1;
      state = step;
    }
  }
  expect(outOfMemory).toBe(0);
  expect(short / (20 * 7 * PER_DAY)).toBeLessThan(0.01);
});

test('each world has what its name says', () => {
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const days = (world: (typeof WORLDS)[number]) => {
    const { arrivals } = traceOf(world, 3);
    return Array.from({ length: 28 }, (_, day) => [...arrivals.subarray(day * PER_DAY, (day + 1) * PER_DAY)]);
  };
  for (const day of days('daily')) expect(Math.max(...day)).toBeGreaterThan(2 * Math.min(...day));
  const weekly = days('weekly').map(mean);
  expect(mean(weekly.filter((_, day) => day % 7 >= 5))).toBeLessThan(
    0.6 * mean(weekly.filter((_, day) => day % 7 < 5)),
  );
  const peaks = days('bursts').map((day) => Math.max(...day));
  expect(Math.max(...peaks)).toBeGreaterThan(1.3 * Math.min(...peaks));
  const growing = days('growth').map(mean);
  expect(mean(growing.slice(21))).toBeGreaterThan(1.05 * mean(growing.slice(0, 7)));
  const { restarts, gaps, noise } = traceOf('restarts', 3);
  for (const marks of [restarts, gaps]) expect(marks?.some((mark) => mark === 1)).toBe(true);
  expect(noise).not.toBeNull();
  const limited = Array.from({ length: 12 }, (_, seed) => traceOf('limited', seed));
  expect(limited.every(({ unevenness }) => unevenness > 1)).toBe(true);
  expect(limited.some(({ downstream }) => downstream !== null)).toBe(true);
});
