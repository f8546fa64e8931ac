import { expect, test } from 'vitest';
import { startPipe, stepPipe } from '../../../src/sandbox/workload/step-pipe.ts';
import { createLoad, type Load, WORLDS } from '../../../src/sandbox/workload/worlds.ts';

const STEP_MS = 15 * 60_000;
const START_MS = Date.UTC(2026, 0, 5);
const PER_DAY = 96;
const SEEDS = 8;

const SIZE = { replicas: 4, cpuMillicores: 500, memoryGb: 2 };

const loadOf = (world: (typeof WORLDS)[number], seed: number, days = 28): readonly Load[] => {
  const loadAt = createLoad(world, { seed, size: SIZE, cost: 1, growsFromMs: START_MS });
  return Array.from({ length: days * PER_DAY }, (_, index) => loadAt(START_MS + index * STEP_MS));
};

test.each(WORLDS)('%s: the guessed size holds its first week, with at most a few exceptions', (world) => {
  let [short, outOfMemory] = [0, 0];
  for (let seed = 1; seed <= SEEDS; seed += 1) {
    let state = startPipe(SIZE);
    for (const load of loadOf(world, seed, 7)) {
      const step = stepPipe(state, load, { size: SIZE, cost: 1, gatherSeconds: 0 }, STEP_MS);
      if (step.isOutOfMemory) outOfMemory += 1;
      if (step.isShort) short += 1;
      state = step;
    }
  }
  expect(outOfMemory).toBe(0);
  expect(short / (SEEDS * 7 * PER_DAY)).toBeLessThan(0.01);
});

test('each world has what its name says', () => {
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const days = (world: (typeof WORLDS)[number]) => {
    const arrivals = loadOf(world, 3).map((load) => load.arrivals);
    return Array.from({ length: 28 }, (_, day) => arrivals.slice(day * PER_DAY, (day + 1) * PER_DAY));
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
  const restarting = loadOf('restarts', 3);
  expect(restarting.some(({ restarts }) => restarts)).toBe(true);
  expect(restarting.some(({ isMeasured }) => !isMeasured)).toBe(true);
  expect(restarting.some(({ noise }) => noise !== 1)).toBe(true);
  const limited = Array.from({ length: 12 }, (_, seed) => loadOf('limited', seed, 1));
  expect(limited.every(([load]) => (load?.unevenness ?? 1) > 1)).toBe(true);
  expect(limited.some((loads) => loads.some(({ writable }) => writable < Number.POSITIVE_INFINITY))).toBe(true);
});
