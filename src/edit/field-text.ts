import type { FieldPath } from '../model/field.ts';
import { findField } from '../model/fields.ts';
import { humanForm, parseDuration, parseSize } from '../model/units.ts';
import type { YamlScalar } from './yaml-operation.ts';

/** How durations and sizes are written: `5s`, or 5000. */
export type FieldForm = 'human' | 'number';

/** Longer than this a duration reads no better than its milliseconds. */
const FINEST_MS = 100;

/** A live value as the configuration has it; a duration or size in units where that is exact and reads better. */
export function writeFieldValue(path: FieldPath, value: number | boolean | null, form: FieldForm): YamlScalar {
  const spec = findField(path);
  if (form === 'number' || spec === undefined || typeof value !== 'number') return value;
  const text = humanForm(spec, value);
  if (text === null) return value;
  if (spec.unit === 'milliseconds' && value >= 1000 && value % FINEST_MS !== 0) return value;
  const read = spec.unit === 'bytes' ? parseSize(text) : parseDuration(text);
  return read.ok && read.value === value ? text : value;
}
