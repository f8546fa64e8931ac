import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Plan } from '../../src/model/plan.ts';
import type { Drift } from '../../src/model/report.ts';
import { readDocument } from '../e2e/harness.ts';
import { checkProperty, countCases } from '../effort.ts';
import { clampTo, dateIn, findChange, fits, holdsAt, isLate, isOfSchedule, isSame, sizeAt } from './any-week.ts';
import {
  anyScene,
  dayAfter,
  type Freeze,
  liveOf,
  openScene,
  type PipeCase,
  REPLICAS_FIELD,
  type Scene,
  THREADS,
  THREADS_FIELD,
  weekOf,
} from './schedule-scene.ts';

/** A difference of a pipe in production. */
interface Difference {
  readonly path: string;
  readonly before: number;
  readonly after: number;
  readonly origin: 'schedule' | 'drift';
}

function findDifferences(pipe: PipeCase, atMs: number): readonly Difference[] {
  const week = weekOf(pipe, 'production');
  const { replicas, threads } = liveOf(pipe, 'production');
  const size = sizeAt(week, atMs);
  const origin = isOfSchedule(week, replicas) ? 'schedule' : 'drift';
  return [
    ...(threads === THREADS
      ? []
      : [{ path: THREADS_FIELD, before: threads, after: THREADS, origin: 'drift' } as const]),
    ...(pipe.isIgnored || fits(size, replicas)
      ? []
      : [{ path: REPLICAS_FIELD, before: replicas, after: clampTo(size, replicas), origin } as const]),
  ];
}

/** Whether staging has the values, for as long as they must soak; a scheduled size may be late there, and has no soak. */
function isPromoted(
  pipe: PipeCase,
  differences: readonly Difference[],
  { promotion, atMs: startMs, graceMs }: Scene,
  atMs: number,
): boolean {
  const promoted = differences.filter(({ path }) => promotion !== null && !promotion.except.includes(path));
  const there = liveOf(pipe, 'staging');
  const week = weekOf(pipe, 'staging');
  const wanted = sizeAt(week, atMs);
  const isThere = ({ path, after, origin }: Difference): boolean => {
    if (path === THREADS_FIELD) return there.threads === after;
    if (fits(sizeAt(weekOf(pipe, 'production'), atMs), there.replicas)) return true;
    return (
      fits(wanted, after) &&
      (fits(wanted, there.replicas) || (origin === 'schedule' && isLate(week, there.replicas, atMs, graceMs)))
    );
  };
  const isSoaked = pipe.shown.staging.updatedAgoMs + atMs - startMs >= (promotion?.soakMs ?? 0);
  return promoted.every(isThere) && (isSoaked || promoted.every(({ origin }) => origin === 'schedule'));
}

function isFrozen(freeze: Freeze, { atMs: startMs }: Scene, atMs: number): boolean {
  if (freeze.kind === 'days') return holdsAt(freeze.hours, atMs);
  const { timezone, inDays, length } = freeze;
  const today = dateIn(timezone, atMs);
  return dayAfter(timezone, startMs, inDays) <= today && today <= dayAfter(timezone, startMs, inDays + length);
}

/**
 * The status of each pipe of the plan of the scene, when it is made or later, and what freezes do to it: `partly` lets the scheduled
 * sizes of it through.
 */
function expectPlan(scene: Scene, atMs: number) {
  const planned = Object.entries(scene.pipes).map(([name, pipe]) => {
    const differences = findDifferences(pipe, scene.atMs).filter(
      ({ origin }) => !scene.onlySchedule || origin === 'schedule',
    );
    const hasEnded = (findChange(weekOf(pipe, 'production'), atMs) ?? 0) > scene.atMs;
    const isStale = hasEnded && differences.some(({ path }) => path === REPLICAS_FIELD);
    const status = isStale ? 'stale' : isPromoted(pipe, differences, scene, atMs) ? 'update' : 'refused';
    return { name, pipe, differences, status: differences.length === 0 ? 'unchanged' : status } as const;
  });
  const updated = planned.filter(({ status }) => status === 'update').flatMap(({ differences }) => differences);
  const holding = scene.freezes.filter((freeze) => isFrozen(freeze, scene, atMs));
  const isHeld = updated.length > 0 && holding.length > 0;
  const scheduled = updated.filter(({ origin }) => origin === 'schedule');
  const mayPass = scheduled.length > 0 && holding.every(({ allowsSchedule: allows }) => allows);
  if (isHeld && mayPass) return { planned, freeze: scheduled.length === updated.length ? 'passed' : 'partly' } as const;
  return { planned, freeze: isHeld ? 'holds' : 'none' } as const;
}

