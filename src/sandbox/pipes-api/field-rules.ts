import type { SourceKind } from '../../model/field/field.ts';
import type { JsonObject, JsonValue } from '../../model/json/json.ts';
import type { Switches } from '../switches.ts';

/** The type and inclusive range of one key (contract, part 8), and the kinds of pipe that have it. */
export interface KeyRule {
  readonly type: 'integer' | 'number' | 'boolean';
  /** Absent for booleans. */
  readonly range?: readonly [minimum: number, maximum: number];
  readonly kinds: readonly SourceKind[];
  /** The effective value of an unset key. A guess: the contract names no defaults. */
  readonly whenUnset: number | boolean;
}

export type KeyRules = Readonly<Record<string, KeyRule>>;

const MIB = 1024 ** 2;
const GIB = 1024 ** 3;
const STREAMING = ['kafka', 'kinesis'] as const;
const FILES = ['objectStorage'] as const;
const EVERY = ['kafka', 'objectStorage', 'kinesis', 'postgres'] as const;

/** The twelve settings of part 8. Written separately from the client's table, so that the two check each other. */
export const SETTING_RULES: KeyRules = {
  streaming_max_insert_wait_ms: { type: 'integer', range: [500, 60_000], kinds: STREAMING, whenUnset: 5_000 },
  object_storage_concurrency: { type: 'integer', range: [1, 35], kinds: FILES, whenUnset: 1 },
  object_storage_polling_interval_ms: { type: 'integer', range: [100, 3_600_000], kinds: FILES, whenUnset: 30_000 },
  object_storage_max_insert_bytes: { type: 'integer', range: [10 * MIB, 50 * GIB], kinds: FILES, whenUnset: 10 * GIB },
  object_storage_max_file_count: { type: 'integer', range: [1, 10_000], kinds: FILES, whenUnset: 100 },
  db_max_threads: { type: 'integer', range: [0, 64], kinds: EVERY, whenUnset: 8 },
  db_max_insert_threads: { type: 'integer', range: [0, 16], kinds: EVERY, whenUnset: 1 },
  db_min_insert_block_size_bytes: { type: 'integer', range: [0, 10 * GIB], kinds: EVERY, whenUnset: GIB },
  db_max_download_threads: { type: 'integer', range: [0, 32], kinds: EVERY, whenUnset: 4 },
  db_parallel_distributed_insert_select: { type: 'integer', range: [0, 2], kinds: EVERY, whenUnset: 2 },
  object_storage_use_cluster_function: { type: 'boolean', kinds: FILES, whenUnset: true },
  db_parallel_view_processing: { type: 'boolean', kinds: EVERY, whenUnset: true },
};

/** The four scaling keys of part 8. Postgres pipes have none (field notes: they reject scaling). */
export const SCALING_RULES: KeyRules = {
  replicas: { type: 'integer', range: [1, 10], kinds: STREAMING, whenUnset: 1 },
  concurrency: { type: 'integer', range: [0, 34], kinds: FILES, whenUnset: 1 },
  replicaCpuMillicores: { type: 'integer', range: [125, 2_000], kinds: STREAMING, whenUnset: 500 },
  replicaMemoryGb: { type: 'number', range: [0.5, 8], kinds: STREAMING, whenUnset: 2 },
};

/** Returns the problem of a setting. Keys outside the contract may have any value; null means unset. */
export function findSettingProblem(key: string, value: JsonValue): string | undefined {
  const rule = ruleOf(SETTING_RULES, key);
  return value === null || rule === undefined ? undefined : findProblem(key, value, rule);
}

/** Returns the problem of a scaling value for a kind of pipe. Null means unset. */
export function findScalingProblem(
  kind: SourceKind | undefined,
  key: string,
  value: JsonValue,
  rules: KeyRules = SCALING_RULES,
): string | undefined {
  const rule = ruleOf(rules, key);
  if (rule === undefined) return `${key} is not a scaling key`;
  if (kind !== undefined && !rule.kinds.includes(kind)) return `${key} does not apply to ${kind} pipes`;
  return value === null ? undefined : findProblem(key, value, rule);
}

/** Returns the problem of a value as a phrase that begins with the key. */
export function findProblem(key: string, value: JsonValue, { type, range }: KeyRule): string | undefined {
  if (type === 'boolean') return typeof value === 'boolean' ? undefined : `${key} must be a boolean`;
  if (typeof value !== 'number' || (type === 'integer' && !Number.isSafeInteger(value))) {
    return `${key} must be ${type === 'integer' ? 'an integer' : 'a number'}`;
  }
  const [minimum, maximum] = range ?? [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
  return value >= minimum && value <= maximum ? undefined : `${key} must be between ${minimum} and ${maximum}`;
}

/** Own keys only, since bodies may contain `constructor` or `__proto__`. */
export function ruleOf(rules: KeyRules, key: string): KeyRule | undefined {
  return Object.hasOwn(rules, key) ? rules[key] : undefined;
}

const CONTRACT_PREFIX = 'db_';

export type WireNames = ReturnType<typeof createWireNames>;

/** Renames settings as the deployment does. State, faults and edits use the contract's names. */
export function createWireNames({ settingPrefix }: Pick<Switches, 'settingPrefix'>) {
  const renamed = Object.keys(SETTING_RULES).filter((key) => key.startsWith(CONTRACT_PREFIX));
  const isRenamed = settingPrefix !== CONTRACT_PREFIX;
  const wire = new Map(
    isRenamed ? renamed.map((key) => [key, `${settingPrefix}${key.slice(CONTRACT_PREFIX.length)}`]) : [],
  );
  const contract = new Map([...wire].map(([key, name]) => [name, key]));
  return {
    toWire: (settings: JsonObject): JsonObject =>
      Object.fromEntries(Object.entries(settings).map(([key, value]) => [wire.get(key) ?? key, value])),
    /** Returns the contract's name, or undefined when this deployment has renamed that setting. */
    toContract: (name: string) => (wire.has(name) ? undefined : (contract.get(name) ?? name)),
  };
}

/** Renames the keys of an update to the contract's names and drops keys that this deployment does not have. */
export function readNamed(body: JsonObject, { toContract }: WireNames): JsonObject {
  return Object.fromEntries(
    Object.entries(body).flatMap(([name, value]) => {
      const key = toContract(name);
      return key === undefined ? [] : [[key, value] as const];
    }),
  );
}
