import { FIELD_ROWS } from './fields.generated.ts';

/** The kinds of source that the contract names (pipes API, part 1). A live pipe may be of another kind; it is shown as it came. */
export const SOURCE_KINDS = ['kafka', 'objectStorage', 'kinesis', 'postgres'] as const;

/** What a pipe reads from (pipes API, `source`). */
export type SourceKind = (typeof SOURCE_KINDS)[number];

/** What a number means, so that renderers can add a human form (`5000` is `5s`) and documents can name it. */
export type FieldUnit = 'milliseconds' | 'bytes' | 'millicores' | 'gigabytes' | 'count' | 'mode' | 'flag';

/** Where a field lies in a pipe. */
export type FieldSection = 'settings' | 'scaling';

/** A field of a pipe. The live pipe may have settings that the contract does not know. */
export interface Field {
  readonly section: FieldSection;
  readonly key: string;
}

/** The text form of a field in documents and configurations: `settings.db_max_threads`, `scaling.replicas`. */
export type FieldPath = `${FieldSection}.${string}`;

/**
 * One row of the table of the manageable fields, which validation, help, documentation and rendering read. Ranges are
 * inclusive and come from part 8 of the pipes API contract.
 */
export interface FieldSpec extends Field {
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

/** In the order in which plans list changes. */
export const FIELDS: readonly FieldSpec[] = FIELD_ROWS;

export const SCALING_KEYS = ['replicas', 'concurrency', 'replicaCpuMillicores', 'replicaMemoryGb'] as const;

/** The keys of scaling (pipes API). */
export type ScalingKey = (typeof SCALING_KEYS)[number];

/** The size of one replica: both travel in one request when either changes (field notes, "Scaling"). */
export const SIZE_KEYS = ['replicaCpuMillicores', 'replicaMemoryGb'] as const satisfies readonly ScalingKey[];

/** Usual sizes keep 4 GB per 1000 millicores (field notes: a guess, so a pair that does not is never more than a warning). */
const MILLICORES_PER_GB = 250;

/** What to say of a pair that is not usual. */
export const USUAL_SIZES_HINT = 'The service may refuse it; usual are 125/0.5, 250/1, 500/2, 1000/4 and 2000/8.';

export function isUsualSize(cpuMillicores: number, memoryGb: number): boolean {
  return cpuMillicores === memoryGb * MILLICORES_PER_GB;
}

export function isSizeKey(key: string): key is (typeof SIZE_KEYS)[number] {
  return (SIZE_KEYS as readonly string[]).includes(key);
}

export function isScalingKey(key: string): key is ScalingKey {
  return (SCALING_KEYS as readonly string[]).includes(key);
}

export function isSourceKind(kind: string): kind is SourceKind {
  return (SOURCE_KINDS as readonly string[]).includes(kind);
}

const ORDERS: Readonly<Record<FieldSection, ReadonlyMap<string, number>>> = {
  settings: orderKeys('settings'),
  scaling: orderKeys('scaling'),
};

function orderKeys(section: FieldSection): ReadonlyMap<string, number> {
  return new Map(FIELDS.flatMap((spec, order) => (spec.section === section ? [[spec.key, order]] : [])));
}

/** The row of a field, or undefined for one outside the contract. */
export function findField({ section, key }: Field): FieldSpec | undefined {
  return FIELDS[ORDERS[section].get(key) ?? -1];
}

/** Orders fields as the table does; those outside the contract come last. */
export function compareFields(a: Field, b: Field): number {
  return orderOf(a) - orderOf(b);
}

function orderOf({ section, key }: Field): number {
  return ORDERS[section].get(key) ?? FIELDS.length;
}

export function formatField({ section, key }: Field): FieldPath {
  return `${section}.${key}`;
}

export function isFieldPath(text: string): text is FieldPath {
  return /^(settings|scaling)\../.test(text);
}

export function parseField(path: FieldPath): Field {
  const section = path.startsWith('settings.') ? 'settings' : 'scaling';
  return { section, key: path.slice(section.length + 1) };
}
