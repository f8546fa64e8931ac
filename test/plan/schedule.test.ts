import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SCALING_KEYS, type ScalingKey } from '../../src/model/field/field.ts';
import type { DesiredPipe, ScheduledSize } from '../../src/model/fleet.ts';
import type { LivePipe } from '../../src/model/live-pipe.ts';
import type { Plan } from '../../src/model/plan.ts';
import { createBaseState } from '../../src/plan/attribute-changes.ts';
import { findDrift } from '../../src/plan/find-drift.ts';
import { planFleet } from '../../src/plan/plan-fleet.ts';
import type { RemediationOptions } from '../../src/plan/policy/plan-policy.ts';
import { NO_ALLOWANCES } from '../../src/plan/policy/plan-policy.ts';
import { hashConfiguration, WHOLE_FLEET } from '../../src/plan/policy/scope.ts';
import { type ReviewedPlan, reviewPlan } from '../../src/plan/saved/review-plan.ts';
import { scheduleFleet, schedulePipe } from '../../src/plan/schedule-fleet.ts';
import { checkProperty, countCases } from '../effort.ts';
import {
  anyHours,
  anySize,
  anyTime,
  clampTo,
  edgesOf,
  findChange,
  fits,
  HOUR_MS,
  holdsAt,
  isOfSchedule,
  isSame,
  sizeAt,
  type Week,
} from '../properties/any-week.ts';
import { desiredPipe, fleetOf, livePipe, pair, place, TOOL } from './samples.ts';

const MINUTE_MS = 60_000;
const GRACE_MS = 30 * MINUTE_MS;

const sizes = fc.record(
  {
    replicas: anySize,
    replicaCpuMillicores: fc.constantFrom(250, 500, 1000),
    replicaMemoryGb: fc.constantFrom(1, 2, 4),
  },
  { requiredKeys: [] },
);
const windows: fc.Arbitrary<ScheduledSize> = fc
  .record({
    hours: anyHours,
    scaling: sizes.filter((size) => Object.keys(size).length > 0).map((scaling) => desiredPipe({ scaling }).scaling),
    location: fc.nat({ max: 99 }).map((line) => place(line + 1)),
  })
  .map(({ hours, ...rest }) => ({ ...hours, ...rest }));
const pipes: fc.Arbitrary<DesiredPipe> = fc
  .record({
    base: fc.record({ replicas: anySize, replicaCpuMillicores: fc.constant(500), replicaMemoryGb: fc.constant(2) }),
    schedule: fc.array(windows, { minLength: 1, maxLength: 4 }),
  })
  .map(({ base, schedule }) => desiredPipe({ scaling: base, settings: { db_max_threads: 8 }, schedule }));

/** The sizes of one field. */
function weekOf({ scaling, schedule = [] }: DesiredPipe, key: ScalingKey): Week {
  const valueIn = (one: DesiredPipe['scaling']) => one[key]?.value ?? Number.NaN;
  const named = schedule.filter((window) => window.scaling[key] !== undefined);
  return { base: valueIn(scaling), schedule: named.map((window) => ({ ...window, size: valueIn(window.scaling) })) };
}

const valuesIn = (scaling: DesiredPipe['scaling']) =>
  Object.fromEntries(SCALING_KEYS.flatMap((key) => (scaling[key] === undefined ? [] : [[key, scaling[key].value]])));

/** Live with the values of a pipe, of bands the lower edge. */
function liveOf({ scaling }: DesiredPipe): LivePipe {
  const values = Object.entries(valuesIn(scaling)).map(([key, value]) => {
    return [key, typeof value === 'object' && value !== null ? value.min : value];
  });
  return livePipe({ scaling: Object.fromEntries(values), settings: { db_max_threads: 8 } });
}

function planAt(
  pipe: DesiredPipe,
  live: LivePipe,
  atMs: number,
  base: DesiredPipe | null = null,
  remediation: RemediationOptions | null = null,
): Plan {
  const fleet = scheduleFleet(fleetOf([pipe]), atMs);
  const reads = fleet.pipes.map((desired) => pair(desired, live));
  const sized = base === null ? null : createBaseState({ ref: 'main', commit: 'c0ffee' }, [schedulePipe(base, atMs)]);
  return planFleet(fleet, reads, {
    now: new Date(atMs),
    tool: TOOL,
    allowances: NO_ALLOWANCES,
    base: sized,
    remediation,
  });
}

