import fc, { type Arbitrary } from 'fast-check';
import type { JsonObject } from '../../../src/model/json/json.ts';
import { alertIdOf, generateFleet } from '../../../src/sandbox/index.ts';
import type { ClockStep } from '../../e2e/preload.ts';
import type { Switches } from '../../odd-service/start.ts';
import { alertCheck, type KnownCheck, seriesCheck } from '../checks/known-check.ts';
import { anyBlow, anyClockSteps, type Blow, sampleOne } from '../draw-chaos.ts';
import { anyQueryFaults, onReads, onWrites } from '../draw-faults.ts';
import type { Jump } from '../watch-writes.ts';

/** All random choices of one guarded rollout against a faulty service. */
export interface RolloutChaos {
  readonly seed: number;
  /** The first pipes of the fleet are changed, in waves. */
  readonly size: number;
  /** What the configuration changes: a setting, or half the replicas, which lets the lag grow once time passes. */
  readonly change: 'threads' | 'replicas';
  readonly waves: readonly (number | string)[];
  readonly onFailure: 'stop' | 'rollback';
  readonly before: readonly KnownCheck[];
  readonly after: readonly KnownCheck[];
  /** Whether each pipe has a check of its own. */
  readonly guarded: boolean;
  readonly alerts: Switches['alerts'];
  readonly scaling: 'sync' | 'async';
  /** Of pipes, then of queries. */
  readonly faults: readonly JsonObject[];
  readonly blow: Blow | null;
  readonly clockSteps: readonly ClockStep[];
  readonly jump: Jump | null;
  readonly parallelism: number;
  readonly afterwards: 'apply' | 'rollback';
}

const generated = generateFleet(24, 7);
const MAX_PIPES = 7;

/** Streaming pipes of one service, in order of name, with room to shrink. */
export const FLEET = {
  ...generated,
  pipes: generated.pipes
    .filter(({ source, state }) => state === 'Running' && Object.hasOwn(source, 'kafka'))
    .slice(0, MAX_PIPES)
    .map((pipe, index) => ({
      ...pipe,
      name: `pipe-${index + 1}`,
      scaling: { replicas: 4, replicaCpuMillicores: 500, replicaMemoryGb: 2 },
      settings: { db_max_threads: 4, db_max_insert_threads: 2 },
    })),
};

export const LIVE = { threads: 4, replicas: 4 };
export const DESIRED = { threads: 8, replicas: 2 };

const ALERT = alertCheck('alert', alertIdOf(FLEET.pipes[0]?.id ?? ''), 'OK');
const LAG = seriesCheck('lag', 'metric:lag', ['pipe'], '<', 10_000);
const ARRIVALS = seriesCheck('arrivals', 'metric:arrivals', [], '>=', 0);
const IMPOSSIBLE = seriesCheck('impossible', 'metric:arrivals', ['pipe'], '<', 0);

export function ownCheck(pipe: string): KnownCheck {
  return seriesCheck(`own-${pipe}`, `pipe:${pipe} AND metric:lag`, [], '<', 10_000);
}

const pipeFault = fc
  .record({
    faulty: fc.oneof(
      fc.record({ operation: fc.constantFrom('put', 'patch'), fault: onWrites }),
      fc.record({ operation: fc.constant('get'), fault: onReads }),
    ),
    pipe: fc.constantFrom(...FLEET.pipes.map(({ id }) => id)),
    // The first read of a pipe is for the plan.
    after: fc.constantFrom(0, 0, 1, 2),
    count: fc.constantFrom(1, 1, 2),
  })
  .map(({ faulty: { operation, fault }, after, ...rest }): JsonObject => {
    return { operation, after: after + (operation === 'get' ? 1 : 0), ...rest, fault };
  });

const mostly = <T>(usual: T, ...others: T[]): Arbitrary<T> => fc.constantFrom(usual, usual, usual, ...others);

const anyRollout = fc
  .record({
    size: fc.integer({ min: 3, max: MAX_PIPES }),
    change: fc.constantFrom<RolloutChaos['change'][]>('threads', 'replicas'),
    waves: fc.constantFrom<RolloutChaos['waves'][]>([1, '50%', '100%'], ['50%', '100%'], [2], [1, 2, 3, 4], ['10%']),
    onFailure: fc.constantFrom<RolloutChaos['onFailure'][]>('rollback', 'rollback', 'stop'),
    before: fc.subarray([ALERT, ARRIVALS]),
    after: fc.oneof(
      { weight: 6, arbitrary: fc.subarray([LAG, ARRIVALS, ALERT], { minLength: 1 }) },
      { weight: 1, arbitrary: fc.constant([LAG, IMPOSSIBLE]) },
    ),
    guarded: mostly(false, true),
    alerts: mostly<Switches['alerts']>('fresh', 'fresh', 'stale', 'silenced', 'errored'),
    scaling: fc.constantFrom<RolloutChaos['scaling'][]>('sync', 'async'),
    pipeFaults: fc.oneof(fc.constant([]), fc.array(pipeFault, { minLength: 1, maxLength: 6 })),
    queryFaults: fc.oneof(fc.constant([]), anyQueryFaults),
    blow: fc.option(anyBlow, { freq: 2 }),
    clockSteps: anyClockSteps,
    jump: fc.option(
      fc.record({
        on: fc.constantFrom<Jump['on'][]>('commit', 'commit', 'request'),
        number: fc.constantFrom(1, 1, 2, 3, 4, 8),
        byMs: fc.constantFrom(30_000, 900_000, 900_000),
      }),
      { freq: 2 },
    ),
    parallelism: fc.constantFrom(1, 2, 8),
    afterwards: fc.constantFrom<RolloutChaos['afterwards'][]>('apply', 'rollback'),
  })
  .map(({ pipeFaults, queryFaults, ...rest }) => ({ ...rest, faults: [...pipeFaults, ...queryFaults] }));

export function drawRollout(seed: number): RolloutChaos {
  return { seed, ...sampleOne(anyRollout, Math.imul(seed + 1, 0x165667b1)) };
}

/** The names of the changed pipes, wave by wave: each size is where its wave ends, and the rest is one more. */
export function listWaves({ size, waves }: RolloutChaos): readonly (readonly string[])[] {
  const names = FLEET.pipes.slice(0, size).map(({ name }) => name);
  const ends = waves.map((end) => (typeof end === 'number' ? end : Math.ceil((Number.parseInt(end, 10) * size) / 100)));
  const starts = [0, ...ends];
  return [...ends, size].map((end, index) => names.slice(starts[index], end)).filter(({ length }) => length > 0);
}
