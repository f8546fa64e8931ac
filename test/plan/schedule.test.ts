import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SCALING_KEYS } from '../../src/model/field/field.ts';
import type { DesiredPipe, ScheduledSize } from '../../src/model/fleet.ts';
import type { LivePipe } from '../../src/model/live-pipe.ts';
import type { Plan } from '../../src/model/plan.ts';
import { createBaseState } from '../../src/plan/attribute-changes.ts';
import { findDrift } from '../../src/plan/find-drift.ts';
import { planFleet } from '../../src/plan/plan-fleet.ts';
import { NO_ALLOWANCES } from '../../src/plan/policy/policy.ts';
import { hashConfiguration, WHOLE_FLEET } from '../../src/plan/policy/scope.ts';
import { reviewPlan } from '../../src/plan/saved/review-plan.ts';
import { scheduleFleet, schedulePipe } from '../../src/plan/schedule-fleet.ts';
import { checkProperty } from '../effort.ts';
import { desiredPipe, fleetOf, livePipe, pair, place, TOOL } from './samples.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const GRACE_MS = 30 * MINUTE_MS;
const START_MS = Date.UTC(2026, 0, 1);

/** With an hour that is skipped and one that is repeated, of an hour and of half an hour, and without. */
const ZONES = ['UTC', 'Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kolkata'];

const time = fc
  .integer({ min: 0, max: 47 })
  .map((half) => `${`${half >> 1}`.padStart(2, '0')}:${half % 2 ? '30' : '00'}`);
const hours = fc
  .tuple(time, time)
  .filter(([from, until]) => from !== until)
  .map(([from, until]) => ({ from, until }));
const replicas = fc.oneof(
  fc.integer({ min: 1, max: 4 }),
  fc
    .tuple(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 0, max: 3 }))
    .map(([min, more]) => ({ min, max: min + more })),
);
const sizes = fc.record(
  { replicas, replicaCpuMillicores: fc.constantFrom(250, 500, 1000), replicaMemoryGb: fc.constantFrom(1, 2, 4) },
  { requiredKeys: [] },
);
const windows: fc.Arbitrary<ScheduledSize> = fc.record({
  timezone: fc.constantFrom(...ZONES),
  days: fc.subarray([1, 2, 3, 4, 5, 6, 7], { minLength: 1 }),
  hours: fc.option(hours),
  scaling: sizes.filter((size) => Object.keys(size).length > 0).map((scaling) => desiredPipe({ scaling }).scaling),
  location: fc.nat({ max: 99 }).map((line) => place(line + 1)),
});
const pipes: fc.Arbitrary<DesiredPipe> = fc
  .record({
    base: fc.record({ replicas, replicaCpuMillicores: fc.constant(500), replicaMemoryGb: fc.constant(2) }),
    schedule: fc.array(windows, { minLength: 1, maxLength: 4 }),
  })
  .map(({ base, schedule }) => desiredPipe({ scaling: base, settings: { db_max_threads: 8 }, schedule }));
const times = fc.integer({ min: 0, max: 366 * 24 * 4 }).map((quarter) => START_MS + quarter * 15 * MINUTE_MS);

/** What a clock on the wall of the zone shows, by the calendar of the platform. */
function clockIn(timeZone: string, atMs: number): { readonly day: number; readonly time: string } {
  const format = new Intl.DateTimeFormat('en-GB', { timeZone, weekday: 'short', hour: '2-digit', minute: '2-digit' });
  const parts = new Map(format.formatToParts(atMs).map(({ type, value }) => [type, value]));
  const day = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'].indexOf(parts.get('weekday') ?? '') + 1;
  return { day, time: `${parts.get('hour')}:${parts.get('minute')}` };
}

