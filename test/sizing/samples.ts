import { observe } from '../../bench/sizing/replay.ts';
import { createPipe, WORLDS } from '../../bench/sizing/worlds.ts';
import type { Size } from '../../src/model/size/size.ts';
import type { PipeHistory, SizingOptions } from '../../src/model/size/sizing.ts';

export const STEP_MS = 900_000;
export const DAY = 96;
/** A Monday. */
export const START_MS = Date.UTC(2026, 0, 5);

export const OPTIONS: SizingOptions = {
  ...{ headroom: 0.1, cpuHour: 1, memoryGbHour: 0, timezone: 'UTC' },
  limits: { replicas: { min: 1, max: 10 }, cpuMillicores: { min: 125, max: 2_000 }, memoryGb: { min: 0.5, max: 8 } },
};
export const NOW: Size = { replicas: 4, cpuMillicores: 500, memoryGb: 2 };

/** What a pipe of the size NOW did in a step. A message a second costs a millicore. */
export interface Step {
  cpu: number;
  memory: number;
  rate: number;
  lag: number;
  capacity: number;
}

export function history(
  days: number,
  stepAt: (step: number) => Partial<Step>,
  without: readonly (keyof Step)[] = [],
): PipeHistory {
  const steps = Array.from({ length: days * DAY }, (_, at): Step => {
    const step = stepAt(at);
    return { memory: 0.4, rate: step.cpu ?? 0, cpu: 0, lag: 0, capacity: 2_000, ...step };
  });
  const series = (key: keyof Step) => Float32Array.from(steps, (step) => step[key]);
  const optional = (key: keyof Step) => (without.includes(key) ? null : series(key));
  return {
    ...{ startMs: START_MS, stepMs: STEP_MS, cpu: series('cpu'), capacity: series('capacity') },
    ...{ memory: optional('memory'), rate: optional('rate'), lag: optional('lag') },
  };
}

/** From 08:00 to 18:00. */
export const isDay = (at: number): boolean => at % DAY >= 32 && at % DAY < 72;

export const worldNames = Object.keys(WORLDS);

/** What is measured of a pipe of a world that keeps its size. */
export function observeWorld(world: string, seed: number, days = 35): { past: PipeHistory; size: Size } {
  const rule = WORLDS[world];
  if (rule === undefined) throw new Error(world);
  const time = { startMs: START_MS, countedFromMs: START_MS, steps: days * DAY, stepMs: STEP_MS };
  const { size, trace } = createPipe(rule, seed, time);
  return { past: observe(trace, size), size };
}
