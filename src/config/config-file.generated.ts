// Generated from schema/config.schema.json by `npm run generate`. Do not edit.

/**
 * Version of the configuration format: 1. Needed in the root document; included files and environments may leave it out.
 */
export type Version = 1;
/**
 * The services that own the pipes: a name of your choice for each service id.
 */
export type Services = {
  /**
   * Id of the service: a uuid.
   */
  [k: string]: string;
} | null;
/**
 * Named sets of values that pipes take over with `preset`.
 */
export type Presets = {
  [k: string]: Preset;
} | null;
/**
 * Name of the service that owns the pipe, as defined under `services`.
 */
export type ServiceName = string;
/**
 * The kind of source: kafka, objectStorage, kinesis or postgres. The live pipe must be of this kind, and keys that do not apply to it are found without asking the service.
 */
export type Source = 'kafka' | 'objectStorage' | 'kinesis' | 'postgres';
/**
 * The managed settings. A key that is absent is not managed: its live value stays, whatever it is. `null` is managed: the desired state is "unset".
 */
export type Settings = {
  /**
   * Longest wait before streamed data is inserted. Milliseconds, 500 to 60000, or a duration from 500ms to 1m. Kafka and kinesis pipes.
   */
  streaming_max_insert_wait_ms?: number | string | null;
  /**
   * Number of files processed at the same time. 1 to 35 threads. Object-storage pipes.
   */
  object_storage_concurrency?: number | null;
  /**
   * How often continuous ingest looks for new objects. Milliseconds, 100 to 3600000, or a duration from 100ms to 1h. Object-storage pipes.
   */
  object_storage_polling_interval_ms?: number | string | null;
  /**
   * Bytes processed in one insert batch. Bytes, 10485760 to 53687091200, or a size from 10MiB to 50GiB; MiB counts in 1024s, MB in 1000s. Object-storage pipes.
   */
  object_storage_max_insert_bytes?: number | string | null;
  /**
   * Most files in one insert batch. 1 to 10000 files. Object-storage pipes.
   */
  object_storage_max_file_count?: number | null;
  /**
   * Most threads that process files at the same time. 0 to 64 threads.
   */
  db_max_threads?: number | null;
  /**
   * Most threads that insert at the same time. 0 to 16 threads.
   */
  db_max_insert_threads?: number | null;
  /**
   * Smallest block that is inserted. Bytes, 0 to 10737418240, or a size up to 10GiB; MiB counts in 1024s, MB in 1000s.
   */
  db_min_insert_block_size_bytes?: number | string | null;
  /**
   * Most threads that download at the same time. 0 to 32 threads.
   */
  db_max_download_threads?: number | null;
  /**
   * Mode of parallel distributed insert-select. 0 to 2.
   */
  db_parallel_distributed_insert_select?: number | null;
  /**
   * Whether processing is distributed with the cluster function. true or false. Object-storage pipes.
   */
  object_storage_use_cluster_function?: boolean | null;
  /**
   * Whether attached views are pushed to at the same time instead of one after another. true or false.
   */
  db_parallel_view_processing?: boolean | null;
} | null;
/**
 * The managed scaling. A key that is absent is not managed. A band `{ min, max }` leaves a live value inside it alone and clamps one outside to its edge.
 */
