import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { minutesOfWeek } from '../../src/calendar/weekly-window.ts';
import { monthlyCents } from '../../src/model/price.ts';
import {
  type Advice,
  type AdvisedWindow,
  capacityOf,
  type PipeHistory,
  type Size,
  type SizingOptions,
} from '../../src/model/size/sizing.ts';
import { isSameSize } from '../../src/model/size/workload.ts';
import { createTrace, guessSize, WORLDS } from '../../src/sandbox/workload/worlds.ts';
import { adviseFixedSize, adviseSize, type ScheduledSizes } from '../../src/sizing/advise-size.ts';
import { estimateDemand } from '../../src/sizing/estimate-demand.ts';
import { clamp } from '../../src/sizing/fit-size.ts';
import { observe } from '../../src/sizing/replay.ts';
import { findShortShare, usableOf } from '../../src/sizing/replay-past.ts';
import { sharesOfSizes, sizeAtMinute } from '../../src/sizing/week-of-sizes.ts';
import { checkProperty } from '../effort.ts';

const STEP_MS = 900_000;
const DAY = 96;
/** A Monday. */
const START_MS = Date.UTC(2026, 0, 5);
const UNKNOWN = Number.NaN;

const OPTIONS: SizingOptions = {
  headroom: 0.15,
  limits: {
    replicas: { min: 1, max: 10 },
    cpuMillicores: { min: 125, max: 2000 },
    memoryGb: { min: 0.5, max: 8 },
  },
  cpuHour: 1,
  memoryGbHour: 0,
  timezone: 'UTC',
};
const NOW: Size = { replicas: 4, cpuMillicores: 500, memoryGb: 2 };
const CAPACITY = 2000;

/** What a pipe did in a step. A message a second costs a millicore. */
interface Step {
  cpu: number;
  memory: number;
  rate: number;
  lag: number;
  capacity: number;
}

function history(
  days: number,
  stepAt: (step: number) => Partial<Step>,
  without: readonly (keyof Step)[] = [],
): PipeHistory {
  const steps = Array.from({ length: days * DAY }, (_, at): Step => {
    const step = stepAt(at);
    return { memory: 0.4, rate: step.cpu ?? 0, cpu: 0, lag: 0, capacity: CAPACITY, ...step };
  });
  const series = (key: keyof Step) => Float32Array.from(steps, (step) => step[key]);
  const optional = (key: keyof Step) => (without.includes(key) ? null : series(key));
  return {
    ...{ startMs: START_MS, stepMs: STEP_MS, cpu: series('cpu'), capacity: series('capacity') },
    ...{ memory: optional('memory'), rate: optional('rate'), lag: optional('lag') },
  };
}

const isDay = (at: number) => at % DAY >= 32 && at % DAY < 72;
const steady = (cpu: number) => () => ({ cpu });
const print = ({ verdict, advised, isLimited, reason }: Advice) =>
  `${verdict} ${advised === null ? 'nothing' : `${advised.replicas} × ${advised.cpuMillicores} millicores, ${advised.memoryGb} GB`}${isLimited ? ', limited' : ''}: ${reason}`;