/** By the sizes of the branch and its base, which is null without one. */
function findOrigin(value: number, week: Week, base: Week | null, atMs: number) {
  if (base === null) return null;
  if (describeWeek(week) === describeWeek(base)) return isOfSchedule(week, value) ? 'schedule' : 'drift';
  const was = sizeAt(base, atMs);
  if (isOfSchedule(base, value) || fits(was, value)) return 'config';
  return isSame(was, sizeAt(week, atMs)) ? 'drift' : 'conflict';
}

function describeWeek({ base, schedule }: Week): string {
  const windows = schedule.map(({ timezone, days, hours, size }) => [timezone, days, hours, edgesOf(size)]);
  return JSON.stringify([edgesOf(base), windows]);
}

const liveSizes = sizes.map((size) =>
  liveOf(desiredPipe({ scaling: { replicas: 3, replicaCpuMillicores: 500, replicaMemoryGb: 2, ...size } })),
);

describe('a schedule', () => {
  it('gives each field the size of the first window that holds and has it, by an independent calendar', () => {
    checkProperty(
      fc.property(pipes, anyTime, (pipe, atMs) => {
        const { schedule = [] } = pipe;
        const { scaling, sizesNow } = schedulePipe(pipe, atMs);
        for (const key of SCALING_KEYS.filter((one) => pipe.scaling[one] !== undefined)) {
          expect(scaling[key]?.value).toEqual(sizeAt(weekOf(pipe, key), atMs));
        }
        expect(sizesNow?.window ?? null).toEqual(schedule.find((one) => holdsAt(one, atMs))?.location ?? null);
      }),
    );
  });

  it('changes only its fields, at the edges that it names, and is the same however it was reached', () => {
    checkProperty(
      fc.property(pipes, anyTime, anyTime, (pipe, atMs, otherMs) => {
        const now = schedulePipe(pipe, atMs);
        const at = (timeMs: number) =>
          Object.values(valuesIn(schedulePipe(pipe, timeMs).scaling)).map((value) => edgesOf(value ?? Number.NaN));
        expect(schedulePipe(schedulePipe(pipe, otherMs), atMs)).toEqual(now);
        const { sinceMs = null, untilMs = null } = now.sizesNow ?? {};
        if (untilMs !== null) {
          expect(untilMs).toBeGreaterThan(atMs);
          expect(at(untilMs - 1)).toEqual(at(atMs));
          expect(at(untilMs)).not.toEqual(at(atMs));
        }
        if (sinceMs !== null) {
          expect(sinceMs).toBeLessThanOrEqual(atMs);
          expect(at(sinceMs)).toEqual(at(atMs));
          expect(at(sinceMs - 1)).not.toEqual(at(atMs));
        }
        const { scaling: _, sizesNow: __, ...rest } = now;
        expect(rest).toEqual({ ...pipe, scaling: undefined });
        const [declared, sized] = [fleetOf([pipe]), scheduleFleet(fleetOf([pipe]), atMs)];
        expect(hashConfiguration(sized)).toBe(hashConfiguration(declared));
      }),
    );
  });

  it('makes a pipe with the sizes of before late within the grace time, and drifted after it; never drift by origin', () => {
    const delays = fc.integer({ min: 0, max: 2 * GRACE_MS });
    const seen = { late: countCases(), drifted: countCases(), 'in-sync': countCases() };
    checkProperty(
      fc.property(pipes, anyTime, delays, (pipe, startMs, delayMs) => {
        const edgeMs = schedulePipe(pipe, startMs).sizesNow?.sinceMs ?? null;
        const untilMs = schedulePipe(pipe, startMs).sizesNow?.untilMs ?? Infinity;
        if (edgeMs === null || edgeMs + delayMs >= untilMs) return;
        const atMs = edgeMs + delayMs;
        const live = liveOf(schedulePipe(pipe, edgeMs - 1));
        const fleet = scheduleFleet(fleetOf([pipe]), atMs);
        const reads = fleet.pipes.map((desired) => pair(desired, live));
        const [base] = fleet.pipes.map((desired) => createBaseState({ ref: 'main', commit: 'c0ffee' }, [desired]));
        for (const state of [null, base ?? null]) {
          const { pipes: found, summary } = findDrift(fleet, reads, { now: new Date(atMs), tool: TOOL, base: state });
          const changes = found.flatMap((one) => one.changes);
          // The lower edge of one band may be inside another.
          const expected = changes.length === 0 ? 'in-sync' : delayMs < GRACE_MS ? 'late' : 'drifted';
          seen[expected].add();
          expect(found.map(({ status }) => status)).toEqual([expected]);
          expect(changes.map(({ origin }) => origin)).toEqual(changes.map(() => state && 'schedule'));
          expect(summary.changes).toBe(expected === 'drifted' ? changes.length : 0);
        }
      }),
    );
    for (const cases of [seen.late, seen.drifted]) cases.expectSome();
  });

  it('is late with the size of the window that ended last, and drifted with that of an older one', () => {
    const weekend = { ...window(4), days: [6, 7] };
    const pipe = { ...withWindow(6), schedule: [...(withWindow(6).schedule ?? []), weekend] };
    const statusAt = (time: string, replicas: number) => {
      const fleet = scheduleFleet(fleetOf([pipe]), Date.parse(time));
      const reads = fleet.pipes.map((desired) => pair(desired, livePipe({ scaling: { replicas } })));
      return findDrift(fleet, reads, { now: new Date(time), tool: TOOL }).pipes.map(({ status }) => status);
    };
    expect(statusAt('2026-11-27T18:10:00Z', 6)).toEqual(['late']);
    expect(statusAt('2026-11-27T18:40:00Z', 6)).toEqual(['drifted']);
    expect(statusAt('2026-11-28T06:10:00Z', 6)).toEqual(['drifted']);
    expect(statusAt('2026-11-28T06:10:00Z', 2)).toEqual(['late']);
  });

  it('has the origin of every change, and a remediation restores drift alone: no size of any other time', () => {
    const branches = fc.tuple(pipes, fc.option(fc.option(pipes), { nil: undefined }));
    const restorable = fc.subarray(SCALING_KEYS.map((key) => `scaling.${key}` as const));
    checkProperty(
      fc.property(branches, anyTime, liveSizes, restorable, ([pipe, other], atMs, live, fields) => {
        const base = other === undefined ? pipe : other;
        const expected = SCALING_KEYS.flatMap((key) => {
          const [week, was] = [weekOf(pipe, key), base && weekOf(base, key)];
          const [value, size] = [live.scaling[key], sizeAt(week, atMs)];
          if (typeof value !== 'number' || fits(size, value)) return [];
          return [
            {
              path: `scaling.${key}`,
              before: value,
              after: clampTo(size, value),
              origin: findOrigin(value, week, was, atMs),
            },
          ];
        });
        const plan = planAt(pipe, live, atMs, base);
        expect(plan.pipes[0]?.changes).toMatchObject(expected);
        const bounds = { fields, maxPipes: { count: 1, location: place(31) }, perPipe: null };
        const restored = planAt(pipe, live, atMs, base, { bounds, past: new Map() }).pipes[0]?.changes;
        const isRestored = ({ origin, path }: (typeof expected)[number]) =>
          origin === 'drift' && fields.some((field) => field === path);
        expect(restored).toMatchObject(expected.filter(isRestored));
      }),
      { numRuns: 200 },
    );
  });

  it('never lets a saved plan write a size that the schedule does not ask for when it is applied', () => {
    const later = fc.integer({ min: 0, max: 72 * 4 }).map((quarters) => (quarters * HOUR_MS) / 4);
    checkProperty(
      fc.property(pipes, anyTime, later, liveSizes, (pipe, atMs, laterMs, live) => {
        const plan = planAt(pipe, live, atMs);
        const nowMs = atMs + laterMs;
        const fleet = scheduleFleet(fleetOf([pipe]), nowMs);
        const options = { allowances: NO_ALLOWANCES, nowMs, selection: WHOLE_FLEET, selected: fleet.pipes };
        const review = reviewPlan(plan, fleet, options);
        if (!review.ok) throw new Error('the plan is refused');
        const fresh = planAt(pipe, live, nowMs);
        const sizesOf = ({ pipes: [planned] }: Pick<ReviewedPlan, 'pipes'>) =>
          Object.fromEntries((planned?.changes ?? []).map(({ path, after }) => [path, after]));
        if (review.plan.summary.update > 0) expect(sizesOf(fresh)).toMatchObject(sizesOf(review.plan));
        const hasEnded = SCALING_KEYS.some(
          (key) => `scaling.${key}` in sizesOf(plan) && (findChange(weekOf(pipe, key), nowMs) ?? 0) > atMs,
        );
        expect(review.plan.pipes[0]?.status).toBe(hasEnded ? 'stale' : plan.pipes[0]?.status);
        const ended = review.plan.pipes[0]?.diagnostics.filter(({ code }) => code === 'window-ended') ?? [];
        expect(ended.map(({ summary }) => summary)).toEqual(
          hasEnded ? [expect.stringMatching(/^The schedule changed the sizes of pipe orders at /)] : [],
        );
      }),
    );
  });
});

