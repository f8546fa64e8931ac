// Generated from schema/config.schema.json by `npm run generate`. Do not edit.

/** The canonical order of the keys below one place of the configuration. Nothing is put in order below an empty shape. */
export interface Shape {
  /** The keys of a map that the configuration names, in order. Keys that it does not name come after them, as they stand. */
  readonly keys?: ReadonlyMap<string, Shape>;
  /** What stands under every key of a map whose names people choose; their order is theirs. */
  readonly each?: Shape;
  /** What stands in every item of a list. */
  readonly items?: Shape;
}

const RANGEOFMILLISECONDS: Shape = { keys: new Map<string, Shape>([['min', {}], ['max', {}]]) };
const RANGE: Shape = { keys: new Map<string, Shape>([['min', {}], ['max', {}]]) };
const RANGEOFBYTES: Shape = { keys: new Map<string, Shape>([['min', {}], ['max', {}]]) };
const RANGEOFGIGABYTES: Shape = { keys: new Map<string, Shape>([['min', {}], ['max', {}]]) };
const DECLAREDSETTING: Shape = { keys: new Map<string, Shape>([['type', {}], ['minimum', {}], ['maximum', {}], ['unit', {}], ['sources', {}], ['description', {}]]) };
const API: Shape = { keys: new Map<string, Shape>([['url', {}], ['organization', {}], ['naming', { keys: new Map<string, Shape>([['resource', {}], ['settingPrefix', {}]]) }], ['ranges', { keys: new Map<string, Shape>([['settings.streaming_max_insert_wait_ms', RANGEOFMILLISECONDS], ['settings.object_storage_concurrency', RANGE], ['settings.object_storage_polling_interval_ms', RANGEOFMILLISECONDS], ['settings.object_storage_max_insert_bytes', RANGEOFBYTES], ['settings.object_storage_max_file_count', RANGE], ['settings.db_max_threads', RANGE], ['settings.db_max_insert_threads', RANGE], ['settings.db_min_insert_block_size_bytes', RANGEOFBYTES], ['settings.db_max_download_threads', RANGE], ['settings.db_parallel_distributed_insert_select', RANGE], ['scaling.replicas', RANGE], ['scaling.concurrency', RANGE], ['scaling.replicaCpuMillicores', RANGE], ['scaling.replicaMemoryGb', RANGEOFGIGABYTES]]) }], ['settings', { each: DECLAREDSETTING }], ['rateLimit', { keys: new Map<string, Shape>([['requests', {}], ['per', {}]]) }], ['listing', {}], ['parallelism', {}]]) };
const OBSERVABILITY: Shape = { keys: new Map<string, Shape>([['url', {}]]) };
const SETTINGS: Shape = { keys: new Map<string, Shape>([['streaming_max_insert_wait_ms', {}], ['object_storage_concurrency', {}], ['object_storage_polling_interval_ms', {}], ['object_storage_max_insert_bytes', {}], ['object_storage_max_file_count', {}], ['db_max_threads', {}], ['db_max_insert_threads', {}], ['db_min_insert_block_size_bytes', {}], ['db_max_download_threads', {}], ['db_parallel_distributed_insert_select', {}], ['object_storage_use_cluster_function', {}], ['db_parallel_view_processing', {}]]) };
const SCALING: Shape = { keys: new Map<string, Shape>([['replicas', { keys: new Map<string, Shape>([['min', {}], ['max', {}], ['target', { keys: new Map<string, Shape>([['check', {}], ['value', {}], ['tolerance', {}], ['stabilizationWindow', {}]]) }]]) }], ['concurrency', { keys: new Map<string, Shape>([['min', {}], ['max', {}]]) }], ['replicaCpuMillicores', { keys: new Map<string, Shape>([['min', {}], ['max', {}]]) }], ['replicaMemoryGb', { keys: new Map<string, Shape>([['min', {}], ['max', {}]]) }]]) };
const ACKNOWLEDGE: Shape = { items: { keys: new Map<string, Shape>([['path', {}], ['reason', {}], ['until', {}]]) } };
const PRESET: Shape = { keys: new Map<string, Shape>([['service', {}], ['source', {}], ['settings', SETTINGS], ['scaling', SCALING], ['ignore', {}], ['protect', {}], ['acknowledge', ACKNOWLEDGE], ['checks', {}]]) };
const PRESETS: Shape = { each: PRESET };
const PIPE: Shape = { keys: new Map<string, Shape>([['service', {}], ['id', {}], ['name', {}], ['preset', {}], ['source', {}], ['settings', SETTINGS], ['scaling', SCALING], ['ignore', {}], ['protect', {}], ['acknowledge', ACKNOWLEDGE], ['checks', {}]]) };
const PIPES: Shape = { each: PIPE };
const FREEZE: Shape = { items: { keys: new Map<string, Shape>([['from', {}], ['until', {}], ['days', {}], ['hours', {}], ['timezone', {}], ['reason', {}]]) } };
const RULES: Shape = { items: { keys: new Map<string, Shape>([['name', {}], ['when', {}], ['level', {}], ['message', {}], ['except', { items: { keys: new Map<string, Shape>([['pipe', {}], ['until', {}], ['reason', {}]]) } }]]) } };
const RANGES: Shape = { keys: new Map<string, Shape>([['settings.streaming_max_insert_wait_ms', RANGEOFMILLISECONDS], ['settings.object_storage_concurrency', RANGE], ['settings.object_storage_polling_interval_ms', RANGEOFMILLISECONDS], ['settings.object_storage_max_insert_bytes', RANGEOFBYTES], ['settings.object_storage_max_file_count', RANGE], ['settings.db_max_threads', RANGE], ['settings.db_max_insert_threads', RANGE], ['settings.db_min_insert_block_size_bytes', RANGEOFBYTES], ['settings.db_max_download_threads', RANGE], ['settings.db_parallel_distributed_insert_select', RANGE], ['scaling.replicas', RANGE], ['scaling.concurrency', RANGE], ['scaling.replicaCpuMillicores', RANGE], ['scaling.replicaMemoryGb', RANGEOFGIGABYTES]]) };
const POLICY: Shape = { keys: new Map<string, Shape>([['maxChangedPipes', {}], ['minPipes', {}], ['unmanaged', {}], ['maxReplicaFactor', {}], ['freeze', FREEZE], ['rules', RULES], ['ranges', RANGES]]) };
const CHECK: Shape = { keys: new Map<string, Shape>([['series', { keys: new Map<string, Shape>([['sourceId', {}], ['aggFn', {}], ['where', {}], ['groupBy', {}]]) }], ['window', {}], ['granularity', {}], ['reduce', {}], ['pass', {}], ['unit', {}], ['alert', {}], ['state', {}], ['definition', { keys: new Map<string, Shape>([['threshold', {}], ['thresholdType', {}], ['interval', {}]]) }]]) };
const CHECKS: Shape = { each: CHECK };
const ROLLOUT: Shape = { keys: new Map<string, Shape>([['waves', {}], ['before', {}], ['after', {}], ['bake', {}], ['interval', {}], ['count', {}], ['failureLimit', {}], ['inconclusiveLimit', {}], ['consecutiveErrorLimit', {}], ['onFailure', {}]]) };
const REMEDIATION: Shape = { keys: new Map<string, Shape>([['fields', {}], ['maxPipes', {}], ['perPipe', { keys: new Map<string, Shape>([['times', {}], ['per', {}]]) }]]) };
const PROMOTION: Shape = { keys: new Map<string, Shape>([['from', {}], ['soak', {}], ['except', {}], ['missing', {}]]) };
const ENVIRONMENT: Shape = { keys: new Map<string, Shape>([['version', {}], ['api', API], ['observability', OBSERVABILITY], ['services', {}], ['presets', PRESETS], ['pipes', PIPES], ['policy', POLICY], ['checks', CHECKS], ['rollout', ROLLOUT], ['remediation', REMEDIATION], ['promotion', PROMOTION]]) };

export const DOCUMENT: Shape = { keys: new Map<string, Shape>([['version', {}], ['api', API], ['observability', OBSERVABILITY], ['services', {}], ['include', {}], ['presets', PRESETS], ['pipes', PIPES], ['policy', POLICY], ['checks', CHECKS], ['rollout', ROLLOUT], ['remediation', REMEDIATION], ['environments', { each: ENVIRONMENT }]]) };
