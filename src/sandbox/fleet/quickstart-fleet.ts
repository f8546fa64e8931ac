import type { SourceKind } from '../../model/field.ts';
import type { Fleet, Pipe } from './pipe.ts';
import { createRandom } from './random.ts';
import { createDestination, createFieldMappings, createSource, type Subject } from './sources.ts';

const ORGANIZATION = '7c0e4a5e-6b0c-4a35-9a0f-0d8a3f2b9c11';
const ANALYTICS = '1d52f7b0-58a4-4f6e-8a55-3a7a1f6f0c01';

interface Sketch extends Pick<Pipe, 'id' | 'name' | 'settings' | 'scaling'> {
  readonly kind: SourceKind;
  readonly subject: Subject;
  /** Fields of the source that the name promises. */
  readonly source?: Readonly<Record<string, string | boolean>>;
}

const SKETCHES: readonly Sketch[] = [
  {
    id: '0b0c3a9e-2a64-4a4f-8a11-93f5b1f2d001',
    name: 'orders-prod',
    kind: 'kafka',
    subject: { domain: 'shop', table: 'orders' },
    settings: { streaming_max_insert_wait_ms: 5_000, db_max_threads: 4, db_max_insert_threads: 2 },
    scaling: { replicas: 2, replicaCpuMillicores: 250, replicaMemoryGb: 1 },
  },
  {
    id: '0b0c3a9e-2a64-4a4f-8a11-93f5b1f2d002',
    name: 'payments-prod',
    kind: 'kafka',
    subject: { domain: 'shop', table: 'payments' },
    settings: { streaming_max_insert_wait_ms: 1_000, db_max_threads: 8, db_parallel_view_processing: true },
    scaling: { replicas: 3, replicaCpuMillicores: 500, replicaMemoryGb: 2 },
  },
  {
    id: '0b0c3a9e-2a64-4a4f-8a11-93f5b1f2d003',
    name: 'clickstream-prod',
    kind: 'kinesis',
    subject: { domain: 'web', table: 'clicks' },
    source: { region: 'eu-central-1', useEnhancedFanOut: true },
    settings: { streaming_max_insert_wait_ms: 10_000, db_min_insert_block_size_bytes: 268_435_456 },
    scaling: { replicas: 4, replicaCpuMillicores: 1_000, replicaMemoryGb: 4 },
  },
  {
    id: '0b0c3a9e-2a64-4a4f-8a11-93f5b1f2d004',
    name: 'invoices-archive',
    kind: 'objectStorage',
    subject: { domain: 'finance', table: 'invoices' },
    source: { isContinuous: false, queueUrl: '', compression: 'gzip' },
    settings: {
      object_storage_concurrency: 4,
      object_storage_max_insert_bytes: 1_073_741_824,
      object_storage_max_file_count: 100,
      object_storage_use_cluster_function: true,
    },
    scaling: { concurrency: 2 },
  },
  {
    id: '0b0c3a9e-2a64-4a4f-8a11-93f5b1f2d005',
    name: 'partner-uploads',
    kind: 'objectStorage',
    subject: { domain: 'partners', table: 'uploads' },
    source: { isContinuous: true, queueUrl: 'https://queue.example/partners-uploads', compression: 'auto' },
    settings: {
      object_storage_polling_interval_ms: 30_000,
      object_storage_max_insert_bytes: 2_147_483_648,
      db_max_download_threads: 8,
    },
    scaling: { concurrency: 4 },
  },
  {
    id: '0b0c3a9e-2a64-4a4f-8a11-93f5b1f2d006',
    name: 'crm-replica',
    kind: 'postgres',
    subject: { domain: 'crm', table: 'contacts' },
    settings: {},
    scaling: {},
  },
];

/** The fleet that a sandbox begins with when none is named: six pipes of all four kinds in one service. */
export function createQuickstartFleet(): Fleet {
  return {
    organization: ORGANIZATION,
    services: { analytics: ANALYTICS },
    pipes: SKETCHES.map((sketch, index) => completePipe(sketch, index)),
  };
}

function completePipe({ kind, subject, source = {}, ...sketch }: Sketch, index: number): Pipe {
  const made = createSource(kind, subject, createRandom(index));
  return {
    ...sketch,
    serviceId: ANALYTICS,
    state: 'Running',
    source: { [kind]: { ...(made[kind] as object), ...source } },
    destination: createDestination(subject),
    fieldMappings: createFieldMappings(),
    createdAt: '2026-01-12T08:30:00.000Z',
    updatedAt: '2026-01-12T08:30:00.000Z',
  };
}