const ROWS: readonly [title: string, history: PipeHistory, expected: string][] = [
  [
    'a size that holds is kept',
    history(28, steady(1500)),
    'keep 4 × 500 millicores, 2 GB: Demand reaches 1,500 of 2,000 millicores in 28 days; a smaller size saves less than 20%.',
  ],
  [
    'a smaller size must save a fifth',
    history(28, steady(1450)),
    'keep 4 × 500 millicores, 2 GB: Demand reaches 1,450 of 2,000 millicores in 28 days; a smaller size saves less than 20%.',
  ],
  [
    'shrinks to what holds with headroom',
    history(28, steady(700)),
    'shrink 1 × 1000 millicores, 4 GB: Demand reaches 700 of 2,000 millicores in 28 days; 1 × 1,000 millicores hold it with 15% headroom.',
  ],
  [
    'tells for how long a smaller size holds, where not always',
    history(28, (at) => ({ cpu: at % DAY === 40 ? 1400 : 700 })),
    'shrink 2 × 500 millicores, 2 GB: Demand reaches 1,400 of 2,000 millicores in 28 days; 2 × 500 millicores hold it with 15% headroom for at least 98% of the time.',
  ],
  [
    'a pipe that is limited elsewhere shrinks to what does as much',
    history(28, (at) => ({ cpu: 400, lag: at < 27 * DAY ? 1e6 : 0 })),
    'shrink 1 × 500 millicores, 2 GB, limited: Demand reaches 400 of 2,000 millicores in 28 days; lag is limited downstream or by partitions, and 1 × 500 millicores do as much.',
  ],
  [
    'one replica is as even as can be',
    history(28, steady(100)),
    'shrink 1 × 125 millicores, 0.5 GB: Demand reaches 100 of 2,000 millicores in 28 days; 1 × 125 millicores hold it with 15% headroom.',
  ],
  [
    'memory asks for a usual size that has it',
    history(28, () => ({ cpu: 100, memory: 1 })),
    'shrink 1 × 500 millicores, 2 GB: Demand reaches 100 of 2,000 millicores in 28 days; 1 × 500 millicores hold it with 15% headroom.',
  ],
  [
    'less than a week gives no advice',
    history(6, steady(100)),
    'unknown nothing: Only 6 days of history; advice needs 7.',
  ],
  [
    'days before the first value are no history',
    history(28, (at) => ({ cpu: at < 22 * DAY ? UNKNOWN : 1950 }), ['lag', 'rate']),
    'unknown nothing: Only 6 days of history; advice needs 7.',
  ],
  [
    'less than two weeks shrinks nothing',
    history(13, steady(700)),
    'keep 4 × 500 millicores, 2 GB: Demand reaches 700 of 2,000 millicores in 13 days; a smaller size needs 14 days of history.',
  ],
  [
    'less than 70% known gives no advice',
    history(28, (at) => ({ cpu: at % 3 === 0 ? UNKNOWN : 700 })),
    'unknown nothing: Demand is known for 66.7% of 28 days; advice needs 70%.',
  ],
  [
    'demand is what arrives, not what a short pipe can use',
    history(28, (at) => (at < 20 * DAY ? { cpu: 1000 } : { cpu: 2000, lag: (at - 20 * DAY) * 900 * 800 })),
    'grow 7 × 500 millicores, 2 GB: Demand reaches 2,800 of 2,000 millicores in 28 days; with 15% headroom, it is short for 28.6% of the time.',
  ],
  [
    'use near capacity without lag is unknown',
    history(28, (at) => ({ cpu: isDay(at) ? 1950 : 500 }), ['lag', 'rate']),
    'unknown nothing: Demand is known for 58.3% of 28 days; advice needs 70%: near or without a known capacity, that takes `rate`, `lag` and times without lag.',
  ],
  [
    'use near capacity at all times is no lack of history',
    history(28, steady(1950), ['lag', 'rate']),
    'unknown nothing: Demand is known for 0% of 28 days; advice needs 70%: near or without a known capacity, that takes `rate`, `lag` and times without lag.',
  ],
  [
    'an unknown capacity is no lack of history',
    history(28, () => ({ cpu: 700, capacity: UNKNOWN }), ['lag', 'rate']),
    'unknown nothing: Demand is known for 0% of 28 days; advice needs 70%: near or without a known capacity, that takes `rate`, `lag` and times without lag.',
  ],
  [
    'zeros after a restart are not use',
    history(28, (at) => ({ cpu: at % (3 * DAY) < 4 ? 0 : 1400 }), ['lag', 'rate']),
    'keep 4 × 500 millicores, 2 GB: Demand reaches 1,400 of 2,000 millicores in 27 days; a smaller size saves less than 20%.',
  ],
  [
    'nothing shrinks while messages wait',
    history(28, (at) => ({ cpu: 700, lag: at >= 28 * DAY - 1 ? 1e6 : 0 })),
    'keep 4 × 500 millicores, 2 GB: Demand reaches 1,811 of 2,000 millicores in 28 days; a smaller size must wait until the lag has cleared.',
  ],
  [
    'lag with free capacity is limited elsewhere',
    history(28, (at) => ({ cpu: 700, lag: isDay(at) ? (at % DAY) * 1e5 : 0 })),
    'keep 4 × 500 millicores, 2 GB, limited: Demand reaches 4,256 of 2,000 millicores in 28 days; lag is limited downstream or by partitions, and more capacity brings no throughput.',
  ],
  [
    'a scale-up that brought no throughput is not repeated',
    history(28, (at) => ({ cpu: 1250, capacity: at < 14 * DAY ? 1500 : 2000, lag: 1e6 + at * 1e4 })),
    'keep 4 × 500 millicores, 2 GB, limited: Demand reaches 1,250 of 2,000 millicores in 28 days; lag is limited downstream or by partitions, and more capacity brings no throughput.',
  ],
  [
    'memory has headroom above the peak of eight days',
    history(28, (at) => ({ cpu: 1500, memory: at > 25 * DAY ? 1.9 : 1 })),
    'grow 1 × 2000 millicores, 8 GB: Demand reaches 1,500 of 2,000 millicores in 28 days; with 15% headroom, memory is too small.',
  ],
  [
    'a peak of memory is forgotten after eight days',
    history(28, (at) => ({ cpu: 700, memory: at < 15 * DAY ? 4 : 1.8 })),
    'grow 1 × 2000 millicores, 8 GB: Demand reaches 700 of 2,000 millicores in 28 days; with 15% headroom, memory is too small.',
  ],
  [
    'without memory no replica gets less of it',
    history(28, steady(700), ['memory']),
    'shrink 1 × 1000 millicores, 4 GB: Demand reaches 700 of 2,000 millicores in 28 days; 1 × 1,000 millicores hold it with 15% headroom.',
  ],
];