export type Scaling = {
  /**
   * Number of replicas. 1 to 10, or a band, which may have a target for --recommend. Kafka and kinesis pipes.
   */
  replicas?:
    | number
    | {
        /**
         * Lower edge of the band, inclusive: 1 to 10.
         */
        min: number;
        /**
         * Upper edge of the band, inclusive: 1 to 10.
         */
        max: number;
        /**
         * What --recommend steers the replicas by, inside the band: so many that the value of a check comes to `value`.
         */
        target?: {
          /**
           * Name of a series check, as defined under the top-level `checks`. Its series, window, granularity and reduce give the value.
           */
          check: string;
          /**
           * The value to come to, in the unit of the series: above 0.
           */
          value: number;
          /**
           * No change while the value is within this share of `value`: 0 to 1. 0.1 when left out.
           */
          tolerance?: number;
          /**
           * Replicas go down only as far as every moment of this time would have allowed: a duration. 5m when left out.
           */
          stabilizationWindow?: string;
        };
      }
    | null;
  /**
   * Concurrency of object-storage pipes. 0 to 34, or a band.
   */
  concurrency?:
    | number
    | {
        /**
         * Lower edge of the band, inclusive: 0 to 34.
         */
        min: number;
        /**
         * Upper edge of the band, inclusive: 0 to 34.
         */
        max: number;
      }
    | null;
  /**
   * CPU of each replica. Millicores (1000 is one core), 125 to 2000, or a band; usual sizes keep 4 GB per 1000 millicores. Kafka and kinesis pipes.
   */
  replicaCpuMillicores?:
    | number
    | {
        /**
         * Lower edge of the band, inclusive: 125 to 2000.
         */
        min: number;
        /**
         * Upper edge of the band, inclusive: 125 to 2000.
         */
        max: number;
      }
    | null;
  /**
   * Memory of each replica. GB, 0.5 to 8, or a band; usual sizes keep 4 GB per 1000 millicores. Kafka and kinesis pipes.
   */
  replicaMemoryGb?:
    | number
    | {
        /**
         * Lower edge of the band, inclusive: 0.5 to 8.
         */
        min: number;
        /**
         * Upper edge of the band, inclusive: 0.5 to 8.
         */
        max: number;
      }
    | null;
} | null;
/**
 * Fields that are never touched, even if a preset sets them.
 *
 * Items: Path of a field: `settings.KEY` or `scaling.KEY`.
 */
export type Ignore = string[];
/**
 * true: any change of the pipe is refused unless apply is given --allow-protected NAME.
 */
export type Protect = boolean;
/**
 * Known drift: shown, but neither counted nor reverted, until a date.
 *
 * Items: One difference that is known and accepted until a date.
 */
export type Acknowledge = {
  /**
   * Path of the field that may differ: `settings.KEY` or `scaling.KEY`.
   */
  path: string;
  /**
   * Why the difference is accepted, for the people who read the report.
   */
  reason: string;
  /**
   * The last day on which it is accepted: YYYY-MM-DD, in UTC.
   */
  until: string;
}[];
/**
 * Names of health checks, as defined under the top-level `checks`.
 *
 * Items: Name of a health check.
 */
export type CheckNames = string[];
/**
 * The pipes, each under a name of your choice that is unique in the fleet.
 */
export type Pipes = {
  [k: string]: Pipe;
} | null;
/**
 * What may happen in one apply, and what values may be. --force overrides all of it but `ranges`.
 */
export type Policy = {
  /**
   * Most pipes that one apply may change: a number, or a share of the fleet such as 30%. Without it there is no limit.
   */
  maxChangedPipes?: number | string;
  /**
   * `maxChangedPipes` holds only in fleets of more than this many pipes: 0 or more.
   */
  minPipes?: number;
  /**
   * Replicas may not grow or shrink by more than this factor in one apply: 1 or more. Without it there is no limit.
   */
  maxReplicaFactor?: number;
  ranges?: Ranges;
} | null;
/**
 * Ranges that are tighter than those of the service, by field. A value of a pipe or preset outside of its range is an error wherever it is written, and --force does not override it. `null` is allowed, and so is what a rollback puts back.
 */
export type Ranges = {
  'settings.streaming_max_insert_wait_ms'?: RangeOfMilliseconds;
  'settings.object_storage_concurrency'?: Range;
  'settings.object_storage_polling_interval_ms'?: RangeOfMilliseconds;
  'settings.object_storage_max_insert_bytes'?: RangeOfBytes;
  'settings.object_storage_max_file_count'?: Range;
  'settings.db_max_threads'?: Range;
  'settings.db_max_insert_threads'?: Range;
  'settings.db_min_insert_block_size_bytes'?: RangeOfBytes;
  'settings.db_max_download_threads'?: Range;
  'settings.db_parallel_distributed_insert_select'?: Range;
  'scaling.replicas'?: Range;
  'scaling.concurrency'?: Range;
  'scaling.replicaCpuMillicores'?: Range;
  'scaling.replicaMemoryGb'?: RangeOfGigabytes;
} | null;
/**
 * Health checks, each under a name that pipes and `rollout` refer to.
 */
export type Checks = {
  [k: string]: Check;
} | null;
/**
 * One health check: either a series with a condition, or the state of an alert.
 */
