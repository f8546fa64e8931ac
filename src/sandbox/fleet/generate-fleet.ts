import type { SourceKind } from '../../model/field/field.ts';
import type { JsonObject } from '../../model/json/json.ts';
import { type KeyRule, SETTING_RULES } from '../pipes-api/field-rules.ts';
import { createRandom, type Random } from '../random.ts';
import type { FleetState, Pipe, PipeScaling, PipeSettings } from './pipe.ts';

const SERVICE_NAMES = ['analytics', 'billing', 'logistics', 'marketing', 'security', 'mobile'];
const PIPES_PER_SERVICE = 250;
// Most pipes of a fleet are streams.
const KINDS = ['kafka', 'kafka', 'objectStorage', 'kafka', 'kinesis', 'objectStorage', 'postgres', 'kafka'] as const;
const DOMAINS = ['shop', 'web', 'app', 'crm', 'finance', 'warehouse', 'ads', 'support', 'devices', 'partners'];
const TABLES = 'orders payments clicks sessions invoices events shipments tickets profiles uploads'.split(' ');
const MILLICORES = [125, 250, 500, 1_000, 2_000];
// Field notes: the usual sizes keep 4 GB per 1000 millicores.
const MILLICORES_PER_GB = 250;

const MIB = 1024 ** 2;
// These are shares of the default of a setting: they stay in the published range and in the hidden ones.
const USUAL_SHARES = [0.25, 0.5, 1];

/** Generates a fleet that depends only on `size` (at least 1) and `seed`. From eight pipes on it has all four kinds. */
export function generateFleet(size: number, seed: number): FleetState {
  const random = createRandom(seed);
  const organization = random.uuid();
  const names = SERVICE_NAMES.slice(0, Math.ceil(size / PIPES_PER_SERVICE));
  const services = names.map((name) => [name, random.uuid()] as const);
  const pipes = Array.from({ length: size }, (_, index) => {
    const serviceId = services[index % services.length]?.[1] ?? '';
    return generatePipe(KINDS[index % KINDS.length] ?? 'kafka', serviceId, index + 1, random);
  });
  return { organization, services: Object.fromEntries(services), pipes };
}

function generatePipe(kind: SourceKind, serviceId: string, number: number, random: Random): Pipe {
  const subject = { domain: random.pick(DOMAINS), table: random.pick(TABLES) };
  const createdAt = new Date(Date.UTC(2026, 0, 1) + random.integer(0, 200 * 86_400) * 1_000).toISOString();
  const source = { [kind]: SOURCES[kind](subject, random) };
  return {
    id: random.uuid(),
    serviceId,
    name: `${subject.domain}-${subject.table}-${number}`,
    // Seven of nine run.
    state: ['Paused', 'Stopped'][random.integer(-7, 1)] ?? 'Running',
    scaling: generateScaling(kind, random),
    source,
    ...describeTarget(subject),
    settings: generateSettings(kind, random),
    createdAt,
    updatedAt: createdAt,
  };
}

function generateSettings(kind: SourceKind, random: Random): PipeSettings {
  if (kind === 'postgres') return {};
  const applicable = Object.entries(SETTING_RULES).filter(([, { kinds }]) => kinds.includes(kind));
  const set = applicable.filter(() => random.chance(0.6));
  const pickValue = ({ whenUnset }: KeyRule) =>
    typeof whenUnset === 'boolean' ? random.chance(0.5) : Math.ceil(whenUnset * random.pick(USUAL_SHARES));
  return Object.fromEntries(set.map(([key, rule]) => [key, pickValue(rule)]));
}

function generateScaling(kind: SourceKind, random: Random): PipeScaling {
  if (kind === 'postgres') return {};
  if (kind === 'objectStorage') return { concurrency: random.integer(0, 16) };
  const replicaCpuMillicores = random.pick(MILLICORES);
  const replicaMemoryGb = replicaCpuMillicores / MILLICORES_PER_GB;
  return { replicas: random.integer(1, 6), replicaCpuMillicores, replicaMemoryGb };
}