test('more memory with less CPU is no schedule', () => {
  const past = history(28, () => ({ cpu: 1900, memory: 3.9, capacity: 6000 }));
  const advice = adviseSize(past, { replicas: 6, cpuMillicores: 1000, memoryGb: 4 }, OPTIONS);
  expect(print(advice)).toBe(
    'grow 3 × 2000 millicores, 8 GB: Demand reaches 1,900 of 6,000 millicores in 28 days; with 15% headroom, memory is too small.',
  );
});

const TWO_OR_MORE: SizingOptions = { ...OPTIONS, limits: { ...OPTIONS.limits, replicas: { min: 2, max: 10 } } };

test('several replicas shrink in steps, until it is known how much of their capacity can be used', () => {
  const advise = (now: Size) =>
    adviseFixedSize(
      history(28, () => ({ cpu: 300, capacity: capacityOf(now) })),
      now,
      TWO_OR_MORE,
    ).advised;
  const first = advise({ replicas: 4, cpuMillicores: 500, memoryGb: 2 });
  const second = first === null ? null : advise(first);
  expect([first, second]).toEqual([
    { replicas: 5, cpuMillicores: 125, memoryGb: 0.5 },
    { replicas: 3, cpuMillicores: 125, memoryGb: 0.5 },
  ]);
});

test('a replica that is of no usual size may stay as it is', () => {
  const past = history(28, () => ({ cpu: 1300, memory: 2.4 }));
  const now = { replicas: 4, cpuMillicores: 500, memoryGb: 3 };
  expect(adviseFixedSize(past, now, OPTIONS).advised).toEqual({ ...now, replicas: 3 });
});

