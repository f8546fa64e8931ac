import { CONFIG_SCHEMA, followReference, type Schema } from '../config/schema/config-schema.ts';

/** The schema of the value of a key; an empty one, with no order, where it says nothing. */
export function schemaUnder({ properties, additionalProperties }: Schema, key: string | null): Schema {
  const named = key === null ? undefined : properties?.[key];
  return followReference(named ?? (typeof additionalProperties === 'object' ? additionalProperties : {}));
}

/** Merge keys and holders of anchors come first, unknown keys last with equal rank. User-defined names have no order. */
export function rankIn({ properties, patternProperties = {} }: Schema): (key: string | null) => number {
  if (properties === undefined) return () => 0;
  const ranks = new Map(Object.keys(properties).map((key, rank) => [key, rank] as const));
  const isFirst = (key: string) =>
    key === '<<' || Object.keys(patternProperties).some((one) => new RegExp(one).test(key));
  return (key) => (isFirst(key ?? '') ? -1 : (ranks.get(key ?? '') ?? ranks.size));
}

export function rankAt(path: readonly string[]): (key: string | null) => number {
  return rankIn(path.reduce(schemaUnder, CONFIG_SCHEMA));
}
