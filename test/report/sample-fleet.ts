import type { FieldPath } from '../../src/model/field/field.ts';
import type { DesiredPipe } from '../../src/model/fleet.ts';
import type { Location } from '../../src/model/location.ts';
import { type BaseState, createBaseState } from '../../src/plan/attribute-changes.ts';
import { desiredPipe, failure, idOf, LONG_AGO, livePipe, type Pair, pair } from '../plan/samples.ts';

const SMALL = { replicas: 2, concurrency: 2, replicaCpuMillicores: 250, replicaMemoryGb: 1 };
export const COMMIT = '4f2a9c1e8b7d6a5f3c2e1d0b9a8f7e6d5c4b3a21';

export type Given = NonNullable<Parameters<typeof desiredPipe>[0]>;
type Shown = NonNullable<Parameters<typeof livePipe>[0]>;

/** A pipe in its own file, and what the service shows under its id. */
export function declared(name: string, given: Given, file = `pipes/${name}.yaml`): DesiredPipe {
  return inFile(desiredPipe({ name, ...given }), file);
}

function inFile(desired: DesiredPipe, file: string): DesiredPipe {
  const move = <T extends { readonly location: Location }>(value: T): T => ({
    ...value,
    location: { ...value.location, file },
  });
  const moveAll = <T extends { readonly location: Location }>(values: Readonly<Record<string, T>>) =>
    Object.fromEntries(Object.entries(values).map(([key, value]) => [key, move(value)]));
  return {
    ...move(desired),
    settings: moveAll(desired.settings),
    scaling: moveAll(desired.scaling as Readonly<Record<string, NonNullable<DesiredPipe['scaling']['replicas']>>>),
    acknowledge: desired.acknowledge.map(move),
  };
}

export function shown(name: string, given: Shown = {}) {
  return livePipe({ id: idOf(name), name, scaling: SMALL, ...given });
}

export function calm(name: string): Pair {
  return pair(declared(name, { settings: { db_max_threads: 8 } }), shown(name, { settings: { db_max_threads: 8 } }));
}

export function acknowledgement(path: FieldPath, reason: string, until: string) {
  const location = { file: 'pipes.yaml', line: 14, column: 7, endLine: 14, endColumn: 30 };
  return { path, reason, until, location };
}

/** A fleet with every kind of change, problem and acknowledgement. */
export function fullFleet(): readonly Pair[] {
  return [
    pair(
      declared('billing', { source: 'kafka', settings: { db_max_threads: 8 } }),
      failure('service-idle', {
        status: 424,
        message: 'FAILED_DEPENDENCY: The service is not running. Current state: idle',
        requestId: '5b3e7e0c-0f9e-4d4f-9a0e-0d9c6a1f2b3c',
      }),
    ),
    ...['audit', 'carts', 'catalog', 'coupons', 'emails', 'events'].map(calm),
    pair(
      declared('clicks', {
        liveName: 'clicks-prod',
        source: 'kafka',
        settings: {
          streaming_max_insert_wait_ms: 5000,
          db_max_threads: 16,
          db_max_insert_threads: null,
          db_min_insert_block_size_bytes: 268435456,
        },
        scaling: { replicas: 4, replicaCpuMillicores: 500, replicaMemoryGb: 2 },
      }),
      shown('clicks', {
        name: 'clicks-prod',
        settings: {
          streaming_max_insert_wait_ms: 10000,
          db_max_threads: 12,
          db_max_insert_threads: 4,
          db_min_insert_block_size_bytes: 134217728,
          db_max_download_threads: 4,
        },
      }),
    ),
    pair(
      declared('inventory', { scaling: { replicas: { min: 2, max: 6 } } }),
      shown('inventory', { scaling: { ...SMALL, replicas: 9 } }),
    ),
    pair(
      declared('legacy', {
        settings: { db_max_threads: 8 },
        acknowledge: [acknowledgement('settings.db_max_threads', 'load test of the old cluster', '2026-11-01')],
      }),
      shown('legacy', { state: 'Modifying', settings: { db_max_threads: 4 } }),
    ),
    pair(
      declared('orders', { settings: { db_max_threads: 8 } }),
      shown('orders', { settings: { db_max_threads: 4, kafka_some_future_switch: true } }),
    ),
    pair(
      declared('payments', { protect: true, scaling: { replicas: 4 } }),
      shown('payments', { state: 'Paused', scaling: SMALL }),
    ),
    pair(
      declared('returns', { scaling: { replicas: 2 } }),
      failure('not-found', { status: 404, message: 'NOT_FOUND: no such pipe' }),
    ),
    pair(
      declared('sessions', {
        settings: { db_max_threads: 8, streaming_max_insert_wait_ms: 5000 },
        acknowledge: [acknowledgement('settings.db_max_threads', 'raised by hand for the sale', '2026-12-01')],
      }),
      shown('sessions', { settings: { db_max_threads: 32, streaming_max_insert_wait_ms: 5000 } }),
    ),
    pair(
      declared('uploads', {
        settings: { object_storage_polling_interval_ms: 60000, object_storage_max_insert_bytes: 10737418240 },
        scaling: { concurrency: 2 },
      }),
      shown('uploads', {
        source: 'objectStorage',
        createdAt: LONG_AGO,
        settings: { object_storage_max_insert_bytes: 10737418000 },
        scaling: { ...SMALL, concurrency: 8 },
      }),
    ),
  ];
}

/** The base: `clicks` was smaller, `orders` was the same, `retired` was still managed; `uploads` was never updated. */
export function fullBase(): BaseState {
  const before = fullFleet().flatMap(({ desired }) => {
    if (desired.name === 'clicks') {
      return [
        declared('clicks', {
          settings: { streaming_max_insert_wait_ms: 10000, db_max_threads: 8, db_max_insert_threads: null },
          scaling: { replicas: 2, replicaCpuMillicores: 250 },
        }),
      ];
    }
    return [desired];
  });
  return createBaseState({ ref: 'origin/main', commit: COMMIT }, [...before, declared('retired', {})]);
}

/** Forty pipes of two services: all get more threads, half of them another interval, and some differ. */
export function largeFleet(): readonly Pair[] {
  return Array.from({ length: 40 }, (_, index) => {
    const name = `pipe-${String(index).padStart(2, '0')}`;
    const service = index % 4 === 3 ? 'billing' : 'analytics';
    const wait = index % 2 === 0 ? { streaming_max_insert_wait_ms: 5_000 } : {};
    const desired = desiredPipe({
      ...{ name, service, settings: { db_max_threads: 8, ...wait }, protect: index === 30 },
      ...(index === 20 && { scaling: { replicas: { min: 3, max: 6 } } }),
    });
    if (index === 10) return pair(desired, failure('not-found', { status: 404, message: 'no such pipe' }));
    const settings = { db_max_threads: index === 12 ? 2 : 4, streaming_max_insert_wait_ms: 10_000 };
    return pair(desired, livePipe({ name, settings }));
  });
}
