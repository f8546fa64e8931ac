import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createReplay } from '../../../bench/sizing/replay.ts';
import { findBestFixed, fixedAt } from '../../../bench/sizing/rules/fixed.ts';
import { RULES } from '../../../bench/sizing/rules/list.ts';
import type { Decision, Rule } from '../../../bench/sizing/rules/rule.ts';
import type { Trace } from '../../../bench/sizing/trace.ts';
import { createPipe, WORLDS } from '../../../bench/sizing/worlds.ts';
import type { SizingOptions } from '../../../src/model/size/sizing.ts';
import { checkProperty } from '../../effort.ts';

const STEP_MS = 15 * 60_000;
const PER_DAY = 96;
const START_MS = Date.UTC(2026, 0, 5);
const OPTIONS: SizingOptions = {
  ...{ headroom: 0.1, cpuHour: 0.04, memoryGbHour: 0.005, timezone: 'UTC' },
  limits: { replicas: { min: 1, max: 10 }, cpuMillicores: { min: 125, max: 2_000 }, memoryGb: { min: 0.5, max: 8 } },
};

function pipeOf(world: string, seed: number, days: number) {
  const rule = WORLDS[world];
  if (rule === undefined) throw new Error(world);
  const time = { startMs: START_MS, countedFromMs: START_MS, steps: days * PER_DAY, stepMs: STEP_MS };
  return createPipe(rule, seed, time);
}

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

test('no rule sees the future: what comes later does not change its earlier decisions', () => {
  let decisions = 0;
  checkProperty(
    fc.property(
      fc.constantFrom(...Object.keys(WORLDS)),
      fc.constantFrom(...RULES),
      fc.nat(1_000),
      fc.integer({ min: 1, max: 6 * PER_DAY }),
      (world, rule, seed, steps) => {
        const { size, trace } = pipeOf(world, seed, 28);
        const from = 21 * PER_DAY;
        const record = (of: Trace) => {
          const made: Decision[] = [];
          const recorded: Rule = {
            ...rule,
            decide(...about) {
              const decision = rule.decide(...about);
              made.push(decision);
              return decision;
            },
          };
          createReplay(of, { ...OPTIONS, size, from })(recorded, OPTIONS.headroom);
          return made;
        };
        const early = record(cut(trace, from + steps));
        expect(record(trace).slice(0, early.length)).toEqual(early);
        decisions += early.length;
      },
    ),
    { numRuns: 20 },
  );
  expect(decisions).toBeGreaterThan(0);
});

test('a rule sees what its own earlier sizes led to, and its windows hold by local time', () => {
  const seen: number[] = [];
  const size = { replicas: 8, cpuMillicores: 500, memoryGb: 2 };
  const halving: Rule = {
    ...{ name: 'halving', decideEveryMs: 7 * PER_DAY * STEP_MS, headrooms: [0] },
    decide({ capacity }, now) {
      seen.push(capacity.length, capacity.at(-1) ?? 0);
      return { size: { ...now.size, replicas: Math.ceil(now.size.replicas / 2) }, windows: [] };
    },
  };
  const { trace } = pipeOf('wave', 1, 28);
  const options = { ...OPTIONS, size, from: 7 * PER_DAY };
  expect(createReplay(trace, options)(halving, 0)).toMatchObject({ changes: 3, steps: 21 * PER_DAY });
  expect(seen).toEqual([7 * PER_DAY, 4_000, 14 * PER_DAY, 2_000, 21 * PER_DAY, 1_000]);

  const hours = { from: '07:00', until: '19:00' };
  const window = { days: [1, 2, 3, 4, 5], hours, timezone: 'Europe/Berlin', replicas: 6 };
  const scheduled: Rule = { ...fixedAt(size), decide: () => ({ size: { ...size, replicas: 2 }, windows: [window] }) };
  const week = createReplay(pipeOf('wave', 1, 14).trace, { ...options, timezone: 'Europe/Berlin' })(scheduled, 0);
  expect(week.cost).toBeCloseTo((60 * 6 + (7 * 24 - 60) * 2) * (0.5 * 0.04 + 2 * 0.005), 6);
  // From 8 replicas to 2 first, then twice a workday.
  expect(week.changes).toBe(11);
});

test('the best fixed size is the cheapest one that is enough', () => {
  checkProperty(
    fc.property(fc.constantFrom(...Object.keys(WORLDS)), fc.nat(1_000), (world, seed) => {
      const { size, trace } = pipeOf(world, seed, 14);
      const options = { ...OPTIONS, size, from: 7 * PER_DAY };
      const run = createReplay(trace, options);
      const best = findBestFixed(trace, options, 0.005);
      const { cost, short, steps } = run(fixedAt(best), 0);
      const isLargest = best.replicas === 10 && best.cpuMillicores === 2_000;
      if (!isLargest) expect(short / steps).toBeLessThanOrEqual(0.005);
      for (let replicas = 1; replicas <= 10; replicas += 1) {
        const other = run(fixedAt({ ...best, replicas }), 0);
        if (other.cost < cost - 1e-9) expect(other.short / other.steps).toBeGreaterThan(0.005);
      }
    }),
    { numRuns: 30 },
  );
});
