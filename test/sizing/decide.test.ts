import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { capacityOf, type Size } from '../../src/model/size/size.ts';
import type { Advice, AdvisedWindow, PipeHistory, SizingOptions } from '../../src/model/size/sizing.ts';
import { adviseSize, MOST_SHORT, type ScheduledSizes } from '../../src/sizing/decide.ts';
import { clamp } from '../../src/sizing/sizes.ts';
import { hoursOfWeek, sizesByStep } from '../../src/sizing/week-of-sizes.ts';
import { checkProperty, countCases } from '../effort.ts';
import { DAY, history, isDay, NOW, OPTIONS, observeWorld, START_MS, STEP_MS, worldNames } from './samples.ts';

const UNKNOWN = Number.NaN;

function print({ verdict, advised, isLimited, isTooSmall, windows, reason }: Advice): string {
  const size = advised === null ? '' : ` ${advised.replicas} × ${advised.cpuMillicores}, ${advised.memoryGb} GB`;
  const flags = `${isTooSmall ? ', too small' : ''}${isLimited ? ', limited' : ''}`;
  const shown = windows.map(
    ({ replicas, days, hours }) => ` + ${replicas} ${days?.join('')} ${hours?.from}–${hours?.until}`,
  );
  return `${verdict}${size}${flags}${shown.join('')}: ${reason}`;
}

const of = (peak: string, days = 35) => `Demand reaches ${peak} of 2,000 millicores in ${days} days`;
const HOLDS = 'it holds with 10% headroom, and';

describe('the advice for a pipe of 4 × 500 millicores', () => {
  test.each<[title: string, past: PipeHistory, expected: string]>([
    [
      'a size that holds is kept',
      history(35, () => ({ cpu: 1_750 })),
      `keep 4 × 500, 2 GB: ${of('1,750')}; ${HOLDS} no other size or schedule saves 10%.`,
    ],
    [
      'another size saves a tenth at least',
      history(35, () => ({ cpu: 1_350 })),
      `shrink 7 × 250, 1 GB: ${of('1,350')}; 7 × 250 millicores hold it with 10% headroom.`,
    ],
    [
      'memory of 8 days times 1.15 counts',
      history(35, () => ({ cpu: 100, memory: 1 })),
      `shrink 1 × 500, 2 GB: ${of('100')}; 1 × 500 millicores hold it with 10% headroom.`,
    ],
    [
      'memory that does not hold grows',
      history(35, () => ({ cpu: 1_700, memory: 1.9 })),
      `grow 1 × 2000, 8 GB, too small: ${of('1,700')}; memory is too small.`,
    ],
    [
      'a saturated pipe without lag grows a quarter at a time',
      history(35, () => ({ cpu: 1_950 }), ['lag', 'rate']),
      `grow 6 × 500, 2 GB, too small: ${of('2,500')}; with 10% headroom, it is short for 100% of the time.`,
    ],
    [
      'windows for a week that repeats',
      history(35, (at) => ({ cpu: isDay(at) ? 1_700 : 200 })),
      `schedule 8 × 250, 1 GB + 1 1234567 18:00–08:00: ${of('1,700')}; the week repeats, and 1 window of time holds it.`,
    ],
    [
      'windows also for a pipe that is too small',
      history(35, (at) =>
        isDay(at) ? { cpu: 2_000, lag: at % DAY === 71 ? 0 : 900 * 200 * ((at % DAY) - 31) } : { cpu: 200 },
      ),
      `schedule 10 × 250, 1 GB, too small + 1 1234567 18:00–08:00: ${of('2,200')}; with 10% headroom, it is short for 46.9% of the time; the week repeats, and 1 window of time holds it.`,
    ],
    [
      'the busiest replica limits an uneven pipe',
      history(35, (at) => (at % DAY < 8 ? { cpu: 1_200, lag: 900 * 300 * ((at % DAY) + 1) } : { cpu: 600 })),
      `grow 1 × 2000, 8 GB, too small: ${of('1,500', 34)}, with 1.7 times the mean load on the busiest replica; with 10% headroom, it is short for 9.3% of the time.`,
    ],
    [
      'nothing grows where the limit is elsewhere',
      history(35, (at) => ({ cpu: 900, lag: at % 8 === 0 ? 0 : 1e6 })),
      `keep 4 × 500, 2 GB, limited: ${of('2,011')}; ${HOLDS} no other size or schedule saves 10%, and messages wait while half of the capacity is free, so that the limit is the destination or the partitions.`,
    ],
    [
      'nothing shrinks in less than 14 days',
      history(13, () => ({ cpu: 300 })),
      `keep 4 × 500, 2 GB: ${of('300', 13)}; ${HOLDS} less needs 14 days of history.`,
    ],
    [
      'nothing shrinks while messages wait',
      history(35, (at) => (at < 35 * DAY - 4 ? { cpu: 300 } : { cpu: 2_000, lag: 1e6 })),
      `keep 4 × 500, 2 GB: ${of('3,111')}; it holds with 10% headroom for at least 99% of the time, and less must wait until the lag has cleared.`,
    ],
    [
      'nothing shrinks while lag is missing',
      history(35, (at) => ({ cpu: 300, lag: at < 35 * DAY - 4 ? 0 : UNKNOWN })),
      `keep 4 × 500, 2 GB: ${of('300')}; ${HOLDS} less must wait until the lag has cleared.`,
    ],
    [
      'less than 7 days are too little',
      history(6, () => ({ cpu: 300 })),
      'unknown: Only 6 days of CPU are known; advice needs 7.',
    ],
    [
      'so is less than 70% of the demand',
      history(35, (at) => ({ cpu: at % 2 === 0 ? 1_700 : UNKNOWN })),
      'unknown: Demand is known for 50% of the time; advice needs 70%. While messages wait, it takes `rate`, and times without lag.',
    ],
    [
      'an idle pipe keeps one replica',
      history(35, () => ({ cpu: 0 })),
      `shrink 1 × 125, 0.5 GB: ${of('0')}; 1 × 125 millicores hold it with 10% headroom.`,
    ],
  ])('%s', (_, past, expected) => {
    expect(print(adviseSize(past, NOW, OPTIONS))).toBe(expected);
  });

  test('bands allow no more, and say so', () => {
    const limits = { ...OPTIONS.limits, replicas: { min: 4, max: 4 }, cpuMillicores: { min: 500, max: 500 } };
    const past = history(35, () => ({ cpu: 1_950 }));
    expect(print(adviseSize(past, NOW, { ...OPTIONS, limits }))).toBe(
      `keep 4 × 500, 2 GB, too small: ${of('1,950')}; it is too small, and a larger size is not possible within its limits.`,
    );
  });

  test('a pipe of one replica has room for an uneven load of several', () => {
    const now = { replicas: 1, cpuMillicores: 2_000, memoryGb: 8 };
    const limits = { ...OPTIONS.limits, cpuMillicores: { min: 500, max: 500 }, memoryGb: { min: 2, max: 2 } };
    const past = history(35, () => ({ cpu: 520 }));
    expect(adviseSize(past, now, { ...OPTIONS, limits })).toMatchObject({ advised: { replicas: 3 } });
  });
});