test('memory that a band cuts is advised only where no usual size has what is needed', () => {
  const limits = { ...OPTIONS.limits, memoryGb: { min: 0.5, max: 3 } };
  const advise = (memory: number) =>
    adviseFixedSize(
      history(28, () => ({ cpu: 850, memory })),
      { replicas: 4, cpuMillicores: 500, memoryGb: 2 },
      { ...OPTIONS, limits },
    ).advised;
  expect(advise(0.4)).toEqual({ replicas: 5, cpuMillicores: 250, memoryGb: 1 });
  expect(advise(2.4)).toEqual({ replicas: 1, cpuMillicores: 2000, memoryGb: 3 });
});

test('limits never take the memory that a pipe needs', () => {
  const limits = { ...OPTIONS.limits, cpuMillicores: { min: 125, max: 250 } };
  const past = history(28, () => ({ cpu: 100, memory: 1.6 }));
  expect(adviseSize(past, NOW, { ...OPTIONS, limits })).toMatchObject({ verdict: 'keep', advised: NOW, windows: [] });
});

test('a week that repeats gets windows that do not overlap, by local time', () => {
  const load = (at: number) => ({ cpu: isDay(at) && at % (7 * DAY) < 5 * DAY ? 1500 : 300 });
  const { verdict, advised, windows, reason, short } = adviseSize(history(28, load), NOW, {
    ...OPTIONS,
    timezone: 'Europe/Berlin',
  });
  const night = { timezone: 'Europe/Berlin', replicas: 2 };
  expect({ verdict, advised, windows, reason, short }).toEqual({
    verdict: 'schedule',
    advised: { replicas: 7, cpuMillicores: 250, memoryGb: 1 },
    windows: [
      { ...night, days: [1, 2, 3, 4, 5, 6, 7], hours: { from: '19:00', until: '09:00' } },
      { ...night, days: [6, 7], hours: { from: '09:00', until: '19:00' } },
    ],
    reason: 'The week repeats: 2 windows of time save 56.4% against 4 × 500 millicores at all times.',
    short: { now: 0, advised: 0 },
  });
});

test.each([
  ['messages wait', 1e6],
  ['lag is missing', UNKNOWN],
])('a week that repeats gets no windows while %s', (_, lag) => {
  const load = (at: number) => (at < 28 * DAY - 8 ? { cpu: isDay(at) ? 700 : 100 } : { cpu: CAPACITY, lag });
  expect(print(adviseSize(history(28, load), NOW, OPTIONS))).toMatch(
    /^keep 4 × 500 millicores, 2 GB: .+; a smaller size must wait until the lag has cleared\.$/,
  );
});

test('a pipe that is too small says so, with uneven replicas, and beside what windows save', () => {
  const advise = (lag: number, cpu: number) =>
    adviseSize(
      history(28, (at) => (isDay(at) ? { cpu, lag } : { cpu: 300 })),
      NOW,
      OPTIONS,
    ).reason;
  expect(advise(1e6, 1500)).toMatchInlineSnapshot(
    `"Demand reaches 2,611 of 2,000 millicores in 28 days, with 1.3 times the mean load on the busiest replica; with 15% headroom, it is short for 46.9% of the time."`,
  );
  expect(advise(0, 1950)).toMatchInlineSnapshot(
    `"Too small, and the week repeats: 1 window of time saves 50.8% against 5 × 500 millicores at all times."`,
  );
});

/** The sizes of a pipe by its schedule, from the beginning of the test's histories. */
function scheduleOf(outside: Size, windows: readonly AdvisedWindow[], steps: number): ScheduledSizes {
  const minutes = minutesOfWeek('UTC', START_MS, STEP_MS, steps);
  return { outside, sizes: Array.from(minutes, (minute) => sizeAtMinute(outside, windows, minute)) };
}

