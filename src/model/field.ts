import { FIELDS } from './fields.generated.ts';

/** The kinds of source that the contract names (pipes API, part 1). A live pipe may be of another kind; it is shown as it came. */
export const SOURCE_KINDS = ['kafka', 'objectStorage', 'kinesis', 'postgres'] as const;

/** What a pipe reads from (pipes API, `source`). */
export type SourceKind = (typeof SOURCE_KINDS)[number];

/** What a number means, so that renderers can add a human form (`5000` is `5s`) and documents can name it. */
export type FieldUnit = 'milliseconds' | 'bytes' | 'millicores' | 'gigabytes' | 'count' | 'mode' | 'flag';

/** Where a field lies in a pipe. */
export type FieldSection = 'settings' | 'scaling';

/** `settings.db_max_threads`, `scaling.replicas`: how a field is named in plans, in `ignore` and in `acknowledge`. */
export type FieldPath = `${FieldSection}.${string}`;

/**
 * One row of the table that describes every manageable field: what validation, help, documentation and rendering read.
 * Ranges are inclusive and come from part 8 of the pipes API contract.
 */
export interface FieldSpec {
  readonly section: FieldSection;
  readonly key: string;
  readonly type: 'integer' | 'number' | 'boolean';
  /** null for booleans. */
  readonly minimum: number | null;
  /** null for booleans. */
  readonly maximum: number | null;
  readonly unit: FieldUnit;
  /** The source kinds that the field applies to; on any other kind it is an error to manage it. */
  readonly kinds: readonly SourceKind[];
  readonly meaning: string;
}

export const SCALING_KEYS = ['replicas', 'concurrency', 'replicaCpuMillicores', 'replicaMemoryGb'] as const;

/** The keys of scaling (pipes API). */
export type ScalingKey = (typeof SCALING_KEYS)[number];

/** The size of one replica: both travel in one request when either changes (field notes, "Scaling"). */
export const SIZE_KEYS = ['replicaCpuMillicores', 'replicaMemoryGb'] as const satisfies readonly ScalingKey[];

export function isSizeKey(key: string): key is (typeof SIZE_KEYS)[number] {
  return (SIZE_KEYS as readonly string[]).includes(key);
}

export function isScalingKey(key: string): key is ScalingKey {
  return (SCALING_KEYS as readonly string[]).includes(key);
}

export function isSourceKind(kind: string): kind is SourceKind {
  return (SOURCE_KINDS as readonly string[]).includes(kind);
}

/** Of a field of the table it is always the same string: a new one would be hashed anew by every look-up. */
export function fieldPath(section: FieldSection, key: string): FieldPath {
  return KNOWN_PATHS[section].get(key) ?? `${section}.${key}`;
}

const KNOWN_PATHS: Readonly<Record<FieldSection, ReadonlyMap<string, FieldPath>>> = {
  settings: pathsOf('settings'),
  scaling: pathsOf('scaling'),
};

function pathsOf(section: FieldSection): ReadonlyMap<string, FieldPath> {
  const fields = FIELDS.filter((field) => field.section === section);
  return new Map(fields.map(({ key }) => [key, `${section}.${key}`]));
}