interface Sketch extends Pick<Pipe, 'name' | 'settings' | 'scaling'> {
  readonly from: readonly [kind: SourceKind, domain: string, table: string];
  /** Replaces generated fields. */
  readonly source?: JsonObject;
}

const QUICKSTART: readonly Sketch[] = [
  {
    name: 'orders-prod',
    from: ['kafka', 'shop', 'orders'],
    settings: { streaming_max_insert_wait_ms: 5_000, db_max_threads: 4, db_max_insert_threads: 2 },
    scaling: { replicas: 2, replicaCpuMillicores: 250, replicaMemoryGb: 1 },
  },
  {
    name: 'payments-prod',
    from: ['kafka', 'shop', 'payments'],
    settings: { streaming_max_insert_wait_ms: 1_000, db_max_threads: 8, db_parallel_view_processing: true },
    scaling: { replicas: 3, replicaCpuMillicores: 500, replicaMemoryGb: 2 },
  },
  {
    name: 'clickstream-prod',
    from: ['kinesis', 'web', 'clicks'],
    settings: { streaming_max_insert_wait_ms: 10_000, db_min_insert_block_size_bytes: 256 * MIB },
    scaling: { replicas: 4, replicaCpuMillicores: 1_000, replicaMemoryGb: 4 },
  },
  {
    name: 'invoices-archive',
    from: ['objectStorage', 'finance', 'invoices'],
    source: { isContinuous: false, queueUrl: '' },
    settings: {
      object_storage_concurrency: 4,
      object_storage_max_insert_bytes: 1_024 * MIB,
      object_storage_max_file_count: 100,
      object_storage_use_cluster_function: true,
    },
    scaling: { concurrency: 2 },
  },
  {
    name: 'partner-uploads',
    from: ['objectStorage', 'partners', 'uploads'],
    source: { isContinuous: true, queueUrl: 'https://queue.example/partners-uploads' },
    settings: {
      object_storage_polling_interval_ms: 30_000,
      object_storage_max_insert_bytes: 2_048 * MIB,
      db_max_download_threads: 8,
    },
    scaling: { concurrency: 4 },
  },
  { name: 'crm-replica', from: ['postgres', 'crm', 'contacts'], settings: {}, scaling: {} },
];

/** The default fleet: six pipes of all four kinds in one service. */
export function createQuickstartFleet(): FleetState {
  const serviceId = '1d52f7b0-58a4-4f6e-8a55-3a7a1f6f0c01';
  const createdAt = '2026-01-12T08:30:00.000Z';
  const pipes = QUICKSTART.map(({ name, from: [kind, domain, table], source, settings, scaling }, index) => ({
    id: `0b0c3a9e-2a64-4a4f-8a11-93f5b1f2d00${index + 1}`,
    ...{ serviceId, name, state: 'Running', scaling },
    source: { [kind]: { ...SOURCES[kind]({ domain, table }, createRandom(index)), ...source } },
    ...describeTarget({ domain, table }),
    ...{ settings, createdAt, updatedAt: createdAt },
  }));
  return { organization: '7c0e4a5e-6b0c-4a35-9a0f-0d8a3f2b9c11', services: { analytics: serviceId }, pipes };
}

/** Such as the table `orders` of the domain `shop`. */
interface FleetTopic {
  readonly domain: string;
  readonly table: string;
}