test('windows are of local time, also across a change of the clocks', () => {
  const timezone = 'Europe/Berlin';
  const startMs = Date.UTC(2026, 2, 2);
  const past = history(35, () => ({ cpu: 0 }));
  // 08:00 to 18:00 in Berlin: an hour earlier in UTC from 2026-03-29 on.
  const cpu = past.cpu.map((_, at) => {
    const atMs = startMs + at * STEP_MS;
    const hour = new Date(atMs + (atMs < Date.UTC(2026, 2, 29, 1) ? 1 : 2) * 3_600_000).getUTCHours();
    return hour >= 8 && hour < 18 ? 1_700 : 200;
  });
  const { windows } = adviseSize({ ...past, startMs, cpu, rate: cpu }, NOW, { ...OPTIONS, timezone });
  expect(windows).toEqual([
    { days: [1, 2, 3, 4, 5, 6, 7], hours: { from: '18:00', until: '08:00' }, timezone, replicas: 1 },
  ]);
});

/** As the configuration has them: the same windows in all of the past. */
function scheduleOf(outside: Size, windows: readonly AdvisedWindow[], steps: number): ScheduledSizes {
  return { outside, sizes: sizesByStep(outside, windows, hoursOfWeek('UTC', START_MS, STEP_MS, steps)) };
}

const largestOf = (schedule: ScheduledSizes) =>
  schedule.sizes.reduce((largest, size) => (capacityOf(size) > capacityOf(largest) ? size : largest));

const anyPipe = fc.record({ world: fc.constantFrom(...worldNames), seed: fc.integer({ min: 1, max: 1_000 }) });
const PRICES: SizingOptions = { ...OPTIONS, cpuHour: 0.04, memoryGbHour: 0.005 };

