import type { JsonObject, JsonValue } from '../../src/model/json/json.ts';

type Values = Readonly<Record<string, JsonValue>>;

/** What services may do with an update where the contract is silent. */
export interface UpdateOddities {
  /** What a settings update does to the keys that it omits. */
  readonly put: 'merge' | 'replace';
  /** What an explicit null in an update does; an ignored one is the same as an omitted key. */
  readonly null: 'reset' | 'ignore' | 'reject';
}

/** The values after an update. Every fake takes them from here, so that a switch means the same in all of them. */
export function assignValues(live: Values, body: JsonObject, odd: UpdateOddities): Values {
  const sent = Object.entries(body);
  const set = sent.filter(([, value]) => value !== null);
  if (odd.put === 'replace') return Object.fromEntries(set);
  const unset = odd.null === 'ignore' ? [] : sent.flatMap(([key, value]) => (value === null ? [key] : []));
  const kept = Object.entries(live).filter(([key]) => !unset.includes(key));
  return Object.fromEntries([...kept, ...set]);
}
