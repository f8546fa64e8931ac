import type { JsonObject, JsonValue } from '../../model/json.ts';
import type { Switches } from '../switches.ts';

/** `kept` with the values of `update` over it. Null unsets its key under `reset`, and is as good as left out otherwise. */
export function assignValues(
  kept: Readonly<Record<string, JsonValue>>,
  update: JsonObject,
  onNull: Switches['null'],
): Readonly<Record<string, JsonValue>> {
  const values = new Map(Object.entries(kept));
  for (const [key, value] of Object.entries(update)) {
    if (value !== null) values.set(key, value);
    else if (onNull === 'reset') values.delete(key);
  }
  return Object.fromEntries(values);
}
