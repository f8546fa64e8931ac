import { createQuickstartFleet, generateFleet } from '../../../src/sandbox/fleet/generate-fleet.ts';
import { kindOf, type Pipe } from '../../../src/sandbox/fleet/pipe.ts';
import { createSimulationClock } from '../../../src/sandbox/simulation/clock.ts';
import { createSimulation, type PipeRecord } from '../../../src/sandbox/simulation/simulation.ts';

/** The busiest time of a Friday. */
export const NOON = Date.UTC(2026, 10, 20, 12);
export const MINUTE = 60_000;
export const DAY = 86_400_000;

/** A stepped simulation of these pipes. */
export function simulate(pipes: readonly Pipe[], { startAt = NOON } = {}) {
  const clock = createSimulationClock(() => 0, startAt, 0);
  return { clock, simulation: createSimulation(pipes, clock) };
}

export const QUICKSTART = createQuickstartFleet().pipes;

/** Running pipes of all kinds and sizes. */
export const GENERATED = generateFleet(64, 7).pipes.map((pipe) => ({ ...pipe, state: 'Running' }));

export function quickstart(name: string): Pipe {
  const pipe = QUICKSTART.find((candidate) => candidate.name === name);
  if (pipe === undefined) throw new Error(`the quickstart fleet has no pipe ${name}`);
  return pipe;
}

export function isStreaming(pipe: Pipe): boolean {
  return ['kafka', 'kinesis'].includes(kindOf(pipe) ?? '');
}

/** With half of its replicas, or with half of its CPU if it has one replica; undefined when neither can be halved. */
export function halve(pipe: Pipe): Pipe | undefined {
  const { replicas = 1, replicaCpuMillicores = 500, replicaMemoryGb = 2 } = pipe.scaling;
  if (replicas % 2 === 0) return { ...pipe, scaling: { ...pipe.scaling, replicas: replicas / 2 } };
  if (replicaCpuMillicores < 250) return undefined;
  const cpu = { replicaCpuMillicores: replicaCpuMillicores / 2, replicaMemoryGb: replicaMemoryGb / 2 };
  return { ...pipe, scaling: { ...pipe.scaling, ...cpu } };
}

/** Every number of the record, in order. */
export function dump({ read, firstTick, lastTick }: PipeRecord): readonly number[] {
  const ticks = Array.from({ length: lastTick - firstTick + 1 }, (_, index) => firstTick + index);
  return ticks.flatMap((tick) => [
    read('arrivals', tick),
    read('throughput', tick),
    read('lag', tick),
    read('errors', tick),
    read('utilization', tick),
  ]);
}