function expectDrift(pipe: PipeCase, { atMs, graceMs }: Scene): 'in-sync' | 'late' | 'drifted' {
  const differences = findDifferences(pipe, atMs);
  if (differences.length === 0) return 'in-sync';
  const mayBeLate = ({ path, before }: Difference): boolean =>
    path === REPLICAS_FIELD && isLate(weekOf(pipe, 'production'), before, atMs, graceMs);
  return differences.every(mayBeLate) ? 'late' : 'drifted';
}

/** Whether a freeze is reported, and its help is to apply the scheduled sizes alone. */
const HINTS = { none: [], passed: [], partly: [true], holds: [false] } as const;

const describeWrite = (name: string, { path }: Difference, value: number): string =>
  `production ${name}: ${path === REPLICAS_FIELD ? value : `${value} threads`}`;

const CODES = { stale: 4, refused: 5, update: 0, unchanged: 0 } as const;

it('writes in any freeze, promotion and environment only the sizes that it may, and a rollback leaves those that ended since', async () => {
  const written = countCases();
  await checkProperty(
    fc.asyncProperty(fc.noBias(anyScene), async (scene) => {
      const { atMs, laterMs, onlySchedule, isSaved, pipes } = scene;
      const { run, clock, takeWrites } = await openScene(scene);

      const drift = readDocument<Drift>((await run('drift --format json')).stdout);
      expect(drift.pipes.map(({ status }) => status)).toEqual(
        Object.values(pipes).map((pipe) => expectDrift(pipe, scene)),
      );

      const selection = `--base HEAD ${onlySchedule ? '--only-origin schedule' : ''}`;
      const plan = readDocument<Plan>((await run(`plan --format json --out plan.json ${selection}`)).stdout);
      const { planned, freeze: now } = expectPlan(scene, atMs);
      expect(plan.pipes).toMatchObject(
        planned.map(({ name, status, differences }) => ({ name, status, changes: differences })),
      );
      const frozen = plan.diagnostics.filter(({ code }) => code === 'frozen');
      expect(frozen.map(({ hint }) => hint?.includes('--only-origin'))).toEqual(HINTS[now]);

      const appliedMs = isSaved ? atMs + laterMs : atMs;
      clock.advance(appliedMs - atMs);
      const { planned: reviewed, freeze } = expectPlan(scene, appliedMs);
      const isHeld = freeze === 'holds' || freeze === 'partly';
      const command = isSaved ? 'apply plan.json' : `apply --auto-approve ${selection}`;
      const code = isHeld ? 5 : Math.max(...reviewed.map(({ status }) => CODES[status]));
      expect((await run(command)).code).toBe(code);
      const updates = reviewed.filter(({ status }) => status === 'update' && !isHeld);
      const writes = updates.flatMap(({ name, differences }) =>
        differences.map((difference) => describeWrite(name, difference, difference.after)),
      );
      expect(takeWrites()).toEqual(writes.sort());
      if (writes.length === 0) return;
      written.add();
      await run(command);
      expect(takeWrites()).toEqual([]);

      clock.advance(laterMs);
      await run('rollback latest --auto-approve');
      const restored = updates.flatMap(({ name, pipe, differences }) => {
        const week = weekOf(pipe, 'production');
        const isSameSize = isSame(sizeAt(week, appliedMs), sizeAt(week, appliedMs + laterMs));
        return differences
          .filter(({ path }) => path !== REPLICAS_FIELD || isSameSize)
          .map((difference) => describeWrite(name, difference, difference.before));
      });
      expect(takeWrites()).toEqual(restored.sort());
    }),
    { numRuns: 50 },
  );
  written.expectSome();
}, 240_000);
