import fc from 'fast-check';
import { expect, test } from 'vitest';
import { stepTrace, type Trace } from '../../../bench/sizing/trace.ts';
import type { Size } from '../../../src/model/size/size.ts';
import { type PipeStep, RESIZE_MS, startPipe } from '../../../src/sandbox/workload/step-pipe.ts';
import { checkProperty } from '../../effort.ts';

const STEP_MS = 15 * 60_000;
const SIZE: Size = { replicas: 2, cpuMillicores: 500, memoryGb: 2 };

/** Without anything that disturbs the pipe: 1 millicore is 1 message a second. */
function traceOf(arrivals: readonly number[], disturbed: Partial<Trace> = {}): Trace {
  return {
    ...{ startMs: 0, stepMs: STEP_MS, arrivals: Float32Array.from(arrivals), perMessage: 1, unevenness: 1 },
    ...{
      memoryGb: new Float32Array(arrivals.length).fill(1),
      downstream: null,
      restarts: null,
      gaps: null,
      noise: null,
    },
    ...disturbed,
  };
}

function run(trace: Trace, sizeAt: (index: number) => Size): readonly PipeStep[] {
  const steps: PipeStep[] = [];
  for (let index = 0; index < trace.arrivals.length; index += 1) {
    steps.push(stepTrace(steps.at(-1) ?? startPipe(sizeAt(0)), trace, index, sizeAt(index)));
  }
  return steps;
}

const rates = fc.array(fc.nat(4_000), { minLength: 12, maxLength: 12 });
const flags = fc.array(fc.constantFrom(0, 0, 0, 1), { minLength: 12, maxLength: 12 });
const sizes = fc.record({
  replicas: fc.integer({ min: 1, max: 10 }),
  cpuMillicores: fc.constantFrom(125, 250, 500, 1_000, 2_000),
  memoryGb: fc.constantFrom(0.5, 1, 2, 8),
});
const traces = fc
  .record({
    arrivals: rates,
    memory: fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 12, maxLength: 12 }),
    unevenness: fc.constantFrom(1, 1.3, 2),
    downstream: fc.option(rates),
    restarts: fc.option(flags),
  })
  .map(({ arrivals, memory, unevenness, downstream, restarts }) =>
    traceOf(arrivals, {
      unevenness,
      memoryGb: Float32Array.from(memory),
      downstream: downstream === null ? null : Float32Array.from(downstream),
      restarts: restarts === null ? null : Uint8Array.from(restarts),
    }),
  );

test('messages are neither lost nor made, whatever happens', () => {
  checkProperty(
    fc.property(traces, fc.array(sizes, { minLength: 12, maxLength: 12 }), (trace, asked) => {
      const steps = run(trace, (index) => asked[index] ?? SIZE);
      const sum = (values: Iterable<number>) => [...values].reduce((total, value) => total + value * 900, 0);
      const arrived = sum(trace.arrivals);
      expect(sum(steps.map(({ rate }) => rate)) + (steps.at(-1)?.waiting ?? 0)).toBeCloseTo(arrived, 3);
      for (const { cpu, capacity, waiting } of steps) {
        expect(cpu).toBeLessThanOrEqual(capacity);
        expect(waiting).toBeGreaterThanOrEqual(0);
      }
    }),
  );
});

test('more capacity or memory never leaves more messages waiting', () => {
  checkProperty(
    fc.property(traces, sizes, fc.nat(9), fc.constantFrom(1, 2), (trace, size, more, factor) => {
      const larger = {
        replicas: size.replicas + more,
        cpuMillicores: size.cpuMillicores * factor,
        memoryGb: size.memoryGb * factor,
      };
      const small = run(trace, () => size);
      const large = run(trace, () => larger);
      for (const [index, { waiting }] of small.entries()) {
        expect(large[index]?.waiting).toBeLessThanOrEqual(waiting + 1e-6);
      }
    }),
  );
});

test('a new size works after four minutes', () => {
  const steps = run(traceOf([3_000, 3_000, 3_000]), (index) => (index === 0 ? SIZE : { ...SIZE, replicas: 6 }));
  const late = RESIZE_MS / STEP_MS;
  expect(steps.map(({ capacity }) => capacity)).toEqual([1_000, late * 1_000 + (1 - late) * 3_000, 3_000]);
});

test.each<{ what: string; trace: Trace; rate: number; waiting: number; isShort: boolean; isOutOfMemory?: true }>([
  { what: 'enough capacity', trace: traceOf([1_000]), rate: 1_000, waiting: 0, isShort: false },
  { what: 'less capacity than messages', trace: traceOf([1_100]), rate: 1_000, waiting: 90_000, isShort: true },
  { what: 'a backlog of a minute', trace: traceOf([1_060]), rate: 1_000, waiting: 54_000, isShort: false },
  {
    ...{ what: 'a largest replica that is full first', trace: traceOf([1_000], { unevenness: 1.25 }) },
    ...{ rate: 800, waiting: 180_000, isShort: true },
  },
  {
    ...{ what: 'a limit downstream', trace: traceOf([1_100], { downstream: Float32Array.of(600) }) },
    ...{ rate: 600, waiting: 450_000, isShort: false },
  },
  {
    ...{ what: 'a restart', trace: traceOf([500], { restarts: Uint8Array.of(1) }) },
    ...{ rate: 0, waiting: 450_000, isShort: false },
  },
  {
    ...{ what: 'memory that runs out', trace: traceOf([500], { memoryGb: Float32Array.of(3) }) },
    ...{ rate: 0, waiting: 450_000, isShort: true, isOutOfMemory: true },
  },
])('$what', ({ trace, rate, waiting, isShort, isOutOfMemory = false }) => {
  expect(run(trace, () => SIZE)[0]).toMatchObject({ rate, waiting, isShort, isOutOfMemory });
});

test('a backlog is a shortage until the pipe can work it off within an hour', () => {
  const restarts = Uint8Array.of(1, 0, 0, 0, 0);
  // The restart leaves 850 x 900 messages. At 1,000 for 850, an hour is enough for 150 x 3,600: two steps later.
  const steps = run(traceOf([850, 850, 850, 850, 850], { restarts }), () => SIZE);
  expect(steps.map(({ isShort }) => isShort)).toEqual([false, true, true, false, false]);
});
