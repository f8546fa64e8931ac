import { isJsonObject, type JsonValue } from '../json/json.ts';

/**
 * Three or more asterisks or bullets with at most a few other characters, or after `:` or `=`, as in a masked address; only `x` or `#`;
 * a word such as `[redacted]` or `(sensitive value)`.
 */
const MASKS = [
  /^\S{0,8}[*•●∙⁎∗]{3,}\S{0,8}$/u,
  /[:=][*•●∙⁎∗]{3,}/u,
  /^(x{4,40}|#{4,40})$/i,
  /^[[({<"'_ ]+(redacted|masked|hidden|filtered|obfuscated|sensitive|secret|encrypted)([ _-](value|data))?[\])}>"'_ ]+$/i,
  /^(redacted|masked)$/i,
];

/** Whether a service seems to show this, or a part of it, in place of a secret. Sent back, it would replace the secret. */
export function isMasked(value: JsonValue): boolean {
  if (typeof value === 'string') return MASKS.some((mask) => mask.test(value.trim()));
  if (Array.isArray(value)) return value.some(isMasked);
  return isJsonObject(value) && Object.values(value).some(isMasked);
}
