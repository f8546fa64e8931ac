import type { FieldPath, FieldSpec } from './field.ts';
import { fieldPath } from './field.ts';
import { FIELDS } from './fields.generated.ts';

interface Row {
  readonly spec: FieldSpec;
  readonly order: number;
}

const ROWS: ReadonlyMap<string, Row> = new Map(
  FIELDS.map((spec, order) => [fieldPath(spec.section, spec.key), { spec, order }] as const),
);

/** The row of the field table for a path such as `settings.db_max_threads`, or undefined for a key outside the contract. */
export function findField(path: FieldPath): FieldSpec | undefined {
  return ROWS.get(path)?.spec;
}

/** Where the field stands in the table: the order in which plans list changes. Keys outside the contract come last. */
export function fieldOrder(path: FieldPath): number {
  return ROWS.get(path)?.order ?? FIELDS.length;
}

export { FIELDS };
