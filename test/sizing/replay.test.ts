import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { SizingOptions } from '../../src/model/size/sizing.ts';
import type { Trace } from '../../src/model/size/workload.ts';
import { createTrace, guessSize, WORLDS } from '../../src/sandbox/workload/worlds.ts';
import { findBestFixed, fixedAt } from '../../src/sizing/policies/fixed.ts';
import { OTHERS, OURS } from '../../src/sizing/policies/list.ts';
import type { Policy } from '../../src/sizing/policies/policy.ts';
import { replay } from '../../src/sizing/replay.ts';
import { checkProperty } from '../effort.ts';

const STEP_MS = 15 * 60_000;
const PER_DAY = 96;
const OPTIONS: SizingOptions = {
  ...{ headroom: 0.15, cpuHour: 0.04, memoryGbHour: 0.005, timezone: 'UTC' },
  limits: { replicas: { min: 1, max: 10 }, cpuMillicores: { min: 125, max: 2_000 }, memoryGb: { min: 0.5, max: 8 } },
};

const traceOf = (world: (typeof WORLDS)[number], seed: number, days: number): Trace =>
  createTrace(world, { seed, size: guessSize(seed), startMs: Date.UTC(2026, 0, 5), days, stepMs: STEP_MS });

/** What is left of a trace when it ends early. */
function cut(trace: Trace, length: number): Trace {
  const part = <Series extends Float32Array | Uint8Array | null>(series: Series) =>
    (series?.subarray(0, length) ?? null) as Series;
  return {
    ...trace,
    ...{ arrivals: part(trace.arrivals), memoryGb: part(trace.memoryGb), downstream: part(trace.downstream) },
    ...{ restarts: part(trace.restarts), gaps: part(trace.gaps), noise: part(trace.noise) },
  };
}

test('no rule sees the future: what comes later does not change its earlier sizes', () => {
  checkProperty(
    fc.property(
      ...[
        fc.constantFrom(...WORLDS),
        fc.constantFrom(...OTHERS, ...OURS),
        fc.nat(1_000),
        fc.integer({ min: 1, max: 13 * PER_DAY }),
      ],
      (world, policy, seed, steps) => {
        const trace = traceOf(world, seed, 28);
        const from = 14 * PER_DAY;
        const options = { ...OPTIONS, size: guessSize(seed), from };
        const early = replay(cut(trace, from + steps), policy, options).sizes;
        expect(replay(trace, policy, options).sizes.slice(0, steps)).toEqual(early);
        expect(replay(trace, policy, options).sizes).toEqual(replay(trace, policy, options).sizes);
      },
    ),
    { numRuns: 40 },
  );
});

test('a rule sees what its own earlier sizes led to', () => {
  const seen: number[] = [];
  const halving: Policy = {
    ...{ name: 'fixed', decideEveryMs: 7 * PER_DAY * STEP_MS },
    decide({ capacity }, now) {
      seen.push(capacity.length, capacity.at(-1) ?? 0);
      return { size: { ...now, replicas: Math.ceil(now.replicas / 2) }, windows: [] };
    },
  };
  const size = { replicas: 8, cpuMillicores: 500, memoryGb: 2 };
  const { changes, sizes } = replay(traceOf('daily', 1, 28), halving, { ...OPTIONS, size, from: 7 * PER_DAY });
  expect(seen).toEqual([7 * PER_DAY, 4_000, 14 * PER_DAY, 2_000, 21 * PER_DAY, 1_000]);
  expect(changes).toBe(3);
  expect(sizes).toHaveLength(21 * PER_DAY);
});

test('windows hold by local time, and what they cost and change is counted', () => {
  const size = { replicas: 2, cpuMillicores: 1_000, memoryGb: 4 };
  const window = {
    days: [1, 2, 3, 4, 5],
    hours: { from: '07:00', until: '19:00' },
    timezone: 'Europe/Berlin',
    replicas: 6,
  };
  const policy: Policy = { ...fixedAt(size), decide: () => ({ size, windows: [window] }) };
  const options = { ...OPTIONS, size, from: 7 * PER_DAY, timezone: 'Europe/Berlin' };
  const { cost, changes, hours, sizes } = replay(traceOf('daily', 1, 14), policy, options);
  expect(hours).toBe(7 * 24);
  expect(changes).toBe(10);
  expect(cost).toBeCloseTo((60 * 6 + (7 * 24 - 60) * 2) * (0.04 + 4 * 0.005), 6);
  // 07:00 in Berlin is 06:00 UTC in January.
  expect(sizes.findIndex(({ replicas }) => replicas === 6)).toBe(6 * 4);
});

test('steps of unknown demand are left out, and neither cost nor count', () => {
  const trace = traceOf('daily', 1, 14);
  const unknown = { ...trace, arrivals: trace.arrivals.map((value, at) => (at % 2 === 0 ? value : Number.NaN)) };
  const options = { ...OPTIONS, size: guessSize(1), from: 7 * PER_DAY };
  const whole = replay(trace, fixedAt(guessSize(1)), options);
  const half = replay(unknown, fixedAt(guessSize(1)), options);
  expect([half.steps, half.cost]).toEqual([whole.steps / 2, expect.closeTo(whole.cost / 2, 6)]);
});

test('the best fixed size is the cheapest one that is enough', () => {
  checkProperty(
    fc.property(fc.constantFrom(...WORLDS), fc.nat(1_000), (world, seed) => {
      const trace = traceOf(world, seed, 14);
      const options = { ...OPTIONS, size: guessSize(seed), from: 7 * PER_DAY };
      const best = findBestFixed(trace, options, 0.005);
      const { cost, short, steps } = replay(trace, fixedAt(best), options);
      expect(short / steps).toBeLessThanOrEqual(0.005);
      for (let replicas = 1; replicas <= 10; replicas += 1) {
        const other = replay(trace, fixedAt({ ...best, replicas }), options);
        if (other.cost < cost - 1e-9) expect(other.short / other.steps).toBeGreaterThan(0.005);
      }
    }),
    { numRuns: 30 },
  );
});
