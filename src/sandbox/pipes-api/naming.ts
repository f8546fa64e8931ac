import type { JsonObject, JsonValue } from '../../model/json.ts';
import type { Switches } from '../switches.ts';
import { SETTING_RULES } from './contract.ts';

/** How the API calls a setting on the wire, and which setting a name on the wire is. State, faults and edits have the contract's names. */
export interface WireNames {
  /** The segment of the path before a pipe's id. */
  readonly resource: string;
  toWire(key: string): string;
  /** undefined for a name that this deployment has nothing under, although the contract has. */
  toContract(name: string): string | undefined;
}

const CONTRACT_PREFIX = 'db_';

export function createWireNames({ resource, settingPrefix }: Pick<Switches, 'resource' | 'settingPrefix'>): WireNames {
  if (settingPrefix === CONTRACT_PREFIX) return { resource, toWire: (key) => key, toContract: (name) => name };
  const renamed = Object.keys(SETTING_RULES).filter((key) => key.startsWith(CONTRACT_PREFIX));
  const wire = new Map(renamed.map((key) => [key, `${settingPrefix}${key.slice(CONTRACT_PREFIX.length)}`]));
  const contract = new Map([...wire].map(([key, name]) => [name, key]));
  return {
    resource,
    toWire: (key) => wire.get(key) ?? key,
    toContract: (name) => (wire.has(name) ? undefined : (contract.get(name) ?? name)),
  };
}

/** An update under the contract's names, without what this deployment has nothing under. */
export function readNamed(body: JsonObject, { toContract }: WireNames): JsonObject {
  return Object.fromEntries(
    Object.entries(body).flatMap(([name, value]): [string, JsonValue][] => {
      const key = toContract(name);
      return key === undefined ? [] : [[key, value]];
    }),
  );
}

/** Settings as the API shows them. */
export function showNamed(settings: JsonObject, { toWire }: WireNames): JsonObject {
  return Object.fromEntries(Object.entries(settings).map(([key, value]): [string, JsonValue] => [toWire(key), value]));
}