function holds({ timezone, days, hours: within }: ScheduledSize, atMs: number): boolean {
  const { day, time: now } = clockIn(timezone, atMs);
  if (within === null) return days.includes(day);
  const { from, until } = within;
  if (from < until) return days.includes(day) && from <= now && now < until;
  return (days.includes(day) && from <= now) || (days.includes(day === 1 ? 7 : day - 1) && now < until);
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

function planAt(pipe: DesiredPipe, live: LivePipe, atMs: number, base: DesiredPipe | null = null): Plan {
  const fleet = scheduleFleet(fleetOf([pipe]), atMs);
  const reads = fleet.pipes.map((desired) => pair(desired, live));
  const sized = base === null ? null : createBaseState({ ref: 'main', commit: 'c0ffee' }, [schedulePipe(base, atMs)]);
  return planFleet(fleet, reads, { now: new Date(atMs), tool: TOOL, allowances: NO_ALLOWANCES, base: sized });
}

function applyTo(live: LivePipe, plan: Plan): LivePipe {
  const bodies = plan.pipes.flatMap(({ requests }) => requests.map(({ body }) => body));
  return { ...live, scaling: { ...live.scaling, ...Object.assign({}, ...bodies) } };
}

const liveSizes = sizes.map((size) =>
  liveOf(desiredPipe({ scaling: { replicas: 3, replicaCpuMillicores: 500, replicaMemoryGb: 2, ...size } })),
);

describe('a schedule', () => {
  it('gives each field the size of the first window that holds and has it, by an independent calendar', () => {
    checkProperty(
      fc.property(pipes, times, (pipe, atMs) => {
        const { schedule = [] } = pipe;
        const expected = SCALING_KEYS.map((key) => {
          const window = schedule.find((one) => one.scaling[key] !== undefined && holds(one, atMs));
          return [key, (window ?? pipe).scaling[key]];
        });
        const { scaling, sizesNow } = schedulePipe(pipe, atMs);
        expect(scaling).toEqual(Object.fromEntries(expected.filter(([, size]) => size !== undefined)));
        expect(sizesNow?.window ?? null).toEqual(schedule.find((one) => holds(one, atMs))?.location ?? null);
      }),
    );
  });

  it('changes only its fields, at the edges that it names, and is the same however it was reached', () => {
    checkProperty(
      fc.property(pipes, times, times, (pipe, atMs, otherMs) => {
        const now = schedulePipe(pipe, atMs);
        const at = (timeMs: number) => valuesIn(schedulePipe(pipe, timeMs).scaling);
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

  it('is settled by one apply, which writes no field that is not managed', () => {
    checkProperty(
      fc.property(pipes, times, liveSizes, (pipe, atMs, live) => {
        const plan = planAt(pipe, live, atMs);
        const keys = plan.pipes.flatMap(({ requests }) => requests.flatMap(({ body }) => Object.keys(body)));
        expect(keys.filter((key) => !Object.hasOwn(pipe.scaling, key))).toEqual([]);
        expect(planAt(pipe, applyTo(live, plan), atMs).summary).toMatchObject({ update: 0 });
      }),
    );
  });

  it('makes a pipe with the sizes of before late within the grace time, and drifted after it; never drift by origin', () => {
    const delays = fc.integer({ min: 0, max: 2 * GRACE_MS });
    checkProperty(
      fc.property(pipes, times, delays, (pipe, startMs, delayMs) => {
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
          expect(found.map(({ status }) => status)).toEqual([expected]);
          expect(changes.map(({ origin }) => origin)).toEqual(changes.map(() => 'schedule'));
          expect(summary.changes).toBe(expected === 'drifted' ? changes.length : 0);
        }
      }),
    );
  });

  it('has an origin only for sizes of other times, and with a base drift for all other values', () => {
    checkProperty(
      fc.property(pipes, times, liveSizes, (pipe, atMs, live) => {
        const { scaling, schedule = [] } = pipe;
        for (const base of [null, pipe]) {
          for (const { path, before, origin } of planAt(pipe, live, atMs, base).pipes.flatMap(
            ({ changes }) => changes,
          )) {
            const sizes = SCALING_KEYS.filter((key) => path === `scaling.${key}`).flatMap((key) =>
              [scaling, ...schedule.map((window) => window.scaling)].flatMap((one) => one[key]?.value ?? []),
            );
            const isPossible = sizes.some((size) => {
              const [min, max] = typeof size === 'object' ? [size.min, size.max] : [size, size];
              return Number(before) >= min && Number(before) <= max;
            });
            // A window that holds at no time of the week has no size.
            if (origin === 'schedule' || !isPossible) {
              expect(origin).toBe(isPossible ? 'schedule' : base === null ? null : 'drift');
            }
          }
        }
      }),
    );
  });

  it('still has the origin of the schedule when a change was missed, and is drift then', () => {
    const scaling = desiredPipe({ scaling: { replicas: 6 } }).scaling;
    const windows = [[1], [2], [3]].map((days, index) => ({
      ...{ timezone: 'UTC', days, hours: null, location: place(index + 2) },
      scaling: index === 1 ? desiredPipe({ scaling: { replicas: 8 } }).scaling : scaling,
    }));
    const pipe = desiredPipe({ scaling: { replicas: 2 }, schedule: windows });
    const live = livePipe({ scaling: { replicas: 6 } });
    const thursday = Date.UTC(2026, 10, 19, 12);
    const friday = thursday + 24 * HOUR_MS;
    const missed = schedulePipe({ ...pipe, schedule: windows.slice(0, 2) }, thursday);
    for (const sized of [schedulePipe(pipe, friday), missed]) {
      const [planned] = planFleet(fleetOf([sized]), [pair(sized, live)], {
        ...{ now: new Date(sized.sizesNow?.atMs ?? 0), tool: TOOL, allowances: NO_ALLOWANCES },
      }).pipes;
      expect(planned?.changes).toMatchObject([{ path: 'scaling.replicas', before: 6, after: 2, origin: 'schedule' }]);
      const { pipes: found } = findDrift(fleetOf([sized]), [pair(sized, live)], {
        ...{ now: new Date(sized.sizesNow?.atMs ?? 0), tool: TOOL },
      });
      expect(found).toMatchObject([{ status: 'drifted' }]);
    }
  });

  it('never lets a saved plan write a size that the schedule does not ask for when it is applied', () => {
    const later = fc.integer({ min: 0, max: 72 * 4 }).map((quarters) => (quarters * HOUR_MS) / 4);
    checkProperty(
      fc.property(pipes, times, later, liveSizes, (pipe, atMs, laterMs, live) => {
        const plan = planAt(pipe, live, atMs);
        const nowMs = atMs + laterMs;
        const fleet = scheduleFleet(fleetOf([pipe]), nowMs);
        const options = { allowances: NO_ALLOWANCES, nowMs, selection: WHOLE_FLEET, selected: fleet.pipes };
        const review = reviewPlan(plan, fleet, options);
        if (!review.ok) throw new Error('the plan is refused');
        const fresh = planAt(pipe, live, nowMs);
        for (const reviewed of review.plan.pipes) {
          if (reviewed.status !== 'update') continue;
          expect(reviewed.requests).toEqual(fresh.pipes[0]?.requests);
        }
        const { untilMs = null } = schedulePipe(pipe, atMs).sizesNow ?? {};
        const isPast = untilMs !== null && untilMs <= nowMs;
        const scheduled = new Set((pipe.schedule ?? []).flatMap(({ scaling }) => Object.keys(scaling)));
        const touches = plan.pipes.some(({ changes }) =>
          changes.some(({ path }) => scheduled.has(path.slice('scaling.'.length))),
        );
        if (isPast && touches) expect(review.plan.pipes[0]?.status).toBe('stale');
      }),
    );
  });
});

/** Ten minutes into the window. */
const IN_WINDOW = Date.UTC(2026, 10, 25, 6, 10);

function withWindow(inside: number, outside = 2, settings = {}): DesiredPipe {
  const hours = { from: '07:00', until: '19:00' };
  const { scaling } = desiredPipe({ scaling: { replicas: inside } });
  const schedule = [{ timezone: 'Europe/Berlin', days: [1, 2, 3, 4, 5], hours, scaling, location: place(40) }];
  return desiredPipe({ scaling: { replicas: outside }, settings, schedule });
}

describe('the origin of a scheduled size', () => {
  it.each<readonly [string, DesiredPipe, DesiredPipe, number, string]>([
    ['of the schedule of the base', withWindow(6), withWindow(6), 2, 'schedule'],
    ['of a window that the branch changes', withWindow(8), withWindow(6), 2, 'config'],
    [
      'of a window that the branch changes, and live is in the one of the base',
      withWindow(8),
      withWindow(6),
      6,
      'config',
    ],
    ['of a window that the branch changes, with another value live', withWindow(8), withWindow(6), 4, 'conflict'],
    ['whose value outside the branch changes', withWindow(6, 3), withWindow(6, 2), 2, 'schedule'],
    ['of a schedule that the branch adds', withWindow(6), desiredPipe({ scaling: { replicas: 2 } }), 2, 'config'],
    ['that somebody changed', withWindow(6), withWindow(6), 4, 'drift'],
  ])('%s', (_, pipe, base, replicas, origin) => {
    const plan = planAt(pipe, livePipe({ scaling: { replicas } }), IN_WINDOW, base);
    expect(plan.pipes[0]?.changes).toMatchObject([{ origin }]);
  });
});

describe('a scheduled size with a promotion', () => {
  const threads = { db_max_threads: 8 };

  it.each<readonly [string, DesiredPipe, number, DesiredPipe, 'update' | 'refused']>([
    ['is promoted where it is live, without a soak', withWindow(6), 6, withWindow(6), 'update'],
    ['is promoted where the same one is late', withWindow(6), 2, withWindow(6), 'update'],
    ['is refused where the schedule has another', withWindow(6), 2, withWindow(5), 'refused'],
    ['is refused where another is live', withWindow(6), 4, withWindow(6), 'refused'],
    ['keeps the soak for other changes', withWindow(6, 2, threads), 6, withWindow(6, 2, threads), 'refused'],
  ])('%s', (_, wanted, replicas, staging, status) => {
    const promotion = {
      from: 'staging',
      soakMs: 24 * HOUR_MS,
      except: [],
      missing: 'refuse',
      location: place(30),
    } as const;
    const there = { ...staging, id: staging.id.replace('0b', '1c') };
    const fleet = scheduleFleet(
      { ...fleetOf([wanted]), promotion: { ...promotion, source: fleetOf([there]) } },
      IN_WINDOW,
    );
    const reads = fleet.pipes.map((desired) =>
      pair(desired, livePipe({ scaling: { replicas: 2 }, settings: { db_max_threads: 4 } })),
    );
    const updatedAt = new Date(IN_WINDOW - 5 * MINUTE_MS).toISOString();
    const shown = livePipe({ scaling: { replicas }, settings: threads, updatedAt });
    const sources = new Map(
      (fleet.promotion?.source?.pipes ?? []).map((desired) => {
        return [desired.name, { ...pair(desired, shown), desired, readAtMs: IN_WINDOW, checks: [] }];
      }),
    );
    const how = { now: new Date(IN_WINDOW), tool: TOOL, allowances: NO_ALLOWANCES, sources };
    expect(planFleet(fleet, reads, how).pipes.map((one) => one.status)).toEqual([status]);
  });
});
