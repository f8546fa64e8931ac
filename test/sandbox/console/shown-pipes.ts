import { createHash } from 'node:crypto';
import type { ShownPipe } from './fake-service.ts';

const KAFKA = {
  settings: { streaming_max_insert_wait_ms: 5_000, db_max_threads: 4 },
  scaling: { replicas: 2, replicaCpuMillicores: 250, replicaMemoryGb: 1 },
};

export function createPipe(number: number, changes: Partial<ShownPipe> = {}): ShownPipe {
  const id = `0b0c3a9e-2a64-4a4f-8a11-${String(number).padStart(12, '0')}`;
  const alertId = createHash('sha256').update(id).digest('hex').slice(0, 24);
  return {
    id,
    name: `pipe-${number}`,
    service: 'analytics',
    kind: 'kafka',
    state: 'Running',
    settings: { ...KAFKA.settings },
    scaling: { ...KAFKA.scaling },
    alert: { id: alertId, state: 'OK', updatedAt: '2026-11-20T10:42:00.000Z', threshold: 10_000 },
    latest: { arrivals: 120, throughput: 118, lag: 12 * number, errors: 0.2, utilization: (number % 10) / 10 },
    ...changes,
  };
}

/** One pipe of each kind, one with a firing alert, and one paused without data. */
export function createPipes(): ShownPipe[] {
  const firing = { id: 'f'.repeat(24), state: 'ALERT', updatedAt: '2026-11-20T10:42:00.000Z', threshold: 10_000 };
  return [
    createPipe(1, {
      name: 'orders-prod',
      alert: firing,
      latest: { arrivals: 900, throughput: 610, lag: 48_211, errors: 3.4, utilization: 0.99 },
    }),
    createPipe(2, {
      name: 'invoices-archive',
      kind: 'objectStorage',
      settings: { object_storage_max_insert_bytes: 1_073_741_824, object_storage_use_cluster_function: true },
      scaling: { concurrency: 4 },
    }),
    createPipe(3, { name: 'crm-replica', kind: 'postgres', settings: {}, scaling: {} }),
    createPipe(4, { name: 'clickstream-prod', kind: 'kinesis', service: 'web', state: 'Paused', latest: null }),
  ];
}
