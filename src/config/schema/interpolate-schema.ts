import { isJsonObject, type JsonObject, type JsonValue } from '../../model/json/json.ts';

const VARIABLE = '\\$\\{';

/**
 * The schema as it holds once variables have been replaced. For editors, the written schema lets text with `${` stand
 * wherever a value may come from a variable: as an alternative of an enum, at the end of a pattern, or as text beside
 * other types. Here those allowances are taken out again. So are conditions (`if`), which repeat for editors what the
 * program checks with more knowledge and better words, and the hover text around a reference.
 */
export function interpolateSchema(schema: JsonValue): JsonValue {
  if (Array.isArray(schema)) return schema.map(interpolateSchema);
  if (!isJsonObject(schema)) return schema;
  const { allOf, anyOf, pattern, type, ...rest } = schema;
  if (Array.isArray(allOf)) {
    const [only, ...others] = allOf.filter((part) => isJsonObject(part) && part.if === undefined);
    const { allOf: _, ...unconditional } = schema;
    if (only === undefined) return interpolateSchema(unconditional);
    if (isJsonObject(only) && only.$ref !== undefined && others.length === 0) return { $ref: only.$ref };
    throw new Error('allOf holds conditions, or one reference');
  }
  const [first, variable] = Array.isArray(anyOf) ? anyOf : [];
  if (isJsonObject(first) && isJsonObject(variable) && variable.pattern === VARIABLE) return { ...rest, ...first };
  if (pattern === VARIABLE && Array.isArray(type)) {
    const others = type.filter((one) => one !== 'string');
    return { type: others.length === 1 ? (others[0] ?? null) : others, ...each(rest) };
  }
  if (typeof pattern === 'string' && pattern.endsWith(`|${VARIABLE}`))
    return { ...each(schema), pattern: pattern.slice(0, -VARIABLE.length - 1) };
  return each(schema);
}

function each(schema: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, interpolateSchema(value)]));
}