describe('a pipe of a schedule, busy on workdays from 08:00 to 18:00', () => {
  const past = history(28, (at) => ({ cpu: isDay(at) && at % (7 * DAY) < 5 * DAY ? 1500 : 300 }));
  const week = { days: [1, 2, 3, 4, 5], timezone: 'UTC' };
  const busy = { ...week, hours: { from: '07:00', until: '19:00' } };
  const small = { cpuMillicores: 250, memoryGb: 1 };

  test.each<[title: string, outside: Size, windows: readonly AdvisedWindow[], expected: string, shortNow: number]>([
    [
      'keeps one that holds and that no other is much cheaper than',
      { ...small, replicas: 2 },
      [{ ...busy, replicas: 7 }],
      'keep 2 × 250 millicores, 1 GB: Its schedule holds with 15% headroom; no other size or schedule saves 10%.',
      0,
    ],
    [
      'changes one that is too large, by what that saves against it',
      { ...small, replicas: 6 },
      [{ ...busy, replicas: 8 }],
      'schedule 7 × 250 millicores, 1 GB: The past needs less: 2 windows of time save 48% against its schedule.',
      0,
    ],
    [
      'changes one that is short outside of its windows',
      { ...small, replicas: 1 },
      [{ ...busy, replicas: 7 }],
      'schedule 7 × 250 millicores, 1 GB: Too small, and the week repeats: 2 windows of time save 50.2% against 7 × 250 millicores at all times.',
      0.671,
    ],
    [
      'changes one that is short in its windows',
      { ...small, replicas: 2 },
      [{ ...busy, replicas: 5 }],
      'schedule 7 × 250 millicores, 1 GB: Too small, and the week repeats: 2 windows of time save 50.2% against 7 × 250 millicores at all times.',
      0.528,
    ],
    [
      'changes one that is short, by what that saves against the best fixed size, not the largest of the schedule',
      { ...small, replicas: 2 },
      [
        { ...busy, replicas: 5 },
        { ...busy, days: [7], replicas: 10 },
      ],
      'schedule 7 × 250 millicores, 1 GB: Too small, and the week repeats: 2 windows of time save 50.2% against 7 × 250 millicores at all times.',
      0.528,
    ],
  ])('%s', (_, outside, windows, expected, shortNow) => {
    const largest = { ...outside, replicas: Math.max(outside.replicas, ...windows.map(({ replicas }) => replicas)) };
    const advice = adviseSize(past, largest, OPTIONS, scheduleOf(outside, windows, past.cpu.length));
    expect(print(advice)).toBe(expected);
    expect(advice.short.now).toBeCloseTo(shortNow, 3);
  });
});

test.each<[title: string, days: number, last: Partial<Step>, expected: string]>([
  [
    'before two weeks of history',
    13,
    {},
    'Its schedule holds with 15% headroom; a smaller size or another schedule needs 14 days of history.',
  ],
  [
    'while lag is missing',
    28,
    { lag: UNKNOWN },
    'Its schedule holds with 15% headroom; a smaller size or another schedule must wait until the lag has cleared.',
  ],
])('a schedule that is too large is kept %s', (_, days, last, expected) => {
  const outside = { replicas: 4, cpuMillicores: 250, memoryGb: 1 };
  const windows = [{ days: [6], hours: null, timezone: 'UTC', replicas: 8 }];
  const past = history(days, (at) => ({ cpu: 300, ...(at >= days * DAY - 8 && last) }));
  const schedule = scheduleOf(outside, windows, past.cpu.length);
  const advice = adviseSize(past, { ...outside, replicas: 8 }, OPTIONS, schedule);
  expect(print(advice)).toBe(`keep 4 × 250 millicores, 1 GB: ${expected}`);
});

test('a schedule of a pipe that is limited elsewhere is kept for what it is, not for its largest size', () => {
  const outside = { ...NOW, replicas: 1 };
  const past = history(28, (at) => ({ cpu: 400, lag: at < 27 * DAY ? 1e6 : 0 }));
  const windows = [{ days: [1], hours: { from: '08:00', until: '10:00' }, timezone: 'UTC', replicas: 4 }];
  const advice = adviseSize(past, NOW, OPTIONS, scheduleOf(outside, windows, past.cpu.length));
  expect(print(advice)).toBe(
    'keep 1 × 500 millicores, 2 GB, limited: Its schedule holds with 15% headroom; no other size or schedule saves 10%.',
  );
});

