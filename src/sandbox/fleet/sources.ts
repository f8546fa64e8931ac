import type { SourceKind } from '../../model/field.ts';
import type { JsonObject } from '../../model/json.ts';
import type { Random } from './random.ts';

/** What a made-up source loads: `orders` of the domain `shop`. */
export interface Subject {
  readonly domain: string;
  readonly table: string;
}

/** Makes the `source` object of a pipe (contract, part 2), with every field of its kind. Its secrets are made up, too. */
export function createSource(kind: SourceKind, subject: Subject, random: Random): JsonObject {
  return { [kind]: MAKERS[kind](subject, random) };
}

const MAKERS: Readonly<Record<SourceKind, (subject: Subject, random: Random) => JsonObject>> = {
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

/** Makes the `destination` object that goes with the subject. */
export function createDestination({ domain, table }: Subject): JsonObject {
  return {
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
  };
}

/** Makes the `fieldMappings` that go with every made-up destination. */
export function createFieldMappings(): readonly JsonObject[] {
  return COLUMNS.map(({ name }) => ({ sourceField: name, destinationField: name }));
}

function roleOf(domain: string): string {
  return `arn:aws:iam::000000000000:role/${domain}-pipe-reader`;
}

function certificateOf(random: Random): string {
  return `-----BEGIN CERTIFICATE-----\nMADEUP${random.hex(58)}\n-----END CERTIFICATE-----\n`;
}