export type Check = {
  /**
   * The time series to query.
   */
  series?: {
    /**
     * Id of the observability source that is queried.
     */
    sourceId: string;
    /**
     * How values within a bucket become one: avg, count, count_distinct, last_value, max, min, quantile, sum, or another that the service knows.
     */
    aggFn: string;
    /**
     * Filter expression; empty for everything.
     */
    where: string;
    /**
     * Columns to group by; the check passes only if every group passes.
     *
     * Items: Name of a column.
     */
    groupBy?: string[];
  };
  /**
   * How far back the check looks: a duration.
   */
  window?: string;
  /**
   * Length of one bucket: 30s, 1m, 5m, 10m, 15m, 30m, 1h, 2h, 6h, 12h, 1d, 2d, 7d, 30d, or auto.
   */
  granularity?:
    '30s' | '1m' | '5m' | '10m' | '15m' | '30m' | '1h' | '2h' | '6h' | '12h' | '1d' | '2d' | '7d' | '30d' | 'auto';
  /**
   * How the whole buckets of the window become one value: min, max, avg, sum or last.
   */
  reduce?: 'min' | 'max' | 'avg' | 'sum' | 'last';
  /**
   * The condition under which the check passes: <, <=, >, >=, == or != and a number. No data never passes.
   */
  pass?: string;
  /**
   * What the values of the series count, such as messages, ms, bytes or %; shown beside them. The service does not tell. At most 20 characters.
   */
  unit?: string;
  /**
   * Id of the alert that is read.
   */
  alert?: string;
  /**
   * The state that the alert must be in for the check to pass, such as OK.
   */
  state?: string;
  /**
   * What the alert's definition must be; a difference is reported as drift of the definition.
   */
  definition?: {
    /**
     * The threshold, in the unit of the alert's query.
     */
    threshold?: number;
    /**
     * How the value is compared with the threshold: above, below, above_exclusive, below_or_equal, equal, not_equal, between, or another that the service knows.
     */
    thresholdType?: string;
    /**
     * How often the alert is evaluated, as the service writes it.
     */
    interval?: string;
  };
} & Check1;
export type Check1 =
  | {
      series: unknown;
    }
  | {
      alert: unknown;
    };
/**
 * The same document again, merged over the root document when it is chosen with -e NAME: maps merge key by key, lists and single values replace, presets are applied afterwards. `version` may be repeated. `include` and `environments` stand at the top level of a file only: a file that an environment alone needs is included there, with its content under `environments`.
 */
export type Environment = {
  version?: Version;
  api?: Api;
  observability?: Observability;
  services?: Services;
  presets?: Presets;
  pipes?: Pipes;
  policy?: Policy;
  checks?: Checks;
  rollout?: Rollout;
} | null;

/**
 * pipeform.yaml: a fleet of data-ingestion pipes and the values that they must have. Values (never keys) may hold ${VAR}, ${VAR:-default}, ${VAR:?message} and $$.
 */
export interface ConfigFile {
  version?: Version;
  /**
   * More files of the same shape. Globs relative to the folder of the root document, inside which they stay; each must match at least one file. Not inside an environment.
   *
   * Items: A glob relative to the folder of the root document, with forward slashes.
   */
  include?: string[];
  api?: Api;
  observability?: Observability;
  services?: Services;
  presets?: Presets;
  pipes?: Pipes;
  policy?: Policy;
  checks?: Checks;
  rollout?: Rollout;
  /**
   * Variations of the document, chosen with -e NAME: each is the same document again, merged over the root key by key. Included files may define environments too.
   */
  environments?: {
    [k: string]: Environment;
  } | null;
}
/**
 * The pipes API: where it is and how fast it may be asked. Credentials never stand here: they come from PIPEFORM_KEY_ID and PIPEFORM_KEY_SECRET in the environment.
 */
export interface Api {
  /**
   * Base address of the pipes API: https, or plain http on a loopback address. Without a user name or a password.
   */
  url?: string;
  /**
   * Id of the organization that owns the services: a uuid.
   */
  organization?: string;
  /**
   * What this deployment of the API calls otherwise than the contract does. Everything in the configuration, in plans and in reports keeps the names of the contract; requests have those of the deployment.
   */
  naming?: {
    /**
     * The segment of the path before the id of a pipe, as in /v1/organizations/…/services/…/pipes/…: letters, digits, `.`, `_`, `~` and `-`.
     */
    resource?: string;
    /**
     * What the names of settings begin with that begin with `db_` in the contract: `warehouse_` where the deployment has `warehouse_max_threads` for `db_max_threads`. Lower-case letters, digits and `_`.
     */
    settingPrefix?: string;
  } | null;
  /**
   * The request limit of the API key. When it is left out, the limit is learnt from 429 answers.
   */
  rateLimit?: {
    /**
     * Number of requests that may be sent within `per`: 1 or more.
     */
    requests: number;
    /**
     * Length of the window that `requests` counts in: a duration.
     */
    per: string;
  };
  /**
   * Largest number of requests under way at the same time: 1 to 1000. `--parallelism` wins over it.
   */
  parallelism?: number;
}
/**
 * The observability API, which health checks ask. Its credential comes from PIPEFORM_ACCESS_TOKEN in the environment.
 */