test('what a schedule saves does not depend on the unit of the prices', () => {
  const outside = { replicas: 7, cpuMillicores: 250, memoryGb: 1 };
  const past = history(28, (at) => ({ cpu: isDay(at) ? 1500 : 300 }));
  const windows = [{ days: [1], hours: null, timezone: 'UTC', replicas: 8 }];
  const advise = (unit: number) => {
    const prices = { ...OPTIONS, cpuHour: 0.04 * unit, memoryGbHour: 0.005 * unit };
    const schedule = scheduleOf(outside, windows, past.cpu.length);
    return print(adviseSize(past, { ...outside, replicas: 8 }, prices, schedule));
  };
  expect(advise(1)).toMatch(/^schedule .+: The past needs less: 1 window of time saves 42\.8% against its schedule\.$/);
  expect(advise(1e-5)).toBe(advise(1));
});

describe('a schedule with a larger Saturday, short on all other days of an even load', () => {
  const outside = { replicas: 4, cpuMillicores: 250, memoryGb: 1 };
  const inside = { ...outside, replicas: 10 };
  const even = () => ({ cpu: 890, memory: 0.8, capacity: 1000 });
  const waiting = (at: number) => (at < 28 * DAY - 8 ? even() : { ...even(), cpu: 1000, lag: 1e5 });

  test.each<[title: string, past: PipeHistory, saturday: Size, largest: Size, expected: string]>([
    [
      'gets the cheapest size that holds at all times',
      history(28, even),
      inside,
      inside,
      'grow 5 × 250 millicores, 1 GB: Demand reaches 890 of 2,500 millicores in 28 days; with 15% headroom, it is short for 86.2% of the time.',
    ],
    [
      'has the capacity that it ever has, where replicas differ too',
      history(28, even),
      { replicas: 1, cpuMillicores: 1000, memoryGb: 4 },
      { replicas: 4, cpuMillicores: 1000, memoryGb: 4 },
      'grow 5 × 250 millicores, 1 GB: Demand reaches 890 of 1,000 millicores in 28 days; with 15% headroom, it is short for 99.9% of the time.',
    ],
    [
      'has no less on Saturdays before two weeks of history',
      history(13, even),
      inside,
      inside,
      'grow 10 × 250 millicores, 1 GB: Demand reaches 890 of 2,500 millicores in 13 days; with 15% headroom, it is short for 85.1% of the time.',
    ],
    [
      'has no less on Saturdays while messages wait',
      history(28, waiting),
      inside,
      inside,
      'grow 10 × 250 millicores, 1 GB: Demand reaches 1,111 of 2,500 millicores in 28 days; with 15% headroom, it is short for 86.2% of the time.',
    ],
  ])('%s', (_, past, saturday, largest, expected) => {
    const sizes = Array.from(past.cpu, (_value, at) => (Math.floor(at / DAY) % 7 === 5 ? saturday : outside));
    expect(print(adviseSize(past, largest, OPTIONS, { outside, sizes }))).toBe(expected);
  });
});

test('a schedule that is as large as possible at all times is kept, and is too small', () => {
  const outside = { replicas: 2, cpuMillicores: 250, memoryGb: 1 };
  const always = { days: [1, 2, 3, 4, 5, 6, 7], hours: null, timezone: 'UTC', replicas: 5 };
  const past = history(28, (at) => ({ cpu: isDay(at) ? 1500 : 300 }));
  const limits = { ...OPTIONS.limits, replicas: { min: 1, max: 5 }, cpuMillicores: { min: 250, max: 250 } };
  const schedule = scheduleOf(outside, [always], past.cpu.length);
  const advice = adviseSize(past, { ...outside, replicas: 5 }, { ...OPTIONS, limits }, schedule);
  expect(advice).toMatchObject({ verdict: 'keep', advised: outside, isTooSmall: true });
  expect(advice.reason).toMatch(/it is too small, and a larger size is not possible within its limits\.$/);
  expect(advice.short.advised).toBe(advice.short.now);
});

