import { createQuickstartFleet, generateFleet } from '../../../src/sandbox/fleet/generate-fleet.ts';
import type { Pipe } from '../../../src/sandbox/fleet/pipe.ts';
import { createSimulationClock } from '../../../src/sandbox/workload/clock.ts';
import { createSimulation } from '../../../src/sandbox/workload/simulation.ts';

/** The busiest time of a Friday. */
export const NOON = Date.UTC(2026, 10, 20, 12);
export const MINUTE = 60_000;
export const DAY = 86_400_000;
/** The length of a tick without a workload. */
export const TICK_MS = 30_000;

/** A stepped simulation. */
export function simulate({ startAt = NOON } = {}) {
  const clock = createSimulationClock(() => 0, startAt, 0);
  return { clock, simulation: createSimulation(clock) };
}

export const QUICKSTART = createQuickstartFleet().pipes;

/** Running pipes of all kinds and sizes. */
export const GENERATED = generateFleet(24, 7).pipes.map((pipe) => ({ ...pipe, state: 'Running' }));

export function quickstart(name: string): Pipe {
  const pipe = QUICKSTART.find((candidate) => candidate.name === name);
  if (pipe === undefined) throw new Error(`the quickstart fleet has no pipe ${name}`);
  return pipe;
}