it('a rollback of a saved plan for another day asks when the sizes of the apply ended', () => {
  const pipe = withWindow(6);
  const plan = planAt(pipe, livePipe({ scaling: { replicas: 5 } }), IN_WINDOW + 24 * HOUR_MS);
  const fleet = scheduleFleet(fleetOf([pipe]), IN_WINDOW);
  const options = { allowances: NO_ALLOWANCES, nowMs: IN_WINDOW, selection: WHOLE_FLEET, selected: fleet.pipes };
  const review = reviewPlan(plan, fleet, options);
  expect(review.ok && review.plan.pipes).toMatchObject([
    { status: 'update', scheduled: { until: '2026-11-25T18:00:00.000Z' } },
  ]);
});

/** Ten minutes into the window. */
const IN_WINDOW = Date.UTC(2026, 10, 25, 6, 10);

function window(replicas: number): ScheduledSize {
  const hours = { from: '07:00', until: '19:00' };
  const { scaling } = desiredPipe({ scaling: { replicas } });
  return { timezone: 'Europe/Berlin', days: [1, 2, 3, 4, 5], hours, scaling, location: place(40) };
}

function withWindow(inside: number, outside = 2, settings = {}): DesiredPipe {
  return desiredPipe({ scaling: { replicas: outside }, settings, schedule: [window(inside)] });
}