test('an hour of one day is not worth a window', () => {
  const load = (at: number) => ({ cpu: !isDay(at) ? 300 : Math.floor((at % (7 * DAY)) / 4) === 10 ? 1000 : 1500 });
  const { windows } = adviseSize(history(28, load), NOW, OPTIONS);
  expect(windows.map(({ days, hours }) => [days.length, hours?.from])).toEqual([[7, '18:00']]);
});

test('a week that does not repeat gets none', () => {
  const load = (at: number) => ({
    cpu:
      (Math.floor(at / DAY) * 7 + Math.floor((at % DAY) / 12)) % 8 === 0
        ? 1600
        : at > 21 * DAY && isDay(at)
          ? 1600
          : 300,
  });
  expect(adviseSize(history(28, load), NOW, OPTIONS).windows).toEqual([]);
});

const anyPipe = fc.record({ world: fc.constantFrom(...WORLDS), seed: fc.integer({ min: 1, max: 1000 }) });

function createPast({ world, seed }: { world: (typeof WORLDS)[number]; seed: number }) {
  const size = guessSize(seed);
  const trace = createTrace(world, { seed, size, startMs: START_MS, days: 28, stepMs: STEP_MS });
  return { past: observe(trace, size), size };
}

test('advice is the same for the same past, within the limits, and of a usual size', () => {
  const band = (values: readonly number[]) =>
    fc
      .tuple(fc.constantFrom(...values), fc.constantFrom(...values))
      .map(([a, b]) => ({ min: Math.min(a, b), max: Math.max(a, b) }));
  const anyLimits = fc.record({
    replicas: band([1, 2, 4, 7, 10]),
    cpuMillicores: band([125, 250, 500, 1000, 2000]),
    memoryGb: band([0.5, 2, 4, 8]),
  });
  checkProperty(
    fc.property(anyPipe, anyLimits, (pipe, limits) => {
      const { past, size } = createPast(pipe);
      const advise = () => adviseSize(past, size, { ...OPTIONS, limits });
      const { verdict, advised, windows } = advise();
      expect(advise()).toEqual(advise());
      if (advised === null || (verdict === 'keep' && isSameSize(advised, size))) return;
      const replicas = [advised.replicas, ...windows.map((window) => window.replicas)];
      expect(Math.min(...replicas)).toBeGreaterThanOrEqual(limits.replicas.min);
      expect(Math.max(...replicas)).toBeLessThanOrEqual(limits.replicas.max);
      expect(advised.memoryGb).toBe(clamp(advised.cpuMillicores * 0.004, limits.memoryGb));
      // Memory that a band cuts is not usual: only where no usual size has as much.
      const usual = [125, 250, 500, 1000, 2000].filter((millicores) => {
        const memoryGb = millicores * 0.004;
        const fits = clamp(millicores, limits.cpuMillicores) === millicores;
        return fits && clamp(memoryGb, limits.memoryGb) === memoryGb && memoryGb >= advised.memoryGb;
      });
      if (usual.length > 0 && advised.cpuMillicores !== size.cpuMillicores)
        expect(usual).toContain(advised.cpuMillicores);
    }),
    { numRuns: 30 },
  );
});

