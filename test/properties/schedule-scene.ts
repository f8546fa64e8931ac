import fc from 'fast-check';
import type { JsonObject } from '../../src/model/json/json.ts';
import { createQuickstartFleet } from '../../src/sandbox/index.ts';
import { openDatedGate } from '../e2e/gate.ts';
import { openRepository } from '../e2e/repository.ts';
import {
  anyHours,
  anySchedule,
  anySize,
  anyTime,
  clampTo,
  DAY_MS,
  dateIn,
  findChange,
  HOUR_MS,
  type Hours,
  type Week,
  writeHours,
} from './any-week.ts';
import { createQuickClock } from './quick-clock.ts';

export const REPLICAS_FIELD = 'scaling.replicas';
export const THREADS_FIELD = 'settings.db_max_threads';

export type Environment = 'production' | 'staging';

/** `sizeOf`: the replicas of one of the sizes of the pipe, at any time. */
interface Shown {
  readonly replicas: number | { readonly sizeOf: number };
  readonly threads: number;
  readonly updatedAgoMs: number;
}

/** A pipe in both environments: what the files have of it, and what the service shows. */
export interface PipeCase {
  readonly root: Week;
  readonly overrides: Readonly<Record<Environment, Partial<Week>>>;
  /** Whether production leaves its replicas alone. */
  readonly isIgnored: boolean;
  readonly shown: Readonly<Record<Environment, Shown>>;
}

export type Freeze = { readonly allowsSchedule: boolean } & (
  | { readonly kind: 'days'; readonly hours: Hours }
  | { readonly kind: 'dates'; readonly timezone: string; readonly inDays: number; readonly length: number }
);

export const THREADS = 4;

const halfHours = (most: number) =>
  fc.noBias(fc.integer({ min: 0, max: 2 * most })).map((halves) => halves * (HOUR_MS / 2));
const overrides = fc.oneof(
  fc.constant({}),
  fc.record({ base: anySize, schedule: fc.oneof(anySchedule, fc.constant([])) }, { requiredKeys: [] }),
);
const shown: fc.Arbitrary<Shown> = fc.record({
  replicas: fc.oneof(fc.integer({ min: 1, max: 10 }), {
    weight: 3,
    arbitrary: fc.record({ sizeOf: fc.nat({ max: 2 }) }),
  }),
  threads: fc.nat({ max: 7 }).map((eighth) => (eighth === 7 ? 8 : THREADS)),
  updatedAgoMs: fc.constantFrom(HOUR_MS, 2 * DAY_MS),
});
const pipeCases: fc.Arbitrary<PipeCase> = fc.record({
  root: fc.record({ base: anySize, schedule: fc.oneof({ weight: 5, arbitrary: anySchedule }, fc.constant([])) }),
  overrides: fc.record({ production: overrides, staging: overrides }),
  isIgnored: fc.nat({ max: 9 }).map((tenth) => tenth === 9),
  shown: fc.record({ production: shown, staging: shown }),
});
const allowsSchedule = fc.constantFrom(true, true, false);
const freezes: fc.Arbitrary<Freeze> = fc.oneof(
  fc.record({ kind: fc.constant('days' as const), hours: anyHours, allowsSchedule }),
  fc.record({
    ...{ kind: fc.constant('dates' as const), timezone: fc.constantFrom('UTC', 'America/New_York', 'Asia/Kolkata') },
    ...{ inDays: fc.integer({ min: -1, max: 1 }), length: fc.nat({ max: 2 }), allowsSchedule },
  }),
);
export const anyScene = fc
  .record({
    time: anyTime,
    /** In most scenes, the time is so long after a change of the sizes of `orders`. */
    sinceMs: fc.option(halfHours(3), { freq: 3 }),
    laterMs: fc.oneof(halfHours(3), halfHours(8 * 24)),
    /** Of the clock of this machine against that of the service. */
    skewMs: fc.constantFrom(0, 0, -DAY_MS, 5 * HOUR_MS),
    pipes: fc.record({ orders: pipeCases, payments: pipeCases }),
    freezes: fc.array(freezes, { maxLength: 2 }),
    graceMs: fc.constantFrom(0, HOUR_MS / 2, 2 * HOUR_MS),
    promotion: fc.option(
      fc.record({ soakMs: fc.constantFrom(0, DAY_MS), except: fc.subarray([REPLICAS_FIELD, THREADS_FIELD]) }),
      { freq: 2 },
    ),
    onlySchedule: fc.boolean(),
    /** Whether a saved plan is applied, so much later. */
    isSaved: fc.boolean(),
  })
  .map(({ time, sinceMs, ...scene }) => {
    const changeMs = sinceMs === null ? null : findChange(weekOf(scene.pipes.orders, 'production'), time);
    return { ...scene, atMs: changeMs === null || sinceMs === null ? time : changeMs + sinceMs };
  });
export type Scene = typeof anyScene extends fc.Arbitrary<infer T> ? T : never;

