import { compareText } from '../diagnostic.ts';
import type { JsonValue } from '../json/json.ts';
import { FIELD_ROWS } from './fields.generated.ts';

/** The source kinds of the contract (pipes API, part 1). A live pipe may have another kind. */
export const SOURCE_KINDS = ['kafka', 'objectStorage', 'kinesis', 'postgres'] as const;

/** The kind of a pipe's source (pipes API, `source`). */
export type SourceKind = (typeof SOURCE_KINDS)[number];

/** The unit of a value, from which renderers make a human form (`5000` is `5s`). */
export type FieldUnit = 'milliseconds' | 'bytes' | 'millicores' | 'gigabytes' | 'count' | 'mode' | 'flag';

export const FIELD_SECTIONS = ['settings', 'scaling'] as const;

/** The part of a pipe that has the field. */
export type FieldSection = (typeof FIELD_SECTIONS)[number];

/** The identity of a field of a pipe, which may be outside the contract: `settings.db_max_threads`, `scaling.replicas`. */
export type FieldPath = `${FieldSection}.${string}`;

/** A setting that the configuration declares (`api.settings`). The range is inclusive; null for no limit. */
export interface DeclaredSetting {
  readonly key: string;
  readonly type: 'integer' | 'number' | 'boolean';
  readonly minimum: number | null;
  readonly maximum: number | null;
  readonly unit: FieldUnit;
  /** Managing the field on a pipe of another kind is an error. */
  readonly kinds: readonly SourceKind[];
  readonly meaning: string;
}

/** A field that can be managed: of the contract (pipes API, part 8), or a setting that the configuration declares. */
export interface FieldSpec extends DeclaredSetting {
  readonly path: FieldPath;
  readonly section: FieldSection;
}

/** The keys of scaling (pipes API). */
export type ScalingKey = Extract<(typeof FIELD_ROWS)[number], { section: 'scaling' }>['key'];

export const SCALING_KEYS = FIELD_ROWS.flatMap((row): ScalingKey[] => (row.section === 'scaling' ? [row.key] : []));

export const REPLICAS = 'scaling.replicas' as const satisfies FieldPath;

/** The size of one replica. A change of one sends both (field notes, "Scaling"). */
export const SIZE_KEYS = ['replicaCpuMillicores', 'replicaMemoryGb'] as const satisfies readonly ScalingKey[];

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

/** Inclusive ranges, by field. */
export type FieldRanges = Record<FieldPath, { readonly min: number; readonly max: number }>;

/** What a deployment has beyond the contract, and how it shows settings. Omitted where it has nothing. */
export interface DeclaredFields {
  readonly settings?: readonly DeclaredSetting[];
  /** The widened ranges of fields of the contract (`api.ranges`). */
  readonly ranges?: Readonly<FieldRanges>;
  /** The settings with `carry: false`. They are not part of the fields. */
  readonly notCarried?: readonly string[];
  /** Whether a pipe without `settings` has none set. */
  readonly settingsWhenUnset?: 'absent' | undefined;
}

/** The fields that a configuration can manage, and how to read the settings of a response. */
export interface FieldTable extends Pick<DeclaredFields, 'settingsWhenUnset'> {
  /** The settings of the contract, then those of the deployment, then scaling. */
  readonly rows: readonly FieldSpec[];
  /** The path may be any text. */
  find(path: string): FieldSpec | undefined;
  /** Settings that updates leave out, and that are not compared. */
  readonly notCarried: ReadonlySet<string>;
}

/** The fields of the contract, in its ranges. */
export const CONTRACT: FieldTable = createFieldTable({});

export const FIELDS: readonly FieldSpec[] = CONTRACT.rows;

const tables = new WeakMap<DeclaredFields, FieldTable>();

/** The fields of a deployment. Cached, since it is called for every change; null is the contract. */
export function fieldsOf(declared: DeclaredFields | null): FieldTable {
  if (declared === null) return CONTRACT;
  const { settings, ranges, notCarried, settingsWhenUnset } = declared;
  if ((settings ?? ranges ?? notCarried ?? settingsWhenUnset) === undefined) return CONTRACT;
  const table = tables.get(declared) ?? createFieldTable(declared);
  tables.set(declared, table);
  return table;
}

