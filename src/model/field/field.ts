import { compareText } from '../diagnostic.ts';
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

/** A field of a pipe, which may be outside the contract. */
export interface Field {
  readonly section: FieldSection;
  readonly key: string;
}

/** A field as text: `settings.db_max_threads`, `scaling.replicas`. */
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
export interface FieldSpec extends Field, DeclaredSetting {}

/** The keys of scaling (pipes API). */
export type ScalingKey = Extract<(typeof FIELD_ROWS)[number], { section: 'scaling' }>['key'];

export const SCALING_KEYS = FIELD_ROWS.flatMap((row): ScalingKey[] => (row.section === 'scaling' ? [row.key] : []));

export const REPLICAS = { section: 'scaling', key: 'replicas' } as const satisfies Field;

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
  find(field: Field): FieldSpec | undefined;
  /** The path may be any text. */
  findByPath(path: string): FieldSpec | undefined;
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
    const range = ranges[formatField(row)];
    return range === undefined ? row : { ...row, minimum: range.min, maximum: range.max };
  });
  const declared = settings.map((setting): FieldSpec => ({ section: 'settings', ...setting }));
  const isScaling = ({ section }: Field) => section === 'scaling';
  const rows = [...contract.filter((row) => !isScaling(row)), ...declared, ...contract.filter(isScaling)];
  const byPath = new Map<string, FieldSpec>(rows.map((row) => [formatField(row), row]));
  return {
    rows,
    findByPath: (path) => byPath.get(path),
    find: indexFields(rows),
    notCarried: new Set(notCarried),
    settingsWhenUnset,
  };
}

/** Finds the entry of a field. Without paths, which would have to be put together and hashed for every value of every pipe. */
export function indexFields<Entry extends Field>(entries: readonly Entry[]): (field: Field) => Entry | undefined {
  const index = { settings: new Map<string, Entry>(), scaling: new Map<string, Entry>() };
  for (const entry of entries) index[entry.section].set(entry.key, entry);
  return ({ section, key }) => index[section].get(key);
}

const findOrder = indexFields(FIELD_ROWS.map(({ section, key }, order) => ({ section, key, order })));
const FIRST_SCALING = FIELD_ROWS.findIndex(({ section }) => section === 'scaling');

/** The order is that of plans: the contract's settings, other settings by name, scaling. */
export function compareFields(a: Field, b: Field): number {
  return orderOf(a) - orderOf(b) || compareText(a.key, b.key);
}

function orderOf(field: Field): number {
  const { section } = field;
  return findOrder(field)?.order ?? (section === 'settings' ? FIRST_SCALING - 0.5 : FIELD_ROWS.length);
}

export function isSameField(a: Field, b: Field): boolean {
  return a.section === b.section && a.key === b.key;
}

export function hasField(fields: readonly Field[], field: Field): boolean {
  return fields.some((one) => isSameField(one, field));
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

/** The result leaves out texts that are no paths. */
export function parseFields(texts: Iterable<string>): readonly Field[] {
  return [...texts].filter(isFieldPath).map(parseField);
}