/** A second window, which is on one date. */
function withDate(other: number, date: string): DesiredPipe {
  const { schedule = [], ...pipe } = withWindow(6);
  const times = { days: [1, 2, 3, 4, 5, 6, 7], dates: { from: date, until: date } };
  return { ...pipe, schedule: [...schedule, { ...window(other), ...times }] };
}

describe('the origin of a scheduled size', () => {
  // Windows without dates, of a branch and a base that both have some, are those of the property above.
  it.each<readonly [string, DesiredPipe, DesiredPipe, number, string]>([
    ['of a window whose dates are over', withDate(4, '2026-11-01'), withDate(4, '2026-11-01'), 4, 'schedule'],
    ['of a window whose dates are to come', withDate(4, '2026-12-20'), withDate(4, '2026-12-20'), 4, 'drift'],
    ['of a schedule that the branch removes', desiredPipe({ scaling: { replicas: 8 } }), withWindow(6), 6, 'config'],
    ['of a schedule that the branch adds', withWindow(6), desiredPipe({ scaling: { replicas: 2 } }), 2, 'config'],
    [
      'of a schedule that the branch adds, of one of its sizes',
      withWindow(6, 4),
      desiredPipe({ scaling: { replicas: 2 } }),
      4,
      'conflict',
    ],
    ['beside settings that the branch changes', withWindow(6, 2, { db_max_threads: 8 }), withWindow(6), 2, 'schedule'],
  ])('%s', (_, pipe, base, replicas, origin) => {
    const live = livePipe({ scaling: { replicas, replicaCpuMillicores: 1000 }, settings: { db_max_threads: 8 } });
    const plan = planAt(pipe, live, IN_WINDOW, base);
    expect(plan.pipes[0]?.changes).toMatchObject([{ origin }]);
  });
});