export interface Observability {
  /**
   * Base address of the observability API: https, or plain http on a loopback address. Without a user name or a password.
   */
  url?: string;
}
/**
 * Values that several pipes share. Maps merge key by key; lists and single values replace.
 */
export interface Preset {
  service?: ServiceName;
  source?: Source;
  settings?: Settings;
  scaling?: Scaling;
  ignore?: Ignore;
  protect?: Protect;
  acknowledge?: Acknowledge;
  checks?: CheckNames;
}
/**
 * One pipe: which live pipe it is, and the values that it must have. Only what is written down is managed.
 */
export interface Pipe {
  service?: ServiceName;
  /**
   * Id of the live pipe: a uuid. No two pipes may have the same.
   */
  id?: string;
  /**
   * The live name that must be found under the id; a pipe with another name is refused.
   */
  name?: string;
  /**
   * Name of a preset, or a list of names. Later ones win over earlier ones, and the pipe itself wins over all.
   */
  preset?: string | string[];
  source?: Source;
  settings?: Settings;
  scaling?: Scaling;
  ignore?: Ignore;
  protect?: Protect;
  acknowledge?: Acknowledge;
  checks?: CheckNames;
}
export interface RangeOfMilliseconds {
  /**
   * Smallest value that is allowed, in milliseconds or as a duration.
   */
  min?: number | string;
  /**
   * Largest value that is allowed, in milliseconds or as a duration.
   */
  max?: number | string;
}
export interface Range {
  /**
   * Smallest value that is allowed.
   */
  min?: number;
  /**
   * Largest value that is allowed.
   */
  max?: number;
}
export interface RangeOfBytes {
  /**
   * Smallest value that is allowed, in bytes or as a size.
   */
  min?: number | string;
  /**
   * Largest value that is allowed, in bytes or as a size.
   */
  max?: number | string;
}
export interface RangeOfGigabytes {
  /**
   * Smallest value that is allowed, in GB.
   */
  min?: number;
  /**
   * Largest value that is allowed, in GB.
   */
  max?: number;
}
/**
 * How updates are spread over the fleet, and which checks guard them.
 */
export interface Rollout {
  /**
   * Where the waves in which pipes are updated end, each a number of pipes or a share of all that change, counted from the start: [1, 25%, 100%] updates one pipe, then up to a quarter, then the rest. What is left after the last wave is one wave more.
   *
   * @minItems 1
   *
   * Items: Where one wave ends: at a number of pipes, or at a share such as 25%.
   */
  waves?: (number | string)[];
  /**
   * Checks that must pass before the first wave starts.
   *
   * Items: Name of a health check.
   */
  before?: string[];
  /**
   * Checks that are watched while each wave bakes; only those that pass let the next wave start.
   *
   * Items: Name of a health check.
   */
  after?: string[];
  /**
   * How long to wait after each wave while its checks are watched: a duration. No wait when left out: each check is asked once.
   */
  bake?: string;
  /**
   * How often checks are evaluated during the bake: a duration. 30s when left out.
   */
  interval?: string;
  /**
   * How often each check is evaluated in a bake: 1 or more. At every `interval` and at the end of `bake` when left out; a bake lasts long enough for all of them.
   */
  count?: number;
  /**
   * A wave fails when a check fails more often than this: 0 or more. 0 when left out.
   */
  failureLimit?: number;
  /**
   * A wave fails when a check has no data more often than this: 0 or more. 0 when left out. A check that never passed fails the wave all the same.
   */
  inconclusiveLimit?: number;
  /**
   * A wave fails when a check cannot be asked more often than this in a row: 0 or more. 4 when left out.
   */
  consecutiveErrorLimit?: number;
  /**
   * What to do when a wave fails: stop, or rollback to the values that were there before. stop when left out.
   */
  onFailure?: 'stop' | 'rollback';
}
