import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Pipe } from '../../../src/sandbox/fleet/pipe.ts';
import type { PipeRecord } from '../../../src/sandbox/workload/simulation.ts';
import { checkProperty } from '../../effort.ts';
import { GENERATED, MINUTE, QUICKSTART, quickstart, simulate } from './simulate.ts';

/** Every number of the record, in order. */
function dump({ read, firstTick, lastTick }: PipeRecord): readonly number[] {
  const ticks = Array.from({ length: lastTick - firstTick + 1 }, (_, index) => firstTick + index);
  return ticks.flatMap((tick) => [
    read('arrivals', tick),
    read('throughput', tick),
    read('lag', tick),
    read('errors', tick),
    read('utilization', tick),
  ]);
}

const STEPS = fc.array(
  fc.record({
    minutes: fc.integer({ min: 0, max: 700 }),
    pipe: fc.nat({ max: 2 }),
    replicas: fc.integer({ min: 1, max: 10 }),
    state: fc.constantFrom('Running', 'Paused', 'Stopped', 'Degraded'),
    settlesInMs: fc.constantFrom(0, 300, 90_000),
    asks: fc.nat({ max: 2 }),
  }),
  { maxLength: 8 },
);

describe('the simulation', () => {
  test('gives the same numbers for any order and number of queries', () => {
    checkProperty(
      fc.property(STEPS, fc.shuffledSubarray([0, 1, 2], { minLength: 3 }), (steps, order) => {
        const begun = QUICKSTART.slice(0, 3);
        const asked = simulate();
        const lazy = simulate();
        let pipes: readonly Pipe[] = begun;
        for (const { minutes, pipe: index, replicas, state, settlesInMs, asks } of steps) {
          const before = pipes[index] ?? quickstart('orders-prod');
          const settling = { before: before.scaling, zerosUntil: 0, until: 0 };
          const after = { ...before, state, scaling: { ...before.scaling, replicas }, settling };
          pipes = pipes.with(index, after);
          for (const { clock, simulation } of [asked, lazy]) {
            simulation.note(before, after, settlesInMs);
            clock.advance(minutes * MINUTE + 7_000);
          }
          asked.simulation.record(pipes[asks] ?? before);
        }
        const all = [asked, lazy].map(({ simulation }) => {
          const dumps = new Map(order.map((index) => [index, dump(simulation.record(pipes[index] as Pipe))]));
          return [0, 1, 2].map((index) => dumps.get(index));
        });
        expect(all[1]).toEqual(all[0]);
      }),
      { numRuns: 10 },
    );
  });

  test('neither loses nor adds messages: the backlog changes by arrivals minus throughput', () => {
    for (const pipe of [...QUICKSTART, ...GENERATED.slice(0, 4)]) {
      const { clock, simulation } = simulate();
      simulation.note(pipe, { ...pipe, scaling: { replicas: 1, replicaCpuMillicores: 125, concurrency: 1 } }, 0);
      clock.advance(30 * MINUTE);
      simulation.note(pipe, pipe, 0);
      clock.advance(30 * MINUTE);
      const { read, firstTick, lastTick } = simulation.record(pipe);
      let worst = 0;
      for (let tick = firstTick + 1; tick <= lastTick; tick += 1) {
        const change = read('lag', tick) - read('lag', tick - 1);
        const expected = 30 * (read('arrivals', tick) - read('throughput', tick));
        worst = Math.max(worst, Math.abs(change - expected));
      }
      // Rates are thousandths of a message a second, and a lag is a whole number of messages.
      expect(worst).toBeLessThan(1.05);
    }
  });

  test('applies a scaling update when it has settled', () => {
    const before = { ...quickstart('orders-prod'), scaling: { replicas: 2, replicaCpuMillicores: 250 } };
    const scaling = { replicas: 1, replicaCpuMillicores: 250 };
    const after = { ...before, scaling, settling: { before: before.scaling, zerosUntil: 0, until: 0 } };
    const { clock, simulation } = simulate();
    simulation.note(before, after, 10 * MINUTE);
    clock.advance(10 * MINUTE);
    const { read, lastTick } = simulation.record(after);
    expect(read('lag', lastTick)).toBeLessThan(5_000);
    clock.advance(6 * MINUTE);
    const overloaded = simulation.record(after);
    expect(overloaded.read('lag', lastTick + 12)).toBeGreaterThan(10_000);
    expect(overloaded.read('errors', lastTick + 12)).toBeGreaterThan(5 * read('errors', lastTick));
  });

  test('a paused pipe has no rows and processes its backlog when it resumes; a stopped one starts over', () => {
    const pipe = quickstart('orders-prod');
    const lagAfter = (state: string) => {
      const { clock, simulation } = simulate();
      const idle = { ...pipe, state };
      simulation.note(pipe, idle, 0);
      clock.advance(60 * MINUTE);
      const { read, lastTick } = simulation.record(idle);
      expect(read('lag', lastTick)).toBeNaN();
      simulation.note(idle, pipe, 0);
      clock.advance(MINUTE);
      return simulation.record(pipe).read('lag', lastTick + 2);
    };
    expect(lagAfter('Paused')).toBeGreaterThan(500_000);
    expect(lagAfter('Stopped')).toBeLessThan(10_000);
  });
});