/** Sources with every field of the contract (part 2). Their secrets are invented. */
const SOURCES: Readonly<Record<SourceKind, (subject: FleetTopic, random: Random) => JsonObject>> = {
  kafka: ({ domain, table }, random) => ({
    brokers: [1, 2, 3].map((node) => `broker-${node}.${domain}.example:9092`).join(','),
    topics: `${domain}.${table}`,
    consumerGroup: `pipe-${table}-${random.hex(6)}`,
    iamRole: roleOf(domain),
    offset: { timestamp: `2026-0${random.integer(1, 9)}-${random.integer(10, 28)}T0${random.integer(0, 9)}:00` },
    schemaRegistry: {
      url: `https://registry.${domain}.example`,
      authentication: random.pick(['NONE', 'PLAIN']),
      caCertificate: certificateOf(random),
    },
    caCertificate: certificateOf(random),
    reversePrivateEndpointIds: random.chance(0.3) ? [random.uuid()] : [],
  }),
  objectStorage: ({ domain, table }, random) => {
    const isContinuous = random.chance(0.6);
    return {
      url: `https://${domain}-landing.storage.example/${table}/**/*.json`,
      delimiter: ',',
      compression: random.pick(['auto', 'gzip', 'none', 'zstd']),
      isContinuous,
      queueUrl: isContinuous ? `https://queue.example/${domain}-${table}` : '',
      iamRole: roleOf(domain),
      connectionString: `DefaultEndpointsProtocol=https;AccountName=${domain};AccountKey=made-up-${random.hex(24)}`,
      path: `${table}/**/*.json`,
      azureContainerName: `${domain}-landing`,
    };
  },
  kinesis: ({ domain, table }, random) => ({
    streamName: `${domain}-${table}`,
    region: random.pick(['eu-central-1', 'eu-west-1', 'us-east-1', 'us-west-2']),
    useEnhancedFanOut: random.chance(0.25),
    timestamp: 1_767_225_600 + random.integer(0, 200) * 86_400,
    iamRole: roleOf(domain),
  }),
  postgres: ({ domain, table }, random) => ({
    host: `${domain}-db.example`,
    port: 5432,
    database: domain,
    settings: {
      syncIntervalSeconds: random.pick([10, 30, 60, 300]),
      pullBatchSize: random.pick([10_000, 50_000, 100_000]),
      publicationName: `pub_${table}`,
      replicationSlotName: `slot_${table}_${random.hex(4)}`,
      allowNullableColumns: random.chance(0.5),
      initialLoadParallelism: random.integer(1, 8),
      snapshotNumRowsPerPartition: random.pick([100_000, 500_000, 1_000_000]),
      snapshotNumberOfParallelTables: random.integer(1, 4),
      enableFailoverSlots: random.chance(0.2),
    },
    tableMappings: [
      {
        sourceSchemaName: 'public',
        sourceTable: table,
        targetTable: `${domain}_${table}`,
        excludedColumns: random.chance(0.3) ? ['notes'] : [],
        useCustomSortingKey: false,
        sortingKeys: ['id'],
      },
    ],
  }),
};

const COLUMNS = [
  { name: 'id', type: 'UUID' },
  { name: 'created_at', type: "DateTime64(3, 'UTC')" },
  { name: 'version', type: 'UInt64' },
  { name: 'payload', type: 'String' },
] as const;

function describeTarget({ domain, table }: FleetTopic): Pick<Pipe, 'destination' | 'fieldMappings'> {
  return {
    destination: {
      database: domain,
      table: `${domain}_${table}`,
      managedTable: true,
      tableDefinition: {
        engine: { versionColumnId: 'version', columnIds: ['id'] },
        sortingKey: ['id', 'created_at'],
        partitionBy: 'toYYYYMM(created_at)',
        primaryKey: 'id',
      },
      columns: COLUMNS,
    },
    fieldMappings: COLUMNS.map(({ name }) => ({ sourceField: name, destinationField: name })),
  };
}

function roleOf(domain: string): string {
  return `arn:aws:iam::000000000000:role/${domain}-pipe-reader`;
}

function certificateOf(random: Random): string {
  return `-----BEGIN CERTIFICATE-----\nMADEUP${random.hex(58)}\n-----END CERTIFICATE-----\n`;
}