export const weekOf = ({ root, overrides: own }: PipeCase, environment: Environment): Week => ({
  ...root,
  ...own[environment],
});

export function liveOf(pipe: PipeCase, environment: Environment) {
  const { replicas, threads } = pipe.shown[environment];
  if (typeof replicas === 'number') return { replicas, threads };
  const { base, schedule } = weekOf(pipe, environment);
  const sizes = [base, ...schedule.map(({ size }) => size)];
  return { replicas: clampTo(sizes[replicas.sizeOf % sizes.length] ?? base, 1), threads };
}

const idOf = (environment: Environment, name: string): string =>
  `0b0c3a9e-2a64-4a4f-8a11-${environment === 'staging' ? 1 : 2}${name === 'orders' ? 1 : 2}${'0'.repeat(10)}`;

const writeWeek = ({ base, schedule }: Partial<Week>): JsonObject => ({
  scaling: {
    ...(base !== undefined && { replicas: base }),
    ...(schedule !== undefined && {
      schedule: schedule.map(({ size, ...hours }) => ({ ...writeHours(hours), replicas: size })),
    }),
  },
});

function writeFreeze(freeze: Freeze, atMs: number): JsonObject {
  const rest = { reason: 'peak', ...(freeze.allowsSchedule && { allow: ['schedule'] }) };
  if (freeze.kind === 'days') return { ...rest, ...writeHours(freeze.hours) };
  const { timezone, inDays, length } = freeze;
  return {
    ...rest,
    timezone,
    from: dayAfter(timezone, atMs, inDays),
    until: dayAfter(timezone, atMs, inDays + length),
  };
}

export const dayAfter = (timezone: string, atMs: number, days: number): string =>
  new Date(Date.parse(dateIn(timezone, atMs)) + days * DAY_MS).toISOString().slice(0, 10);

function writeDocument({ atMs, pipes, freezes: own, graceMs, promotion }: Scene): JsonObject {
  const each = (write: (pipe: PipeCase, name: string) => JsonObject): JsonObject =>
    Object.fromEntries(Object.entries(pipes).map(([name, pipe]) => [name, write(pipe, name)]));
  const inEnvironment = (environment: Environment) =>
    each((pipe, name) => ({
      ...writeWeek(pipe.overrides[environment]),
      id: idOf(environment, name),
      ...(environment === 'production' && pipe.isIgnored && { ignore: [REPLICAS_FIELD] }),
    }));
  const soak = `${(promotion?.soakMs ?? 0) / 1_000}s`;
  return {
    policy: { freeze: own.map((freeze) => writeFreeze(freeze, atMs)), scheduleGrace: `${graceMs / 60_000}m` },
    pipes: each(({ root }) => ({
      service: 'analytics',
      source: 'kafka',
      settings: { db_max_threads: THREADS },
      ...writeWeek(root),
    })),
    environments: {
      staging: { pipes: inEnvironment('staging') },
      production: {
        pipes: inEnvironment('production'),
        ...(promotion !== null && { promotion: { from: 'staging', soak, except: promotion.except } }),
      },
    },
  };
}

/** The command in production, and a service whose clock is at the time of the scene. */
export async function openScene(scene: Scene) {
  const { atMs, skewMs } = scene;
  const fleet = createQuickstartFleet();
  const [kafka] = fleet.pipes;
  if (kafka === undefined) throw new Error('the fleet has no pipes');
  const pipes = (['production', 'staging'] as const).flatMap((environment) =>
    Object.entries(scene.pipes).map(([name, pipe]) => {
      const { replicas, threads } = liveOf(pipe, environment);
      const updatedAt = new Date(atMs - pipe.shown[environment].updatedAgoMs).toISOString();
      const values = {
        scaling: { ...kafka.scaling, replicas },
        settings: { ...kafka.settings, db_max_threads: threads },
      };
      return { ...kafka, ...values, id: idOf(environment, name), name: `${environment} ${name}`, updatedAt };
    }),
  );
  const clock = createQuickClock([], atMs);
  const workspace = await openRepository(writeDocument(scene), {
    fleet: { ...fleet, pipes },
    clock: clock.serviceTime,
    address: ({ url }) => openDatedGate(url, () => new Date(clock.serviceTime()).toUTCString()),
  });
  const skewed = { ...clock, now: () => clock.now() + skewMs };
  return {
    clock,
    run: (line: string) => workspace.run(`${line} -e production`, {}, skewed),
    /** The replicas and threads that were written since the last call. */
    takeWrites: () =>
      Object.entries(workspace.takeRequests())
        .flatMap(([pipe, requests]) =>
          requests
            .filter((request) => !request.startsWith('GET'))
            .map((request) => {
              const { replicas, db_max_threads: threads } = JSON.parse(request.replace(/^[^{]*/, ''));
              return `${pipe}: ${replicas ?? `${threads} threads`}`;
            }),
        )
        .sort(),
  };
}
