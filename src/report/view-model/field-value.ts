import type { FieldPath } from '../../model/field.ts';
import { findField } from '../../model/fields.ts';
import type { JsonValue } from '../../model/json.ts';
import { safeJson } from '../../model/safe-json.ts';
import { humanForm } from '../../model/units.ts';
import { cutText } from '../text/cut-text.ts';

const SUFFIX: Readonly<Record<string, string>> = { millicores: 'm', gigabytes: ' GB' };

/** A field's value as plans show it: raw first, then the human form: `5000 (5s)`, `250m`, `1 GB`, `unset`. */
export function formatFieldValue(path: FieldPath, value: JsonValue): string {
  if (value === null) return 'unset';
  const spec = findField(path);
  if (typeof value !== 'number') return cutText(safeJson(value, 0), 80);
  if (spec === undefined) return `${value}`;
  const human = humanForm(spec, value);
  return human === null ? `${value}${SUFFIX[spec.unit] ?? ''}` : `${value} (${human})`;
}