test('advice is the same for the same past, within the limits, short for at most 1%, and kept once it is taken', () => {
  const band = (values: readonly number[]) =>
    fc
      .tuple(fc.constantFrom(...values), fc.constantFrom(...values))
      .map(([a, b]) => ({ min: Math.min(a, b), max: Math.max(a, b) }));
  const anyLimits = fc.record({
    replicas: band([1, 2, 4, 7, 10]),
    cpuMillicores: band([125, 250, 500, 1000, 2000]),
    memoryGb: band([0.5, 2, 4, 8]),
  });
  let taken = 0;
  checkProperty(
    fc.property(anyPipe, fc.oneof(anyLimits, fc.constant(OPTIONS.limits)), ({ world, seed }, limits) => {
      const { past, size } = observeWorld(world, seed);
      const advise = () => adviseSize(past, size, { ...PRICES, limits });
      const { verdict, advised, windows, isTooSmall, short } = advise();
      expect(advise()).toEqual(advise());
      if (advised === null || verdict === 'keep') return;
      const replicas = [advised.replicas, ...windows.map((window) => window.replicas)];
      expect(Math.min(...replicas)).toBeGreaterThanOrEqual(limits.replicas.min);
      expect(Math.max(...replicas)).toBeLessThanOrEqual(limits.replicas.max);
      expect(advised.memoryGb).toBe(clamp(advised.cpuMillicores * 0.004, limits.memoryGb));
      if (!isTooSmall || limits === OPTIONS.limits) expect(short.advised).toBeLessThanOrEqual(MOST_SHORT);
      if (limits !== OPTIONS.limits) return;
      taken += 1;
      const schedule = windows.length === 0 ? null : scheduleOf(advised, windows, past.cpu.length);
      const now = schedule === null ? advised : largestOf(schedule);
      expect(adviseSize(past, now, PRICES, schedule).verdict).toBe('keep');
    }),
    { numRuns: 200 },
  );
  expect(taken).toBeGreaterThan(0);
});

test('missing data never gives a smaller size', () => {
  const anyGap = fc.record({
    from: fc.integer({ min: 0, max: 35 * DAY - 1 }),
    length: fc.integer({ min: 1, max: 2 * DAY }),
  });
  const compared = countCases();
  checkProperty(
    fc.property(anyPipe, fc.array(anyGap, { minLength: 1, maxLength: 4 }), ({ world, seed }, gaps) => {
      const { past, size } = observeWorld(world, seed);
      const isGap = (at: number) => gaps.some(({ from, length }) => at >= from && at < from + length);
      const without = (series: Float32Array) => series.map((value, at) => (isGap(at) ? UNKNOWN : value));
      const less: PipeHistory = {
        ...past,
        cpu: without(past.cpu),
        memory: past.memory && without(past.memory),
        rate: past.rate && without(past.rate),
        lag: past.lag && without(past.lag),
      };
      const one = { ...PRICES, limits: { ...PRICES.limits, replicas: { min: size.replicas, max: size.replicas } } };
      const all = adviseSize(past, size, one);
      const some = adviseSize(less, size, one);
      // A gap may hide the evidence that the limit is elsewhere, or that a replica is busier than the others.
      if (all.isLimited !== some.isLimited) return;
      if (all.verdict === 'shrink') compared.add();
      const least = Math.min(capacityOf(all.advised ?? size), capacityOf(size));
      expect(capacityOf(some.advised ?? size)).toBeGreaterThanOrEqual(least);
    }),
    { numRuns: 100 },
  );
  compared.expectSome();
});

test('a schedule stays while it holds, unless the advice saves a tenth', () => {
  const past = history(35, (at) => ({ cpu: isDay(at) ? 1_700 : 200 }));
  const night = (replicas: number): AdvisedWindow => ({
    ...{ days: [1, 2, 3, 4, 5, 6, 7], hours: { from: '18:00', until: '08:00' }, timezone: 'UTC', replicas },
  });
  const advise = (outside: number, inside: number) => {
    const schedule = scheduleOf(
      { replicas: outside, cpuMillicores: 250, memoryGb: 1 },
      [night(inside)],
      past.cpu.length,
    );
    return print(adviseSize({ ...past, capacity: past.capacity }, largestOf(schedule), OPTIONS, schedule));
  };
  expect(advise(8, 1)).toMatch(
    /^keep 8 × 250.*its schedule holds with 10% headroom, and no other size or schedule saves/,
  );
  expect(advise(8, 4)).toMatch(/^schedule 8 × 250, 1 GB \+ 1 .*; the week repeats/);
  expect(advise(6, 1)).toMatch(/^schedule 8 × 250, 1 GB, too small \+ 1 .*it is short for 99% of the time/);
});