function createFieldTable(deployment: DeclaredFields): FieldTable {
  const { settings = [], ranges = {}, notCarried = [], settingsWhenUnset } = deployment;
  const contract = FIELD_ROWS.map((row): FieldSpec => {
    const path = `${row.section}.${row.key}` as const;
    const range = ranges[path];
    return range === undefined ? { path, ...row } : { path, ...row, minimum: range.min, maximum: range.max };
  });
  const declared = settings.map(
    (setting): FieldSpec => ({ path: `settings.${setting.key}`, section: 'settings', ...setting }),
  );
  const isScaling = ({ section }: FieldSpec) => section === 'scaling';
  const rows = [...contract.filter((row) => !isScaling(row)), ...declared, ...contract.filter(isScaling)];
  const byPath = new Map<string, FieldSpec>(rows.map((row) => [row.path, row]));
  return {
    rows,
    find: (path) => byPath.get(path),
    notCarried: new Set(notCarried),
    settingsWhenUnset,
  };
}

const PATHS = { settings: new Map<string, FieldPath>(), scaling: new Map<string, FieldPath>() };
const KEYS = new Map<FieldPath, string>();
for (const { path, section, key } of FIELDS) {
  PATHS[section].set(key, path);
  KEYS.set(path, key);
}

/** Paths of the contract are not put together anew, since that and the hash of the text cost most of a large diff. */
export function pathOf(section: FieldSection, key: string): FieldPath {
  return PATHS[section].get(key) ?? `${section}.${key}`;
}

const ORDER = new Map<FieldPath, number>(FIELD_ROWS.map(({ section, key }, order) => [pathOf(section, key), order]));
const FIRST_SCALING = FIELD_ROWS.findIndex(({ section }) => section === 'scaling');

/** The order is that of plans: the contract's settings, other settings by name, scaling. */
export function compareFields(a: FieldPath, b: FieldPath): number {
  return orderOf(a) - orderOf(b) || compareText(a, b);
}

function orderOf(path: FieldPath): number {
  return ORDER.get(path) ?? (sectionOf(path) === 'settings' ? FIRST_SCALING - 0.5 : FIELD_ROWS.length);
}

/** Inclusive limits; null for none. */
export type Limits = Pick<DeclaredSetting, 'minimum' | 'maximum'>;

export function isInRange(value: number, { minimum, maximum }: Limits): boolean {
  return (minimum === null || value >= minimum) && (maximum === null || value <= maximum);
}

/** Whether the field may have the value: by its type, and by the range of the deployment. */
export function isAllowed(spec: FieldSpec, value: JsonValue): value is number | boolean {
  if (typeof value === 'boolean') return spec.type === 'boolean';
  if (typeof value !== 'number' || spec.type === 'boolean') return false;
  return (spec.type === 'number' || Number.isInteger(value)) && isInRange(value, spec);
}

/** The range that policy leaves of that of the deployment. */
export function narrowRange(spec: Limits, range: { readonly min: number; readonly max: number } | undefined) {
  return {
    min: Math.max(spec.minimum ?? -Infinity, range?.min ?? -Infinity),
    max: Math.min(spec.maximum ?? Infinity, range?.max ?? Infinity),
  };
}

/** Whether pipes of a kind have the field. A pipe of unknown kind, or of one outside the contract, may have any. */
export function appliesTo({ kinds }: Pick<DeclaredSetting, 'kinds'>, kind: string | null): boolean {
  return kind === null || !isSourceKind(kind) || kinds.includes(kind);
}

export function isFieldPath(text: string): text is FieldPath {
  return /^(settings|scaling)\../.test(text);
}

/** The part of a pipe that has the field. */
export function sectionOf(path: FieldPath): FieldSection {
  return path.startsWith('settings.') ? 'settings' : 'scaling';
}

/** The name of the field in its section. */
export function keyOf(path: FieldPath): string {
  return KEYS.get(path) ?? path.slice(path.indexOf('.') + 1);
}

/** The key of a scaling field that the contract has; null for any other field. */
export function scalingKeyOf(path: FieldPath): ScalingKey | null {
  const key = keyOf(path);
  return sectionOf(path) === 'scaling' && isScalingKey(key) ? key : null;
}