test('a schedule stays, unless it is short or the advice costs a tenth less; advice that was taken stays', () => {
  const anySchedule = fc.record({
    outside: fc.integer({ min: 1, max: 6 }),
    replicas: fc.integer({ min: 1, max: 10 }),
    from: fc.integer({ min: 0, max: 23 }),
    length: fc.integer({ min: 1, max: 23 }),
    days: fc.constantFrom([1, 2, 3, 4, 5, 6, 7], [1, 2, 3, 4, 5], [6, 7]),
  });
  const prices = { ...OPTIONS, cpuHour: 0.04, memoryGbHour: 0.005 };
  const hourOf = (hour: number) => `${hour % 24}`.padStart(2, '0').concat(':00');
  checkProperty(
    fc.property(anyPipe, anySchedule, (pipe, { outside, replicas, from, length, days }) => {
      const { past, size } = createPast(pipe);
      const hours = { from: hourOf(from), until: hourOf(from + length) };
      const windows = [{ days, hours, timezone: 'UTC', replicas }];
      const steps = past.cpu.length;
      const advise = (declared: Size, inside: readonly AdvisedWindow[]) => {
        const schedule = scheduleOf(declared, inside, steps);
        const most = Math.max(declared.replicas, ...inside.map((window) => window.replicas));
        return { schedule, advice: adviseSize(past, { ...declared, replicas: most }, prices, schedule) };
      };
      const { schedule, advice } = advise({ ...size, replicas: outside }, windows);
      const { verdict, advised } = advice;
      if (advised === null) return;
      if (verdict === 'keep') expect(advised).toEqual(schedule.outside);
      const { demand, limit, unevenness } = estimateDemand(past);
      const known = { demand, limit, stepMs: STEP_MS, headroom: prices.headroom };
      const isShort = findShortShare(known, (at) => usableOf(schedule.sizes[at] ?? size, unevenness)) > 0.02;
      const centsOf = (declared: Size, inside: readonly AdvisedWindow[]) =>
        monthlyCents(sharesOfSizes(declared, inside), prices);
      if (verdict !== 'keep' && !isShort && advised.memoryGb <= size.memoryGb)
        expect(centsOf(advised, advice.windows)).toBeLessThanOrEqual(centsOf(schedule.outside, windows) * 0.9 + 1);
      if (verdict === 'schedule') expect(advise(advised, advice.windows).advice.verdict).toBe('keep');
    }),
    { numRuns: 60 },
  );
});

test('missing data never gives a smaller size', () => {
  const anyGap = fc.record({
    from: fc.integer({ min: 0, max: 28 * DAY - 1 }),
    length: fc.integer({ min: 1, max: 2 * DAY }),
  });
  checkProperty(
    fc.property(anyPipe, fc.array(anyGap, { minLength: 1, maxLength: 6 }), (pipe, gaps) => {
      const { past, size } = createPast(pipe);
      const without = (series: Float32Array | null) =>
        series?.map((value, at) =>
          gaps.some(({ from, length }) => at >= from && at < from + length) ? UNKNOWN : value,
        ) ?? null;
      const less: PipeHistory = {
        ...past,
        cpu: without(past.cpu) ?? past.cpu,
        memory: without(past.memory),
        rate: without(past.rate),
        lag: without(past.lag),
      };
      const all = capacityOf(adviseFixedSize(past, size, OPTIONS).advised ?? size);
      const some = capacityOf(adviseFixedSize(less, size, OPTIONS).advised ?? size);
      expect(some).toBeGreaterThanOrEqual(Math.min(all, capacityOf(size)));
    }),
    { numRuns: 100 },
  );
});

test('more demand never gives a smaller size', () => {
  checkProperty(
    fc.property(anyPipe, fc.double({ min: 1, max: 1.5, noNaN: true }), (pipe, factor) => {
      const { past, size } = createPast(pipe);
      const scale = (by: number): PipeHistory => {
        const cpu = past.cpu.map((use, at) => Math.min(use * by * 0.6, (past.capacity[at] ?? 0) * 0.85));
        return { ...past, cpu, rate: null, lag: null };
      };
      const [less, more] = [scale(1), scale(factor)].map((of) =>
        capacityOf(adviseFixedSize(of, size, OPTIONS).advised ?? size),
      );
      expect(more).toBeGreaterThanOrEqual(less ?? 0);
    }),
    { numRuns: 100 },
  );
});

describe('the advice for a pipe of 4 × 500 millicores', () => {
  test.each(ROWS)('%s', (_, past, expected) => {
    expect(print(adviseFixedSize(past, NOW, OPTIONS))).toBe(expected);
  });
});
