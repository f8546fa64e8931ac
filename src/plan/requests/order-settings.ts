import { compareText } from '../../model/diagnostic.ts';
import { fieldPath } from '../../model/field.ts';
import { fieldOrder } from '../../model/fields.ts';
import type { JsonObject, JsonValue } from '../../model/json.ts';

/** Settings in the order of the field table, keys outside the contract last: the order in which a service shows them is its own. */
export function orderSettings(settings: Iterable<readonly [string, JsonValue]>): JsonObject {
  const ordered = [...settings].sort(
    ([a], [b]) => fieldOrder(fieldPath('settings', a)) - fieldOrder(fieldPath('settings', b)) || compareText(a, b),
  );
  return Object.fromEntries(ordered);
}
