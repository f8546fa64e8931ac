import { FIELD_ROWS } from './fields.generated.ts';

/** The source kinds of the contract (pipes API, part 1). A live pipe may have another kind. */
export const SOURCE_KINDS = ['kafka', 'objectStorage', 'kinesis', 'postgres'] as const;

/** The kind of a pipe's source (pipes API, `source`). */
export type SourceKind = (typeof SOURCE_KINDS)[number];

/** The unit of a value, from which renderers make a human form (`5000` is `5s`). */
export type FieldUnit = 'milliseconds' | 'bytes' | 'millicores' | 'gigabytes' | 'count' | 'mode' | 'flag';

/** The part of a pipe that has the field. */
export type FieldSection = 'settings' | 'scaling';

/** A field of a pipe, which may be outside the contract. */
export interface Field {
  readonly section: FieldSection;
  readonly key: string;
}

/** A field as text: `settings.db_max_threads`, `scaling.replicas`. */
export type FieldPath = `${FieldSection}.${string}`;

/** A field that can be managed. The range is inclusive (pipes API, part 8); null for booleans. */
export interface FieldSpec extends Field {
  readonly type: 'integer' | 'number' | 'boolean';
  readonly minimum: number | null;
  readonly maximum: number | null;
  readonly unit: FieldUnit;
  /** Managing the field on a pipe of another kind is an error. */
  readonly kinds: readonly SourceKind[];
  readonly meaning: string;
}

/** In the order in which plans list changes. */
export const FIELDS: readonly FieldSpec[] = FIELD_ROWS;

export const SCALING_KEYS = ['replicas', 'concurrency', 'replicaCpuMillicores', 'replicaMemoryGb'] as const;

/** The keys of scaling (pipes API). */
export type ScalingKey = (typeof SCALING_KEYS)[number];

/** The size of one replica. A change of one sends both (field notes, "Scaling"). */
export const SIZE_KEYS = ['replicaCpuMillicores', 'replicaMemoryGb'] as const satisfies readonly ScalingKey[];

export const USUAL_SIZES_HINT = 'The service may refuse it; usual are 125/0.5, 250/1, 500/2, 1000/4 and 2000/8.';

/** Usual are 4 GB per 1000 millicores (field notes: a guess, so other pairs are only a warning). */
export function isUsualSize(cpuMillicores: number, memoryGb: number): boolean {
  return cpuMillicores === memoryGb * 250;
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

/** In the order of the table; fields outside the contract come last. */
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
