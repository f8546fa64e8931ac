/** Any JSON value. */
export type JsonValue = null | boolean | number | string | readonly JsonValue[] | { readonly [key: string]: JsonValue };

/** A JSON object. */
export type JsonObject = { readonly [key: string]: JsonValue };

/** Returns undefined for text that is not JSON. */
export function parseJson(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    return undefined;
  }
}

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A value in a message: null is `unset`, anything else is JSON. */
export function printValue(value: unknown): string {
  return value === null ? 'unset' : JSON.stringify(value);
}

/** Deep equality of JSON values; the order of object keys does not matter. */
export function equalJson(a: JsonValue | undefined, b: JsonValue | undefined): boolean {
  if (a === b) return true;
  if (a === undefined || b === undefined) return false;
  return canonicalJson(a) === canonicalJson(b);
}

/**
 * Whether two values of a field are the same. Fractions are, when they are equal in single precision: a service that stores them so
 * shows 0.7 as 0.699999988 (field notes, "Settings").
 */
export function equalValues(a: JsonValue | undefined, b: JsonValue | undefined): boolean {
  if (a === b) return true;
  if (a === undefined || b === undefined) return false;
  return canonicalJson(toSinglePrecision(a)) === canonicalJson(toSinglePrecision(b));
}

/** Whole numbers stay exact. */
function toSinglePrecision(value: JsonValue): JsonValue {
  const round = (_: string, part: JsonValue) =>
    typeof part === 'number' && !Number.isInteger(part) ? Math.fround(part) : part;
  return JSON.parse(JSON.stringify(value), round) as JsonValue;
}

/** JSON with sorted keys: equal values give equal text. */
export function canonicalJson(value: JsonValue): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (!isJsonObject(value)) return JSON.stringify(value);
  let text = '';
  for (const key of Object.keys(value).sort()) {
    text += `${text === '' ? '' : ','}${JSON.stringify(key)}:${canonicalJson(value[key] ?? null)}`;
  }
  return `{${text}}`;
}

/** Documents nest live settings of at most 64 levels. */
const DEEPEST = 100;

/** The run of 100,000 pipes has 7.9 million. V8 does not come to an end with an object of more than 2 ** 23 keys. */
const MAX_VALUES = 8_000_000;

/**
 * Whether JSON text is nested too deep or has too many values to parse: it would overflow recursive functions and take gigabytes
 * of memory, since an empty object takes twenty times the memory of its text.
 */
export function isTooComplex(text: string): boolean {
  let depth = 0;
  let values = 0;
  let isInText = false;
  for (let at = 0; at < text.length && depth <= DEEPEST && values <= MAX_VALUES; at += 1) {
    const character = text[at];
    if (character === '"') isInText = !isInText;
    else if (isInText) at += character === '\\' ? 1 : 0;
    else if (character === ',') values += 1;
    else if (character === '[' || character === '{') {
      depth += 1;
      values += 1;
    } else if (character === ']' || character === '}') depth -= 1;
  }
  return depth > DEEPEST || values > MAX_VALUES;
}