describe('a schedule that differs from that of the base', () => {
  const withSchedule = (about: Partial<ScheduledSize>): DesiredPipe => {
    const { schedule = [], ...pipe } = withWindow(6);
    return { ...pipe, schedule: schedule.map((window) => ({ ...window, ...about })) };
  };

  it.each<readonly [string, DesiredPipe, number]>([
    ['in the size of a window', withWindow(8), 1],
    ['in the size outside of all windows', withWindow(6, 3), 1],
    ['in the days of a window', withSchedule({ days: [1, 2, 3, 4] }), 1],
    ['in a time zone that has the same hours in winter', withSchedule({ timezone: 'Africa/Lagos' }), 1],
    ['in nothing but its place', withSchedule({ location: place(50) }), 0],
  ])('%s', (_, pipe, notes) => {
    const plan = planAt(pipe, livePipe({ scaling: { replicas: 6 } }), IN_WINDOW, withWindow(6));
    expect(plan.pipes[0]?.diagnostics.filter(({ code }) => code === 'schedule-changed')).toHaveLength(notes);
  });
});

describe('a scheduled size with a promotion', () => {
  const threads = { db_max_threads: 8 };

  it.each<readonly [string, DesiredPipe, number, DesiredPipe, 'update' | 'refused', number, DesiredPipe | null]>([
    ['is promoted where it is live, without a soak', withWindow(6), 6, withWindow(6), 'update', IN_WINDOW, null],
    ['is promoted where the same one is late', withWindow(6), 2, withWindow(6), 'update', IN_WINDOW, null],
    ['is refused where it is late no more', withWindow(6), 2, withWindow(6), 'refused', IN_WINDOW + GRACE_MS, null],
    ['is refused where the schedule has another', withWindow(6), 2, withWindow(5), 'refused', IN_WINDOW, null],
    ['is refused where another is live', withWindow(6), 4, withWindow(6), 'refused', IN_WINDOW, null],
    ['keeps the soak in a new window', withWindow(6), 6, withWindow(6), 'refused', IN_WINDOW, withWindow(5)],
    [
      'keeps the soak for other changes',
      withWindow(6, 2, threads),
      6,
      withWindow(6, 2, threads),
      'refused',
      IN_WINDOW,
      null,
    ],
  ])('%s', (_, wanted, replicas, staging, status, atMs, before) => {
    const promotion = {
      from: 'staging',
      soakMs: 24 * HOUR_MS,
      except: [],
      missing: 'refuse',
      location: place(30),
    } as const;
    const there = { ...staging, id: staging.id.replace('0b', '1c') };
    const fleet = scheduleFleet({ ...fleetOf([wanted]), promotion: { ...promotion, source: fleetOf([there]) } }, atMs);
    const reads = fleet.pipes.map((desired) =>
      pair(desired, livePipe({ scaling: { replicas: 2 }, settings: { db_max_threads: 4 } })),
    );
    const updatedAt = new Date(atMs - 5 * MINUTE_MS).toISOString();
    const shown = livePipe({ scaling: { replicas }, settings: threads, updatedAt });
    const sources = new Map(
      (fleet.promotion?.source?.pipes ?? []).map((desired) => {
        return [desired.name, { ...pair(desired, shown), desired, readAtMs: atMs, checks: [] }];
      }),
    );
    const base = createBaseState(
      { ref: 'main', commit: 'c0ffee' },
      scheduleFleet(fleetOf([before ?? wanted]), atMs).pipes,
    );
    const how = { now: new Date(atMs), tool: TOOL, allowances: NO_ALLOWANCES, sources, base };
    expect(planFleet(fleet, reads, how).pipes.map((one) => one.status)).toEqual([status]);
  });
});
