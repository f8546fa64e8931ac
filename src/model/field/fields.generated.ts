// Generated from schema/config.schema.json by `npm run generate`. Do not edit.

export const FIELD_ROWS = [
  { section: 'settings', key: 'streaming_max_insert_wait_ms', type: 'integer', minimum: 500, maximum: 60000, unit: 'milliseconds', kinds: ['kafka', 'kinesis'], meaning: 'Longest wait before streamed data is inserted.' },
  { section: 'settings', key: 'object_storage_concurrency', type: 'integer', minimum: 1, maximum: 35, unit: 'count', kinds: ['objectStorage'], meaning: 'Number of files processed at the same time.' },
  { section: 'settings', key: 'object_storage_polling_interval_ms', type: 'integer', minimum: 100, maximum: 3600000, unit: 'milliseconds', kinds: ['objectStorage'], meaning: 'How often continuous ingest looks for new objects.' },
  { section: 'settings', key: 'object_storage_max_insert_bytes', type: 'integer', minimum: 10485760, maximum: 53687091200, unit: 'bytes', kinds: ['objectStorage'], meaning: 'Bytes processed in one insert batch.' },
  { section: 'settings', key: 'object_storage_max_file_count', type: 'integer', minimum: 1, maximum: 10000, unit: 'count', kinds: ['objectStorage'], meaning: 'Most files in one insert batch.' },
  { section: 'settings', key: 'db_max_threads', type: 'integer', minimum: 0, maximum: 64, unit: 'count', kinds: ['kafka', 'objectStorage', 'kinesis', 'postgres'], meaning: 'Most threads that process files at the same time.' },
  { section: 'settings', key: 'db_max_insert_threads', type: 'integer', minimum: 0, maximum: 16, unit: 'count', kinds: ['kafka', 'objectStorage', 'kinesis', 'postgres'], meaning: 'Most threads that insert at the same time.' },
  { section: 'settings', key: 'db_min_insert_block_size_bytes', type: 'integer', minimum: 0, maximum: 10737418240, unit: 'bytes', kinds: ['kafka', 'objectStorage', 'kinesis', 'postgres'], meaning: 'Smallest block that is inserted.' },
  { section: 'settings', key: 'db_max_download_threads', type: 'integer', minimum: 0, maximum: 32, unit: 'count', kinds: ['kafka', 'objectStorage', 'kinesis', 'postgres'], meaning: 'Most threads that download at the same time.' },
  { section: 'settings', key: 'db_parallel_distributed_insert_select', type: 'integer', minimum: 0, maximum: 2, unit: 'mode', kinds: ['kafka', 'objectStorage', 'kinesis', 'postgres'], meaning: 'Mode of parallel distributed insert-select.' },
  { section: 'settings', key: 'object_storage_use_cluster_function', type: 'boolean', minimum: null, maximum: null, unit: 'flag', kinds: ['objectStorage'], meaning: 'Whether processing is distributed with the cluster function.' },
  { section: 'settings', key: 'db_parallel_view_processing', type: 'boolean', minimum: null, maximum: null, unit: 'flag', kinds: ['kafka', 'objectStorage', 'kinesis', 'postgres'], meaning: 'Whether attached views are pushed to at the same time instead of one after another.' },
  { section: 'scaling', key: 'replicas', type: 'integer', minimum: 1, maximum: 10, unit: 'count', kinds: ['kafka', 'kinesis'], meaning: 'Number of replicas.' },
  { section: 'scaling', key: 'concurrency', type: 'integer', minimum: 0, maximum: 34, unit: 'count', kinds: ['objectStorage'], meaning: 'Concurrency of object-storage pipes.' },
  { section: 'scaling', key: 'replicaCpuMillicores', type: 'integer', minimum: 125, maximum: 2000, unit: 'millicores', kinds: ['kafka', 'kinesis'], meaning: 'CPU of each replica.' },
  { section: 'scaling', key: 'replicaMemoryGb', type: 'number', minimum: 0.5, maximum: 8, unit: 'gigabytes', kinds: ['kafka', 'kinesis'], meaning: 'Memory of each replica.' },
] as const;
